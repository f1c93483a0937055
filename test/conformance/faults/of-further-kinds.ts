import type { CheckName } from "../../../packages/conformance/src/index.ts";
import type { Fault, Message, RawResponse } from "./faulty-server.ts";
import {
  after,
  type Body,
  created,
  handles,
  inBody,
  inData,
  inHeaders,
  inText,
  isOk,
  keyHeader,
  onDelivery,
  onResponse,
  operationOf,
  parse,
  refuses,
  rejects,
  shows,
  stateful,
  takes,
  withBody,
  withData,
  withHeaders,
  withNewKey,
  withRequest,
} from "./tools.ts";

/** A server whose errors show something. */
const says = (name: string, check: CheckName, on: string, text: string | ((request: Message) => string)): Fault =>
  onResponse(name, check, on, (answer, request) =>
    withBody(answer, (body) => {
      if (body.error) body.error.message += ` ${typeof text === "string" ? text : text(request)}`;
      return body;
    }),
  );

const bytes: Fault[] = [
  inText("begins bodies with a byte order mark", "bytes", "createCharge", (text) => `\ufeff${text}`),
  inText("writes a name twice", "bytes", "createCharge", (text) => text.replace("{", '{"success":true,')),
  inText("writes a name of an inner object twice", "bytes", "createTransfer", (text) =>
    text.replace('"data":{', '"data":{"amount":1,'),
  ),
  {
    ...{ name: "writes Latin-1", caughtBy: ["bytes"], operations: ["getTransaction"] },
    make: () => ({
      write: (outgoing, { status, headers, body }) => {
        const { "content-length": _, "transfer-encoding": __, connection: ___, ...others } = headers;
        outgoing.writeHead(status, others).end(Buffer.from(body, "latin1"));
      },
    }),
  },
  inText("writes amounts that are no numbers", "content-type", "createCharge", (text) =>
    text.replace(/"amount":\d+/, '"amount":NaN'),
  ),
  inText("writes single quotes", "content-type", "createTransfer", (text) => text.replaceAll('"', "'")),
  onResponse("answers successes with nothing", "content-type", "createWebhook", (answer) =>
    isOk(answer) ? { ...answer, body: "" } : answer,
  ),
  inHeaders("names the content type twice", "content-type", "createCharge", {
    "content-type": "application/json, application/json",
  }),
  onResponse("gives the limit twice", "headers", "createCharge", (answer) =>
    withHeaders(answer, { "x-ratelimit-limit": `${answer.headers["x-ratelimit-limit"]}, 5` }),
  ),
];

const shapes: Fault[] = [
  shows("gives half centavos", "body-schema", "createTransfer", { fees: 0.5 }),
  shows("gives times in seconds", "body-schema", "getTransaction", { createdAt: 1_790_000_000 }),
  inData("leaves the offset of times out", "body-schema", "getTransfer", (data) => {
    data.createdAt = String(data.createdAt).replace("Z", "");
  }),
  inData("gives days instead of times", "body-schema", "getTransaction", (data) => {
    data.expiresAt = String(data.expiresAt).slice(0, 10);
  }),
  shows("gives an empty id", ["unique-ids", "lookup"], "createCharge", { id: "" }),
  shows("numbers every object one", "unique-ids", "createTransfer", { id: "1" }),
  inBody("lists null for what it has lost", "body-schema", "listWebhooks", (body) =>
    Array.isArray(body.data) ? { ...body, data: [...body.data, null] } : body,
  ),
  inBody("says of success that it is a text", "body-schema", "createCharge", (body) => ({
    ...body,
    success: String(body.success),
  })),
  inBody("gives the lifetime of a token as a text", ["body-schema", "token"], "issueToken", (body) =>
    body.expiresIn ? { ...body, expiresIn: String(body.expiresIn) } : body,
  ),
  inBody("counts the expiry of tokens in milliseconds", "token", "issueToken", (body) => {
    const [head, claims = "", signature] = String(body.token).split(".");
    const read = parse(Buffer.from(claims, "base64url").toString());
    if (!read) return body;
    const payload = Buffer.from(JSON.stringify({ ...read, exp: read.exp * 1000 })).toString("base64url");
    return { ...body, token: [head, payload, signature].join(".") };
  }),
];

