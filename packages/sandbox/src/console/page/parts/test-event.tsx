import { operationOf, type Schemas } from "../state/control.ts";
import { fill, words } from "../state/language.ts";
import { go, linkTo } from "../state/route.ts";
import { Operation } from "./operation.tsx";

/**
 * Sends an event to try a receiver: its cause is done on a new charge or transfer.
 *
 * @param webhook that is tried; absent for a URL that is typed in
 */
export function TestEvent({
  webhook,
  class: style,
}: {
  webhook?: Schemas["Webhook"];
  class: "main";
}) {
  const all = operationOf("triggerEvent").fields.event?.options ?? [];
  const possible: readonly string[] = webhook && webhook.events.length > 0 ? webhook.events : all;
  const event = possible.includes("transaction_paid") ? "transaction_paid" : possible[0];
  return (
    <Operation
      id="triggerEvent"
      class={style}
      fields={webhook ? ["event"] : ["url", "event"]}
      initial={{ event }}
      choices={{ event: possible.map((name) => [name, name] as const) }}
      complete={(body) => ({ ...body, ...(webhook && { companyId: webhook.companyId }) })}
      {...(webhook && { hint: words.value.testWebhookHint })}
      onDone={({ notifications }) => {
        const sent = notifications.find(({ webhookId }) => !webhook || webhookId === webhook.id);
        if (!sent) return words.value.testEventUnsent;
        go(linkTo("notifications", sent.id));
        return fill(words.value.operations.triggerEvent.done, sent.event);
      }}
    />
  );
}
