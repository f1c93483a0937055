import { randomUUID } from "node:crypto";
import type { CheckName } from "../../../packages/conformance/src/index.ts";
import type { Fault, RawResponse } from "./faulty-server.ts";
import {
  after,
  asFirst,
  codeOf,
  created,
  errorResponse,
  handles,
  inBody,
  inHeaders,
  isOk,
  keyHeader,
  mistakes,
  onRequest,
  onResponse,
  operationOf,
  parse,
  refuses,
  stateful,
  withBody,
  withData,
  withHeaders,
  withKey,
  withNewKey,
} from "./tools.ts";

const transfer = (amount: number) => ({
  ...{ id: `trf_${randomUUID()}`, status: "queued", amount, netAmount: amount - 1, fees: 1, pixKey: "52998224725" },
});

/** A server that keeps some answers for their key and body, for ever. */
const remembers = (name: string, check: CheckName, isKept: (answer: RawResponse) => boolean): Fault =>
  stateful(name, check, () => {
    const kept = new Map<string, RawResponse>();
    return async (request, forward) => {
      const key = request.headers[keyHeader] && request.headers[keyHeader] + request.body;
      const known = kept.get(key ?? "");
      if (known) return withHeaders(known, { "idempotent-replayed": "true" });
      const answer = await forward(request);
      if (key && isKept(answer)) kept.set(key, answer);
      return answer;
    };
  });

