import type { Fault } from "./faulty-server.ts";
import {
  across,
  errorResponse,
  handles,
  isOk,
  onResponse,
  operationOf,
  parse,
  withBody,
  withData,
  withHeaders,
  withRequest,
} from "./tools.ts";

/** A server that refuses some requests with an error. */
const refuses = (
  name: string,
  check: Fault["caughtBy"][number],
  error: string,
  when: (request: {
    method: string;
    path: string;
    body: string;
    bytes?: Buffer;
    headers: Record<string, string>;
  }) => boolean,
): Fault =>
  handles(name, check, async ({ request, forward }) => {
    if (!when(request)) return forward();
    return errorResponse(error, await forward());
  });

const listEmpty = (body: string, name: string): boolean => body.includes(`"${name}":""`);

/** Right values in place of empty ones. */
const emptyAs = {
  email: '"email":"maria@example.com"',
  phone: '"phone":"11987654321"',
  state: '"state":"SP"',
};

/** Each class of value, at a field or an operation where another one of its kind is not tried. */
export const valueFaults: readonly Fault[] = [
  refuses(
    "refuses an empty description of a charge",
    "good-data-accepted",
    "400 VALIDATION_ERROR",
    ({ path, body }) => path.endsWith("/qrcode") && listEmpty(body, "description"),
  ),
  refuses(
    "refuses an empty description of a transfer",
    "good-data-accepted",
    "400 VALIDATION_ERROR",
    ({ path, body }) => path.endsWith("/pixkey") && listEmpty(body, "description"),
  ),
  refuses(
    "refuses a transfer whose postbackUrl is empty",
    "good-data-accepted",
    "400 VALIDATION_ERROR",
    ({ path, body }) => path.endsWith("/pixkey") && listEmpty(body, "postbackUrl"),
  ),
  refuses("refuses an empty street", "good-data-accepted", "400 VALIDATION_ERROR", ({ body }) =>
    listEmpty(body, "street"),
  ),
  ...(["email", "phone", "state"] as const).map((field) =>
    handles(`takes an empty ${field} for none`, "bad-data-refused", async ({ request, forward }) =>
      forward({ ...request, body: request.body.replace(`"${field}":""`, emptyAs[field]) }),
    ),
  ),
  ...(["description", "title", "neighborhood"] as const).map((field) =>
    handles(
      `replaces bytes of ${field} that are not UTF-8`,
      "bad-data-refused",
      async ({ request, forward }) => {
        const { bytes: _, ...whole } = request;
        const isThere = new RegExp(`"${field}":"[^"]*\ufffd`).test(request.body);
        return forward(request.bytes && isThere ? whole : request);
      },
    ),
  ),
  handles(
    "takes another order of members under one key for another request",
    "idempotency-replay",
    async ({ request, key, forward, memory }) => {
      memory.keys ??= {};
      const answer = await forward();
      if (key === undefined || !isOk(answer)) return answer;
      memory.keys[key] ??= request.body;
      return memory.keys[key] === request.body
        ? answer
        : errorResponse("409 DUPLICATE_IDEMPOTENCY_KEY", answer);
    },
  ),
  handles(
    "takes a repeat without its description for the same request",
    "idempotency-conflict",
    async ({ request, key, forward, memory }) => {
      if (operationOf(request) !== "createTransfer" || key === undefined) return forward();
      memory.descriptions ??= {};
      const changed = withRequest(request, (body) => {
        body.description ??= memory.descriptions[key];
        memory.descriptions[key] ??= body.description;
      });
      return forward(changed);
    },
  ),
  ...(["items", "events"] as const).map((field) =>
    handles(`checks the first of the ${field} alone`, "bad-data-refused", ({ request, forward }) =>
      forward(
        withRequest(request, (body) => {
          if (Array.isArray(body[field]) && body[field].length < 10) body[field].splice(1);
        }),
      ),
    ),
  ),
  onResponse("keeps the first event alone", "echo", "createWebhook ok", (answer) =>
    withData(answer, (data) => {
      data.events.splice(1);
    }),
  ),
  refuses(
    "refuses a charset in quotes",
    "good-data-accepted",
    "415 UNSUPPORTED_MEDIA_TYPE",
    ({ headers }) => headers["content-type"]?.includes('="') ?? false,
  ),
  handles(
    "refuses a second registration of a URL, one after the other",
    "good-data-accepted",
    async ({ request, body, forward, memory }) => {
      memory.urls ??= {};
      if (operationOf(request) !== "createWebhook") return forward();
      const known = memory.urls[body.url];
      const answer = await forward();
      // Those that come at once pass.
      if (isOk(answer)) memory.urls[body.url] ??= Date.now();
      return known && Date.now() - known > 5
        ? errorResponse("400 VALIDATION_ERROR", answer)
        : answer;
    },
  ),
  across(
    "cuts lists, whose length it counts in characters",
    "content-type",
    "listWebhooks ok",
    (answer) => {
      const bytes = Buffer.from(answer.body);
      return { ...answer, body: bytes.subarray(0, answer.body.length).toString("utf8") };
    },
  ),
  ...(["description", "title", "city", "name"] as const).map((field) =>
    refuses(
      `has a firewall that refuses a script in ${field}`,
      "good-data-accepted",
      "403 ACCOUNT_SUSPENDED",
      ({ body }) => new RegExp(`"${field}":"[^"]*<script`).test(body),
    ),
  ),
  across("asks for a second less than its window lasts", "rate-limit-window", "429", (answer) => {
    const wait = Number(answer.headers["retry-after"]) - 1;
    const told = withBody(answer, (body) => ({
      ...body,
      error: {
        ...body.error,
        message: `Wait ${wait} seconds.`,
        details: { ...body.error.details, retryAfter: wait },
      },
    }));
    return withHeaders(told, { "retry-after": String(wait) });
  }),
  handles(
    "notifies of a payment before its lookups show it",
    "lookup",
    async ({ request, forward, memory }) => {
      const answer = await forward();
      if (operationOf(request) !== "getTransaction" || !isOk(answer)) return answer;
      memory.shown ??= {};
      const { id, status } = parse(answer.body).data;
      memory.shown[id] ??= {};
      const since = memory.shown[id];
      since[status] ??= Date.now();
      const isLate = status === "paid" && Date.now() - since.paid < 300;
      return isLate
        ? withBody(answer, (body) => ({ ...body, data: { ...body.data, status: "pending" } }))
        : answer;
    },
  ),
  ...(["GET", "DELETE"] as const).map((method) =>
    refuses(
      `refuses a content type without a body on ${method}`,
      method === "GET" ? "good-data-accepted" : "error-fits-cause",
      "400 MALFORMED_JSON",
      (request) =>
        request.method === method && request.headers["content-type"] === "application/json",
    ),
  ),
  refuses(
    "refuses a login with a content type and no body",
    "good-data-accepted",
    "400 MALFORMED_CREDENTIALS",
    ({ path, headers, body }) =>
      path === "/api/auth" && body === "" && headers["content-type"] !== undefined,
  ),
  handles("echoes a TRACE", "unknown-method", async ({ request, forward }) => {
    const answer = await forward();
    if (request.method !== "TRACE") return answer;
    const body = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    return { status: 200, headers: { "content-type": "message/http" }, body: body.join("\r\n") };
  }),
  handles("lets HEAD pass without credentials", "unknown-method", async ({ request, forward }) => {
    const answer = await forward();
    return request.method === "HEAD" ? { ...answer, status: 200 } : answer;
  }),
  handles("shows data to OPTIONS", "unknown-method", async ({ request, forward }) => {
    const answer = await forward();
    const data = { success: true, message: "ok", data: [] };
    return request.method === "OPTIONS"
      ? { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(data) }
      : answer;
  }),
];
