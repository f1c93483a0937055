import { Argument } from "commander";
import type { ControlSchemas } from "../control-client.ts";
import { type Fields, forSandbox, makeCommand, readField, type SandboxOptions } from "./command.ts";
import { connect } from "./connection.ts";
import { makeOutput, showFields } from "./output.ts";

type NotificationEvent = ControlSchemas["NotificationEvent"];

/** Complete by its type: an event that the control plane learns is missed here. */
const events = Object.keys({
  transaction_created: true,
  transaction_paid: true,
  transaction_canceled: true,
  transaction_refunded: true,
  transfer_created: true,
  transfer_updated: true,
  transfer_completed: true,
  transfer_canceled: true,
} satisfies Record<NotificationEvent, true>) as NotificationEvent[];

interface TriggerOptions extends SandboxOptions {
  to?: string;
  override?: Fields;
}

export const trigger = forSandbox(
  makeCommand("trigger", "Cause an event on a new charge or transfer", [
    "trigger transaction_paid --to http://127.0.0.1:3000/pix",
    "trigger transaction_paid --override amountInCents=1500 --override customer.name='João Lima'",
    "trigger transfer_completed --override pixKey=maria@example.com",
  ]),
)
  .addArgument(new Argument("<event>").choices(events))
  .option("--to <URL>", "postbackUrl of the new charge or transfer (default: webhooks alone receive it)")
  .option("--override <FIELD=VALUE>", "field of the new charge or transfer; can be repeated", readField)
  .action(async (event: NotificationEvent, options: TriggerOptions) => {
    const { to, override } = options;
    const output = makeOutput(options);
    const { control, take } = connect(options);
    const body = {
      event,
      ...(to !== undefined && { url: to }),
      ...(override !== undefined && { overrides: override }),
    };
    const { objectId, notifications } = await take(control.POST("/notifications/trigger", { body }));
    output.result({ event, objectId, notifications }, () => {
      const sent = notifications.map(({ id, url }) => ["notification", `${id} to ${url}`] as const);
      const none = [["notification", "none: no URL receives it, see 'listen'"]] as const;
      return showFields(output, [
        ["event", event],
        ["object", output.style("bold", objectId)],
        ...(sent.length > 0 ? sent : none),
      ]);
    });
  });