const spellings: Fault[] = [
  refuses(
    "finds no operation where a query follows the path",
    "good-data-accepted",
    "other",
    "404 NOT_FOUND",
    (_answer, request) => request.path.includes("?"),
  ),
  rejects("refuses line breaks in JSON", "createCharge", "400 MALFORMED_JSON", (_, { body }) => body.includes("\n")),
  rejects("refuses whole numbers with a fraction of zero", "createTransfer", "400 MALFORMED_JSON", (_, { body }) =>
    /:\d+\.0/.test(body),
  ),
  rejects("refuses whole numbers with an exponent", "createCharge", "400 MALFORMED_JSON", (_, { body }) =>
    /:\d+e0/.test(body),
  ),
  rejects("refuses escaped letters in names", "createWebhook", "400 MALFORMED_JSON", (_, { body }) =>
    /\\u00[67]/.test(body),
  ),
  rejects("refuses fields in another order", "createTransfer", "400 MALFORMED_JSON", (_, { body }) =>
    /^\{"description/.test(body),
  ),
  refuses(
    "does not read escapes in ids",
    "lookup",
    "getTransaction",
    "404 TRANSACTION_NOT_FOUND",
    (_answer, { path }) => path.includes("%"),
  ),
];

const money: Fault[] = [
  onResponse(
    "sends every transfer twice, and shows one",
    "ledger",
    "createTransfer",
    async (answer, _request, { token, sandbox }) => {
      if (isOk(answer) && !answer.headers["idempotent-replayed"]) await sendOne(sandbox, await token());
      return answer;
    },
  ),
  onResponse(
    "takes a centavo more for each transfer",
    "ledger",
    "createTransfer",
    async (answer, _request, { token, sandbox }) => {
      if (isOk(answer)) await sendOne(sandbox, await token());
      return answer;
    },
  ),
  onResponse(
    "takes money for what it refuses",
    "ledger",
    "createTransfer",
    async (answer, _request, { token, sandbox }) => {
      if (answer.status === 400 || answer.status === 422) await sendOne(sandbox, await token());
      return answer;
    },
  ),
  handles("sends the other body of a conflict as well", "ledger", async (request, forward) => {
    const answer = await forward(request);
    if (operationOf(request) === "createTransfer" && answer.status === 409) await forward(withNewKey(request));
    return answer;
  }),
  handles("sends a replay again, and shows the first", "ledger", async (request, forward) => {
    const answer = await forward(request);
    if (operationOf(request) === "createTransfer" && answer.headers["idempotent-replayed"])
      await forward(withNewKey(request));
    return answer;
  }),
  onResponse("takes a centavo for each login", "ledger", "issueToken", async (answer, _request, { sandbox }) => {
    const body = parse(answer.body);
    if (body?.token) await sendOne(sandbox, body.token);
    return answer;
  }),
  onResponse(
    "takes a centavo for each lookup",
    "ledger",
    "getTransfer",
    async (answer, _request, { token, sandbox }) => {
      if (isOk(answer)) await sendOne(sandbox, await token());
      return answer;
    },
  ),
];

/** Sends a centavo of the first company without telling it. */
async function sendOne(sandbox: { fetch: typeof fetch }, token: string): Promise<void> {
  const body = JSON.stringify({ pixKey: "7d9f0335-8dcc-4054-9bf9-0dbd61d36906", amount: 1 });
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    [keyHeader]: crypto.randomUUID(),
  };
  await sandbox.fetch("http://sandbox/api/v1/pix/out/pixkey", { method: "POST", headers, body });
}

