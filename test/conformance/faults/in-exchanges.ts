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
export const faultsInExchanges: readonly Fault[] = [
  ...[-7, 7].map((seconds) =>
    inBody(`gives the time of errors ${shiftOf(seconds)}`, "error-time", "createCharge", (body) =>
      stamped(body, (time) => later(time, seconds * 1000)),
    ),
  ),
  fails("fails with 500 on characters outside the basic plane", "createCharge", (_, { body }) => body.includes("𝄞")),
  handles("closes the connection on a long description", "server-error", ({ body, forward }) => {
    if (String(body.description).length > 139) throw new Error("crash");
    return forward();
  }),
  answersWith(201, "answers a creation with 201", "documented-status", "createWebhook ok"),
  answersWith(202, "answers a deletion with 202", "documented-status", "deleteWebhook ok"),
  onResponse("redirects lookups", "documented-status", "getTransfer ok", (answer) => ({
    ...{ ...answer, status: 302, headers: { ...answer.headers, location: "/elsewhere" } },
  })),
  inHeaders("calls JSON text/html", "content-type", "listWebhooks", { "content-type": "text/html" }),
  inHeaders("says that its JSON is Latin-1", "content-type", "getTransaction", {
    "content-type": "application/json; charset=iso-8859-1",
  }),
  onResponse("answers unknown ids with a page of HTML", "content-type", "getTransaction getTransfer 404", () => ({
    ...{ status: 404, headers: { "content-type": "text/html" }, body: "<h1>Not found</h1>" },
  })),
  inBody(
    "answers malformed JSON in the framework's own shape",
    "error-code",
    "createCharge createWebhook MALFORMED_JSON",
    () => ({ statusCode: 400, error: "Bad Request", message: "Unexpected end of JSON" }),
  ),
  inHeaders("leaves X-RateLimit-Window out", "headers", "createCharge", { "x-ratelimit-window": undefined }),
  inHeaders("gives X-RateLimit-Remaining in words", "headers", "listWebhooks", { "x-ratelimit-remaining": "plenty" }),
  inHeaders("leaves the rate-limit headers out of refusals", "headers", "createTransfer 400", {
    ...{ "x-ratelimit-limit": undefined, "x-ratelimit-remaining": undefined, "x-ratelimit-reset": undefined },
  }),
  inHeaders("sends a 401 without WWW-Authenticate", "headers", "401", { "www-authenticate": undefined }),
  inHeaders("counts unauthenticated requests in its headers", "headers", "createCharge 401", {
    ...{ "x-ratelimit-limit": "100", "x-ratelimit-remaining": "99" },
    ...{ "x-ratelimit-reset": "1900000000", "x-ratelimit-window": "60" },
  }),
  inData("leaves a required field out of a lookup", "body-schema", "getTransaction", (data) => delete data.expiresAt),
  shows("gives amounts as texts", "body-schema", "getTransfer", (data) => ({ amount: String(data.amount) })),
  shows("gives amounts in reais", ["body-schema", "lookup"], "getTransaction", ({ amount }) => ({
    amount: amount / 100,
  })),
  shows("has a status of its own", "body-schema", "createTransfer", { status: "scheduled" }),
  shows("gives null for what is absent", "body-schema", "getTransaction", ({ paidAt = null }) => ({ paidAt })),
  inBody("answers a success with success: false", "body-schema", "listWebhooks ok", (body) => ({
    ...{ ...body, success: false },
  })),
  inList("lists the secrets of registrations", "no-leaks", "listWebhooks", (all) =>
    all.map((one) => ({ ...one, secret: "whsec_0123456789" })),
  ),
  shows("shows the customer's document in a lookup", "personal-data", "getTransaction", {
    customer: { document: "52998224725" },
  }),
  inError("repeats the customer in its refusals", "personal-data", "createCharge", (_, { request }) => ({
    message: `Refused: ${request.body.slice(0, 300)}`,
  })),
  inError("shows a stack trace in an error", "no-leaks", "createCharge 400", {
    message: "Error: no\n    at check (/app/src/charge.js:12:7)",
  }),
  inError("shows its query in an error", "no-leaks", "getTransfer getTransaction 404", {
    message: "No row: select * from transfers where id = $1",
  }),
  inError("shows the token in an error", "no-leaks", "createWebhook 400", (_, { request }) => ({
    message: `Refused for ${request.headers.authorization}.`,
  })),
  onResponse("shows the API secret in a header", "no-leaks", "issueToken", (answer, { world }) =>
    withHeaders(answer, { "x-debug": world.sandbox.credentials.apiSecret }),
  ),
  across("lists the secret that a registration was created with", "no-leaks", "", (answer, { request, memory }) => {
    const data = parse(answer.body)?.data;
    if (operationOf(request) === "createWebhook" && data?.secret) memory[data.id] = data.secret;
    if (operationOf(request) !== "listWebhooks") return answer;
    const named = (all: Body[]) => all?.map((one) => ({ ...one, name: `${one.name} ${memory[one.id]}` }));
    return withBody(answer, (body) => ({ ...body, data: named(body.data) }));
  }),
  inError("uses the code of another operation", "error-code", "createTransfer INVALID_PIX_KEY", {
    code: "INVALID_DOCUMENT",
  }),
  inError("has an error of its own", "error-code", "createWebhook VALIDATION_ERROR", { code: "INVALID_URL" }),
  answersWith(422, "gives a code another status", "error-code", "createCharge VALIDATION_ERROR"),
  inHeaders("gives another limit than it has", "rate-limit-headers", "createCharge", { "x-ratelimit-limit": "120" }),
  inHeaders("gives a window of an hour", "rate-limit-headers", "createWebhook", { "x-ratelimit-window": "3600" }),
  onResponse("never counts X-RateLimit-Remaining down", "rate-limit-headers", "createTransfer", (answer) =>
    answer.status === 401 ? answer : withHeaders(answer, { "x-ratelimit-remaining": "49" }),
  ),
  inHeaders("gives the reset in milliseconds", "rate-limit-headers", "createCharge", (headers) => ({
    "x-ratelimit-reset": `${headers["x-ratelimit-reset"]}000`,
  })),
  inHeaders("gives the reset as seconds from now", "rate-limit-headers", "listWebhooks", { "x-ratelimit-reset": "42" }),
  across("counts the reset from each request on", "rate-limit-headers", "createCharge", async (answer, { world }) => {
    const reset = Math.ceil((await world.now()) / 1000) + 60 + Math.floor(Math.random() * 2);
    const headers = { "x-ratelimit-reset": String(reset), "x-ratelimit-remaining": "42" };
    return answer.status === 401 ? answer : withHeaders(answer, headers);
  }),
  inHeaders("asks to come back after a second, whatever the window", "retry-after", "listWebhooks 429", {
    "retry-after": "1",
  }),
  inError("disagrees with itself on the wait", "retry-after", "createWebhook 429", ({ details }) => ({
    details: { ...details, retryAfter: 3 },
  })),
  inError("does not name the wait", "retry-after", "deleteWebhook 429", { message: "Slow down." }),
  inHeaders("asks for Basic where it wants a token", "challenge", "listWebhooks getTransfer 401", {
    "www-authenticate": "Basic",
  }),
  inBody("stamps errors with the local time", "error-time", "getTransfer", (body) =>
    stamped(body, (time) => time.replace("Z", "-03:00")),
  ),
  inBody("stamps every error with the time of the first", "error-time", "", (body, { memory }) => {
    memory.first ??= body.timestamp;
    return stamped(body, () => memory.first);
  }),
  inError("leaves the details of a 429 out", "body-schema", "listWebhooks 429", { details: undefined }),
  inHeaders("ends windows with the minute of the clock", "rate-limit-headers", "createCharge", (headers) => {
    const reset = Number(headers["x-ratelimit-reset"]);
    return reset > 0 ? { "x-ratelimit-reset": String(Math.floor(reset / 60) * 60) } : {};
  }),
  inHeaders("gives the wait as a date", "headers", "listWebhooks 429", { "retry-after": new Date().toUTCString() }),
];
