import type { Fault } from "./faulty-server.ts";
import {
  across,
  answersWith,
  type Body,
  fails,
  handles,
  inBody,
  inData,
  inError,
  inHeaders,
  inList,
  later,
  onResponse,
  operationOf,
  parse,
  shiftOf,
  shows,
  withBody,
  withHeaders,
} from "./tools.ts";

const stamped = (body: Body, change: (time: string) => string): Body =>
  body.timestamp ? { ...body, timestamp: change(body.timestamp) } : body;

/** Faults that a single answer shows. */
export const responseFaults: readonly Fault[] = [
  ...[-7, 7].map((seconds) =>
    inBody(`returns error timestamps ${shiftOf(seconds)}`, "error-time", "createCharge", (body) =>
      stamped(body, (time) => later(time, seconds * 1000)),
    ),
  ),
  fails("fails with 500 on emoji and characters above U+FFFF", "createCharge", (_, { body }) =>
    body.includes("𝄞"),
  ),
  handles("closes the connection on a long description", "server-error", ({ body, forward }) => {
    if (String(body.description).length > 139) throw new Error("crash");
    return forward();
  }),
  answersWith(201, "answers a creation with 201", "documented-status", "createWebhook ok"),
  answersWith(202, "answers a deletion with 202", "documented-status", "deleteWebhook ok"),
  onResponse("redirects lookups", "documented-status", "getTransfer ok", (answer) => ({
    ...answer,
    status: 302,
    headers: { ...answer.headers, location: "/elsewhere" },
  })),
  inHeaders("sends JSON as text/html", "content-type", "listWebhooks", {
    "content-type": "text/html",
  }),
  inHeaders("declares its JSON as Latin-1", "content-type", "getTransaction", {
    "content-type": "application/json; charset=iso-8859-1",
  }),
  onResponse(
    "answers unknown ids with an HTML page",
    "content-type",
    "getTransaction getTransfer 404",
    () => ({
      status: 404,
      headers: { "content-type": "text/html" },
      body: "<h1>Not found</h1>",
    }),
  ),
  inBody(
    "answers malformed JSON with the framework's own error body",
    "error-code",
    "createCharge createWebhook MALFORMED_JSON",
    () => ({ statusCode: 400, error: "Bad Request", message: "Unexpected end of JSON" }),
  ),
  inHeaders("sends X-RateLimit-Remaining as a word", "headers", "listWebhooks", {
    "x-ratelimit-remaining": "plenty",
  }),
  inHeaders("omits the rate-limit headers of errors", "headers", "createTransfer 429", {
    "x-ratelimit-limit": undefined,
    "x-ratelimit-remaining": undefined,
    "x-ratelimit-reset": undefined,
  }),
  inHeaders("sends a 401 without WWW-Authenticate", "headers", "401", {
    "www-authenticate": undefined,
  }),
  inHeaders("sends rate-limit headers to unauthenticated requests", "headers", "createCharge 401", {
    "x-ratelimit-limit": "100",
    "x-ratelimit-remaining": "99",
    "x-ratelimit-reset": "1900000000",
    "x-ratelimit-window": "60",
  }),
  inData(
    "omits a required field of a lookup",
    "body-schema",
    "getTransaction",
    (data) => delete data.status,
  ),
  shows("returns amounts as strings", "body-schema", "getTransfer", (data) => ({
    amount: String(data.amount),
  })),
  shows("returns amounts in reais", ["body-schema", "lookup"], "getTransaction", ({ amount }) => ({
    amount: amount / 100,
  })),
  shows("returns an unknown status", "body-schema", "createTransfer", { status: "scheduled" }),
  shows("returns null for absent fields", "body-schema", "getTransaction", ({ paidAt = null }) => ({
    paidAt,
  })),
  inBody("returns success: false with a 200", "body-schema", "listWebhooks ok", (body) => ({
    ...body,
    success: false,
  })),
  inList("returns webhook secrets in the list", "no-leaks", "listWebhooks", (all) =>
    all.map((one) => ({ ...one, secret: "whsec_0123456789" })),
  ),
  shows("shows the customer's document in a lookup", "personal-data", "getTransaction", {
    customer: { document: "52998224725" },
  }),
  inError("repeats the customer in errors", "personal-data", "createCharge", (_, { request }) => ({
    message: `Refused: ${request.body.slice(0, 300)}`,
  })),
  inError("shows a stack trace in an error", "no-leaks", "createCharge 400", {
    message: "Error: no\n    at check (/app/src/charge.js:12:7)",
  }),
  inError("shows its SQL query in an error", "no-leaks", "getTransfer getTransaction 404", {
    message: "No row: select * from transfers where id = $1",
  }),
  inError("shows the token in an error", "no-leaks", "createWebhook 400", (_, { request }) => ({
    message: `Refused for ${request.headers.authorization}.`,
  })),
  onResponse("shows the API secret in a header", "no-leaks", "issueToken", (answer, { world }) =>
    withHeaders(answer, { "x-debug": world.sandbox.credentials.apiSecret }),
  ),
  across(
    "returns a webhook's own secret in the list",
    "no-leaks",
    "",
    (answer, { request, memory }) => {
      const data = parse(answer.body)?.data;
      if (operationOf(request) === "createWebhook" && data?.secret) memory[data.id] = data.secret;
      if (operationOf(request) !== "listWebhooks") return answer;
      const named = (all: Body[]) =>
        all?.map((one) => ({ ...one, name: `${one.name} ${memory[one.id]}` }));
      return withBody(answer, (body) => ({ ...body, data: named(body.data) }));
    },
  ),
  inError(
    "returns an error code of another operation",
    "error-code",
    "createTransfer INVALID_PIX_KEY",
    {
      code: "INVALID_DOCUMENT",
    },
  ),
  inError("returns an unknown error code", "error-code", "createWebhook VALIDATION_ERROR", {
    code: "INVALID_URL",
  }),
  answersWith(
    422,
    "returns an error code with another status",
    "error-code",
    "createCharge VALIDATION_ERROR",
  ),
  inHeaders("announces another limit", "rate-limit-headers", "createCharge", {
    "x-ratelimit-limit": "120",
  }),
  inHeaders("announces a window of an hour", "rate-limit-headers", "createWebhook", {
    "x-ratelimit-window": "3600",
  }),
  onResponse(
    "never counts X-RateLimit-Remaining down",
    "rate-limit-headers",
    "createTransfer",
    (answer) =>
      answer.status === 401 ? answer : withHeaders(answer, { "x-ratelimit-remaining": "49" }),
  ),
  inHeaders("sends the reset in milliseconds", "rate-limit-headers", "createCharge", (headers) => ({
    "x-ratelimit-reset": `${headers["x-ratelimit-reset"]}000`,
  })),
  inHeaders("sends the reset as seconds from now", "rate-limit-headers", "listWebhooks", {
    "x-ratelimit-reset": "42",
  }),
  across(
    "restarts the reset with each request",
    "rate-limit-headers",
    "createCharge",
    async (answer, { world }) => {
      const reset = Math.ceil((await world.now()) / 1000) + 60 + Math.floor(Math.random() * 2);
      const headers = { "x-ratelimit-reset": String(reset), "x-ratelimit-remaining": "42" };
      return answer.status === 401 ? answer : withHeaders(answer, headers);
    },
  ),
  inHeaders("sends Retry-After: 1 whatever the window", "retry-after", "listWebhooks 429", {
    "retry-after": "1",
  }),
  inError(
    "sends different waits in Retry-After and details",
    "retry-after",
    "createWebhook 429",
    ({ details }) => ({
      details: { ...details, retryAfter: 3 },
    }),
  ),
  inError("omits the wait from the message of a 429", "retry-after", "deleteWebhook 429", {
    message: "Slow down.",
  }),
  inHeaders(
    "asks for Basic where a Bearer token is needed",
    "challenge",
    "listWebhooks getTransfer 401",
    {
      "www-authenticate": "Basic",
    },
  ),
  inBody("stamps errors with the local time", "error-time", "getTransfer", (body) =>
    stamped(body, (time) => time.replace("Z", "-03:00")),
  ),
  inBody("stamps every error with the time of the first", "error-time", "", (body, { memory }) => {
    memory.first ??= body.timestamp;
    return stamped(body, () => memory.first);
  }),
  inError("omits the details of a 429", "body-schema", "listWebhooks 429", { details: undefined }),
  inHeaders(
    "announces a reset on the full minute",
    "rate-limit-headers",
    "createCharge",
    (headers) => {
      const reset = Number(headers["x-ratelimit-reset"]);
      return reset > 0 ? { "x-ratelimit-reset": String(Math.floor(reset / 60) * 60) } : {};
    },
  ),
  inHeaders("sends Retry-After as a date", "headers", "listWebhooks 429", {
    "retry-after": new Date().toUTCString(),
  }),
];
