import type { PixCheckName } from "../../../packages/conformance/src/index.ts";
import { type Fault, headersOf, type Message } from "./faulty-server.ts";
import { withClaims, withKeys } from "./keys-and-limits.ts";
import { onDelivery, sends, signs, signsAt } from "./notifications.ts";
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
const says = (
  name: string,
  check: PixCheckName,
  on: string,
  text: string | ((request: Message) => string),
) =>
  inError(name, check, on, ({ message }, { request }) => ({
    message: `${message} ${typeof text === "string" ? text : text(request)}`,
  }));

const bytes: Fault[] = [
  inText(
    "starts bodies with a byte order mark",
    "bytes",
    "createCharge",
    (text) => `\ufeff${text}`,
  ),
  inText("writes a field twice", "bytes", "createCharge", (text) =>
    text.replace("{", '{"success":true,'),
  ),
  inText("writes a field of a nested object twice", "bytes", "createTransfer", (text) =>
    text.replace('"data":{', '"data":{"amount":1,'),
  ),
  {
    name: "encodes bodies in Latin-1",
    caughtBy: ["bytes"],
    operations: ["getTransaction"],
    make: () => ({
      write: (outgoing, response) => {
        outgoing
          .writeHead(response.status, headersOf(response))
          .end(Buffer.from(response.body, "latin1"));
      },
    }),
  },
  inText("writes NaN as an amount", "content-type", "createCharge", (text) =>
    text.replace(/"amount":\d+/, '"amount":NaN'),
  ),
  inText("writes JSON with single quotes", "content-type", "createTransfer", (text) =>
    text.replaceAll('"', "'"),
  ),
  inText("answers a success with an empty body", "content-type", "createWebhook ok", () => ""),
  inHeaders("sends Content-Type twice", "content-type", "createCharge", {
    "content-type": "application/json, application/json",
  }),
  inHeaders("sends X-RateLimit-Limit twice", "headers", "createCharge", (headers) => ({
    "x-ratelimit-limit": `${headers["x-ratelimit-limit"]}, 5`,
  })),
];

const shapes: Fault[] = [
  shows("returns half centavos", "body-schema", "createTransfer", { fees: 0.5 }),
  shows("returns times in seconds", "body-schema", "getTransaction", { createdAt: 1_790_000_000 }),
  changes("omits the offset of times", "body-schema", "getTransfer", "createdAt", (time) =>
    time.replace("Z", ""),
  ),
  changes("returns dates instead of times", "body-schema", "getTransaction", "expiresAt", (time) =>
    time.slice(0, 10),
  ),
  shows("returns an empty id", ["unique-ids", "lookup"], "createCharge", { id: "" }),
  shows("gives every object the id 1", "unique-ids", "createTransfer", { id: "1" }),
  inBody("returns null as an item of a list", "body-schema", "listWebhooks", (body) =>
    Array.isArray(body.data) ? { ...body, data: [...body.data, null] } : body,
  ),
  inBody("returns success as a string", "body-schema", "createCharge", (body) => ({
    ...body,
    success: String(body.success),
  })),
  inBody(
    "returns the lifetime of a token as a string",
    ["body-schema", "token"],
    "issueToken ok",
    (body) => ({
      ...body,
      expiresIn: String(body.expiresIn),
    }),
  ),
  fault(
    "writes the exp claim in milliseconds",
    "token",
    withClaims((claims) => ({ ...claims, exp: Number(claims.exp) * 1000 })),
  ),
];

/** A server that does not read every spelling of JSON. */
const misreads = (name: string, on: string, pattern: RegExp) =>
  rejects(name, on, (_, { body }) => pattern.test(body), "400 MALFORMED_JSON");

