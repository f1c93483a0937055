import { Copy } from "../parts/copy.tsx";
import { Listing } from "../parts/listing.tsx";
import { Operation } from "../parts/operation.tsx";
import { Facts, Headers, HttpStatus, Json } from "../parts/show.tsx";
import { formatDuration } from "../parts/when.ts";
import { apiUrl, type Schemas } from "../state/control.ts";
import { fieldName, language, words } from "../state/language.ts";
import { linkTo } from "../state/route.ts";

/** The requests, the newest first. */
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
        "at",
      ]}
    >
      {(logged) => <RequestBody logged={logged} />}
    </Listing>
  );
}

function Line({ method, path }: Pick<Schemas["RequestEntry"], "method" | "path">) {
  return (
    <code>
      {method} {path}
    </code>
  );
}

/** Status of the response; a connection that a fault has reset has none. */
function RequestStatus({ status }: Pick<Schemas["RequestEntry"], "status">) {
  return status === 0 ? (
    <span class="badge bad">{words.value.wasReset}</span>
  ) : (
    <HttpStatus status={status} />
  );
}

/** Sends the request again; one with an idempotency key asks which to use. */
function Replay({ logged: { id, request } }: { logged: Schemas["LoggedRequest"] }) {
  const { freshKey, sameKey } = words.value;
  return (
    <Operation
      id="replayRequest"
      on={{ id }}
      class="main"
      fields={"x-idempotency-key" in request.headers ? undefined : []}
      choices={{
        idempotencyKey: [
          ["fresh", freshKey],
          ["same", sameKey],
        ],
      }}
      opens="requests"
    />
  );
}

function RequestBody({ logged }: { logged: Schemas["LoggedRequest"] }) {
  const { "x-sandbox-replay-of": replayOf } = logged.request.headers;
  return (
    <>
      <Facts
        of={logged}
        show={[
          "errorCode",
          "objectId",
          "operation",
          "at",
          [fieldName("duration"), formatDuration(logged.duration, language.value)],
          [
            fieldName("replayOf"),
            replayOf && <a href={linkTo("requests", replayOf)}>{replayOf}</a>,
          ],
        ]}
      />
      <div class="buttons">
        <Replay logged={logged} />
        <Copy
          text={asCurl(logged)}
          what={words.value.views.requests}
          label={words.value.copyCurl}
        />
      </div>
      <Part name={fieldName("request")} message={logged.request} />
      <Part name={fieldName("response")} message={logged.response} />
    </>
  );
}

/** Headers that curl writes by itself. */
const written =
  /^(host|connection|content-length|accept-encoding|user-agent|accept|transfer-encoding)$/i;

/** The request as a command. A credential, which the log does not keep, is read from the environment. */
function asCurl({ method, path, operation, request }: Schemas["LoggedRequest"]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const headers = Object.entries(request.headers).flatMap(([name, value]) => {
    if (written.test(name)) return [];
    if (!/^authorization$/i.test(name)) return [`-H ${quote(`${name}: ${value}`)}`];
    return [
      operation === "issueToken"
        ? `-u "$PIX_API_KEY:$PIX_API_SECRET"`
        : `-H "Authorization: Bearer $TOKEN"`,
    ];
  });
  const url = new URL(path, apiUrl).href;
  const body = request.body ? [`--data-binary ${quote(request.body)}`] : [];
  return [`curl -X ${method} ${quote(url)}`, ...headers, ...body].join(" \\\n  ");
}

function Part({ name, message }: { name: string; message: Schemas["Message"] }) {
  const { body, emptyBody, headers } = words.value;
  return (
    <>
      <h3>{name}</h3>
      {message.body ? (
        <Json value={message.body} />
      ) : (
        <p class="quiet">{`${body}: ${emptyBody}`}</p>
      )}
      <details>
        <summary>
          {headers} ({name})
        </summary>
        <Headers of={message.headers} />
      </details>
    </>
  );
}