const contents: Fault[] = [
  inData("doubles single quotes", "lookup", "getTransaction", (data) => {
    if (data.description) data.description = data.description.replaceAll("'", "''");
  }),
  inData("drops what lies outside of the basic plane", "lookup", "getTransaction", (data) => {
    if (data.description) data.description = data.description.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "");
  }),
  inData("writes destinations in upper case", "echo", "createTransfer", (data) => {
    if (data.pixKey) data.pixKey = data.pixKey.toUpperCase();
  }),
  shows("adds a slash to URLs", "echo", "createWebhook", (data) => ({ url: `${data.url}/` })),
  takes("adds an event to every registration", "echo", "createWebhook", (body) => {
    if (Array.isArray(body.events) && body.events.length > 0) body.events.push("transfer_created");
  }),
  inData("adds a centavo to large amounts", "echo", "createCharge", (data) => {
    if (data.amount > 100_000) data.amount += 1;
  }),
  shows("shows the id of another object in a lookup", "lookup", "getTransaction", (data) => ({ id: `${data.id}0` })),
  inData("takes the fee of a transfer twice off", "sums", "getTransfer", (data) => {
    if (data.fees > 0) data.netAmount = data.amount - 2 * data.fees;
  }),
  inData("shows what it has not changed as changed before it was created", "times", "getTransfer", (data) => {
    data.updatedAt = new Date(Date.parse(data.createdAt) - 60_000).toISOString();
  }),
  inBody("lists five registrations at most", "list", ["listWebhooks", "createWebhook"], (body) =>
    Array.isArray(body.data) ? { ...body, data: body.data.slice(0, 5) } : body,
  ),
  onResponse("says that it deletes what is another's", "isolation", "deleteWebhook", (answer, { path }) =>
    answer.status === 404 ? created(answer, { id: path.split("/").at(-1) }) : answer,
  ),
];

const secrets: Fault[] = [
  says("shows the address of the last customer", "personal-data", "getTransaction", "maria.souza@example.com"),
  says("shows credentials as they were sent", "no-leaks", "issueToken", ({ headers }) => String(headers.authorization)),
  says("shows a path of Windows", "no-leaks", "createCharge", "C:\\inetpub\\pix\\Charge.cs"),
  says("shows a trace of Java", "no-leaks", "createTransfer", "at br.pix.Transfer.send(Transfer.java:42)"),
  says(
    "shows an error of a document store",
    "no-leaks",
    "createWebhook",
    "E11000 duplicate key error collection: pix.webhooks",
  ),
  says("shows an address of its inner network", "no-leaks", "getTransaction", "upstream 10.0.12.7:8080 gave up"),
  says("shows a panic of Rust", "no-leaks", "getTransfer", "thread 'main' panicked at src/transfers.rs:12:9"),
  onResponse(
    "takes a secret without its end",
    "authentication",
    "issueToken",
    async (answer, request, { sandbox, token }) => {
      const given = atob(/^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "");
      const whole = `${sandbox.credentials.apiKey}:${sandbox.credentials.apiSecret}`;
      const isBeginning = whole.startsWith(given) && given.length > whole.length - 4 && given !== whole;
      return isBeginning && answer.status === 401
        ? { ...answer, status: 200, body: JSON.stringify({ token: await token(), expiresIn: 1_800_000 }) }
        : answer;
    },
  ),
];

const limits: Fault[] = [
  onResponse("gives the wait with a fraction", "headers", "createCharge", (answer) =>
    answer.status === 429 ? withHeaders(answer, { "retry-after": `${answer.headers["retry-after"]}.5` }) : answer,
  ),
  onResponse("answers 429 with nothing", "content-type", "createCharge", (answer) =>
    answer.status === 429 ? { ...answer, body: "" } : answer,
  ),
  onResponse("counts one request fewer than were made", "rate-limit-headers", "createTransfer", (answer) =>
    withHeaders(answer, { "x-ratelimit-remaining": String(Number(answer.headers["x-ratelimit-remaining"]) + 1) }),
  ),
  onResponse("gives the reset of the window before", "rate-limit-headers", "createCharge", (answer) =>
    withHeaders(answer, { "x-ratelimit-reset": String(Number(answer.headers["x-ratelimit-reset"]) - 60) }),
  ),
  stateful("begins the window again with each refusal", "rate-limit-window", ({ now }) => {
    let refusal: RawResponse | undefined;
    let until = 0;
    return after("createCharge", async (answer) => {
      const time = await now();
      if (answer.status === 429) {
        refusal = answer;
        until = time + 60_000;
      }
      return refusal && time < until ? refusal : answer;
    });
  }),
];

/** A server that looks at a part of a body alone when it compares the requests of a key. */
const ignores = (field: string): Fault =>
  stateful(`passes over another ${field} with the same key`, "idempotency-conflict", () => {
    const first = new Map<string, Body>();
    return (request, forward) => {
      const key = request.headers[keyHeader];
      const body = parse(request.body);
      if (operationOf(request) !== "createTransfer" || key === undefined || !body) return forward(request);
      const before = first.get(key) ?? body;
      first.set(key, before);
      return forward(withRequest(request, (changed) => Object.assign(changed, { [field]: before[field] })));
    };
  });

