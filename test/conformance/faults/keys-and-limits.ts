import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PixCheckName } from "../../../packages/conformance/src/index.ts";
import type { Fault, Message, RawResponse } from "./faulty-server.ts";
import {
  across,
  after,
  asFirst,
  claimsOf,
  errorResponse,
  fault,
  handles,
  isOk,
  keyHeader,
  mends,
  onRequest,
  onResponse,
  operationOf,
  type Passage,
  parse,
  refuses,
  shiftOf,
  shows,
  withHeaders,
  withNewKey,
} from "./tools.ts";

/** A request with its key changed, if it has one. */
export function withKey(request: Message, change: (key: string) => string): Message {
  const key = request.headers[keyHeader];
  return key === undefined ? request : withHeaders(request, { [keyHeader]: change(key) });
}

/** A fault in how requests with an idempotency key are handled. */
export const withKeys = (
  name: string,
  check: PixCheckName,
  handle: (passage: Passage & { key: string }) => RawResponse | Promise<RawResponse>,
) =>
  handles(name, check, (passage) => {
    const { key, forward } = passage;
    return key ? handle({ ...passage, key }) : forward();
  });

/** Handles requests with tokens in place of those of the service, which have other claims. */
export const withClaims =
  (change: (claims: Record<string, unknown>) => object) => async (passage: Passage) => {
    const { request, forward, memory } = passage;
    const [scheme, token = ""] = (request.headers.authorization ?? "").split(" ");
    const answer = await forward(
      memory[token]
        ? withHeaders(request, { authorization: `${scheme} ${memory[token]}` })
        : request,
    );
    const issued = parse(answer.body)?.token;
    if (operationOf(request) !== "issueToken" || typeof issued !== "string") return answer;
    const [head, body = "", signature] = issued.split(".");
    const claims = change(JSON.parse(Buffer.from(body, "base64url").toString()));
    const changed = [
      head,
      Buffer.from(JSON.stringify(claims)).toString("base64url"),
      signature,
    ].join(".");
    memory[changed] = issued;
    return { ...answer, body: JSON.stringify({ ...parse(answer.body), token: changed }) };
  };

/** A fault in the claims of tokens. */
const claims = (name: string, change: (iat: number, exp: number) => object) =>
  fault(
    name,
    "token",
    withClaims((all) => ({ ...all, ...change(Number(all.iat), Number(all.exp)) })),
    undefined,
    "issueToken",
  );

/** The answer that is in force until a window ends, by the server's clock. */
async function until({
  memory,
  world,
}: Passage): Promise<Awaited<ReturnType<Passage["forward"]>> | undefined> {
  return memory.full && (await world.now()) < memory.until ? memory.full : undefined;
}

/** A server that answers otherwise while a request with the same key is on its way. */
export const whileInUse = (
  name: string,
  answer: (
    passage: Passage & { key: string },
  ) => ReturnType<Passage["forward"]> | RawResponse | undefined,
): Fault =>
  withKeys(name, "idempotency-parallel", async (passage) => {
    const { request, key, memory, forward } = passage;
    const early = answer(passage);
    if (early !== undefined) return early;
    memory[key] = request.body;
    await sleep(30);
    return forward().finally(() => delete memory[key]);
  });

/** A server that accepts what one request after the other is refused for, when requests come at once. */
const overdraws = (name: string, code: string) =>
  handles(name, "balance", async ({ request, memory, forward }) => {
    if (operationOf(request) !== "createTransfer") return forward();
    memory.running = (memory.running ?? 0) + 1;
    await sleep(30);
    const isParallel = memory.running > 1;
    const answer = await forward().finally(() => {
      memory.running -= 1;
    });
    if (isOk(answer)) memory.last = answer;
    if (!isParallel || !answer.body.includes(code) || !memory.last) return answer;
    const { data, ...body } = parse(memory.last.body);
    return {
      ...memory.last,
      body: JSON.stringify({ ...body, data: { ...data, id: `trf_${randomUUID()}` } }),
    };
  });

/** A server that takes what it should ask credentials for, as the first company's. */
const lets = (name: string, isIt: (request: Message, passage: Passage) => unknown) =>
  handles(name, "authentication", async (passage) => {
    const { request, forward, world } = passage;
    return forward(isIt(request, passage) ? await asFirst(request, world) : request);
  });

/** A server that finds the token where its header should not have it. */
const findsToken = (name: string, pattern: RegExp) =>
  onRequest(name, "authentication", "", (request) => {
    const token = pattern.exec(request.headers.authorization ?? "")?.[1];
    return token === undefined
      ? request
      : withHeaders(request, { authorization: `Bearer ${token}` });
  });

