import { defineCommand } from "./command.ts";
import { type Control, connect, connectionOptions } from "./connection.ts";
import { showFields } from "./output.ts";
import { readChoice } from "./read-arguments.ts";

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
} satisfies Record<Control["NotificationEvent"], true>);

export const trigger = defineCommand({
  name: "trigger",
  summary: "Do what causes an event, on a new charge or transfer",
  words: ["<event>"],
  options: {
    to: {
      type: "string",
      value: "URL",
      help: "postbackUrl of the new charge or transfer (none: registered URLs are told)",
    },
    ...connectionOptions,
  },
  notes: `Events:\n${events.map((event) => `  ${event}`).join("\n")}`,
  run: async ({ values, words: [word = ""], output }) => {
    const event = readChoice("The event", word, events);
    const body = { event, ...(values.to !== undefined && { url: values.to }) };
    const { objectId, notifications } = await connect(values).control<Control["Triggered"]>("/notifications/trigger", {
      method: "POST",
      body,
    });
    output.result({ event, objectId, notifications }, () => {
      const told = notifications.map(({ id, url }) => ["notification", `${id} to ${url}`] as const);
      const nobody = [["notification", "none: no URL is told, see 'listen'"]] as const;
      return showFields(output, [
        ["event", event],
        ["object", output.style("bold", objectId)],
        ...(told.length > 0 ? told : nobody),
      ]);
    });
    return 0;
  },
});
