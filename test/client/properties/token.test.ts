// Tokens: calls of one client in any order that a network can bring about, and a source beside a second implementation of it.
import { createTokenSource } from "@packages/client/src/token-source.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPixClient, PixApiError } from "../../../generated/client/src/index.ts";
import { runInFakeTime, useFakeTime } from "../../support/time.ts";
import { credentials } from "../support/client.ts";
import { refusal } from "../support/server.ts";
import { tokenFacts } from "../support/token-facts.ts";
import { sleep } from "../support/truthful-service.ts";

const baseUrl = "https://pix.example";

/** A service whose answers come when the scheduler says so. */
function makeService(scheduler: fc.Scheduler, refused: number) {
  const seen = { issued: 0, asked: 0, underWay: 0, most: 0, calls: 0 };
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (url.endsWith("/api/auth")) {
      seen.underWay++;
      seen.most = Math.max(seen.most, seen.underWay);
      seen.asked++;
      await scheduler.schedule(Promise.resolve(), `token ${seen.asked}`);
      seen.underWay--;
      seen.issued++;
      const token = `token-number-${seen.issued}`;
      return Response.json({ success: true, token, tokenType: "Bearer", expiresIn: 1_800_000 });
    }
    const token = new Headers(init.headers).get("authorization") ?? "";
    seen.calls++;
    await scheduler.schedule(Promise.resolve(), `call ${seen.calls}`);
    // From some call on, the first token is not good any more.
    if (token.endsWith("-1") && seen.calls > refused)
      return Response.json(refusal("TOKEN_EXPIRED"), { status: 401 });
    return Response.json({ success: true, message: "", data: [] });
  };
  return { seen, fetch };
}

test("there is one request for a token at a time, and one renewal for all who are refused", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 8 }),
      fc.nat({ max: 10 }),
      async (scheduler, calls, refused) => {
        const { seen, fetch } = makeService(scheduler, refused);
        const pix = createPixClient({ baseUrl, ...credentials, fetch });
        const results = Promise.all(Array.from({ length: calls }, () => pix.webhooks.list()));
        expect(await scheduler.waitFor(results)).toEqual(Array(calls).fill([]));
        expect(seen.most).toBe(1);
        expect(seen.asked).toBe(seen.calls > calls ? 2 : 1);
      },
    ),
  );
});

/** How a request for a token fares: it takes its time, and gives a token for some seconds, or fails. */
interface Fate {
  takes: number;
  seconds: number;
  /** Whether the token of before is issued again. */
  isSame: boolean;
  fails:
    | "away"
    | { status: number; outcome: "refused" | "unknown"; retryAfter?: number }
    | undefined;
}
/** What a caller does, some milliseconds after it was done with the last step. */
interface Step {
  pause: number;
  does: "use" | "refuse" | "refuse another";
}

const fates: fc.Arbitrary<Fate[]> = fc.array(
  fc.record({
    takes: fc.oneof(fc.constant(0), fc.nat({ max: 50_000 })),
    seconds: fc.constantFrom(1, 30, 119, 120, 1_800),
    isSame: fc.boolean(),
    fails: fc.constantFrom<Fate["fails"]>(
      undefined,
      undefined,
      "away",
      { status: 403, outcome: "refused" },
      { status: 403, outcome: "unknown" },
      { status: 429, outcome: "refused", retryAfter: 40_000 },
      { status: 429, outcome: "refused", retryAfter: 300_000 },
      { status: 503, outcome: "refused", retryAfter: 300_000 },
    ),
  }),
  { maxLength: 12 },
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    pause: fc.oneof(
      fc.nat({ max: 20_000 }),
      fc.constantFrom(0, 12_000, 60_000, 70_000, 1_739_999, 1_740_000),
    ),
    does: fc.constantFrom<Step["does"]>("use", "use", "use", "refuse", "refuse another"),
  }),
  { maxLength: 20 },
);

/** What a source does, as the guide describes it. */
class Model {
  readonly asked: number[] = [];
  recent: (string | undefined)[] = [undefined, undefined];
  readonly #fates: Iterator<Fate>;
  #endsAt = 0;
  #renewAt = 0;
  #refusals = 0;
  #nextTry = 0;
  #hasFailed = false;
  readonly #requests: number[] = [];
  #pending: { from: number; until: number; fate: Fate } | undefined;

  constructor(fates: readonly Fate[]) {
    this.#fates = fates.values();
  }