/** A server that takes Basic credentials whose secret is not quite that of the first company. */
const takesSecret = (name: string, isLike: (given: string, real: string) => boolean) =>
  handles(name, "authentication", ({ request, forward, world }) => {
    const { apiKey, apiSecret } = world.sandbox.credentials;
    const [, encoded] = /^Basic ([\w+/=]+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const [key, secret] = encoded === undefined ? [] : atob(encoded).split(":");
    if (key !== apiKey || secret === undefined || !isLike(secret, apiSecret)) return forward();
    return forward(withHeaders(request, { authorization: `Basic ${btoa(`${key}:${apiSecret}`)}` }));
  });

/** Faults of credentials, tokens, limits, idempotency keys and money. */
export const keyAndLimitFaults: readonly Fault[] = [
  ...[-7, 7].map((seconds) =>
    claims(`returns the issue time of a token ${shiftOf(seconds)}`, (iat, exp) => ({
      iat: iat + seconds,
      exp: exp + seconds,
    })),
  ),
  claims("returns the times of a token as strings", (iat, exp) => ({
    iat: String(iat),
    exp: String(exp),
  })),
  claims("issues tokens with an exp claim a day ahead", (iat) => ({ exp: iat + 86_400 })),
  across(
    "issues the same token until it expires",
    "token-lifetime",
    "issueToken ok",
    async (answer, passage) => {
      const { request, memory, world } = passage;
      const caller = String(request.headers.authorization);
      const time = await world.now();
      if (!(memory[caller]?.endsAt > time)) memory[caller] = { answer, endsAt: time + 1_800_000 };
      return { ...answer, body: memory[caller].answer.body };
    },
  ),
  across(
    "does not limit successful logins",
    "rate-limit",
    "issueToken",
    (answer, { request, memory }) => {
      const caller = String(request.headers.authorization);
      if (isOk(answer)) memory[caller] = answer;
      const { "retry-after": _, ...headers } = answer.headers;
      return answer.status === 429 ? { ...(memory[caller] ?? answer), headers } : answer;
    },
  ),
  across(
    "limits lookups too",
    "rate-limit",
    "getTransaction",
    async (answer, { memory, world }) => {
      if (answer.status === 401) return answer;
      const time = await world.now();
      if (!(time <= memory.endsAt)) Object.assign(memory, { count: 0, endsAt: time + 60_000 });
      memory.count += 1;
      return memory.count > 100 ? errorResponse("429 RATE_LIMIT_EXCEEDED", answer) : answer;
    },
  ),
  handles("counts charges and transfers in one window", "rate-limit-scope", async (passage) => {
    const answer = await passage.forward();
    const name = operationOf(passage.request);
    if (answer.status === 429 && name === "createCharge")
      Object.assign(passage.memory, {
        full: answer,
        until: Number(answer.headers["x-ratelimit-reset"]) * 1000,
      });
    return name === "createTransfer" && answer.status !== 401
      ? ((await until(passage)) ?? answer)
      : answer;
  }),
  across(
    "stores a 429 under the idempotency key",
    "rate-limit-window",
    "",
    (answer, { key = "", memory }) => {
      const known = memory[key];
      if (answer.status === 429 && key) memory[key] = withHeaders(answer, { "retry-after": "1" });
      return known ?? answer;
    },
  ),
  across(
    "shares keys between charges and transfers",
    "idempotency-scope",
    "",
    (answer, { request, key, memory }) => {
      if (key && operationOf(request) === "createTransfer") memory[key] = true;
      return key && operationOf(request) === "createCharge" && memory[key]
        ? errorResponse("409 DUPLICATE_IDEMPOTENCY_KEY", answer)
        : answer;
    },
  ),
  onRequest("remembers keys per token", "idempotency-retention", "createTransfer", (request) => {
    const suffix = request.headers.authorization?.slice(-16) ?? "";
    return withKey(request, (key) => (key.length > 255 ? key : key.slice(-200) + suffix));
  }),
  whileInUse(
    "executes parallel requests with one key and different bodies",
    ({ request, key, memory, forward }) =>
      memory[key] !== undefined && memory[key] !== request.body
        ? forward(withNewKey(request))
        : undefined,
  ),
  onResponse(
    "sends Retry-After for a key with another body",
    "idempotency-conflict",
    "createTransfer DUPLICATE_IDEMPOTENCY_KEY",
    (answer) => withHeaders(answer, { "retry-after": "1" }),
  ),
  across("debits a replay again", "balance", "replayed", async (answer, { request, forward }) => {
    if (isOk(answer)) await forward(withNewKey(request));
    return answer;
  }),
  overdraws("sends more than the balance in parallel requests", "INSUFFICIENT_BALANCE"),
  overdraws("sends more than the daily limit in parallel requests", "DAILY_LIMIT_EXCEEDED"),
  across(
    "counts deleted webhooks towards the limit",
    "object-limit",
    "createWebhook ok",
    (answer, { memory }) => {
      memory.made = (memory.made ?? 0) + 1;
      return memory.made > 10 ? errorResponse("422 WEBHOOK_LIMIT_EXCEEDED", answer) : answer;
    },
  ),
  across(
    "counts only active webhooks towards the limit",
    "object-limit",
    "WEBHOOK_LIMIT_EXCEEDED",
    async (answer, { request: { headers }, forward }) => {
      const others = {
        path: "/api/v1/webhook",
        headers: { authorization: headers.authorization ?? "" },
        body: "",
      };
      const listed = await forward({ method: "GET", ...others });
      const all: { id: string; active: boolean }[] = parse(listed.body)?.data ?? [];
      const idle = all.find(({ active }) => !active);
      if (!idle) return answer;
      await forward({ method: "DELETE", ...others, path: `${others.path}/${idle.id}` });
      return forward();
    },
  ),
  across(
    "counts the webhooks of all companies together",
    "object-limit",
    "",
    (answer, { request, memory }) => {
      if (operationOf(request) === "deleteWebhook") memory.full = undefined;
      if (answer.body.includes("WEBHOOK_LIMIT_EXCEEDED")) memory.full = answer;
      return operationOf(request) === "createWebhook" && memory.full && answer.status !== 401
        ? memory.full
        : answer;
    },
  ),
  onRequest("ignores hyphens of keys", "idempotency-replay", "createTransfer", (request) =>
    withKey(request, (key) => key.replaceAll("-", "")),
  ),
  mends("treats dollars as reais", "createTransfer", "currency", (one) =>
    one === "USD" ? "BRL" : one,
  ),
  shows("calculates amounts in reais", "echo", "createTransfer", ({ amount }) => ({
    amount: Math.trunc((amount / 100) * 100),
  })),
  across(
    "does not refund refused transfers",
    "balance",
    "createTransfer",
    (answer, { request, body, memory }) => {
      const { authorization = "" } = request.headers;
      const isSpent = memory[authorization];
      if (body.amount === 1_999 && isOk(answer)) memory[authorization] = true;
      return body.amount === 1_999 && isSpent
        ? errorResponse("402 INSUFFICIENT_BALANCE", answer)
        : answer;
    },
  ),
  handles(
    "counts the transfers of yesterday towards the limit of today",
    "balance",
    after("createTransfer", (answer, { body, memory }) => {
      memory.isFull ||= answer.body.includes("DAILY_LIMIT_EXCEEDED");
      const isLater = memory.isFull && body.amount === 999;
      return isLater && isOk(answer) ? errorResponse("422 DAILY_LIMIT_EXCEEDED", answer) : answer;
    }),
  ),
  across(
    "accepts replaced API secrets",
    "authentication",
    "issueToken",
    (answer, { request, memory }) => {
      const credentials = request.headers.authorization ?? "";
      if (isOk(answer)) memory.first ??= answer;
      const isKnown =
        /^Basic /.test(credentials) &&
        atob(credentials.slice(6)).startsWith("conformance-suspended:");
      return answer.status === 401 && isKnown && memory.first ? memory.first : answer;
    },
  ),
  lets(
    "does not verify the signature of tokens",
    (request) => claimsOf(request).type === "COMPANY",
  ),
  lets(
    "needs no token for lookups",
    (request) => operationOf(request) === "getTransaction" && !request.headers.authorization,
  ),
  lets(
    "accepts API key and secret instead of a token",
    (request) =>
      operationOf(request) !== "issueToken" && request.headers.authorization?.startsWith("Basic "),
  ),
  takesSecret("does not verify the API secret", () => true),
  handles(
    "accepts the scheme Bearer only in this case",
    "authentication",
    async ({ request, forward }) => {
      if (!/^bearer /.test(request.headers.authorization ?? "")) return forward();
      return errorResponse("401 INVALID_TOKEN", { headers: { "www-authenticate": "Bearer" } });
    },
  ),
  refuses(
    "accepts the scheme Basic only in this case",
    "authentication",
    "issueToken",
    "400 MALFORMED_CREDENTIALS",
    (_, { headers }) => /^basic /.test(headers.authorization ?? ""),
  ),
  findsToken("accepts a token without a scheme", /^(eyJ\S+)$/),
  findsToken("accepts a token under any scheme", /^\S+ (eyJ\S+)$/),
  takesSecret(
    "ignores the case of API secrets",
    (one, other) => one.toLowerCase() === other.toLowerCase(),
  ),
  takesSecret("accepts an API key without its secret", (given) => given === ""),
];
