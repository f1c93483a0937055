import type { Fault } from "./faulty-server.ts";
import {
  codeOf,
  errorResponse,
  isOk,
  later,
  onResponse,
  operationOf,
  parse,
  shiftOf,
  stateful,
  withBody,
  withData,
  withHeaders,
} from "./tools.ts";

/** Faults that a single answer shows. */
export const faultsInExchanges: readonly Fault[] = [
  ...[-7, 7].map((seconds) =>
    onResponse(`gives the time of errors ${shiftOf(seconds)}`, ["error-time"], "createCharge", (answer) =>
      withBody(answer, (body) =>
        body.timestamp ? { ...body, timestamp: later(body.timestamp, seconds * 1000) } : body,
      ),
    ),
  ),
  onResponse(
    "fails with 500 on characters outside the basic plane",
    ["server-error"],
    "createCharge",
    (answer, { body }) => (body.includes("𝄞") ? errorResponse(500, "INTERNAL_ERROR", answer) : answer),
  ),
  stateful("closes the connection on a long description", ["server-error"], () => ({
    handle: (request, forward) => {
      if (String(parse(request.body)?.description).length > 139) throw new Error("crash");
      return forward(request);
    },
  })),
  onResponse("answers a creation with 201", ["documented-status"], "createWebhook", (answer) =>
    isOk(answer) ? { ...answer, status: 201 } : answer,
  ),
  onResponse("answers a deletion with 202", ["documented-status"], "deleteWebhook", (answer) =>
    isOk(answer) ? { ...answer, status: 202 } : answer,
  ),
  onResponse("redirects lookups", ["documented-status"], "getTransfer", (answer) =>
    isOk(answer) ? { ...answer, status: 302, headers: { ...answer.headers, location: "/elsewhere" } } : answer,
  ),
  onResponse("calls JSON text/html", ["content-type"], "listWebhooks", (answer) =>
    withHeaders(answer, { "content-type": "text/html" }),
  ),
  onResponse("says that its JSON is Latin-1", ["content-type"], "getTransaction", (answer) =>
    withHeaders(answer, { "content-type": "application/json; charset=iso-8859-1" }),
  ),
  onResponse(
    "answers unknown ids with a page of HTML",
    ["content-type"],
    ["getTransaction", "getTransfer"],
    (answer) =>
      answer.status === 404
        ? { status: 404, headers: { "content-type": "text/html" }, body: "<h1>Not found</h1>" }
        : answer,
  ),
  onResponse(
    "answers malformed JSON in the framework's own shape",
    ["error-code"],
    ["createCharge", "createWebhook"],
    (answer) =>
      codeOf(answer) === "MALFORMED_JSON"
        ? {
            ...answer,
            body: JSON.stringify({ statusCode: 400, error: "Bad Request", message: "Unexpected end of JSON" }),
          }
        : answer,
  ),
  onResponse("leaves X-RateLimit-Window out", ["headers"], "createCharge", (answer) =>
    withHeaders(answer, { "x-ratelimit-window": undefined }),
  ),
  onResponse("gives X-RateLimit-Remaining in words", ["headers"], "listWebhooks", (answer) =>
    withHeaders(answer, { "x-ratelimit-remaining": "plenty" }),
  ),
  onResponse("leaves the rate-limit headers out of refusals", ["headers"], "createTransfer", (answer) =>
    answer.status === 400
      ? withHeaders(answer, {
          "x-ratelimit-limit": undefined,
          "x-ratelimit-remaining": undefined,
          "x-ratelimit-reset": undefined,
        })
      : answer,
  ),
  onResponse("sends a 401 without WWW-Authenticate", ["headers"], undefined, (answer) =>
    answer.status === 401 ? withHeaders(answer, { "www-authenticate": undefined }) : answer,
  ),
  onResponse("counts unauthenticated requests in its headers", ["headers"], "createCharge", (answer) =>
    answer.status === 401
      ? withHeaders(answer, {
          "x-ratelimit-limit": "100",
          "x-ratelimit-remaining": "99",
          "x-ratelimit-reset": "1900000000",
          "x-ratelimit-window": "60",
        })
      : answer,
  ),
  onResponse("leaves a required field out of a lookup", ["body-schema"], "getTransaction", (answer) =>
    withData(answer, (data) => delete data.expiresAt),
  ),
  onResponse("gives amounts as texts", ["body-schema"], "getTransfer", (answer) =>
    withData(answer, (data) => Object.assign(data, { amount: String(data.amount) })),
  ),
  onResponse("gives amounts in reais", ["body-schema", "lookup"], "getTransaction", (answer) =>
    withData(answer, (data) => Object.assign(data, { amount: data.amount / 100 })),
  ),
  onResponse("has a status of its own", ["body-schema"], "createTransfer", (answer) =>
    withData(answer, (data) => Object.assign(data, { status: "scheduled" })),
  ),
  onResponse("gives null for what is absent", ["body-schema"], "getTransaction", (answer) =>
    withData(answer, (data) => Object.assign(data, { paidAt: data.paidAt ?? null })),
  ),
  onResponse("answers a success with success: false", ["body-schema"], "listWebhooks", (answer) =>
    isOk(answer) ? withBody(answer, (body) => ({ ...body, success: false })) : answer,
  ),
  onResponse("lists the secrets of registrations", ["no-leaks"], "listWebhooks", (answer) =>
    withBody(answer, (body) => ({
      ...body,
      data: body.data?.map((one: object) => ({ ...one, secret: "whsec_0123456789" })),
    })),
  ),
  onResponse("shows the customer's document in a lookup", ["personal-data"], "getTransaction", (answer) =>
    withData(answer, (data) => Object.assign(data, { customer: { document: "52998224725" } })),
  ),
  onResponse("repeats the customer in its refusals", ["personal-data"], "createCharge", (answer, { body }) =>
    withBody(answer, (one) =>
      one.error ? { ...one, error: { ...one.error, message: `Refused: ${body.slice(0, 300)}` } } : one,
    ),
  ),
  onResponse("shows a stack trace in an error", ["no-leaks"], "createCharge", (answer) =>
    answer.status === 400
      ? withBody(answer, (body) => ({
          ...body,
          error: { ...body.error, message: "Error: no\n    at check (/app/src/charge.js:12:7)" },
        }))
      : answer,
  ),
  onResponse("shows its query in an error", ["no-leaks"], ["getTransfer", "getTransaction"], (answer) =>
    answer.status === 404
      ? withBody(answer, (body) => ({
          ...body,
          error: { ...body.error, message: "No row: select * from transfers where id = $1" },
        }))
      : answer,
  ),
  onResponse("shows the token in an error", ["no-leaks"], "createWebhook", (answer, { headers }) =>
    answer.status === 400
      ? withBody(answer, (body) => ({
          ...body,
          error: { ...body.error, message: `Refused for ${headers.authorization}.` },
        }))
      : answer,
  ),
  onResponse("shows the API secret in a header", ["no-leaks"], "issueToken", (answer, _, { sandbox }) =>
    withHeaders(answer, { "x-debug": sandbox.credentials.apiSecret }),
  ),
  stateful("lists the secret that a registration was created with", ["no-leaks"], () => {
    const secrets = new Map<string, string>();
    return {
      handle: async (request, forward) => {
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
      },
    };
  }),
  onResponse("uses the code of another operation", ["error-code"], "createTransfer", (answer) =>
    codeOf(answer) === "INVALID_PIX_KEY"
      ? withBody(answer, (body) => ({ ...body, error: { ...body.error, code: "INVALID_DOCUMENT" } }))
      : answer,
  ),
  onResponse("has an error of its own", ["error-code"], "createWebhook", (answer) =>
    codeOf(answer) === "VALIDATION_ERROR"
      ? withBody(answer, (body) => ({ ...body, error: { ...body.error, code: "INVALID_URL" } }))
      : answer,
  ),
  onResponse("gives a code another status", ["error-code"], "createCharge", (answer) =>
    codeOf(answer) === "VALIDATION_ERROR" ? { ...answer, status: 422 } : answer,
  ),
  onResponse("gives another limit than it has", ["rate-limit-headers"], "createCharge", (answer) =>
    withHeaders(answer, { "x-ratelimit-limit": "120" }),
  ),
  onResponse("gives a window of an hour", ["rate-limit-headers"], "createWebhook", (answer) =>
    withHeaders(answer, { "x-ratelimit-window": "3600" }),
  ),
  onResponse("never counts X-RateLimit-Remaining down", ["rate-limit-headers"], "createTransfer", (answer) =>
    answer.status === 401 ? answer : withHeaders(answer, { "x-ratelimit-remaining": "49" }),
  ),
  onResponse("gives the reset in milliseconds", ["rate-limit-headers"], "createCharge", (answer) =>
    withHeaders(answer, { "x-ratelimit-reset": `${answer.headers["x-ratelimit-reset"]}000` }),
  ),
  onResponse("gives the reset as seconds from now", ["rate-limit-headers"], "listWebhooks", (answer) =>
    withHeaders(answer, { "x-ratelimit-reset": "42" }),
  ),
  stateful("counts the reset from each request on", ["rate-limit-headers"], ({ now }) => ({
    handle: async (request, forward) => {
      const answer = await forward(request);
      const later = Math.ceil((await now()) / 1000) + 60 + Math.floor(Math.random() * 2);
      return operationOf(request) === "createCharge" && answer.status !== 401
        ? withHeaders(answer, { "x-ratelimit-reset": String(later), "x-ratelimit-remaining": "42" })
        : answer;
    },
  })),
  onResponse("asks to come back after a second, whatever the window", ["retry-after"], "listWebhooks", (answer) =>
    answer.status === 429 ? withHeaders(answer, { "retry-after": "1" }) : answer,
  ),
  onResponse("disagrees with itself on the wait", ["retry-after"], "createWebhook", (answer) =>
    answer.status === 429
      ? withBody(answer, (body) => ({
          ...body,
          error: { ...body.error, details: { ...body.error.details, retryAfter: 3 } },
        }))
      : answer,
  ),
  onResponse("does not name the wait", ["retry-after"], "deleteWebhook", (answer) =>
    answer.status === 429
      ? withBody(answer, (body) => ({ ...body, error: { ...body.error, message: "Slow down." } }))
      : answer,
  ),
  onResponse("asks for Basic where it wants a token", ["challenge"], ["listWebhooks", "getTransfer"], (answer) =>
    answer.status === 401 ? withHeaders(answer, { "www-authenticate": "Basic" }) : answer,
  ),
  onResponse("stamps errors with the local time", ["error-time"], "getTransfer", (answer) =>
    withBody(answer, (body) => (body.timestamp ? { ...body, timestamp: body.timestamp.replace("Z", "-03:00") } : body)),
  ),
  stateful("stamps every error with the time of the first", ["error-time"], () => {
    let first: string | undefined;
    return {
      handle: async (request, forward) =>
        withBody(await forward(request), (body) => {
          first ??= body.timestamp;
          return body.timestamp ? { ...body, timestamp: first } : body;
        }),
    };
  }),
  onResponse("leaves the details of a 429 out", ["body-schema"], "listWebhooks", (answer) =>
    answer.status === 429
      ? withBody(answer, ({ error: { details: _, ...error }, ...body }) => ({ ...body, error }))
      : answer,
  ),
  onResponse("ends windows with the minute of the clock", ["rate-limit-headers"], "createCharge", (answer) => {
    const reset = Number(answer.headers["x-ratelimit-reset"]);
    return reset > 0 ? withHeaders(answer, { "x-ratelimit-reset": String(Math.floor(reset / 60) * 60) }) : answer;
  }),
  onResponse("gives the wait as a date", ["headers"], "listWebhooks", (answer) =>
    answer.headers["retry-after"] ? withHeaders(answer, { "retry-after": new Date().toUTCString() }) : answer,
  ),
];
