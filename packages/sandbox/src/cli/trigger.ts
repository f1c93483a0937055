import type { ControlSchemas } from "../control-client.ts";
import { defineCommand } from "./command.ts";
import { connect, connectionOptions } from "./connection.ts";
import { showFields } from "./output.ts";
import { readChoice, readFields } from "./read-arguments.ts";

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

export const trigger = defineCommand({
  name: "trigger",
  summary: "Do what causes an event, on a new charge or transfer",
  words: ["<event>"],
  options: {
    to: {
      type: "string",
      value: "URL",
      help: "postbackUrl of the new charge or transfer (none: webhooks alone get it)",
    },
    override: {
      type: "string",
      multiple: true,
      value: "FIELD=VALUE",
      help: "field of the new charge or transfer; may be given several times",
    },
    ...connectionOptions,
  },
  examples: [
    "trigger transaction_paid --to http://127.0.0.1:3000/pix",
    "trigger transaction_paid --override amountInCents=1500 --override customer.name='João Lima'",
    "trigger transfer_completed --override pixKey=maria@example.com",
  ],
  notes: `Events:\n${events.map((event) => `  ${event}`).join("\n")}`,
  run: async ({ values, words: [word = ""], output }) => {
    const event = readChoice("The event", word, events);
    const overrides = readFields("--override", values.override);
    const { control, take } = connect(values);
    const { objectId, notifications } = await take(
      control.POST("/notifications/trigger", {
        body: {
          event,
          ...(values.to !== undefined && { url: values.to }),
          ...(values.override.length > 0 && { overrides }),
        },
      }),
    );
    output.result({ event, objectId, notifications }, () => {
      const sent = notifications.map(({ id, url }) => ["notification", `${id} to ${url}`] as const);
      const none = [["notification", "none: there is no URL for it, see 'listen'"]] as const;
      return showFields(output, [
        ["event", event],
        ["object", output.style("bold", objectId)],
        ...(sent.length > 0 ? sent : none),
      ]);
    });
    return 0;
  },
});
