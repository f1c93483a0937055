import { Page } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { Empty, Loading, Rows } from "../parts/rows.tsx";
import { Time } from "../parts/time.tsx";
import { sandboxUrl } from "../state/address.ts";
import { control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

const example = `curl ${sandboxUrl}/api/v1/webhook \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "http://127.0.0.1:3000/notifications", "events": []}'`;

/** The URLs that are told of every change of a company. */
export function Webhooks() {
  const text = words.value;
  const { value, error } = useLive("webhooks", () =>
    take(control.GET("/webhooks", { params: { query: { limit: 200 } } })),
  );
  return (
    <Page title={text.views.webhooks}>
      <Problem error={error} />
      {!value && !error && <Loading />}
      {value?.items.length === 0 && (
        <Empty title={text.noWebhooks}>
          <p>{text.noWebhooksHint}</p>
          <pre class="code">{example}</pre>
        </Empty>
      )}
      {value && value.items.length > 0 && (
        <Rows
          caption={text.views.webhooks}
          entries={value.items}
          keyOf={({ id }) => id}
          columns={[
            { name: text.name, show: ({ name }) => <bdi>{name}</bdi> },
            { name: text.url, show: ({ url }) => <span class="url">{url}</span>, kind: "wide" },
            { name: text.events, show: ({ events }) => (events.length === 0 ? text.allEvents : events.join(", ")) },
            {
              name: text.active,
              show: ({ active }) => (
                <span class={`badge ${active ? "good" : "bad"}`}>{active ? text.yes : text.switchedOff}</span>
              ),
            },
            {
              name: text.failingSince,
              show: ({ failingSince }) => (failingSince ? <Time at={failingSince} short /> : text.none),
            },
            { name: text.registered, show: ({ createdAt }) => <Time at={createdAt} short /> },
          ]}
        />
      )}
    </Page>
  );
}
