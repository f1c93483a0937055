import { findOperation, type Schemas } from "../state/control.ts";
import { words } from "../state/language.ts";
import { go, linkTo } from "../state/route.ts";
import { OperationButton } from "./operation.tsx";

/**
 * Sends an event to try a receiver: its cause is done on a new charge or transfer.
 *
 * @param webhook that is tried; absent for a URL that is typed in
 */
export function TestEvent({ webhook }: { webhook?: Schemas["Webhook"] }) {
  const every = findOperation("triggerEvent").fields.event?.options ?? [];
  const possible: readonly string[] = webhook?.events.length ? webhook.events : every;
  return (
    <OperationButton
      id="triggerEvent"
      class="main"
      on={webhook && { companyId: webhook.companyId }}
      fields={webhook && ["event"]}
      initial={{ event: "transaction_paid" }}
      choices={{ event: possible.map((name) => [name, name] as const) }}
      onDone={({ notifications }) => {
        const sent = notifications.find(({ webhookId }) => !webhook || webhookId === webhook.id);
        if (!sent) return words.value.testEventUnsent;
        go(linkTo("notifications", sent.id));
        return undefined;
      }}
    />
  );
}