/** Faults that show in a second request, or later. */
export const faultsOverTime: readonly Fault[] = [
  handles("refuses the last request of a window", "rate-limit", async (request, forward) => {
    const answer = await forward(request);
    return answer.headers["x-ratelimit-remaining"] === "0" && answer.status !== 429
      ? withHeaders(errorResponse(429, "RATE_LIMIT_EXCEEDED", answer), { "retry-after": "30" })
      : answer;
  }),
  stateful("lets one request too many pass", "rate-limit", () => {
    let before = 200;
    return async (request, forward) => {
      const answer = await forward(request);
      const isFirst = answer.status === 429 && before !== 429;
      if (operationOf(request) !== "listWebhooks") return answer;
      before = answer.status;
      return isFirst ? created(answer, []) : answer;
    };
  }),
  {
    ...{ name: "has no limits", caughtBy: ["rate-limit"] },
    make: ({ sandbox }) => {
      void sandbox.control.settings.change({ rateLimitMultiplier: 0 });
      return {};
    },
  },
  stateful("counts all companies together", "rate-limit-scope", ({ now }) => {
    let full: { answer: RawResponse; until: number } | undefined;
    return after("createCharge", async (answer) => {
      if (answer.status === 401) return answer;
      if (answer.status === 429) full = { answer, until: Number(answer.headers["x-ratelimit-reset"]) * 1000 };
      return full && (await now()) < full.until ? full.answer : answer;
    });
  }),
  stateful("counts each token by itself", "rate-limit-scope", () => {
    let filler: string | undefined;
    return after("listWebhooks", (answer, request) => {
      if (answer.status !== 429) return answer;
      filler ??= request.headers.authorization;
      return request.headers.authorization === filler ? answer : created(answer, []);
    });
  }),
  stateful("counts requests without credentials", "rate-limit-scope", () => {
    const full = new Map<string, RawResponse>();
    return async (request, forward) => {
      const name = operationOf(request) ?? "";
      const answer = await forward(request);
      if (answer.status === 429) full.set(name, answer);
      else if (answer.status !== 401) full.delete(name);
      return answer.status === 401 ? (full.get(name) ?? answer) : answer;
    };
  }),
  stateful("counts all operations together", "rate-limit-scope", () => {
    let full: RawResponse | undefined;
    return async (request, forward) => {
      const answer = await forward(request);
      if (answer.status === 429 && operationOf(request) === "listWebhooks") full = answer;
      const isLookup = ["getTransaction", "getTransfer"].includes(operationOf(request) ?? "");
      return isLookup && full ? { ...full, headers: { "content-type": "application/json" } } : answer;
    };
  }),
  stateful("keeps a window closed for longer than it says", "rate-limit-window", ({ now }) => {
    let closed: { answer: RawResponse; until: number } | undefined;
    return after("deleteWebhook", async (answer) => {
      if (answer.status === 429) closed = { answer, until: (await now()) + 90_000 };
      return closed && (await now()) < closed.until ? closed.answer : answer;
    });
  }),
  stateful("opens a window before it says", "rate-limit-window", ({ now }) => {
    let since: number | undefined;
    return after("listWebhooks", async (answer) => {
      if (answer.status !== 429) return answer;
      since ??= await now();
      return (await now()) > since + 20_000 ? created(answer, []) : answer;
    });
  }),
  inHeaders("does not mark replays", "idempotency-replay", "createTransfer", { "idempotent-replayed": undefined }),
  onResponse("marks every answer as a replay", "idempotency-replay", "createTransfer", (answer) =>
    isOk(answer) ? withHeaders(answer, { "idempotent-replayed": "true" }) : answer,
  ),
  handles(
    "pays no regard to idempotency keys",
    ["idempotency-replay", "idempotency-conflict", "idempotency-parallel"],
    (request, forward) => forward(request.headers[keyHeader] ? withNewKey(request) : request),
  ),
  handles("answers every repeat with 409", "idempotency-replay", async (request, forward) => {
    const answer = await forward(request);
    if (!answer.headers["idempotent-replayed"] || !isOk(answer)) return answer;
    return withHeaders(errorResponse(409, "DUPLICATE_IDEMPOTENCY_KEY", answer), { "idempotent-replayed": undefined });
  }),
  stateful("replays a key whatever the body", "idempotency-conflict", () => {
    const bodies = new Map<string, string>();
    return (request, forward) => {
      const key = request.headers[keyHeader];
      if (!key) return forward(request);
      const first = bodies.get(key) ?? request.body;
      bodies.set(key, first);
      return forward({ ...request, body: first });
    };
  }),
  stateful("lets parallel requests with one key all through", "idempotency-parallel", () => {
    const running = new Set<string>();
    return async (request, forward) => {
      const key = request.headers[keyHeader];
      if (!key) return forward(request);
      if (running.has(key)) return forward(withNewKey(request));
      running.add(key);
      await new Promise((resolve) => setTimeout(resolve, 30));
      return forward(request).finally(() => running.delete(key));
    };
  }),
  stateful("does not remember refusals", "idempotency-refusals", () => {
    const refused = new Set<string>();
    return async (request, forward) => {
      const key = request.headers[keyHeader];
      const answer = await forward(key && refused.has(key) ? withNewKey(request) : request);
      if (key && answer.status >= 400) refused.add(key);
      return answer;
    };
  }),
  remembers("remembers validation errors", "idempotency-refusals", (answer) => codeOf(answer) === "VALIDATION_ERROR"),
  stateful("shares idempotency keys between companies", "idempotency-scope", () => {
    const kept = new Map<string, RawResponse>();
    return async (request, forward) => {
      const key = request.headers[keyHeader] ?? "";
      const answer = await forward(request);
      const known = kept.get(key);
      if (known && isOk(answer) && !answer.headers["idempotent-replayed"])
        return withHeaders(known, { "idempotent-replayed": "true" });
      if (key && isOk(answer)) kept.set(key, answer);
      return answer;
    };
  }),
  stateful("forgets idempotency keys after an hour", "idempotency-retention", ({ now }) => {
    const seen = new Map<string, number>();
    return async (request, forward) => {
      const key = request.headers[keyHeader];
      if (!key) return forward(request);
      const time = await now();
      const first = seen.get(key) ?? time;
      seen.set(key, first);
      return forward(time - first > 3_600_000 ? withNewKey(request) : request);
    };
  }),
  remembers("remembers idempotency keys for ever", "idempotency-retention", isOk),
  inBody("gives the lifetime of a token in seconds", "token", "issueToken", (body) =>
    body.expiresIn ? { ...body, expiresIn: body.expiresIn / 1000 } : body,
  ),
  inBody("issues tokens without their claims", "token", "issueToken", (body) =>
    body.token ? { ...body, token: body.token.replace(/\..*\./, ".e30.") } : body,
  ),
  handles("takes tokens that have expired", "token-lifetime", async (request, forward, world) => {
    const answer = await forward(request);
    return codeOf(answer) === "TOKEN_EXPIRED" ? forward(await asFirst(request, world)) : answer;
  }),
  mistakes("calls expired tokens invalid", ["createCharge", "getTransaction"], "401 INVALID_TOKEN", "TOKEN_EXPIRED"),
  stateful("ends a token when the next one is issued", "token-lifetime", () => {
    let last = "";
    return async (request, forward) => {
      const answer = await forward(request);
      if (operationOf(request) === "issueToken" && isOk(answer)) last = parse(answer.body).token;
      const isOld = operationOf(request) === "listWebhooks" && request.headers.authorization !== `Bearer ${last}`;
      return isOld && isOk(answer)
        ? errorResponse(401, "INVALID_TOKEN", { headers: { "www-authenticate": "Bearer" } })
        : answer;
    };
  }),
  stateful("ends tokens after ten minutes", "token-lifetime", ({ now }) => {
    const issued = new Map<string, number>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (operationOf(request) === "issueToken" && isOk(answer))
        issued.set(`Bearer ${parse(answer.body).token}`, await now());
      const since = issued.get(request.headers.authorization ?? "");
      const isOver = since !== undefined && (await now()) - since > 600_000;
      return isOver ? errorResponse(401, "TOKEN_EXPIRED", { headers: { "www-authenticate": "Bearer" } }) : answer;
    };
  }),
  stateful("issues tokens to suspended accounts", "suspension", () => {
    const kept = new Map<string, RawResponse>();
    return async (request, forward) => {
      const answer = await forward(request);
      const caller = request.headers.authorization ?? "";
      if (operationOf(request) === "issueToken" && isOk(answer)) kept.set(caller, answer);
      return answer.status === 403 ? (kept.get(caller) ?? answer) : answer;
    };
  }),
  handles("says that it deletes, and does not", "deletion", async (request, forward) => {
    if (operationOf(request) !== "deleteWebhook") return forward(request);
    const listed = await forward({ ...request, method: "GET", path: "/api/v1/webhook", body: "" });
    const id = request.path.split("/").at(-1) ?? "";
    return listed.body.includes(id) ? created(listed, { id, deleted: true }) : forward(request);
  }),
  stateful("deletes a second time", "deletion", () => {
    const gone = new Set<string>();
    return after("deleteWebhook", (answer, request) => {
      if (isOk(answer)) gone.add(request.path);
      const data = { id: request.path.split("/").at(-1), deleted: true };
      return gone.has(request.path) && answer.status === 404 ? created(answer, data) : answer;
    });
  }),
  stateful("lists what was deleted", "deletion", () => {
    const seen = new Map<string, object>();
    return async (request, forward) =>
      withBody(await forward(request), (body) => {
        if (operationOf(request) !== "listWebhooks" || !body.data) return body;
        for (const one of body.data) seen.set(one.id, one);
        return { ...body, data: [...seen.values()] };
      });
  }),
  stateful("finds charges of other companies", "isolation", (world) =>
    after("getTransaction", async (answer, request, forward) =>
      answer.status === 404 ? forward(await asFirst(request, world)) : answer,
    ),
  ),
  stateful("answers another company's ids with 403", "documented-status", (world) =>
    after("getTransfer", async (answer, request, forward) => {
      const isOthers = answer.status === 404 && isOk(await forward(await asFirst(request, world)));
      return isOthers ? errorResponse(403, "ACCOUNT_SUSPENDED", answer) : answer;
    }),
  ),
  stateful("lists registrations of other companies", "isolation", (world) =>
    after("listWebhooks", async (answer, request, forward) => {
      const first = isOk(answer) ? await forward(await asFirst(request, world)) : answer;
      return isOk(first) ? { ...answer, body: first.body } : answer;
    }),
  ),
  stateful("lets a company delete what is another's", "isolation", (world) =>
    after("deleteWebhook", async (answer, request, forward) =>
      answer.status === 404 ? forward(await asFirst(request, world)) : answer,
    ),
  ),
  onResponse("takes any number of registrations", "object-limit", "createWebhook", (answer, { body }) =>
    codeOf(answer) === "WEBHOOK_LIMIT_EXCEEDED"
      ? created(answer, {
          ...{ id: "wh_11", events: [], name: "Loja", active: true, createdAt: new Date().toISOString() },
          ...{ secret: "whsec_00000000", ...parse(body) },
        })
      : answer,
  ),
  handles("takes nine registrations", "object-limit", async (request, forward) => {
    if (operationOf(request) !== "createWebhook") return forward(request);
    const listed = await forward({ ...request, method: "GET", body: "" });
    const answer = await forward(request);
    return parse(listed.body)?.data?.length === 9 && isOk(answer)
      ? errorResponse(422, "WEBHOOK_LIMIT_EXCEEDED", answer)
      : answer;
  }),
  onResponse("sends more than the balance", "balance", "createTransfer", (answer, { body }) =>
    codeOf(answer) === "INSUFFICIENT_BALANCE" ? created(answer, transfer(parse(body).amount)) : answer,
  ),
  onResponse("sends more than the day allows", "balance", "createTransfer", (answer, { body }) =>
    codeOf(answer) === "DAILY_LIMIT_EXCEEDED" ? created(answer, transfer(parse(body).amount)) : answer,
  ),
  refuses(
    "keeps a centavo of the balance back",
    "balance",
    "createTransfer",
    "402 INSUFFICIENT_BALANCE",
    (answer, { body }) => isOk(answer) && parse(body).amount === 1_000,
  ),

  onRequest("compares the first 64 characters of keys", "idempotency-replay", "createTransfer", (request) =>
    withKey(request, (key) => (key.length > 255 ? key : key.slice(0, 64))),
  ),
  onRequest("compares keys whatever their case", "idempotency-replay", "createTransfer", (request) =>
    withKey(request, (key) => key.toLowerCase()),
  ),
  handles("replays a transfer as it is now", "idempotency-replay", async (request, forward) => {
    const answer = await forward(request);
    if (answer.headers["idempotent-replayed"] !== "true" || !isOk(answer)) return answer;
    const { authorization = "" } = request.headers;
    const path = `/api/v1/transfers/${parse(answer.body).data.id}`;
    const now = await forward({ method: "GET", path, headers: { authorization }, body: "" });
    return withData(answer, (data) => Object.assign(data, { status: parse(now.body).data.status }));
  }),
];
