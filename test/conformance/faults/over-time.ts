import { randomUUID } from "node:crypto";
import type { PixCheckName } from "../../../packages/conformance/src/index.ts";
import type { Fault, RawResponse } from "./faulty-server.ts";
import { whileInUse, withKey, withKeys } from "./keys-and-limits.ts";
import {
  across,
  asFirst,
  created,
  errorResponse,
  handles,
  inBody,
  inHeaders,
  isOk,
  isReplayed,
  mistakes,
  onRequest,
  onResponse,
  operationOf,
  parse,
  refuses,
  settings,
  withBody,
  withData,
  withHeaders,
  withNewKey,
} from "./tools.ts";

const transfer = (amount: number) => ({
  id: `trf_${randomUUID()}`,
  status: "queued",
  amount,
  netAmount: amount - 1,
  fees: 1,
  pixKey: "52998224725",
});

const replayed = (answer: RawResponse) => withHeaders(answer, { "idempotent-replayed": "true" });

/** The refusal of a token. */
const invalid = (error: string) =>
  errorResponse(error, { headers: { "www-authenticate": "Bearer" } });

/** A server that keeps some answers for their key and body, for ever. */
const remembers = (name: string, check: PixCheckName, isKept: (answer: RawResponse) => boolean) =>
  handles(name, check, async ({ request, key, memory, forward }) => {
    const which = key && key + request.body;
    if (which && memory[which]) return replayed(memory[which]);
    const answer = await forward();
    if (which && isKept(answer)) memory[which] = answer;
    return answer;
  });

/** A server that takes a refused call as the first company's. */
const asks = (name: string, check: PixCheckName, on: string) =>
  across(name, check, on, async (_, { request, forward, world }) =>
    forward(await asFirst(request, world)),
  );

/** A server that answers all callers with a refusal until a window ends, as it counts. */
export const staysClosed = (
  name: string,
  check: PixCheckName,
  on: string,
  until: (time: number, answer: RawResponse) => number,
): Fault =>
  across(name, check, on, async (answer, { memory, world }) => {
    if (answer.status === 401) return answer;
    const time = await world.now();
    if (answer.status === 429) Object.assign(memory, { full: answer, until: until(time, answer) });
    return memory.full && time < memory.until ? memory.full : answer;
  });