const spellings: Fault[] = [
  misreads("rejects line breaks in JSON", "createCharge", /\n/),
  misreads("rejects integers written as 1.0", "createTransfer", /:\d+\.0/),
  misreads("rejects integers written with an exponent", "createCharge", /:\d+e0/),
  misreads("rejects escaped letters in field names", "createWebhook", /\\u00[67]/),
  misreads("rejects fields in another order", "createTransfer", /^\{"description/),
  refuses(
    "does not decode escapes in ids",
    "lookup",
    "getTransaction",
    "404 TRANSACTION_NOT_FOUND",
    (_, { path }) => path.includes("%"),
  ),
];

/** A server that sends a centavo of the first company with some answers. */
const loses = (name: string, on: string) =>
  onResponse(name, "ledger", on, async (answer, { world: { sandbox, token } }) => {
    const body = JSON.stringify({ pixKey: "7d9f0335-8dcc-4054-9bf9-0dbd61d36906", amount: 1 });
    const headers = {
      authorization: `Bearer ${parse(answer.body)?.token ?? (await token())}`,
      "content-type": "application/json",
      [keyHeader]: crypto.randomUUID(),
    };
    await sandbox.fetch("http://sandbox/api/v1/pix/out/pixkey", { method: "POST", headers, body });
    return answer;
  });

/** A server that makes a transfer as well that it says it does not make. */
const sendsAgain = (name: string, on: string) =>
  across(name, "ledger", on, async (answer, { request, forward }) => {
    await forward(withNewKey(request));
    return answer;
  });

const money: Fault[] = [
  loses("executes every transfer twice and shows one", "createTransfer ok"),
  loses("debits a centavo too much for each transfer", "createTransfer ok"),
  loses("debits refused transfers", "createTransfer 400 422"),
  sendsAgain("executes the other body of a conflict", "createTransfer 409"),
  sendsAgain("executes a replay again and returns the first response", "createTransfer replayed"),
  loses("debits a centavo for each login", "issueToken ok"),
  loses("debits a centavo for each lookup", "getTransfer ok"),
  across("debits another fee of charges than it shows", "ledger", "createCharge", (answer) =>
    withData(answer, (data) => {
      data.fees = Math.round(data.amount / 50);
    }),
  ),
];

const contents: Fault[] = [
  changes("doubles single quotes", "lookup", "getTransaction", "description", (text) =>
    text.replaceAll("'", "''"),
  ),
  changes("drops characters above U+FFFF", "lookup", "getTransaction", "description", (text) =>
    text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ""),
  ),
  changes("returns destinations in upper case", "echo", "createTransfer", "pixKey", (key) =>
    key.toUpperCase(),
  ),
  shows("adds a slash to URLs", "echo", "createWebhook", ({ url }) => ({ url: `${url}/` })),
  takes("adds an event to every webhook", "echo", "createWebhook", (body) => {
    if (Array.isArray(body.events) && body.events.length > 0) body.events.push("transfer_created");
  }),
  changes(
    "adds a centavo to large amounts",
    "echo",
    "createCharge",
    "amount",
    (one) => one + Number(one > 100_000),
  ),
  shows("shows the id of another object in a lookup", "lookup", "getTransaction", ({ id }) => ({
    id: `${id}0`,
  })),
  inData("subtracts the fee of a transfer twice", "sums", "getTransfer", (data) => {
    if (data.fees > 0) data.netAmount = data.amount - 2 * data.fees;
  }),
  shows(
    "returns an updatedAt before createdAt for unchanged objects",
    "times",
    "getTransfer",
    ({ createdAt }) => ({
      updatedAt: new Date(Date.parse(createdAt) - 60_000).toISOString(),
    }),
  ),
  inBody("lists at most five webhooks", "list", "listWebhooks createWebhook", (body) =>
    Array.isArray(body.data) ? { ...body, data: body.data.slice(0, 5) } : body,
  ),
  onResponse(
    "confirms deleting another company's webhook",
    "isolation",
    "deleteWebhook 404",
    (answer, { request }) => created(answer, { id: request.path.split("/").at(-1) }),
  ),
];

const secrets: Fault[] = [
  says(
    "shows the e-mail address of the last customer",
    "personal-data",
    "getTransaction",
    "maria.souza@example.com",
  ),
  says("repeats the Authorization header", "no-leaks", "issueToken", ({ headers }) =>
    String(headers.authorization),
  ),
  says("shows a Windows path", "no-leaks", "createCharge", "C:\\inetpub\\pix\\Charge.cs"),
  says(
    "shows a Java stack trace",
    "no-leaks",
    "createTransfer",
    "at br.pix.Transfer.send(Transfer.java:42)",
  ),
  says(
    "shows an error of MongoDB",
    "no-leaks",
    "createWebhook",
    "E11000 duplicate key error: pix.webhooks",
  ),
  says(
    "shows an internal network address",
    "no-leaks",
    "getTransaction",
    "upstream 10.0.12.7:8080 gave up",
  ),
  says(
    "shows a Rust panic",
    "no-leaks",
    "getTransfer",
    "thread 'main' panicked at src/transfers.rs:12:9",
  ),
  onResponse(
    "accepts a prefix of the API secret",
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
  inHeaders("sends Retry-After with a fraction", "headers", "createCharge 429", (headers) => ({
    "retry-after": `${headers["retry-after"]}.5`,
  })),
  inText("answers 429 with an empty body", "content-type", "createCharge 429", () => ""),
  inHeaders("counts one request too few", "rate-limit-headers", "createTransfer", (headers) => ({
    "x-ratelimit-remaining": String(Number(headers["x-ratelimit-remaining"]) + 1),
  })),
  ...[-60, 15].map((seconds) =>
    inHeaders(
      `announces resets ${shiftOf(seconds)}`,
      "rate-limit-headers",
      "createCharge",
      (headers) => ({
        "x-ratelimit-reset": String(Number(headers["x-ratelimit-reset"]) + seconds),
      }),
    ),
  ),
  staysClosed(
    "restarts the window with each 429",
    "rate-limit-window",
    "createCharge",
    (time) => time + 60_000,
  ),
];

/** A server that looks at a part of a body alone when it compares the requests of a key. */
const ignores = (field: string) =>
  withKeys(`ignores another ${field} under the same key`, "idempotency-conflict", (passage) => {
    const { request, key, memory, forward } = passage;
    const body = parse(request.body);
    if (operationOf(request) !== "createTransfer" || !body) return forward();
    memory[key] ??= body;
    return forward(
      withRequest(request, (changed) => Object.assign(changed, { [field]: memory[key][field] })),
    );
  });

const keys: Fault[] = [
  ...["description", "amount", "postbackUrl", "pixKey"].map(ignores),
  answersWith(202, "answers replays with 202", "idempotency-replay", "createTransfer replayed"),
  inHeaders(
    "marks replays with 1 instead of true",
    "idempotency-replay",
    "createTransfer replayed",
    {
      "idempotent-replayed": "1",
    },
  ),
  withKeys(
    "forgets a key after a conflict",
    "idempotency-replay",
    async ({ request, key, memory, forward }) => {
      const answer = await forward(withHeaders(request, { [keyHeader]: memory[key] ?? key }));
      if (answer.status === 409) memory[key] = crypto.randomUUID();
      return answer;
    },
  ),
  shows(
    "omits the fee of a replay",
    "idempotency-replay",
    "createTransfer replayed",
    ({ amount }) => ({
      fees: 0,
      netAmount: amount,
    }),
  ),
];

const receivers: Fault[] = [
  signs("signs without a timestamp", (value) => value.replace(/^t=\d+,/, "")),
  signs("signs with another scheme version", (value) => value.replace("v1=", "v2=")),
  signs("truncates signatures to half", (value) => value.slice(0, -32)),
  signsAt("signs with a timestamp an hour ahead", () => Math.floor(Date.now() / 1000) + 3_600),
  sends("sends notifications as text/plain", "notification-shape", (delivery) =>
    withHeaders(delivery, { "content-type": "text/plain" }),
  ),
  sends("drops the query string of a receiver's URL", "notification-expected", ({ path }) => ({
    path: path.replace(/\?.*/, ""),
  })),
  onDelivery("sends refunds as payments", "notification-expected", (body) => {
    if (body.event === "transaction_refunded") body.event = "transaction_paid";
  }),
  onDelivery("sends a fee that is a centavo too high", "notification-content", (body) => {
    if (body.transfer) body.transfer.fees += 1;
  }),
  onDelivery("sends numeric ids", "notification-shape", (body) => Object.assign(body, { id: 7 })),
  delivers(
    "sends the first notification again instead of the next one",
    "notification-expected",
    (delivery, send, { memory }) => {
      memory.first ??= delivery;
      return send({ ...memory.first, path: delivery.path });
    },
  ),
];

/** Faults derived from the contract, before the suite was tested on them. */
export const contractFaults: readonly Fault[] = [
  ...bytes,
  ...shapes,
  ...spellings,
  ...money,
  ...contents,
  ...secrets,
  ...limits,
  ...keys,
  ...receivers,
];
