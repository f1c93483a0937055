import { Listing } from "../parts/listing.tsx";
import { OperationButton } from "../parts/operation.tsx";
import { Secret } from "../parts/show.tsx";
import { TestEvent } from "../parts/test-event.tsx";
import type { Schemas } from "../state/control.ts";
import { fieldName, words } from "../state/language.ts";
import { linkTo } from "../state/route.ts";
import { useCall } from "../state/use-live.ts";

/** The URLs that receive every notification of a company. */
export function WebhooksPage() {
  const inboxUrl = useCall("readCredentials").value?.inboxUrl;
  return (
    <Listing<Schemas["Webhook"]>
      view="webhooks"
      actions={
        <>
          <a href={linkTo("requests", undefined, { operation: "inbox" })}>{words.value.inbox}</a>
          <OperationButton
            id="addWebhook"
            class="main"
            initial={inboxUrl === undefined ? {} : { url: inboxUrl }}
          />
        </>
      }
      columns={["name", "url", "events", "status", "createdAt"]}
      top={(webhook) => (
        <div class="buttons">
          <TestEvent webhook={webhook} />
          <OperationButton id="removeWebhook" on={{ id: webhook.id }} about={webhook.name} />
        </div>
      )}
      facts={({ id }) => [
        "id",
        "url",
        "events",
        [fieldName("secret"), <Secret key="secret" from="readWebhookSecret" id={id} />],
        "failingSince",
        "createdAt",
      ]}
    />
  );
}