  /** When a caller has a token, or an error, and which. */
  use(now: number): [at: number, said: string | undefined] {
    this.pass(now);
    const [token] = this.recent;
    const isFull = !this.#hasRoom(now);
    if (now < this.#endsAt) {
      if (now >= this.#renewAt && !isFull) this.#pending ??= this.#ask(now);
      return [now, token];
    }
    if (isFull && !this.#pending) {
      if (this.#hasFailed) return [now, "failed"];
      // It has ended, and lives on until another one may be requested.
      if (this.#endsAt !== 0) return [now, token];
    }
    this.#pending ??= this.#ask(now);
    const { until, fate } = this.#pending;
    this.pass(until);
    return [until, fate.fails ? "failed" : this.recent[0]];
  }

  /** Changes nothing while the limit allows no further request. */
  refuse(now: number): void {
    this.pass(now);
    if (this.#hasRoom(now)) {
      this.#endsAt = 0;
      this.#renewAt = 0;
    }
  }

  /** Five in a minute are allowed; and after a refusal the next one waits. */
  #hasRoom(now: number): boolean {
    const inMinute = this.#requests.filter((time) => now - time < 60_000);
    return inMinute.length < 5 && now >= this.#nextTry;
  }

  /** Lets time pass: a request that is under way may end. */
  pass(now: number): void {
    if (!this.#pending || this.#pending.until > now) return;
    const { from, until, fate } = this.#pending;
    this.#pending = undefined;
    if (fate.fails !== "away") this.#requests.push(until);
    this.#hasFailed = fate.fails !== undefined;
    if (fate.fails) {
      const { status = 0, outcome = "", retryAfter = 0 } = fate.fails === "away" ? {} : fate.fails;
      if (outcome !== "refused" || status >= 500) return;
      const pause = Math.max(12_000 * 2 ** this.#refusals, retryAfter);
      this.#nextTry = until + Math.min(pause, 60_000);
      this.#refusals += 1;
      return;
    }
    const [last] = this.recent;
    const next = nameToken(this.asked.length, fate, last);
    if (next !== last) this.recent = [next, last];
    this.#endsAt = from + fate.seconds * 1_000;
    this.#renewAt = this.#endsAt - Math.min(60_000, fate.seconds * 500);
    this.#refusals = 0;
  }

  #ask(now: number) {
    this.asked.push(now);
    const fate = this.#fates.next().value ?? well;
    return { from: now, until: now + fate.takes, fate };
  }
}

const well: Fate = { takes: 0, seconds: 1_800, isSame: false, fails: undefined };

function nameToken(nth: number, { isSame }: Fate, last: string | undefined): string {
  return isSame && last !== undefined ? last : `card-${nth}`;
}

describe("one source", () => {
  useFakeTime();

  test("asks when a second implementation asks, and gives what that gives", async () => {
    await fc.assert(
      fc.asyncProperty(fates, steps, async (ahead, schedule) => {
        const start = performance.now();
        const now = (): number => performance.now() - start;
        const asked: number[] = [];
        const left = ahead.values();
        const issue = async () => {
          asked.push(now());
          const nth = asked.length;
          const fate: Fate = left.next().value ?? well;
          if (fate.takes > 0) await sleep(fate.takes);
          if (fate.fails === "away") throw new Error("away");
          source.count();
          if (fate.fails)
            throw new PixApiError("refused", { operation: "issue", code: "X", ...fate.fails });
          const card = nameToken(nth, fate, source.recent()[0]);
          return { status: 200, data: { card, seconds: fate.seconds } };
        };
        const source = createTokenSource({ ...tokenFacts, issue });
        const model = new Model(ahead);
        const work = async (): Promise<void> => {
          for (const { pause, does } of schedule) {
            await sleep(pause);
            if (does === "use") {
              const foretold = model.use(now());
              const said = source.current() ?? (await source.obtain(1).catch(() => "failed"));
              expect([now(), said]).toEqual(foretold);
            } else if (does === "refuse") {
              model.refuse(now());
              source.drop(source.recent()[0] ?? "");
            } else source.drop("another");
            // A request in the background begins, and may be answered, at once.
            await sleep(0);
            model.pass(now());
            expect(asked).toEqual(model.asked);
            expect(source.recent()).toEqual(model.recent);
          }
        };
        await runInFakeTime(work);
      }),
      { numRuns: 400 },
    );
  });
});