/** Faults that show in a second request, or later. */
export const timeFaults: readonly Fault[] = [
  across("rejects the last request of a window", "rate-limit", "", (answer) =>
    answer.headers["x-ratelimit-remaining"] === "0" && answer.status !== 429
      ? withHeaders(errorResponse("429 RATE_LIMIT_EXCEEDED", answer), { "retry-after": "30" })
      : answer,
  ),
  across(
    "accepts one request above the limit",
    "rate-limit",
    "listWebhooks",
    (answer, { memory }) => {
      const isFirst = answer.status === 429 && memory.before !== 429;
      memory.before = answer.status;
      return isFirst ? created(answer, []) : answer;
    },
  ),
  settings("has no rate limits", "rate-limit", { rateLimitMultiplier: 0 }),
  staysClosed(
    "counts requests of all companies together",
    "rate-limit-scope",
    "createCharge",
    (_, { headers }) => Number(headers["x-ratelimit-reset"]) * 1000,
  ),
  across(
    "counts requests per token",
    "rate-limit-scope",
    "listWebhooks 429",
    (answer, { request, memory }) => {
      memory.filler ??= request.headers.authorization;
      return request.headers.authorization === memory.filler ? answer : created(answer, []);
    },
  ),
  across(
    "counts unauthenticated requests",
    "rate-limit-scope",
    "",
    (answer, { request, memory }) => {
      const name = operationOf(request);
      if (answer.status === 429) memory[name] = answer;
      else if (answer.status !== 401) delete memory[name];
      return answer.status === 401 ? (memory[name] ?? answer) : answer;
    },
  ),
  across(
    "counts requests to all operations together",
    "rate-limit-scope",
    "",
    (answer, { request, memory }) => {
      if (answer.status === 429 && operationOf(request) === "listWebhooks") memory.full = answer;
      const isLookup = ["getTransaction", "getTransfer"].includes(operationOf(request));
      return isLookup && memory.full
        ? { ...memory.full, headers: { "content-type": "application/json" } }
        : answer;
    },
  ),
  staysClosed(
    "ends a window later than announced",
    "rate-limit-window",
    "deleteWebhook",
    (time) => time + 90_000,
  ),
  across(
    "ends a window earlier than announced",
    "rate-limit-window",
    "listWebhooks 429",
    async (answer, passage) => {
      const time = await passage.world.now();
      passage.memory.since ??= time;
      return time > passage.memory.since + 20_000 ? created(answer, []) : answer;
    },
  ),
  inHeaders("does not mark replays", "idempotency-replay", "createTransfer", {
    "idempotent-replayed": undefined,
  }),
  onResponse(
    "marks every response as a replay",
    "idempotency-replay",
    "createTransfer ok",
    replayed,
  ),
  handles(
    "ignores idempotency keys",
    ["idempotency-replay", "idempotency-conflict", "idempotency-parallel"],
    ({ request, key, forward }) => forward(key ? withNewKey(request) : request),
  ),
  across("answers every repeat with 409", "idempotency-replay", "replayed", (answer) =>
    isOk(answer)
      ? withHeaders(errorResponse("409 DUPLICATE_IDEMPOTENCY_KEY", answer), {
          "idempotent-replayed": undefined,
        })
      : answer,
  ),
  withKeys(
    "replays a key whatever the body",
    "idempotency-conflict",
    ({ request, key, memory, forward }) => {
      memory[key] ??= request.body;
      return forward({ ...request, body: memory[key] });
    },
  ),
  whileInUse("executes all parallel requests with one key", ({ request, key, memory, forward }) =>
    memory[key] ? forward(withNewKey(request)) : undefined,
  ),
  handles(
    "does not remember refusals",
    "idempotency-refusals",
    async ({ request, key, memory, forward }) => {
      const answer = await forward(key && memory[key] ? withNewKey(request) : request);
      if (key && answer.status >= 400) memory[key] = true;
      return answer;
    },
  ),
  remembers("remembers validation errors", "idempotency-refusals", ({ body }) =>
    body.includes('"VALIDATION_ERROR"'),
  ),
  across(
    "shares idempotency keys between companies",
    "idempotency-scope",
    "ok",
    (answer, { key, memory }) => {
      const known = key && memory[key];
      if (known && !isReplayed(answer)) return replayed(known);
      if (key) memory[key] = answer;
      return answer;
    },
  ),
  withKeys("forgets idempotency keys after an hour", "idempotency-retention", async (passage) => {
    const { request, key, memory, forward, world } = passage;
    const time = await world.now();
    memory[key] ??= time;
    return forward(time - memory[key] > 3_600_000 ? withNewKey(request) : request);
  }),
  remembers("never forgets idempotency keys", "idempotency-retention", isOk),
  inBody("returns the lifetime of a token in seconds", "token", "issueToken ok", (body) => ({
    ...body,
    expiresIn: body.expiresIn / 1000,
  })),
  inBody("issues tokens without their claims", "token", "issueToken ok", (body) => ({
    ...body,
    token: body.token.replace(/\..*\./, ".e30."),
  })),
  asks("accepts expired tokens", "token-lifetime", "TOKEN_EXPIRED"),
  mistakes(
    "reports expired tokens as invalid",
    "createCharge getTransaction TOKEN_EXPIRED",
    "401 INVALID_TOKEN",
  ),
  across(
    "revokes a token when the next one is issued",
    "token-lifetime",
    "ok",
    (answer, { request, memory }) => {
      if (operationOf(request) === "issueToken") memory.last = `Bearer ${parse(answer.body).token}`;
      const isOld =
        operationOf(request) === "listWebhooks" && request.headers.authorization !== memory.last;
      return isOld ? invalid("401 INVALID_TOKEN") : answer;
    },
  ),
  across(
    "expires tokens after ten minutes",
    "token-lifetime",
    "",
    async (answer, { request, memory, world }) => {
      const time = await world.now();
      if (operationOf(request) === "issueToken" && isOk(answer))
        memory[`Bearer ${parse(answer.body).token}`] = time;
      const isOver = time - memory[request.headers.authorization ?? ""] > 600_000;
      return isOver ? invalid("401 TOKEN_EXPIRED") : answer;
    },
  ),
  across("issues tokens to suspended accounts", "suspension", "", (answer, { request, memory }) => {
    const caller = request.headers.authorization ?? "";
    if (operationOf(request) === "issueToken" && isOk(answer)) memory[caller] = answer;
    return answer.status === 403 ? (memory[caller] ?? answer) : answer;
  }),
  handles(
    "answers a deletion with 200 without deleting",
    "deletion",
    async ({ request, forward }) => {
      if (operationOf(request) !== "deleteWebhook") return forward();
      const listed = await forward({
        ...request,
        method: "GET",
        path: "/api/v1/webhook",
        body: "",
      });
      const id = request.path.split("/").at(-1) ?? "";
      return listed.body.includes(id) ? created(listed, { id, deleted: true }) : forward();
    },
  ),
  across(
    "answers a second deletion with 200",
    "deletion",
    "deleteWebhook",
    (answer, { request, memory }) => {
      if (isOk(answer)) memory[request.path] = true;
      const data = { id: request.path.split("/").at(-1), deleted: true };
      return memory[request.path] && answer.status === 404 ? created(answer, data) : answer;
    },
  ),
  across("lists deleted webhooks", "deletion", "listWebhooks ok", (answer, { memory }) =>
    withBody(answer, (body) => {
      for (const one of body.data) memory[one.id] = one;
      return { ...body, data: Object.values(memory) };
    }),
  ),
  asks("finds charges of other companies", "isolation", "getTransaction 404"),
  across(
    "answers another company's ids with 403",
    "documented-status",
    "getTransfer 404",
    async (answer, passage) => {
      const isOthers = isOk(await passage.forward(await asFirst(passage.request, passage.world)));
      return isOthers ? errorResponse("403 ACCOUNT_SUSPENDED", answer) : answer;
    },
  ),
  across(
    "lists webhooks of other companies",
    "isolation",
    "listWebhooks ok",
    async (answer, passage) => {
      const first = await passage.forward(await asFirst(passage.request, passage.world));
      return isOk(first) ? { ...answer, body: first.body } : answer;
    },
  ),
  asks("lets a company delete webhooks of another company", "isolation", "deleteWebhook 404"),
  onResponse(
    "accepts any number of webhooks",
    "object-limit",
    "createWebhook WEBHOOK_LIMIT_EXCEEDED",
    (answer, { body }) =>
      created(answer, {
        id: "wh_11",
        events: [],
        name: "Loja",
        active: true,
        createdAt: new Date().toISOString(),
        secret: "whsec_00000000",
        ...body,
      }),
  ),
  handles("accepts only nine webhooks", "object-limit", async ({ request, forward }) => {
    if (operationOf(request) !== "createWebhook") return forward();
    const listed = await forward({ ...request, method: "GET", body: "" });
    const answer = await forward();
    return parse(listed.body)?.data?.length === 9 && isOk(answer)
      ? errorResponse("422 WEBHOOK_LIMIT_EXCEEDED", answer)
      : answer;
  }),
  onResponse(
    "sends more than the balance",
    "balance",
    "createTransfer INSUFFICIENT_BALANCE",
    (answer, { body }) => created(answer, transfer(body.amount)),
  ),
  onResponse(
    "sends more than the daily limit",
    "balance",
    "createTransfer DAILY_LIMIT_EXCEEDED",
    (answer, { body }) => created(answer, transfer(body.amount)),
  ),
  refuses(
    "refuses the last centavo of the balance",
    "balance",
    "createTransfer ok",
    "402 INSUFFICIENT_BALANCE",
    (body) => body.amount === 1_000,
  ),
  onRequest(
    "compares only the first 64 characters of keys",
    "idempotency-replay",
    "createTransfer",
    (request) => withKey(request, (key) => (key.length > 255 ? key : key.slice(0, 64))),
  ),
  onRequest("ignores the case of keys", "idempotency-replay", "createTransfer", (request) =>
    withKey(request, (key) => key.toLowerCase()),
  ),
  across(
    "replays a transfer's current state",
    "idempotency-replay",
    "replayed",
    async (answer, { request, forward }) => {
      if (!isOk(answer)) return answer;
      const { authorization = "" } = request.headers;
      const path = `/api/v1/transfers/${parse(answer.body).data.id}`;
      const now = await forward({ method: "GET", path, headers: { authorization }, body: "" });
      return withData(answer, (data) =>
        Object.assign(data, { status: parse(now.body).data.status }),
      );
    },
  ),
];
