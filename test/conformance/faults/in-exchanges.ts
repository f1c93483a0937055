import type { Fault } from "./faulty-server.ts";
import {
  codeOf,
  fails,
  handles,
  inBody,
  inData,
  inError,
  inHeaders,
  inList,
  isOk,
  later,
  onResponse,
  operationOf,
  parse,
  shiftOf,
  shows,
  stateful,
  withBody,
  withHeaders,
} from "./tools.ts";

/** Faults that a single answer shows. */
export const faultsInExchanges: readonly Fault[] = [
  ...[-7, 7].map((seconds) =>
    inBody(`gives the time of errors ${shiftOf(seconds)}`, "error-time", "createCharge", (body) =>
      body.timestamp ? { ...body, timestamp: later(body.timestamp, seconds * 1000) } : body,
    ),
  ),
  fails("fails with 500 on characters outside the basic plane", "createCharge", (_answer, { body }) =>
    body.includes("𝄞"),
  ),
  handles("closes the connection on a long description", "server-error", (request, forward) => {
    if (String(parse(request.body)?.description).length > 139) throw new Error("crash");
    return forward(request);
  }),
  onResponse("answers a creation with 201", "documented-status", "createWebhook", (answer) =>
    isOk(answer) ? { ...answer, status: 201 } : answer,
  ),
  onResponse("answers a deletion with 202", "documented-status", "deleteWebhook", (answer) =>
    isOk(answer) ? { ...answer, status: 202 } : answer,
  ),
  onResponse("redirects lookups", "documented-status", "getTransfer", (answer) =>
    isOk(answer) ? { ...answer, status: 302, headers: { ...answer.headers, location: "/elsewhere" } } : answer,
  ),
  inHeaders("calls JSON text/html", "content-type", "listWebhooks", { "content-type": "text/html" }),
  inHeaders("says that its JSON is Latin-1", "content-type", "getTransaction", {
    "content-type": "application/json; charset=iso-8859-1",
  }),
  onResponse("answers unknown ids with a page of HTML", "content-type", ["getTransaction", "getTransfer"], (answer) =>
    answer.status === 404
      ? { status: 404, headers: { "content-type": "text/html" }, body: "<h1>Not found</h1>" }
      : answer,
  ),
  onResponse(
    "answers malformed JSON in the framework's own shape",
    "error-code",
    ["createCharge", "createWebhook"],
    (answer) =>
      codeOf(answer) === "MALFORMED_JSON"
        ? {
            ...answer,
            body: JSON.stringify({ statusCode: 400, error: "Bad Request", message: "Unexpected end of JSON" }),
          }
        : answer,
  ),
  inHeaders("leaves X-RateLimit-Window out", "headers", "createCharge", { "x-ratelimit-window": undefined }),
  inHeaders("gives X-RateLimit-Remaining in words", "headers", "listWebhooks", { "x-ratelimit-remaining": "plenty" }),
  onResponse("leaves the rate-limit headers out of refusals", "headers", "createTransfer", (answer) =>
    answer.status === 400
      ? withHeaders(answer, {
          "x-ratelimit-limit": undefined,
          "x-ratelimit-remaining": undefined,
          "x-ratelimit-reset": undefined,
        })
      : answer,
  ),
  onResponse("sends a 401 without WWW-Authenticate", "headers", undefined, (answer) =>
    answer.status === 401 ? withHeaders(answer, { "www-authenticate": undefined }) : answer,
  ),
  onResponse("counts unauthenticated requests in its headers", "headers", "createCharge", (answer) =>
    answer.status === 401
      ? withHeaders(answer, {
          "x-ratelimit-limit": "100",
          "x-ratelimit-remaining": "99",
          "x-ratelimit-reset": "1900000000",
          "x-ratelimit-window": "60",
        })
      : answer,
  ),
  inData("leaves a required field out of a lookup", "body-schema", "getTransaction", (data) => delete data.expiresAt),
  shows("gives amounts as texts", "body-schema", "getTransfer", (data) => ({ amount: String(data.amount) })),
  shows("gives amounts in reais", ["body-schema", "lookup"], "getTransaction", (data) => ({
    amount: data.amount / 100,
  })),
  shows("has a status of its own", "body-schema", "createTransfer", { status: "scheduled" }),
  shows("gives null for what is absent", "body-schema", "getTransaction", (data) => ({ paidAt: data.paidAt ?? null })),
  onResponse("answers a success with success: false", "body-schema", "listWebhooks", (answer) =>
    isOk(answer) ? withBody(answer, (body) => ({ ...body, success: false })) : answer,
  ),
  inList("lists the secrets of registrations", "no-leaks", "listWebhooks", (all) =>
    all.map((one: object) => ({ ...one, secret: "whsec_0123456789" })),
  ),
  shows("shows the customer's document in a lookup", "personal-data", "getTransaction", {
    customer: { document: "52998224725" },
  }),
  onResponse("repeats the customer in its refusals", "personal-data", "createCharge", (answer, { body }) =>
    withBody(answer, (one) =>
      one.error ? { ...one, error: { ...one.error, message: `Refused: ${body.slice(0, 300)}` } } : one,
    ),
  ),
  inError("shows a stack trace in an error", "no-leaks", "createCharge", 400, {
    message: "Error: no\n    at check (/app/src/charge.js:12:7)",
  }),
  inError("shows its query in an error", "no-leaks", ["getTransfer", "getTransaction"], 404, {
    message: "No row: select * from transfers where id = $1",
  }),
  inError("shows the token in an error", "no-leaks", "createWebhook", 400, (_, { headers }) => ({
    message: `Refused for ${headers.authorization}.`,
  })),
  onResponse("shows the API secret in a header", "no-leaks", "issueToken", (answer, _, { sandbox }) =>
    withHeaders(answer, { "x-debug": sandbox.credentials.apiSecret }),
  ),
  stateful("lists the secret that a registration was created with", "no-leaks", () => {
    const secrets = new Map<string, string>();
    return async (request, forward) => {
      const answer = await forward(request);
      const data = parse(answer.body)?.data;
      if (operationOf(request) === "createWebhook" && data?.secret) secrets.set(data.id, data.secret);
      if (operationOf(request) !== "listWebhooks") return answer;
      return withBody(answer, (body) => ({
        ...body,
        data: body.data?.map((one: { id: string; name: string }) => ({
          ...one,
          name: `${one.name} ${secrets.get(one.id)}`,
        })),
      }));
    };
  }),
  inError("uses the code of another operation", "error-code", "createTransfer", "INVALID_PIX_KEY", {
    code: "INVALID_DOCUMENT",
  }),
  inError("has an error of its own", "error-code", "createWebhook", "VALIDATION_ERROR", { code: "INVALID_URL" }),
  onResponse("gives a code another status", "error-code", "createCharge", (answer) =>
    codeOf(answer) === "VALIDATION_ERROR" ? { ...answer, status: 422 } : answer,
  ),
  inHeaders("gives another limit than it has", "rate-limit-headers", "createCharge", { "x-ratelimit-limit": "120" }),
  inHeaders("gives a window of an hour", "rate-limit-headers", "createWebhook", { "x-ratelimit-window": "3600" }),
  onResponse("never counts X-RateLimit-Remaining down", "rate-limit-headers", "createTransfer", (answer) =>
    answer.status === 401 ? answer : withHeaders(answer, { "x-ratelimit-remaining": "49" }),
  ),
  onResponse("gives the reset in milliseconds", "rate-limit-headers", "createCharge", (answer) =>
    withHeaders(answer, { "x-ratelimit-reset": `${answer.headers["x-ratelimit-reset"]}000` }),
  ),
  inHeaders("gives the reset as seconds from now", "rate-limit-headers", "listWebhooks", { "x-ratelimit-reset": "42" }),
  handles("counts the reset from each request on", "rate-limit-headers", async (request, forward, { now }) => {
    const answer = await forward(request);
    const later = Math.ceil((await now()) / 1000) + 60 + Math.floor(Math.random() * 2);
    return operationOf(request) === "createCharge" && answer.status !== 401
      ? withHeaders(answer, { "x-ratelimit-reset": String(later), "x-ratelimit-remaining": "42" })
      : answer;
  }),
  onResponse("asks to come back after a second, whatever the window", "retry-after", "listWebhooks", (answer) =>
    answer.status === 429 ? withHeaders(answer, { "retry-after": "1" }) : answer,
  ),
  inError("disagrees with itself on the wait", "retry-after", "createWebhook", 429, (error) => ({
    details: { ...error.details, retryAfter: 3 },
  })),
  inError("does not name the wait", "retry-after", "deleteWebhook", 429, { message: "Slow down." }),
  onResponse("asks for Basic where it wants a token", "challenge", ["listWebhooks", "getTransfer"], (answer) =>
    answer.status === 401 ? withHeaders(answer, { "www-authenticate": "Basic" }) : answer,
  ),
  inBody("stamps errors with the local time", "error-time", "getTransfer", (body) =>
    body.timestamp ? { ...body, timestamp: body.timestamp.replace("Z", "-03:00") } : body,
  ),
  stateful("stamps every error with the time of the first", "error-time", () => {
    let first: string | undefined;
    return async (request, forward) =>
      withBody(await forward(request), (body) => {
        first ??= body.timestamp;
        return body.timestamp ? { ...body, timestamp: first } : body;
      });
  }),
  onResponse("leaves the details of a 429 out", "body-schema", "listWebhooks", (answer) =>
    answer.status === 429
      ? withBody(answer, ({ error: { details: _, ...error }, ...body }) => ({ ...body, error }))
      : answer,
  ),
  onResponse("ends windows with the minute of the clock", "rate-limit-headers", "createCharge", (answer) => {
    const reset = Number(answer.headers["x-ratelimit-reset"]);
    return reset > 0 ? withHeaders(answer, { "x-ratelimit-reset": String(Math.floor(reset / 60) * 60) }) : answer;
  }),
  onResponse("gives the wait as a date", "headers", "listWebhooks", (answer) =>
    answer.headers["retry-after"] ? withHeaders(answer, { "retry-after": new Date().toUTCString() }) : answer,
  ),
];
