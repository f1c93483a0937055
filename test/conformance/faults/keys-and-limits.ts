import { randomUUID } from "node:crypto";
import type { Fault, RawResponse } from "./faulty-server.ts";
import {
  after,
  codeOf,
  errorResponse,
  handles,
  isOk,
  keyHeader,
  mends,
  onRequest,
  onResponse,
  operationOf,
  parse,
  shiftOf,
  shows,
  stateful,
  withHeaders,
  withKey,
  withNewKey,
} from "./tools.ts";

/** Tokens in place of those of the service, which have other claims. */
export function withClaims(change: (claims: Record<string, unknown>) => object): Fault["make"] {
  const real = new Map<string, string>();
  return () => ({
    handle: async (request, forward) => {
      const [scheme, token = ""] = (request.headers.authorization ?? "").split(" ");
      const authorization = real.has(token) ? `${scheme} ${real.get(token)}` : request.headers.authorization;
      const answer = await forward({
        ...request,
        headers: { ...request.headers, ...(authorization !== undefined && { authorization }) },
      });
      const issued = parse(answer.body)?.token;
      if (operationOf(request) !== "issueToken" || typeof issued !== "string") return answer;
      const [head, body = "", signature] = issued.split(".");
      const claims = change(JSON.parse(Buffer.from(body, "base64url").toString()));
      const changed = [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
      real.set(changed, issued);
      return { ...answer, body: JSON.stringify({ ...parse(answer.body), token: changed }) };
    },
  });
}

/** Faults of tokens, limits, idempotency keys and money. */
export const faultsOfKeysAndLimits: readonly Fault[] = [
  ...[-7, 7].map((seconds) => ({
    ...{
      name: `gives the issue of a token ${shiftOf(seconds)}`,
      caughtBy: ["token"] as const,
      operations: ["issueToken"],
    },
    make: withClaims((claims) => ({ ...claims, iat: Number(claims.iat) + seconds, exp: Number(claims.exp) + seconds })),
  })),
  {
    ...{ name: "gives the times of a token as texts", caughtBy: ["token"], operations: ["issueToken"] },
    make: withClaims((claims) => ({ ...claims, iat: String(claims.iat), exp: String(claims.exp) })),
  },
  {
    ...{ name: "issues tokens that live for a day by their claims", caughtBy: ["token"], operations: ["issueToken"] },
    make: withClaims((claims) => ({ ...claims, exp: Number(claims.iat) + 86_400 })),
  },
  stateful("hands out the same token until it ends", "token-lifetime", ({ now }) => {
    const issued = new Map<string, { answer: RawResponse; endsAt: number }>();
    return after("issueToken", async (answer, request) => {
      if (!isOk(answer)) return answer;
      const caller = String(request.headers.authorization);
      const time = await now();
      const known = issued.get(caller);
      if (known && known.endsAt > time) return { ...answer, body: known.answer.body };
      issued.set(caller, { answer, endsAt: time + 1_800_000 });
      return answer;
    });
  }),
  stateful("does not limit logins that succeed", "rate-limit", () => {
    const last = new Map<string, RawResponse>();
    return after("issueToken", (answer, request) => {
      const caller = String(request.headers.authorization);
      if (isOk(answer)) last.set(caller, answer);
      const { "retry-after": _, ...headers } = answer.headers;
      return answer.status === 429 ? { ...(last.get(caller) ?? answer), headers } : answer;
    });
  }),
  stateful("limits lookups too", "rate-limit", ({ now }) => {
    let window = { count: 0, endsAt: 0 };
    return after("getTransaction", async (answer) => {
      if (answer.status === 401) return answer;
      const time = await now();
      if (time > window.endsAt) window = { count: 0, endsAt: time + 60_000 };
      return ++window.count > 100 ? errorResponse(429, "RATE_LIMIT_EXCEEDED", answer) : answer;
    });
  }),
  stateful("counts charges and transfers in one window", "rate-limit-scope", ({ now }) => {
    let full: { answer: RawResponse; until: number } | undefined;
    return async (request, forward) => {
      const answer = await forward(request);
      const name = operationOf(request);
      if (answer.status === 429 && name === "createCharge")
        full = { answer, until: Number(answer.headers["x-ratelimit-reset"]) * 1000 };
      return name === "createTransfer" && full && answer.status !== 401 && (await now()) < full.until
        ? full.answer
        : answer;
    };
  }),
  stateful("remembers for a key that the limit was reached", "rate-limit-window", () => {
    const kept = new Map<string, RawResponse>();
    return async (request, forward) => {
      const key = request.headers[keyHeader] ?? "";
      const answer = await forward(request);
      const known = kept.get(key);
      if (answer.status === 429 && key)
        kept.set(key, { ...answer, headers: { ...answer.headers, "retry-after": "1" } });
      return known ?? answer;
    };
  }),
  stateful("knows the keys of transfers from charges", "idempotency-scope", () => {
    const seen = new Set<string>();
    return async (request, forward) => {
      const key = request.headers[keyHeader];
      const answer = await forward(request);
      if (key && operationOf(request) === "createTransfer") seen.add(key);
      return key && operationOf(request) === "createCharge" && seen.has(key)
        ? errorResponse(409, "DUPLICATE_IDEMPOTENCY_KEY", answer)
        : answer;
    };
  }),
  onRequest("remembers keys for each token by itself", "idempotency-retention", "createTransfer", (request) => {
    const suffix = request.headers.authorization?.slice(-16) ?? "";
    return withKey(request, (key) => (key.length > 255 ? key : key.slice(-200) + suffix));
  }),
  stateful("passes over another postbackUrl with the same key", "idempotency-conflict", () => {
    const first = new Map<string, string | undefined>();
    return (request, forward) => {
      const key = request.headers[keyHeader];
      const { postbackUrl, ...body } = parse(request.body) ?? {};
      if (!key || operationOf(request) !== "createTransfer" || typeof body.amount !== "number") return forward(request);
      if (!first.has(key)) first.set(key, postbackUrl);
      const known = first.get(key);
      return forward({
        ...request,
        body: JSON.stringify({ ...body, ...(known !== undefined && { postbackUrl: known }) }),
      });
    };
  }),
  stateful("lets parallel requests with one key and other bodies through", "idempotency-parallel", () => {
    const running = new Map<string, string>();
    return async (request, forward) => {
      const key = request.headers[keyHeader];
      if (!key) return forward(request);
      const before = running.get(key);
      if (before !== undefined && before !== request.body) return forward(withNewKey(request));
      running.set(key, request.body);
      await new Promise((resolve) => setTimeout(resolve, 30));
      return forward(request).finally(() => running.delete(key));
    };
  }),
  onResponse("asks to come back after a key with another body", "idempotency-conflict", "createTransfer", (answer) =>
    codeOf(answer) === "DUPLICATE_IDEMPOTENCY_KEY" ? withHeaders(answer, { "retry-after": "1" }) : answer,
  ),
  handles("takes the money of a replay again", "balance", async (request, forward) => {
    const answer = await forward(request);
    if (isOk(answer) && answer.headers["idempotent-replayed"]) await forward(withNewKey(request));
    return answer;
  }),
  stateful("sends more than the balance in parallel", "balance", () => {
    let running = 0;
    let last: RawResponse | undefined;
    return async (request, forward) => {
      if (operationOf(request) !== "createTransfer") return forward(request);
      running += 1;
      await new Promise((resolve) => setTimeout(resolve, 30));
      const isParallel = running > 1;
      const answer = await forward(request).finally(() => {
        running -= 1;
      });
      if (isOk(answer)) last = answer;
      if (!isParallel || codeOf(answer) !== "INSUFFICIENT_BALANCE" || !last) return answer;
      const { data, ...body } = parse(last.body);
      return { ...last, body: JSON.stringify({ ...body, data: { ...data, id: `trf_${randomUUID()}` } }) };
    };
  }),
  stateful("counts deleted registrations", "object-limit", () => {
    let made = 0;
    return after("createWebhook", (answer) => {
      if (!isOk(answer)) return answer;
      made += 1;
      return made > 10 ? errorResponse(422, "WEBHOOK_LIMIT_EXCEEDED", answer) : answer;
    });
  }),
  handles("counts active registrations alone", "object-limit", async (request, forward) => {
    const answer = await forward(request);
    if (codeOf(answer) !== "WEBHOOK_LIMIT_EXCEEDED") return answer;
    const { authorization = "" } = request.headers;
    const path = "/api/v1/webhook";
    const listed = await forward({ method: "GET", path, headers: { authorization }, body: "" });
    const all: { id: string; active: boolean }[] = parse(listed.body)?.data ?? [];
    const idle = all.find(({ active }) => !active);
    if (!idle) return answer;
    await forward({ method: "DELETE", path: `${path}/${idle.id}`, headers: { authorization }, body: "" });
    return forward(request);
  }),
  stateful("counts the registrations of all companies together", "object-limit", () => {
    let full: RawResponse | undefined;
    return async (request, forward) => {
      const answer = await forward(request);
      if (operationOf(request) === "deleteWebhook") full = undefined;
      if (codeOf(answer) === "WEBHOOK_LIMIT_EXCEEDED") full = answer;
      return operationOf(request) === "createWebhook" && full && answer.status !== 401 ? full : answer;
    };
  }),
  onRequest("compares keys without their hyphens", "idempotency-replay", "createTransfer", (request) =>
    withKey(request, (key) => key.replaceAll("-", "")),
  ),
  mends("takes dollars for reais", "createTransfer", "currency", (one) => (one === "USD" ? "BRL" : one)),
  shows("calculates amounts in reais", "echo", "createTransfer", (data) => ({
    amount: Math.trunc((data.amount / 100) * 100),
  })),
  stateful("keeps what refused transfers took", "balance", () => {
    const spent = new Set<string>();
    return async (request, forward) => {
      const which = `${request.headers.authorization} ${parse(request.body)?.amount}`;
      const isAll = operationOf(request) === "createTransfer" && which.endsWith(" 1999");
      const answer = await forward(request);
      if (isAll && spent.has(which)) return errorResponse(402, "INSUFFICIENT_BALANCE", answer);
      if (isAll && isOk(answer)) spent.add(which);
      return answer;
    };
  }),
  stateful("counts the transfers of yesterday towards the limit of today", "balance", () => {
    let isFull = false;
    return async (request, forward) => {
      const answer = await forward(request);
      isFull ||= codeOf(answer) === "DAILY_LIMIT_EXCEEDED";
      const isLater = isFull && operationOf(request) === "createTransfer" && parse(request.body)?.amount === 999;
      return isLater && isOk(answer) ? errorResponse(422, "DAILY_LIMIT_EXCEEDED", answer) : answer;
    };
  }),
  stateful("takes secrets that were replaced", "authentication", () => {
    const issued = new Map<string, RawResponse>();
    return async (request, forward) => {
      const answer = await forward(request);
      const credentials = request.headers.authorization ?? "";
      if (operationOf(request) !== "issueToken") return answer;
      if (isOk(answer)) issued.set(credentials, answer);
      const isKnown = /^Basic /.test(credentials) && atob(credentials.slice(6)).startsWith("conformance-suspended:");
      const [last] = [...issued.values()];
      return answer.status === 401 && isKnown && last ? last : answer;
    };
  }),
];
