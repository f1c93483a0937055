import { keepLimits } from "@packages/client/src/pacing.ts";
import { expect, test, vi } from "vitest";
import { createPacing } from "../../generated/client/src/pacing.ts";
import { useManualTime } from "../support/time.ts";
import { failure, setUp } from "./support/client.ts";
import { answers, atFirst, gives, ok, refuses } from "./support/server.ts";

const list = "GET /api/v1/webhook";
const names = {
  limit: "X-RateLimit-Limit",
  remaining: "X-RateLimit-Remaining",
  reset: "X-RateLimit-Reset",
  window: "X-RateLimit-Window",
};

test("the state is the contract's, then what the service said last", async () => {
  const pacing = createPacing();
  const { pix } = await setUp(
    {
      [list]: gives([], {
        "x-ratelimit-limit": "30",
        "x-ratelimit-remaining": "7",
        "x-ratelimit-reset": "1795186860",
        "x-ratelimit-window": "60",
      }),
    },
    { pacing },
  );
  expect(pacing.rateLimit("listWebhooks")).toEqual({ limit: 30, window: 60 });
  expect(pacing.rateLimit("createTransfer")).toEqual({ limit: 50, window: 60 });
  await pix.webhooks.list();
  expect(pacing.rateLimit("listWebhooks")).toEqual({
    limit: 30,
    window: 60,
    remaining: 7,
    reset: new Date("2026-11-20T15:01:00Z"),
  });
  expect(pacing.rateLimit("getTransfer" as "listWebhooks")).toBeUndefined();
});

test("a paced client waits for room instead of being refused", async () => {
  const limits = { "x-ratelimit-limit": "2", "x-ratelimit-window": "1" };
  const { pix, server } = await setUp(
    {
      [list]: (response, nth) =>
        ok(response, [], { ...limits, "x-ratelimit-remaining": String(nth % 2) }),
    },
    { pacing: createPacing() },
  );
  useManualTime();
  await pix.webhooks.list();
  const others = [pix.webhooks.list(), pix.webhooks.list()];
  await Promise.race(others);
  await vi.advanceTimersByTimeAsync(990);
  expect(server.to(list)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(20);
  await Promise.all(others);
  expect(server.to(list)).toHaveLength(3);
});

test("a paced client gives up at once where there will be no room in time, and honours signals", async () => {
  const { pix, server } = await setUp(
    { [list]: refuses(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "50" }) },
    { pacing: createPacing(), retry: false },
  );
  await failure(pix.webhooks.list());
  expect(await failure(pix.webhooks.list({ timeout: 500 }))).toMatchObject({
    name: "TimeoutError",
    outcome: "not-sent",
    message: expect.stringMatching(/rate limit has room in \d+ s/),
  });
  const signal = AbortSignal.timeout(30);
  expect(await failure(pix.webhooks.list({ timeout: 60_000, signal }))).toMatchObject({
    name: "AbortedError",
    outcome: "not-sent",
  });
  expect(server.to(list)).toHaveLength(1);
});

test("a 503 that asks for a pause closes no window", async () => {
  const { pix, server } = await setUp(
    { [list]: atFirst(answers(503, {}, { "retry-after": "50" }), gives([])) },
    { pacing: createPacing(), retry: false },
  );
  await failure(pix.webhooks.list());
  await pix.webhooks.list({ timeout: 5_000 });
  expect(server.to(list)).toHaveLength(2);
});

test("a window holds as many requests as the limit says", () => {
  const limits = keepLimits({ x: [3, 60] }, names);
  expect([1, 2, 3].map(() => limits.reserve("x"))).toEqual([0, 0, 0]);
  // A response to the first, while the others are under way.
  limits.observe("x", new Headers({ "x-ratelimit-remaining": "2" }));
  expect(limits.reserve("x")).toBeGreaterThan(59_000);
  expect(keepLimits({}, names).reserve("x")).toBe(0);
});

test("what other clients used of the limit counts", () => {
  const limits = keepLimits({ x: [100, 60] }, names);
  limits.reserve("x");
  limits.observe("x", new Headers({ "x-ratelimit-remaining": "0" }), undefined);
  expect(limits.reserve("x")).toBeGreaterThan(59_000);
  limits.observe("x", new Headers(), 3_600_000);
  expect(limits.reserve("x"), "no refusal lasts longer than a window").toBeLessThanOrEqual(60_000);
  useManualTime();
  const own = keepLimits({ x: [2, 60] }, names);
  for (const wait of [0, 10_000]) {
    own.reserve("x");
    vi.advanceTimersByTime(wait);
    own.observe("x", new Headers());
  }
  vi.advanceTimersByTime(49_000);
  expect(own.reserve("x"), "later responses move no end").toBe(1_000);
});
