// Everything that a service can do to a call, on a clock that costs no time.
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createPixClient, type PixClient, PixError } from "../../../generated/client/src/index.ts";
import { useFakeTime } from "../../support/time.ts";
import { charge, credentials, transfer } from "../support/client.ts";
import { refusal, usual } from "../support/server.ts";
import { sleep } from "../support/truthful-service.ts";

/** What becomes of one try: how long it takes, and how it ends. */
interface Fate {
  takes: number;
  end: "unreachable" | "reset" | "hang" | "unreadable" | number;
  /** Seconds of a `Retry-After`. */
  retryAfter: number | undefined;
}

const fate: fc.Arbitrary<Fate> = fc.record({
  takes: fc.nat({ max: 3_000 }),
  end: fc.constantFrom<Fate["end"][]>(
    "unreachable",
    "reset",
    "hang",
    "unreadable",
    200,
    400,
    402,
    408,
    409,
    429,
    500,
    503,
  ),
  retryAfter: fc.option(fc.nat({ max: 20 }), { nil: undefined }),
});
const retry = fc.record({
  attempts: fc.integer({ min: 1, max: 6 }),
  attemptTimeout: fc.integer({ min: 1, max: 5_000 }),
  firstDelay: fc.integer({ min: 1, max: 2_000 }),
  maxDelay: fc.integer({ min: 1, max: 4_000 }),
});
const operations: Record<string, (pix: PixClient) => Promise<unknown>> = {
  getTransfer: (pix) => pix.transfers.get("trf_1"),
  deleteWebhook: (pix) => pix.webhooks.delete("wh_1"),
  createTransfer: (pix) => pix.transfers.create(transfer),
  createCharge: (pix) => pix.transactions.create(charge),
};

useFakeTime();

interface Try {
  fate: Fate;
  began: number;
  ended: number;
  key: string | null;
}

const resultOf = (method: string | undefined, url: string): object =>
  method === "DELETE"
    ? { id: "wh_1", deleted: true }
    : url.endsWith("qrcode")
      ? usual.txn_
      : usual.trf_;

/** A service that does to each try what is its fate, and good to all that follow. */
function makeService(fates: readonly Fate[]) {
  const tries: Try[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (url.endsWith("/api/auth"))
      return Response.json({
        success: true,
        token: "a-token",
        tokenType: "Bearer",
        expiresIn: 1_800_000,
      });
    const one = fates[tries.length] ?? { takes: 0, end: 200, retryAfter: undefined };
    const began = performance.now();
    const key = new Headers(init.headers).get("x-idempotency-key");
    const entry = { fate: one, began, ended: Number.POSITIVE_INFINITY, key };
    tries.push(entry);
    await (one.end === "hang" ? new Promise(() => {}) : sleep(one.takes));
    entry.ended = performance.now();
    if (one.end === "unreachable")
      throw Object.assign(new TypeError("fetch failed"), { neverSent: true });
    if (one.end === "reset")
      throw new TypeError("fetch failed", { cause: new Error("socket hang up") });
    if (one.end === "unreadable") return new Response("<html>");
    if (one.end === 200)
      return Response.json({ success: true, message: "", data: resultOf(init.method, url) });
    const headers = one.retryAfter === undefined ? {} : { "retry-after": String(one.retryAfter) };
    return Response.json(refusal("SOME_CODE"), { status: one.end as number, headers });
  };
  return { tries, fetch };
}

test("no call outlives its deadline, comes back early, or is repeated where that could do it twice", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(operations)),
      fc.array(fate, { maxLength: 7 }),
      retry,
      fc.integer({ min: 1, max: 40_000 }),
      async (operation, fates, options, timeout) => {
        const { tries, fetch } = makeService(fates);
        const pix = createPixClient({
          baseUrl: "https://pix.example",
          ...credentials,
          fetch,
          retry: options,
          timeout,
        });
        const began = performance.now();
        let ended = Number.NaN;
        const call = operations[operation]?.(pix).then(
          () => undefined,
          (error: unknown) => error,
        );
        call?.finally(() => {
          ended = performance.now();
        });
        await vi.advanceTimersByTimeAsync(timeout + 1);
        // Timers count whole milliseconds.
        expect(ended - began).toBeLessThanOrEqual(timeout + 1);
        const error = await call;

        // A request with the key that still runs is waited for, whatever the number of attempts.
        const running = tries.filter(
          ({ fate: one }) =>
            operation === "createTransfer" && one.end === 409 && one.retryAfter !== undefined,
        );
        expect(tries.length - running.length).toBeLessThanOrEqual(options.attempts);
        expect(new Set(tries.map(({ key }) => key)).size).toBeLessThanOrEqual(1);
        for (const [index, { fate: last, began: start, ended: end }] of tries.entries()) {
          const next = tries[index + 1];
          // Whatever took longer than a try may was given up then.
          const givenUp = end - start >= options.attemptTimeout || last.end === "hang";
          const over = givenUp ? start + options.attemptTimeout : end;
          if (!next) continue;
          const asked = givenUp || typeof last.end !== "number" ? undefined : last.retryAfter;
          const most = Math.min(options.maxDelay, options.firstDelay * 2 ** index);
          const pause = next.began - over;
          if (asked !== undefined) expect(pause).toBeGreaterThanOrEqual(asked * 1000 - 1);
          expect(pause).toBeLessThanOrEqual((asked === undefined ? most : asked * 1000 + most) + 1);
          if (operation === "createCharge")
            expect([last.end, givenUp]).toEqual(["unreachable", false]);
        }
        if (error === undefined) return;
        expect(error).toBeInstanceOf(PixError);
        const { outcome, idempotencyKey } = error as PixError;
        if (operation === "createTransfer")
          expect(idempotencyKey).toBe(tries[0]?.key ?? idempotencyKey);
        // What can have been sent is never said not to be.
        const unsent = ({ fate: one, began: start, ended: end }: Try): boolean =>
          one.end === "unreachable" && end - start < options.attemptTimeout;
        if (outcome === "not-sent") expect(tries.filter((one) => !unsent(one))).toEqual([]);
      },
    ),
    { numRuns: 250 },
  );
});
