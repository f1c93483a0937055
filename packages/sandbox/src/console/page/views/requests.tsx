import { Copy } from "../parts/copy.tsx";
import { Listing } from "../parts/listing.tsx";
import { OperationButton } from "../parts/operation.tsx";
import { Headers, JsonBlock } from "../parts/show.tsx";
import { apiUrl, type Schemas } from "../state/control.ts";
import { fieldName, words } from "../state/language.ts";
import { linkTo } from "../state/route.ts";

/** The requests, the newest first. */
export function Requests() {
  return (
    <Listing<Schemas["RequestEntry"], Schemas["LoggedRequest"]>
      view="requests"
      actions={<OperationButton id="clearRequests" />}
      columns={[[fieldName("path"), Line], "status errorCode", "duration", "at"]}
      facts={({ request: { headers } }) => {
        const { "x-sandbox-replay-of": replayOf } = headers;
        return [
          "errorCode",
          "objectId",
          "operation",
          "at",
          "duration",
          replayOf && [
            fieldName("replayOf"),
            <a key="replay" href={linkTo("requests", replayOf)}>
              {replayOf}
            </a>,
          ],
        ];
      }}
    >
      {(logged) => (
        <>
          <div class="buttons">
            <Replay {...logged} />
            <Copy
              text={asCurl(logged)}
              what={words.value.views.requests}
              label={words.value.copyCurl}
            />
          </div>
          <MessagePart name={fieldName("request")} {...logged.request} />
          <MessagePart name={fieldName("response")} {...logged.response} />
        </>
      )}
    </Listing>
  );
}

function Line({ method, path }: Schemas["RequestEntry"]) {
  return (
    <code>
      {method} {path}
    </code>
  );
}

/** Sends the request again; one with an idempotency key prompts for the key to use. */
function Replay({ id, request }: Schemas["LoggedRequest"]) {
  const { freshKey, sameKey } = words.value;
  return (
    <OperationButton
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
    />
  );
}

/** Headers that curl writes by itself. */
const written =
  /^(host|connection|content-length|accept-encoding|user-agent|accept|transfer-encoding)$/i;

/** The request as a command. A credential, which the log does not keep, is read from the environment. */
function asCurl({ method, path, operation, request }: Schemas["LoggedRequest"]): string {
  const quote = (argument: string): string => `'${argument.replaceAll("'", "'\\''")}'`;
  const credential =
    operation === "issueToken"
      ? `-u "$PIX_API_KEY:$PIX_API_SECRET"`
      : `-H "Authorization: Bearer $TOKEN"`;
  const headers = Object.entries(request.headers)
    .filter(([name]) => !written.test(name))
    .map(([name, value]) =>
      /^authorization$/i.test(name) ? credential : `-H ${quote(`${name}: ${value}`)}`,
    );
  const url = new URL(path, apiUrl).href;
  const body = request.body ? [`--data-binary ${quote(request.body)}`] : [];
  return [`curl -X ${method} ${quote(url)}`, ...headers, ...body].join(" \\\n  ");
}

/** A message of the request. */
function MessagePart({ name, body, headers }: Schemas["Message"] & { name: string }) {
  const { body: bodyTitle, emptyBody, headers: headersTitle } = words.value;
  return (
    <>
      <h3>{name}</h3>
      {body ? <JsonBlock value={body} /> : <p class="quiet">{`${bodyTitle}: ${emptyBody}`}</p>}
      <details>
        <summary>{`${headersTitle} (${name})`}</summary>
        <Headers of={headers} />
      </details>
    </>
  );
}