const keys: Fault[] = [
  ...["description", "amount"].map(ignores),
  onResponse("answers replays with 202", "idempotency-replay", "createTransfer", (answer) =>
    answer.headers["idempotent-replayed"] ? { ...answer, status: 202 } : answer,
  ),
  onResponse("marks replays with a figure", "idempotency-replay", "createTransfer", (answer) =>
    answer.headers["idempotent-replayed"] ? withHeaders(answer, { "idempotent-replayed": "1" }) : answer,
  ),
  stateful("forgets a key after a conflict", "idempotency-replay", () => {
    const forgotten = new Map<string, string>();
    return async (request, forward) => {
      const key = request.headers[keyHeader];
      const answer = await forward(
        key === undefined
          ? request
          : { ...request, headers: { ...request.headers, [keyHeader]: forgotten.get(key) ?? key } },
      );
      if (key !== undefined && answer.status === 409) forgotten.set(key, crypto.randomUUID());
      return answer;
    };
  }),
  onResponse("says nothing of the fee of a replay", "idempotency-replay", "createTransfer", (answer) =>
    answer.headers["idempotent-replayed"]
      ? withData(answer, (data) => Object.assign(data, { fees: 0, netAmount: data.amount }))
      : answer,
  ),
];

/** A fault in the headers, the path or the bytes of what receivers are sent. */
const sent = (name: string, caughtBy: readonly CheckName[], change: (delivery: Message) => Message): Fault => ({
  ...{ name, caughtBy },
  make: () => ({ deliver: (delivery, send) => send(change(delivery)) }),
});
const signature = (delivery: Message, change: (value: string) => string): Message => ({
  ...delivery,
  headers: { ...delivery.headers, "pix-signature": change(String(delivery.headers["pix-signature"])) },
});

const receivers: Fault[] = [
  sent("signs without a time", ["notification-signature"], (delivery) =>
    signature(delivery, (value) => value.replace(/^t=\d+,/, "")),
  ),
  sent("signs with another version", ["notification-signature"], (delivery) =>
    signature(delivery, (value) => value.replace("v1=", "v2=")),
  ),
  sent("cuts its signatures in half", ["notification-signature"], (delivery) =>
    signature(delivery, (value) => value.slice(0, -32)),
  ),
  {
    ...{ name: "signs an hour ahead", caughtBy: ["notification-signature"] },
    make: () => ({
      deliver: (delivery, send) => {
        const value = delivery.sign(delivery.body, Math.floor(Date.now() / 1000) + 3_600);
        return send({ ...delivery, headers: { ...delivery.headers, "pix-signature": value } });
      },
    }),
  },
  sent("sends JSON as text", ["notification-shape"], (delivery) => ({
    ...delivery,
    headers: { ...delivery.headers, "content-type": "text/plain" },
  })),
  sent("leaves the query of a receiver's URL out", ["notification-expected"], (delivery) => ({
    ...delivery,
    path: delivery.path.replace(/\?.*/, ""),
  })),
  onDelivery("sends refunds as payments", "notification-expected", (body) => {
    if (body.event === "transaction_refunded") body.event = "transaction_paid";
  }),
  onDelivery("sends a centavo more of fees", "notification-content", (body) => {
    if (body.transfer) body.transfer.fees += 1;
  }),
  onDelivery("sends ids that are numbers", "notification-shape", (body) => Object.assign(body, { id: 7 })),
  {
    ...{ name: "sends the first notification of all again instead of the next", caughtBy: ["notification-expected"] },
    make: () => {
      let first: Message | undefined;
      return {
        deliver: (delivery, send) => {
          first ??= delivery;
          return send({ ...first, path: delivery.path });
        },
      };
    },
  },
];

/** Kinds of faults that were thought of from the contract alone, before the suite was tried on them. */
export const faultsOfFurtherKinds: readonly Fault[] = [
  ...[...bytes, ...shapes, ...spellings, ...money, ...contents],
  ...[...secrets, ...limits, ...keys, ...receivers],
];
