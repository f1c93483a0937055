import { useState } from "preact/hooks";
import { CompanyChoice } from "../parts/company-choice.tsx";
import { Confirm, FormDialog } from "../parts/dialog.tsx";
import { Facts } from "../parts/facts.tsx";
import { Checks, Field } from "../parts/field.tsx";
import { Identifier } from "../parts/identifier.tsx";
import { Detail, Page } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { RawJson } from "../parts/raw-json.tsx";
import { readText } from "../parts/read-form.ts";
import { Empty, Loading, Rows } from "../parts/rows.tsx";
import { Secret } from "../parts/secret.tsx";
import { Time } from "../parts/time.tsx";
import { control, type NotificationEvent, take, type Webhook } from "../state/control.ts";
import { words } from "../state/language.ts";
import { go, linkTo, route } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";
import { eventNames, TestEventForm } from "./test-event-form.tsx";

/** The URLs that get every notification of a company. */
export function Webhooks() {
  const text = words.value;
  const { id } = route.value;
  const [adding, setAdding] = useState(false);
  const { value, error } = useLive("webhooks", () =>
    take(control.GET("/webhooks", { params: { query: { limit: 200 } } })),
  );
  const opened = value?.items.find((webhook) => webhook.id === id);
  return (
    <Page
      title={text.views.webhooks}
      actions={
        <button type="button" class="main" onClick={() => setAdding(true)}>
          {text.newWebhook}
        </button>
      }
      detail={opened && <WebhookDetail key={opened.id} webhook={opened} />}
    >
      <p class="quiet">{text.webhooksHint}</p>
      <Problem error={error} />
      {!value && !error && <Loading />}
      {value?.items.length === 0 && (
        <Empty title={text.noWebhooks}>
          <p>{text.noWebhooksHint}</p>
        </Empty>
      )}
      {value && value.items.length > 0 && (
        <Rows
          caption={text.views.webhooks}
          entries={value.items}
          keyOf={(webhook) => webhook.id}
          href={(webhook) => linkTo("webhooks", webhook.id)}
          current={id}
          columns={[
            { name: text.name, show: ({ name }) => <bdi>{name}</bdi> },
            { name: text.url, show: ({ url }) => <span class="url">{url}</span>, kind: "wide" },
            { name: text.events, show: ({ events }) => (events.length === 0 ? text.allEvents : events.length) },
            { name: text.active, show: (webhook) => <Active webhook={webhook} /> },
            { name: text.created, show: ({ createdAt }) => <Time at={createdAt} short /> },
          ]}
        />
      )}
      {adding && <WebhookForm onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Active({ webhook: { active } }: { webhook: Webhook }) {
  const { yes, switchedOff } = words.value;
  return <span class={`badge ${active ? "good" : "bad"}`}>{active ? yes : switchedOff}</span>;
}

function WebhookDetail({ webhook }: { webhook: Webhook }) {
  const text = words.value;
  const [asking, setAsking] = useState<"test" | "delete">();
  const { id, name, url, events, failingSince, createdAt } = webhook;
  const params = { path: { id } };
  const remove = async (): Promise<void> => {
    await take(control.DELETE("/webhooks/{id}", { params }));
    go(linkTo("webhooks"));
  };
  const close = (): void => setAsking(undefined);
  return (
    <Detail
      title={
        <>
          <bdi>{name}</bdi> <Active webhook={webhook} />
        </>
      }
    >
      <div class="buttons">
        <button type="button" class="main" onClick={() => setAsking("test")}>
          {text.testEvent}
        </button>
        <button type="button" onClick={() => setAsking("delete")}>
          {text.deleteWebhook}
        </button>
      </div>
      <Facts
        facts={[
          [text.id, <Identifier key="id" value={id} />],
          [
            text.url,
            <span key="url" class="url">
              {url}
            </span>,
          ],
          [text.events, events.length === 0 ? text.allEvents : <EventList key="events" events={events} />],
          [
            text.secret,
            <Secret
              key="secret"
              read={async () => (await take(control.GET("/webhooks/{id}/secret", { params }))).secret}
            />,
          ],
          [text.failingSince, failingSince && <Time at={failingSince} />],
          [text.created, <Time key="created" at={createdAt} />],
        ]}
      />
      <RawJson value={webhook} />
      {asking === "test" && <TestEventForm webhook={webhook} onClose={close} />}
      {asking === "delete" && (
        <Confirm
          title={text.deleteWebhookTitle(name)}
          text={text.deleteWebhookText}
          submit={text.deleteWebhookDo}
          done={text.webhookDeleted}
          run={remove}
          onClose={close}
        />
      )}
    </Detail>
  );
}

function EventList({ events }: { events: readonly NotificationEvent[] }) {
  return (
    <span class="stack">
      {events.map((event) => (
        <code key={event}>{event}</code>
      ))}
    </span>
  );
}

function WebhookForm({ onClose }: { onClose: () => void }) {
  const text = words.value;
  const add = async (values: FormData): Promise<string> => {
    const chosen = values.getAll("events");
    const events = eventNames.filter((event) => chosen.includes(event));
    const name = readText(values, "name");
    const companyId = readText(values, "companyId");
    const { id } = await take(
      control.POST("/webhooks", {
        body: {
          url: readText(values, "url") ?? "",
          events,
          ...(name && { name }),
          ...(companyId && { companyId }),
        },
      }),
    );
    go(linkTo("webhooks", id));
    return text.webhookCreated;
  };
  return (
    <FormDialog title={text.newWebhook} submit={text.createWebhook} onSubmit={add} onClose={onClose}>
      <Field
        name="url"
        label={text.url}
        value="http://127.0.0.1:3000/notifications"
        hint={text.webhookUrlHint}
        required
        first
      />
      <Field name="name" label={text.name} maxLength={100} />
      <CompanyChoice />
      <Checks name="events" label={text.events} hint={text.eventsHint} options={eventNames} />
    </FormDialog>
  );
}
