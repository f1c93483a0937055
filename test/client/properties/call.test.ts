// Calls of one client, one after the other, beside a second implementation of what it may do: when it sends which request with
// which key and token, when it ends, and what it says then. Time and chance are the test's.
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createPixClient, type PixClient, PixError } from "../../../generated/client/src/index.ts";
import { contract } from "../../support/contract.ts";
import { runInFakeTime, useFakeTime } from "../../support/time.ts";
import { callsOf, credentials } from "../support/client.ts";
import { refusal, usual } from "../support/server.ts";
import { sleep } from "../support/truthful-service.ts";

const calls = callsOf();
const results: Record<string, object> = {
  createCharge: usual.txn_,
  createTransfer: { ...usual.trf_, amount: 150_000 },
  deleteWebhook: { id: "wh_1", deleted: true },
  getTransfer: usual.trf_,
};

/** What becomes of one request: how long it takes, and how it ends: without a response, or with a status and a code. */
interface Fate {
  takes: number;
  end: "success" | "unreachable" | "reset" | "hang" | readonly [status: number, code: string];
  /** Seconds of a `Retry-After`. */
  retryAfter: number | undefined;
}
const well: Fate = { takes: 4, end: "success", retryAfter: undefined };

interface Call {
  operation: string;
  hasOwnKey: boolean;
  /** Milliseconds until its signal ends it: odd, as nothing else is. */
  abort: number | undefined;
  timeout: number;
}
interface Retry {
  attempts: number;
  attemptTimeout: number;
  firstDelay: number;
  maxDelay: number;
  budget: number;
}

const even = (max: number) => fc.integer({ min: 1, max: max / 4 }).map((quarter) => quarter * 4);
/** Errors of the contract, and what is none of its: another status, another code, a page. */
const errors = [
  ...contract.errors.map(({ status, code }) => [status, code] as const),
  ...[200, 302, 400, 401, 402, 404, 408, 409, 422, 429, 500, 502, 503].map(
    (status) => [status, "page"] as const,
  ),
  ...[401, 402, 422, 429].map((status) => [status, "INVALID_PIX_KEY"] as const),
  ...[400, 402, 422, 503].map((status) => [status, "PAYMENT_PENDING"] as const),
];
const frequent = contract.errors
  .filter(({ code }) => /TOKEN_EXP|DUPLICATE|RATE|INTERNAL|INSUFF|IMPLEMENTED/.test(code))
  .map(({ status, code }) => [status, code] as const);
const fate: fc.Arbitrary<Fate> = fc.record({
  takes: even(3_000),
  end: fc.oneof(
    fc.constantFrom<Fate["end"]>("success", "unreachable", "reset", "hang"),
    fc.constantFrom<Fate["end"]>(...frequent),
    fc.constantFrom<Fate["end"]>(...errors),
  ),
  retryAfter: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
});
const call: fc.Arbitrary<Call> = fc.record({
  operation: fc.constantFrom("createTransfer", "createTransfer", ...Object.keys(results)),
  hasOwnKey: fc.boolean(),
  abort: fc.option(
    fc.nat({ max: 8_000 }).map((half) => 2 * half + 1),
    { freq: 4, nil: undefined },
  ),
  timeout: even(40_000),
});
const retry: fc.Arbitrary<Retry> = fc.record({
  attempts: fc.integer({ min: 1, max: 5 }),
  attemptTimeout: even(5_000),
  firstDelay: even(2_000),
  maxDelay: even(4_000),
  budget: fc.constantFrom(1, 1.95, 100),
});

/** A request: when it is sent, with which key and which of the tokens. */
type Sent = [at: number, key: string | undefined, token: number];
interface Ending {
  at: number;
  name: string;
  outcome?: string;
  scope?: string;
  attempts?: number;
  code?: string | undefined;
  retryAfter?: number | undefined;
}

/** Whether the contract has an error of an operation that says that nothing was done. */
function isRefusal(operation: string, status: number, code: string): boolean {
  const isOpen = code === "DUPLICATE_IDEMPOTENCY_KEY" || code === "INTERNAL_ERROR";
  return contract.errors.some(
    (one) =>
      !isOpen &&
      one.code === code &&
      one.status === status &&
      (one.anywhere || one.operations.some((id) => id === operation || id === "issueToken")),
  );
}

const keeps = contract.operations.find(({ idempotency }) => idempotency)?.idempotency?.keeps ?? [];

interface Failed {
  name: string;
  isRepeatable: boolean;
  more: Partial<Ending>;
  pause: number;
  isRunning: boolean;
}

