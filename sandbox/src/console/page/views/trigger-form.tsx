import { FormDialog } from "../parts/dialog.tsx";
import { Choice, Field } from "../parts/field.tsx";
import { readText } from "../parts/read-form.ts";
import { control, type NotificationEntry, take } from "../state/control.ts";
import { words } from "../state/language.ts";

type EventName = NotificationEntry["event"];

/** All of them, by type. */
const events = Object.keys({
  transaction_created: true,
  transaction_paid: true,
  transaction_canceled: true,
  transaction_refunded: true,
  transfer_created: true,
  transfer_updated: true,
  transfer_completed: true,
  transfer_canceled: true,
} satisfies Record<EventName, true>) as EventName[];

/** Causes an event on a new charge or transfer, to try a receiver. */
export function TriggerForm({ onClose }: { onClose: () => void }) {
  const text = words.value;
  const trigger = async (values: FormData): Promise<string> => {
    const event = events.find((name) => name === values.get("event")) ?? "transaction_paid";
    const url = readText(values, "url");
    await take(control.POST("/notifications/trigger", { body: { event, ...(url && { url }) } }));
    return text.triggered(event);
  };
  return (
    <FormDialog title={text.triggerTitle} submit={text.triggerDo} onSubmit={trigger} onClose={onClose}>
      <Choice
        label={text.event}
        name="event"
        options={events.map((name) => [name, name] as const)}
        initial="transaction_paid"
      />
      <Field name="url" label={text.postbackUrl} hint={text.triggerHint} type="url" first />
    </FormDialog>
  );
}
