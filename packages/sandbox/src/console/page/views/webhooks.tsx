import { Listing } from "../parts/listing.tsx";
import { OperationButton } from "../parts/operation.tsx";
import { Secret } from "../parts/show.tsx";
import { TestEvent } from "../parts/test-event.tsx";
import type { Schemas } from "../state/control.ts";
import { fieldName } from "../state/language.ts";

/** The URLs that receive every notification of a company. */
export function WebhooksPage() {
  return (
    <Listing<Schemas["Webhook"]>
      view="webhooks"
      actions={
        <OperationButton
          id="addWebhook"
          class="main"
          initial={{ url: "http://127.0.0.1:3000/notifications" }}
        />
      }
      columns={["name", "url", "events", "active", "createdAt"]}
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