/** What the calls of a client do, as the guide describes it. */
class Model {
  readonly sent: Sent[] = [];
  #now = 0;
  #token = 1;
  readonly #drops: number[] = [];
  #isTokenGood = true;
  #budget: number;
  readonly #fates: Iterator<Fate>;
  readonly #retry: Retry;
  readonly #chance: number;

  constructor(fates: readonly Fate[], retry: Retry, chance: number) {
    this.#fates = fates.values();
    this.#retry = retry;
    this.#chance = chance;
    this.#budget = retry.budget;
  }

  run({ operation, hasOwnKey, abort = Infinity, timeout }: Call, key: string | undefined): Ending {
    const hasKey = operation === "createTransfer";
    const isIdempotent = operation !== "createCharge";
    const end = this.#now + timeout;
    const abortAt = this.#now + abort;
    let attempts = 0;
    let conflicts = 0;
    // Requests that may have done something.
    let open = 0;
    let isAnswered = false;
    let isSettled = false;
    let isRenewed = false;
    const claim = (): Pick<Ending, "outcome" | "scope"> => {
      const isAlone = !hasKey || !hasOwnKey;
      if (isSettled) return { outcome: "refused", scope: "key" };
      if (open > 0 || (isAnswered && !isAlone)) return { outcome: "unknown", scope: "call" };
      const outcome = isAnswered ? "refused" : "not-sent";
      return { outcome, scope: hasKey && isAlone ? "key" : "call" };
    };
    const finish = (name: string, more: Partial<Ending> = {}): Ending => {
      return { at: this.#now, name, attempts, ...claim(), ...more };
    };
    for (;;) {
      attempts += 1;
      let failed: Failed;
      let isResent: boolean;
      do {
        failed = { name: "", isRepeatable: isIdempotent, more: {}, pause: 0, isRunning: false };
        isResent = false;
        if (!this.#isTokenGood) this.#renewToken();
        this.sent.push([this.#now, key, this.#token]);
        open += 1;
        const { takes, end: how, retryAfter } = this.#next();
        const left = Math.min(end - this.#now, this.#retry.attemptTimeout);
        const over = this.#now + Math.min(how === "hang" ? Infinity : takes, left);
        this.#now = Math.min(over, abortAt);
        if (abortAt < over) return finish("AbortedError");
        if (how === "hang" || takes >= left) failed.name = "TimeoutError";
        else if (how === "reset") failed.name = "ConnectionError";
        else if (how === "unreachable") {
          open -= 1;
          failed = { ...failed, name: "ConnectionError", isRepeatable: true };
        } else if (how === "success") {
          this.#refillBudget();
          return { at: this.#now, name: "success" };
        } else {
          const [status, code] = how;
          isAnswered = true;
          const isHarmless = isRefusal(operation, status, code);
          if (isHarmless) open -= 1;
          if (isHarmless && hasKey && keeps.includes(code)) {
            isSettled = true;
            open = 0;
          }
          if (status === 401 && !isRenewed) {
            isRenewed = true;
            // The limit allows no fifth renewal in a minute.
            const isDropped = this.#drops.filter((time) => this.#now - time < 60_000).length < 4;
            if (isDropped) this.#drops.push(this.#now);
            if (isDropped) this.#isTokenGood = false;
            isResent = isDropped && (isHarmless || isIdempotent);
          }
          const asked = status === 200 || retryAfter === undefined ? undefined : retryAfter * 1000;
          const isRunning = status === 409 && hasKey && asked !== undefined;
          const isTransient = [408, 429, 500, 502, 503].includes(status) || isRunning;
          failed = {
            name: status === 200 ? "InvalidResponseError" : "PixApiError",
            isRepeatable: isIdempotent && (status === 200 || isTransient),
            more:
              status === 200
                ? {}
                : { code: code === "page" ? `HTTP_${status}` : code, retryAfter: asked },
            pause: asked ?? 0,
            isRunning,
          };
        }
      } while (isResent);
      const { name, isRepeatable, more, isRunning } = failed;
      if (isRunning) conflicts += 1;
      const { attempts: max, firstDelay, maxDelay } = this.#retry;
      const bound = Math.min(maxDelay, firstDelay * 2 ** (attempts - 1));
      const next = this.#now + failed.pause + this.#chance * bound;
      const isExhausted = attempts - conflicts >= max || max === 1;
      if (!isRepeatable || isExhausted || next >= end) return finish(name, more);
      if (!isRunning && this.#budget < 1) return finish(name, more);
      if (!isRunning) this.#budget -= 1;
      this.#now = Math.min(next, abortAt);
      if (abortAt < next) return finish("AbortedError");
    }
  }

  /** By a call of its own, which succeeds. */
  #renewToken(): void {
    this.#token += 1;
    this.#isTokenGood = true;
    this.#refillBudget();
  }

  #refillBudget(): void {
    this.#budget = Math.min(this.#retry.budget, this.#budget + 0.1);
  }

  #next(): Fate {
    return this.#fates.next().value ?? well;
  }
}

/** A service that does to each request what is its fate, and good to all that follow. */
function makeService(fates: readonly Fate[], sent: Sent[], start: number) {
  const ahead = fates.values();
  let tokens = 0;
  return async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (url.endsWith("/api/auth")) {
      tokens += 1;
      const token = { success: true, token: `t-${tokens}`, tokenType: "Bearer" };
      return respond(200, { ...token, expiresIn: 1_800_000 });
    }
    const token = Number(headers.get("authorization")?.split("-")[1]);
    sent.push([performance.now() - start, headers.get("x-idempotency-key") ?? undefined, token]);
    const { takes, end, retryAfter }: Fate = ahead.next().value ?? well;
    await (end === "hang" ? new Promise(() => {}) : sleep(takes));
    if (end === "unreachable") throw Object.assign(new TypeError("failed"), { neverSent: true });
    if (end === "reset") throw new TypeError("failed", { cause: new Error("socket hang up") });
    const id = Object.keys(results).find((name) => url.includes(paths[name] ?? "?")) ?? "";
    if (end === "success") return respond(200, { success: true, data: results[id] });
    const [status, code] = end as readonly [number, string];
    return respond(status, code === "page" ? "<html>" : refusal(code), retryAfter);
  };
}

const paths: Record<string, string> = {
  createCharge: "qrcode",
  createTransfer: "pixkey",
  deleteWebhook: "webhook",
  getTransfer: "transfers",
};

/** A response that is there without a turn of the machine, for which no clock of a test waits. */
function respond(status: number, body: unknown, retryAfter?: number): Response {
  const headers = new Headers(retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` });
  const parts = [new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body))];
  const read = async () => ({ value: parts.shift() });
  return { status, headers, body: { getReader: () => ({ read }) } } as unknown as Response;
}

useFakeTime();

/** What a call of the client says when it ends. */
async function play(pix: PixClient, { operation, abort, timeout }: Call, key?: string) {
  const controller = new AbortController();
  const timer = abort === undefined ? undefined : setTimeout(() => controller.abort(), abort);
  const options = { timeout, signal: controller.signal, ...(key && { idempotencyKey: key }) };
  const ended = await calls[operation]?.(pix, options).then(
    () => ({ name: "success" }),
    (error: unknown) => {
      expect(error).toBeInstanceOf(PixError);
      const { name, outcome, scope, attempts, ...rest } = error as PixError;
      const { code, retryAfter } = rest as { code?: string; retryAfter?: number };
      return { name, outcome, scope, attempts, code, retryAfter };
    },
  );
  clearTimeout(timer);
  return ended;
}

test("each request, pause and error is the one that a second implementation foretells", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { minLength: 1, maxLength: 4 }),
      fc.array(fate, { maxLength: 12 }),
      retry,
      fc.constantFrom(0, 0.5),
      async (schedule, fates, options, chance) => {
        vi.spyOn(Math, "random").mockReturnValue(chance);
        const start = performance.now();
        const sent: Sent[] = [];
        const fetch = makeService(fates, sent, start);
        const baseUrl = "https://pix.example";
        const pix = createPixClient({ baseUrl, ...credentials, fetch, retry: options });
        const model = new Model(fates, options, chance);
        const work = async (): Promise<void> => {
          for (const [nth, one] of schedule.entries()) {
            const own =
              one.operation === "createTransfer" && one.hasOwnKey ? `k-${nth}` : undefined;
            const before = sent.map(([, key]) => key);
            const ended = await play(pix, one, own);
            // A key that the client makes is known from its first request.
            const key = own ?? sent[before.length]?.[1];
            if (key) expect(before).not.toContain(key);
            const foretold = model.run(one, key);
            expect({ at: performance.now() - start, ...ended }).toEqual(foretold);
            expect(sent).toEqual(model.sent);
          }
        };
        await runInFakeTime(work);
      },
    ),
    { numRuns: 400 },
  );
});
