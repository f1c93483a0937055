import { Operation } from "../parts/operation.tsx";
import { Detail, Page } from "../parts/page.tsx";
import { Loaded, Rows } from "../parts/rows.tsx";
import { Facts, factsOf, Secret, Time } from "../parts/show.tsx";
import { TestEvent } from "../parts/test-event.tsx";
import { call, type Webhook } from "../state/control.ts";
import { fieldName, words } from "../state/language.ts";
import { go, linkTo, route } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";

/** The URLs that receive every notification of a company. */
export function Webhooks() {
  const text = words.value;
  const { id } = route.value;
  const live = useLive("webhooks", () => call("listWebhooks", { limit: 200 }));
  const opened = live.value?.items.find((webhook) => webhook.id === id);
  return (
    <Page
      title={text.views.webhooks}
      actions={
        <Operation
          id="addWebhook"
          class="main"
          fields={["url", "name", "companyId", "events"]}
          initial={{ url: "http://127.0.0.1:3000/notifications" }}
          onDone={(webhook) => go(linkTo("webhooks", webhook.id))}
        />
      }
      detail={opened && <WebhookDetail key={opened.id} webhook={opened} />}
    >
      <p class="quiet">{text.webhooksHint}</p>
      <Loaded of={live}>
        {({ items }) => (
          <Rows
            caption={text.views.webhooks}
            entries={items}
            keyOf={(webhook) => webhook.id}
            href={(webhook) => linkTo("webhooks", webhook.id)}
            current={id}
            columns={[
              { name: fieldName("name"), show: ({ name }) => <bdi>{name}</bdi> },
              { name: fieldName("url"), show: ({ url }) => <span class="url">{url}</span>, kind: "wide" },
              { name: fieldName("events"), show: ({ events }) => events.length || text.allEvents },
              { name: fieldName("active"), show: Active },
              { name: fieldName("createdAt"), show: ({ createdAt }) => <Time at={createdAt} short /> },
            ]}
            empty={text.noWebhooks}
            hint={text.noWebhooksHint}
          />
        )}
      </Loaded>
    </Page>
  );
}

function Active({ active }: Webhook) {
  const { yes, switchedOff } = words.value;
  return <span class={`badge ${active ? "good" : "bad"}`}>{active ? yes : switchedOff}</span>;
}

function WebhookDetail({ webhook }: { webhook: Webhook }) {
  const { id, events } = webhook;
  return (
    <Detail
      id={id}
      of={{ value: webhook, error: undefined }}
      title={({ name }) => (
        <>
          <bdi>{name}</bdi> <Active {...webhook} />
        </>
      )}
    >
      {() => (
        <>
          <div class="buttons">
            <TestEvent webhook={webhook} class="main" />
            <Operation id="removeWebhook" on={{ id }} about={webhook.name} onDone={() => go(linkTo("webhooks"))} />
          </div>
          <Facts
            facts={[
              ...factsOf(webhook, ["id", "url"]),
              [
                fieldName("events"),
                <span key="events" class="stack">
                  {events.length === 0
                    ? words.value.allEvents
                    : events.map((event) => <code key={event}>{event}</code>)}
                </span>,
              ],
              [
                fieldName("secret"),
                <Secret key="secret" read={async () => (await call("readWebhookSecret", { id })).secret} />,
              ],
              ...factsOf(webhook, ["failingSince", "createdAt"]),
            ]}
          />
        </>
      )}
    </Detail>
  );
}
