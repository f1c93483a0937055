import { Listing } from "../parts/listing.tsx";
import { Operation } from "../parts/operation.tsx";
import { Facts, Secret } from "../parts/show.tsx";
import { TestEvent } from "../parts/test-event.tsx";
import { Timeline } from "../parts/timeline.tsx";
import { call, type Schemas } from "../state/control.ts";
import { fieldName, words } from "../state/language.ts";
import { go, linkTo } from "../state/route.ts";

/** The URLs that receive every notification of a company. */
export function Webhooks() {
  return (
    <Listing
      view="webhooks"
      actions={
        <Operation
          id="addWebhook"
          class="main"
          initial={{ url: "http://127.0.0.1:3000/notifications" }}
          opens="webhooks"
        />
      }
      title={(webhook) => (
        <>
          <bdi>{webhook.name}</bdi> <Active {...webhook} />
        </>
      )}
      columns={[
        "name",
        { name: fieldName("url"), show: ({ url }) => <span class="url">{url}</span>, kind: "wide" },
        { name: fieldName("events"), show: ({ events }) => events.length || words.value.allEvents },
        { name: fieldName("active"), show: Active },
        "createdAt",
      ]}
    >
      {(webhook) => <WebhookBody webhook={webhook} />}
    </Listing>
  );
}

function Active({ active }: Schemas["Webhook"]) {
  const { isActive, switchedOff } = words.value;
  return <span class={`badge ${active ? "good" : "bad"}`}>{active ? isActive : switchedOff}</span>;
}

function WebhookBody({ webhook }: { webhook: Schemas["Webhook"] }) {
  const { id, events, name } = webhook;
  const readSecret = async (): Promise<string> => (await call("readWebhookSecret", { id })).secret;
  return (
    <>
      <div class="buttons">
        <TestEvent webhook={webhook} />
        <Operation
          id="removeWebhook"
          on={{ id }}
          about={name}
          onDone={() => go(linkTo("webhooks"))}
        />
      </div>
      <Facts
        of={webhook}
        show={[
          "id",
          "url",
          [
            fieldName("events"),
            <span key="events" class="stack">
              {events.length === 0
                ? words.value.allEvents
                : events.map((event) => <code key={event}>{event}</code>)}
            </span>,
          ],
          [fieldName("secret"), <Secret key="secret" read={readSecret} />],
          "failingSince",
          "createdAt",
        ]}
      />
      <Timeline id={id} />
    </>
  );
}
