import type { CheckName } from "../../../packages/conformance/src/index.ts";
import { type Fault, headersOf, type Message } from "./faulty-server.ts";
import { onDelivery, sends, signs, signsAt } from "./in-notifications.ts";
import { withClaims, withKeys } from "./keys-and-limits.ts";
import { staysClosed } from "./over-time.ts";
import {
  across,
  answersWith,
  changes,
  created,
  delivers,
  fault,
  inBody,
  inData,
  inError,
  inHeaders,
  inText,
  keyHeader,
  onResponse,
  operationOf,
  parse,
  refuses,
  rejects,
  shiftOf,
  shows,
  takes,
  withData,
  withHeaders,
  withNewKey,
  withRequest,
} from "./tools.ts";

/** A server whose errors show something. */
const says = (name: string, check: CheckName, on: string, text: string | ((request: Message) => string)): Fault =>
  inError(name, check, on, ({ message }, { request }) => ({
    message: `${message} ${typeof text === "string" ? text : text(request)}`,
  }));

const bytes: Fault[] = [
  inText("begins bodies with a byte order mark", "bytes", "createCharge", (text) => `\ufeff${text}`),
  inText("writes a name twice", "bytes", "createCharge", (text) => text.replace("{", '{"success":true,')),
  inText("writes a name of an inner object twice", "bytes", "createTransfer", (text) =>
    text.replace('"data":{', '"data":{"amount":1,'),
  ),
  {
    ...{ name: "writes Latin-1", caughtBy: ["bytes"], operations: ["getTransaction"] },
    make: () => ({
      write: (outgoing, response) => {
        outgoing.writeHead(response.status, headersOf(response)).end(Buffer.from(response.body, "latin1"));
      },
    }),
  },
  inText("writes amounts that are no numbers", "content-type", "createCharge", (text) =>
    text.replace(/"amount":\d+/, '"amount":NaN'),
  ),
  inText("writes single quotes", "content-type", "createTransfer", (text) => text.replaceAll('"', "'")),
  inText("answers successes with nothing", "content-type", "createWebhook ok", () => ""),
  inHeaders("names the content type twice", "content-type", "createCharge", {
    "content-type": "application/json, application/json",
  }),
  inHeaders("gives the limit twice", "headers", "createCharge", (headers) => ({
    "x-ratelimit-limit": `${headers["x-ratelimit-limit"]}, 5`,
  })),
];

const shapes: Fault[] = [
  shows("gives half centavos", "body-schema", "createTransfer", { fees: 0.5 }),
  shows("gives times in seconds", "body-schema", "getTransaction", { createdAt: 1_790_000_000 }),
  changes("leaves the offset of times out", "body-schema", "getTransfer", "createdAt", (time) => time.replace("Z", "")),
  changes("gives days instead of times", "body-schema", "getTransaction", "expiresAt", (time) => time.slice(0, 10)),
  shows("gives an empty id", ["unique-ids", "lookup"], "createCharge", { id: "" }),
  shows("numbers every object one", "unique-ids", "createTransfer", { id: "1" }),
  inBody("lists null for what it has lost", "body-schema", "listWebhooks", (body) =>
    Array.isArray(body.data) ? { ...body, data: [...body.data, null] } : body,
  ),
  inBody("says of success that it is a text", "body-schema", "createCharge", (body) => ({
    ...{ ...body, success: String(body.success) },
  })),
  inBody("gives the lifetime of a token as a text", ["body-schema", "token"], "issueToken ok", (body) => ({
    ...{ ...body, expiresIn: String(body.expiresIn) },
  })),
  fault(
    "counts the expiry of tokens in milliseconds",
    "token",
    withClaims((claims) => ({ ...claims, exp: Number(claims.exp) * 1000 })),
  ),
];

/** A server that does not read every spelling of JSON. */
const misreads = (name: string, on: string, pattern: RegExp): Fault =>
  rejects(name, on, (_, { body }) => pattern.test(body), "400 MALFORMED_JSON");

