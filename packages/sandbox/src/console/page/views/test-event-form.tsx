import { FormDialog } from "../parts/dialog.tsx";
import { Choice, Field } from "../parts/field.tsx";
import { readText } from "../parts/read-form.ts";
import { control, type NotificationEvent, take, type Webhook } from "../state/control.ts";
import { words } from "../state/language.ts";
import { go, linkTo } from "../state/route.ts";

/** All of them, by type. */
export const eventNames = Object.keys({
  transaction_created: true,
  transaction_paid: true,
  transaction_canceled: true,
  transaction_refunded: true,
  transfer_created: true,
  transfer_updated: true,
  transfer_completed: true,
  transfer_canceled: true,
} satisfies Record<NotificationEvent, true>) as NotificationEvent[];

/**
 * Sends an event to try a receiver: what causes it is done on a new charge or transfer.
 *
 * @param webhook that is tried; absent for a URL that is typed in
 */
export function TestEventForm({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const text = words.value;
  const possible = webhook && webhook.events.length > 0 ? webhook.events : eventNames;
  const send = async (values: FormData): Promise<string> => {
    const event = possible.find((name) => name === values.get("event")) ?? possible[0] ?? "transaction_paid";
    const url = readText(values, "url");
    const { notifications } = await take(
      control.POST("/notifications/trigger", {
        body: { event, ...(url && { url }), ...(webhook && { companyId: webhook.companyId }) },
      }),
    );
    const sent = notifications.find(({ webhookId }) => !webhook || webhookId === webhook.id);
    if (sent) go(linkTo("notifications", sent.id));
    return sent ? text.testEventSent(event) : text.testEventUnsent(event);
  };
  const names = { postbackUrl: "url" };
  return (
    <FormDialog title={text.testEventTitle} submit={text.testEventDo} onSubmit={send} onClose={onClose} names={names}>
      <Choice
        label={text.event}
        name="event"
        options={possible.map((name) => [name, name] as const)}
        initial={possible.includes("transaction_paid") ? "transaction_paid" : (possible[0] ?? "")}
      />
      {webhook ? (
        <p class="quiet">{text.testWebhookHint}</p>
      ) : (
        <Field name="url" label={text.postbackUrl} hint={text.testEventHint} type="url" first />
      )}
    </FormDialog>
  );
}
