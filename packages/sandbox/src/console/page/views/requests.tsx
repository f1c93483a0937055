import { Copy } from "../parts/copy.tsx";
import { Listing } from "../parts/listing.tsx";
import { Operation } from "../parts/operation.tsx";
import { Facts, factsOf, HttpStatus, Json, Time } from "../parts/show.tsx";
import { formatDuration } from "../parts/when.ts";
import { apiUrl, type LoggedRequest, type Message, type RequestEntry } from "../state/control.ts";
import { fieldName, language, words } from "../state/language.ts";

/** What was called, the newest first. */
export function Requests() {
  return (
    <Listing
      view="requests"
      actions={<Operation id="clearRequests" />}
      title={(logged) => (
        <>
          <Line {...logged} /> <RequestStatus {...logged} />
        </>
      )}
      columns={[
        { name: fieldName("path"), show: Line, kind: "wide" },
        {
          name: fieldName("status"),
          show: (entry) => (
            <span class="stack">
              <RequestStatus {...entry} />
              {entry.errorCode && <code class="quiet">{entry.errorCode}</code>}
            </span>
          ),
        },
        {
          name: fieldName("duration"),
          show: ({ duration }) => formatDuration(duration, language.value),
          kind: "number",
        },
        { name: fieldName("at"), show: ({ at }) => <Time at={at} short /> },
      ]}
    >
      {(logged) => <RequestBody logged={logged} />}
    </Listing>
  );
}

function Line({ method, path }: Pick<RequestEntry, "method" | "path">) {
  return (
    <code>
      {method} {path}
    </code>
  );
}

/** Status of the response; a connection that a fault has reset has none. */
function RequestStatus({ status }: Pick<RequestEntry, "status">) {
  return status === 0 ? <span class="badge bad">{words.value.wasReset}</span> : <HttpStatus status={status} />;
}

function RequestBody({ logged }: { logged: LoggedRequest }) {
  return (
    <>
      <Facts
        facts={[
          ...factsOf(logged, ["errorCode", "objectId", "operation", "at"]),
          [fieldName("duration"), formatDuration(logged.duration, language.value)],
        ]}
      />
      <Copy text={asCurl(logged)} what={words.value.views.requests} label={words.value.copyCurl} />
      <Part name={fieldName("request")} message={logged.request} />
      <Part name={fieldName("response")} message={logged.response} />
    </>
  );
}

/** Headers that curl writes by itself. */
const written = /^(host|connection|content-length|accept-encoding|user-agent|accept|transfer-encoding)$/i;

/** The request as a command. A credential, which the log does not keep, is read from the environment. */
function asCurl({ method, path, operation, request }: LoggedRequest): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const headers = Object.entries(request.headers).flatMap(([name, value]) => {
    if (written.test(name)) return [];
    if (!/^authorization$/i.test(name)) return [`-H ${quote(`${name}: ${value}`)}`];
    return [operation === "issueToken" ? `-u "$PIX_API_KEY:$PIX_API_SECRET"` : `-H "Authorization: Bearer $TOKEN"`];
  });
  const url = new URL(path, apiUrl).href;
  const body = request.body ? [`--data-binary ${quote(request.body)}`] : [];
  return [`curl -X ${method} ${quote(url)}`, ...headers, ...body].join(" \\\n  ");
}

function Part({ name, message }: { name: string; message: Message }) {
  const { body, emptyBody, headers } = words.value;
  return (
    <>
      <h3>{name}</h3>
      {message.body ? <Json value={message.body} /> : <p class="quiet">{`${body}: ${emptyBody}`}</p>}
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