const spellings: Fault[] = [
  refuses(
    "finds no operation where a query follows the path",
    "good-data-accepted",
    "other",
    "404 NOT_FOUND",
    (_, { path }) => path.includes("?"),
  ),
  misreads("refuses line breaks in JSON", "createCharge", /\n/),
  misreads("refuses whole numbers with a fraction of zero", "createTransfer", /:\d+\.0/),
  misreads("refuses whole numbers with an exponent", "createCharge", /:\d+e0/),
  misreads("refuses escaped letters in names", "createWebhook", /\\u00[67]/),
  misreads("refuses fields in another order", "createTransfer", /^\{"description/),
  refuses("does not read escapes in ids", "lookup", "getTransaction", "404 TRANSACTION_NOT_FOUND", (_, { path }) =>
    path.includes("%"),
  ),
];

/** A server that sends a centavo of the first company with some answers. */
const loses = (name: string, on: string): Fault =>
  onResponse(name, "ledger", on, async (answer, { world: { sandbox, token } }) => {
    const body = JSON.stringify({ pixKey: "7d9f0335-8dcc-4054-9bf9-0dbd61d36906", amount: 1 });
    const headers = {
      ...{
        authorization: `Bearer ${parse(answer.body)?.token ?? (await token())}`,
        "content-type": "application/json",
      },
      [keyHeader]: crypto.randomUUID(),
    };
    await sandbox.fetch("http://sandbox/api/v1/pix/out/pixkey", { method: "POST", headers, body });
    return answer;
  });

/** A server that makes a transfer as well that it says it does not make. */
const sendsAgain = (name: string, on: string): Fault =>
  across(name, "ledger", on, async (answer, { request, forward }) => {
    await forward(withNewKey(request));
    return answer;
  });

const money: Fault[] = [
  loses("sends every transfer twice, and shows one", "createTransfer ok"),
  loses("takes a centavo more for each transfer", "createTransfer ok"),
  loses("takes money for what it refuses", "createTransfer 400 422"),
  sendsAgain("sends the other body of a conflict as well", "createTransfer 409"),
  sendsAgain("sends a replay again, and shows the first", "createTransfer replayed"),
  loses("takes a centavo for each login", "issueToken ok"),
  loses("takes a centavo for each lookup", "getTransfer ok"),
  across("takes another fee of charges than it shows", "ledger", "createCharge", (answer) =>
    withData(answer, (data) => {
      data.fees = Math.round(data.amount / 50);
    }),
  ),
];

const contents: Fault[] = [
  changes("doubles single quotes", "lookup", "getTransaction", "description", (text) => text.replaceAll("'", "''")),
  changes("drops what lies outside of the basic plane", "lookup", "getTransaction", "description", (text) =>
    text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ""),
  ),
  changes("writes destinations in upper case", "echo", "createTransfer", "pixKey", (key) => key.toUpperCase()),
  shows("adds a slash to URLs", "echo", "createWebhook", ({ url }) => ({ url: `${url}/` })),
  takes("adds an event to every registration", "echo", "createWebhook", (body) => {
    if (Array.isArray(body.events) && body.events.length > 0) body.events.push("transfer_created");
  }),
  changes("adds a centavo to large amounts", "echo", "createCharge", "amount", (one) => one + Number(one > 100_000)),
  shows("shows the id of another object in a lookup", "lookup", "getTransaction", ({ id }) => ({ id: `${id}0` })),
  inData("takes the fee of a transfer twice off", "sums", "getTransfer", (data) => {
    if (data.fees > 0) data.netAmount = data.amount - 2 * data.fees;
  }),
  shows("shows what it has not changed as changed before it was created", "times", "getTransfer", ({ createdAt }) => ({
    updatedAt: new Date(Date.parse(createdAt) - 60_000).toISOString(),
  })),
  inBody("lists five registrations at most", "list", "listWebhooks createWebhook", (body) =>
    Array.isArray(body.data) ? { ...body, data: body.data.slice(0, 5) } : body,
  ),
  onResponse("says that it deletes what is another's", "isolation", "deleteWebhook 404", (answer, { request }) =>
    created(answer, { id: request.path.split("/").at(-1) }),
  ),
];

const secrets: Fault[] = [
  says("shows the address of the last customer", "personal-data", "getTransaction", "maria.souza@example.com"),
  says("shows credentials as they were sent", "no-leaks", "issueToken", ({ headers }) => String(headers.authorization)),
  says("shows a path of Windows", "no-leaks", "createCharge", "C:\\inetpub\\pix\\Charge.cs"),
  says("shows a trace of Java", "no-leaks", "createTransfer", "at br.pix.Transfer.send(Transfer.java:42)"),
  says("shows an error of a document store", "no-leaks", "createWebhook", "E11000 duplicate key error: pix.webhooks"),
  says("shows an address of its inner network", "no-leaks", "getTransaction", "upstream 10.0.12.7:8080 gave up"),
  says("shows a panic of Rust", "no-leaks", "getTransfer", "thread 'main' panicked at src/transfers.rs:12:9"),
  onResponse(
    "takes a secret without its end",
    "authentication",
    "issueToken 401",
    async (answer, { request, world: { sandbox, token } }) => {
      const given = atob(/^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "");
      const whole = `${sandbox.credentials.apiKey}:${sandbox.credentials.apiSecret}`;
      const isBeginning = whole.startsWith(given) && given.length > whole.length - 4;
      const body = JSON.stringify({ token: await token(), expiresIn: 1_800_000 });
      return isBeginning ? { ...answer, status: 200, body } : answer;
    },
  ),
];

const limits: Fault[] = [
  inHeaders("gives the wait with a fraction", "headers", "createCharge 429", (headers) => ({
    "retry-after": `${headers["retry-after"]}.5`,
  })),
  inText("answers 429 with nothing", "content-type", "createCharge 429", () => ""),
  inHeaders("counts one request fewer than were made", "rate-limit-headers", "createTransfer", (headers) => ({
    "x-ratelimit-remaining": String(Number(headers["x-ratelimit-remaining"]) + 1),
  })),
  ...[-60, 15].map((seconds) =>
    inHeaders(`gives the reset ${shiftOf(seconds)}`, "rate-limit-headers", "createCharge", (headers) => ({
      "x-ratelimit-reset": String(Number(headers["x-ratelimit-reset"]) + seconds),
    })),
  ),
  staysClosed(
    "begins the window again with each refusal",
    "rate-limit-window",
    "createCharge",
    (time) => time + 60_000,
  ),
];

/** A server that looks at a part of a body alone when it compares the requests of a key. */
const ignores = (field: string): Fault =>
  withKeys(`passes over another ${field} with the same key`, "idempotency-conflict", (passage) => {
    const { request, key, memory, forward } = passage;
    const body = parse(request.body);
    if (operationOf(request) !== "createTransfer" || !body) return forward();
    memory[key] ??= body;
    return forward(withRequest(request, (changed) => Object.assign(changed, { [field]: memory[key][field] })));
  });

const keys: Fault[] = [
  ...["description", "amount", "postbackUrl"].map(ignores),
  answersWith(202, "answers replays with 202", "idempotency-replay", "createTransfer replayed"),
  inHeaders("marks replays with a figure", "idempotency-replay", "createTransfer replayed", {
    "idempotent-replayed": "1",
  }),
  withKeys("forgets a key after a conflict", "idempotency-replay", async ({ request, key, memory, forward }) => {
    const answer = await forward(withHeaders(request, { [keyHeader]: memory[key] ?? key }));
    if (answer.status === 409) memory[key] = crypto.randomUUID();
    return answer;
  }),
  shows("says nothing of the fee of a replay", "idempotency-replay", "createTransfer replayed", ({ amount }) => ({
    ...{ fees: 0, netAmount: amount },
  })),
];

const receivers: Fault[] = [
  signs("signs without a time", (value) => value.replace(/^t=\d+,/, "")),
  signs("signs with another version", (value) => value.replace("v1=", "v2=")),
  signs("cuts its signatures in half", (value) => value.slice(0, -32)),
  signsAt("signs an hour ahead", () => Math.floor(Date.now() / 1000) + 3_600),
  sends("sends JSON as text", "notification-shape", (delivery) =>
    withHeaders(delivery, { "content-type": "text/plain" }),
  ),
  sends("leaves the query of a receiver's URL out", "notification-expected", ({ path }) => ({
    path: path.replace(/\?.*/, ""),
  })),
  onDelivery("sends refunds as payments", "notification-expected", (body) => {
    if (body.event === "transaction_refunded") body.event = "transaction_paid";
  }),
  onDelivery("sends a centavo more of fees", "notification-content", (body) => {
    if (body.transfer) body.transfer.fees += 1;
  }),
  onDelivery("sends ids that are numbers", "notification-shape", (body) => Object.assign(body, { id: 7 })),
  delivers(
    "sends the first notification of all again instead of the next",
    "notification-expected",
    (delivery, send, { memory }) => {
      memory.first ??= delivery;
      return send({ ...memory.first, path: delivery.path });
    },
  ),
];

/** Kinds of faults that were thought of from the contract alone, before the suite was tried on them. */
export const faultsOfFurtherKinds: readonly Fault[] = [
  ...[...bytes, ...shapes, ...spellings, ...money, ...contents],
  ...[...secrets, ...limits, ...keys, ...receivers],
];
