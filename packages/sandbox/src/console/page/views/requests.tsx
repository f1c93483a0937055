import { Action } from "../parts/action.tsx";
import { Facts } from "../parts/facts.tsx";
import { Choice } from "../parts/field.tsx";
import { Json } from "../parts/json.tsx";
import { Listing, useList } from "../parts/listing.tsx";
import { ObjectLink } from "../parts/object-link.tsx";
import { Detail, Page } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { RawJson } from "../parts/raw-json.tsx";
import { Loading } from "../parts/rows.tsx";
import { Search } from "../parts/search.tsx";
import { HttpStatus } from "../parts/status.tsx";
import { Time } from "../parts/time.tsx";
import { formatDuration } from "../parts/when.ts";
import { control, type Message, type RequestEntry, take } from "../state/control.ts";
import { language, words } from "../state/language.ts";
import { filterBy, linkTo, route } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";

const outcomes = ["success", "error"] as const;

/** What was called, the newest first. */
export function Requests() {
  const { id, filters } = route.value;
  const text = words.value;
  const outcome = outcomes.find((known) => known === filters.outcome);
  const { search } = filters;
  const { list, more } = useList(`requests ${outcome} ${search}`, (paging) =>
    take(
      control.GET("/requests", {
        params: { query: { ...paging, ...(outcome && { outcome }), ...(search && { search }) } },
      }),
    ),
  );
  return (
    <Page
      title={text.views.requests}
      actions={
        <>
          <Search />
          <Choice
            key={language.value}
            label={text.filter}
            value={outcome ?? ""}
            options={[["", text.all], ...outcomes.map((name) => [name, text.outcomes[name]] as const)]}
            onChoose={(chosen) => filterBy({ outcome: chosen })}
          />
          <Action done={text.cleared} run={() => take(control.DELETE("/requests"))}>
            {text.clear}
          </Action>
        </>
      }
      detail={id && <RequestDetail key={id} id={id} />}
    >
      <Listing
        caption={text.views.requests}
        list={list}
        more={more}
        href={(entry) => linkTo("requests", entry.id, filters)}
        empty={text.noRequests}
        hint={text.noRequestsHint}
        columns={[
          {
            name: text.path,
            show: ({ method, path }) => (
              <code>
                {method} {path}
              </code>
            ),
            kind: "wide",
          },
          {
            name: text.status,
            show: (entry) => (
              <span class="stack">
                <RequestStatus entry={entry} />
                {entry.errorCode && <code class="quiet">{entry.errorCode}</code>}
              </span>
            ),
          },
          { name: text.duration, show: ({ duration }) => formatDuration(duration, language.value), kind: "number" },
          { name: text.when, show: ({ at }) => <Time at={at} short /> },
        ]}
      />
    </Page>
  );
}

/** Status of the response; a connection that a fault has reset has none. */
function RequestStatus({ entry: { status } }: { entry: RequestEntry }) {
  return status === 0 ? <span class="badge bad">{words.value.wasReset}</span> : <HttpStatus status={status} />;
}

function RequestDetail({ id }: { id: string }) {
  const text = words.value;
  const { value: logged, error } = useLive(`request ${id}`, () =>
    take(control.GET("/requests/{id}", { params: { path: { id } } })),
  );
  const title = logged ? (
    <>
      <code>
        {logged.method} {logged.path}
      </code>{" "}
      <RequestStatus entry={logged} />
    </>
  ) : (
    id
  );
  return (
    <Detail title={title}>
      <Problem error={error} />
      {!logged && !error && <Loading />}
      {logged && (
        <>
          <Facts
            facts={[
              [text.errorCode, logged.errorCode && <code>{logged.errorCode}</code>],
              [text.about, logged.objectId && <ObjectLink id={logged.objectId} />],
              [text.operation, logged.operation && <code>{logged.operation}</code>],
              [text.when, <Time key="when" at={logged.at} />],
              [text.duration, formatDuration(logged.duration, language.value)],
            ]}
          />
          <Part name={text.request} message={logged.request} />
          <Part name={text.response} message={logged.response} />
          <RawJson value={logged} />
        </>
      )}
    </Detail>
  );
}

function Part({ name, message }: { name: string; message: Message }) {
  const { body, emptyBody, headers } = words.value;
  return (
    <>
      <h3>{name}</h3>
      <p class="label">{body}</p>
      {message.body ? <Json value={message.body} /> : <p class="quiet">{emptyBody}</p>}
      <details>
        <summary>
          {headers} ({name})
        </summary>
        <Facts
          facts={Object.entries(message.headers).map(([header, value]) => [header, <code key={header}>{value}</code>])}
        />
      </details>
    </>
  );
}
