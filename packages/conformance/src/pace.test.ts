// Time passes as the tests say: calls within limits, tokens that are renewed, days of the ledger.
import { expect, test, vi } from "vitest";
import { ServerClock } from "./clock.ts";
import { Pace } from "./pace.ts";
import { nextDay } from "./pix/ledger.ts";
import { makeTokens } from "./tokens.ts";

const caller = { name: "first", apiKey: "k", apiSecret: "s" } as never;
const headers = ["remaining", "reset"].map((part) => ({ name: `X-${part}`, rateLimitPart: part }));
const operation = {
  id: "make",
  rateLimit: { limit: 2, window: 60, scope: ["apiKey"] },
  responses: [{ headers }],
} as never;

function open() {
  const time = { now: 1_000_000, passed: [] as number[] };
  const pass = async (by: number) => {
    time.passed.push(by);
    time.now += by;
  };
  const pace = new Pace({ now: () => time.now, pass } as never);
  const send = (given: Record<string, string> = {}) =>
    pace.inTurn(operation, caller, async () => {
      const response = { status: 200, headers: new Headers(given) };
      return { operation, receivedAt: time.now, response } as never;
    });
  return { time, pace, send };
}

test("the server's time is that of the fastest answer", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const delays = [4_000, 300, 2_000, 900, 1_000];
  const now = async () => {
    const ahead = Date.now() + 1_000_000;
    vi.setSystemTime(Date.now() + (delays.shift() ?? 0));
    return ahead;
  };
  const clock = new ServerClock({} as never, () => 0);
  await clock.read({ now } as never);
  expect(clock.now() - Date.now()).toBe(1_000_000 - 300);
});

test("a full window is waited for, and a second more, as clocks may differ", async () => {
  const { time, send } = open();
  for (let count = 0; count < 3; count++) await send();
  expect(time.passed).toEqual([61_000]);
});

test("what a response says is left takes room, and gives none back", async () => {
  const { pace, send } = open();
  await send({ "X-remaining": "2" });
  expect(pace.roomOf(operation, caller)).toBe(1);
  await send({ "X-remaining": "0" });
  expect(pace.roomOf(operation, caller)).toBe(0);
});

test.each([
  ["seconds", 1_800],
  ["milliseconds", 1_800_000],
])(
  "a token whose life is in %s is renewed two minutes early, once for all who ask",
  async (unit, lifetime) => {
    const issuer = { token: { token: "token", unit, lifetime, renewEarly: 60 } };
    let now = 0;
    let count = 0;
    const issue = async () => {
      count++;
      return { sentAt: now, response: { status: 200, json: { token: `t-${count}` } } };
    };
    const tokens = makeTokens(
      { operations: [issuer] } as never,
      { now: () => now },
      issue as never,
    );
    const ask = () => Promise.all([1, 2, 3].map(() => tokens.of(caller)));
    expect(await ask()).toEqual(["t-1", "t-1", "t-1"]);
    now = 1_679_999;
    expect(await ask()).toEqual(["t-1", "t-1", "t-1"]);
    now = 1_680_000;
    expect(await ask()).toEqual(["t-2", "t-2", "t-2"]);
  },
);

test.for<[(number | "reset")[], string]>([
  [[502, 200], "t"],
  [["reset", 504, 200], "t"],
  [[503, 503, 503, 200], "answered 503"],
  [[500, 200], "answered 500"],
])(
  "a token is asked for again if the request was lost on its way: %j",
  async ([given, outcome]) => {
    const issuer = { method: "POST", token: { token: "token", lifetime: 1800, unit: "seconds" } };
    const left = [...given];
    const issue = async () => {
      const status = left.shift();
      const request = { url: "" };
      if (status === "reset") return { request, isReset: true, failure: "ECONNRESET" };
      return { request, response: { status, headers: new Headers(), json: { token: "t" } } };
    };
    const tokens = makeTokens({ operations: [issuer] } as never, { now: () => 0 }, issue as never);
    const token = tokens.of(caller).catch(({ message }: Error) => message);
    expect(await token).toContain(outcome);
  },
);

test("the next day of a transfer begins at midnight of São Paulo", () => {
  const days = ["2026-03-10T02:59:59.999Z", "2026-03-10T03:00:00.000Z"].map((text) =>
    nextDay(Date.parse(text)),
  );
  expect(days.map((time) => new Date(time).toISOString())).toEqual([
    "2026-03-10T03:00:00.000Z",
    "2026-03-11T03:00:00.000Z",
  ]);
});

test.for([
  [1_059_999, 0],
  [1_060_000, 2],
] as const)(
  "a window that began at 1000000 and lasts 60000 has, at %d, room for %d",
  async ([now, room]) => {
    const { time, pace, send } = open();
    await send();
    await send();
    time.now = now;
    expect(pace.roomOf(operation, caller)).toBe(room);
  },
);

test("each caller has a window of its own in each operation; a limit of addresses counts all in one", async () => {
  const { pace } = open();
  const other = { name: "second", apiKey: "l", apiSecret: "s" } as never;
  const elsewhere = { ...(operation as object), id: "list" } as never;
  const ofAddress = {
    id: "login",
    rateLimit: { limit: 2, window: 60, scope: ["ip"] },
    responses: [],
  };
  const call = async () => ({ operation, receivedAt: 0, response: undefined }) as never;
  await pace.inTurn(operation, caller, call);
  await pace.inTurn(ofAddress as never, caller, call);
  expect([
    pace.roomOf(operation, caller),
    pace.roomOf(operation, other),
    pace.roomOf(elsewhere, caller),
    pace.roomOf(ofAddress as never, other),
  ]).toEqual([1, 2, 2, 1]);
});

test("a 429 has used the window up; a reset counts if it is in the next window", async () => {
  const { time, pace } = open();
  const send = (status: number, reset: number) =>
    pace.atOnce(operation, caller, async () => {
      const response = { status, headers: new Headers({ "X-reset": String(reset) }) };
      return { operation, receivedAt: time.now, response } as never;
    });
  await send(429, 1_030);
  expect(pace.roomOf(operation, caller)).toBe(0);
  time.now = 1_030_000;
  expect(pace.roomOf(operation, caller)).toBe(2);
  // More than a window and a second away: it is impossible, and ignored.
  await send(429, 1_092);
  time.now = 1_090_000;
  expect(pace.roomOf(operation, caller)).toBe(2);
});

test("a wait that the budget has no room for ends the run before it", async () => {
  const budget = { check: () => {}, left: 5_000, signal: AbortSignal.abort(new Error("waited")) };
  const clock = new ServerClock(budget as never, () => 0);
  await expect(clock.pass(5_001, "the end")).rejects.toThrow(
    "The budget has 5 s left; the end takes 6 s.",
  );
  await expect(clock.pass(5_000, "the end")).rejects.toThrow("waited");
});

test("a call at the end of a window begins the next one", async () => {
  const { time, pace, send } = open();
  await send();
  await send();
  time.now += 60_000;
  await pace.atOnce(operation, caller, async () => ({ operation, receivedAt: time.now }) as never);
  expect(pace.roomOf(operation, caller)).toBe(1);
});

test.for([
  [60_999, "counts"],
  [61_000, "counts"],
  [61_001, "is impossible"],
] as const)("a reset %d ms after the response that names it %s", async ([before, outcome]) => {
  const { time, pace } = open();
  const reset = 1_091_000;
  await pace.atOnce(operation, caller, async () => {
    const response = { status: 429, headers: new Headers({ "X-reset": String(reset / 1000) }) };
    return { operation, receivedAt: reset - before, response } as never;
  });
  // An impossible reset leaves the window's own end, 60 s after its first request.
  time.now = 1_060_000;
  expect(pace.roomOf(operation, caller)).toBe(outcome === "counts" ? 0 : 2);
  time.now = reset;
  expect(pace.roomOf(operation, caller)).toBe(2);
});

test("a fresh window is waited for, and a second more; it is young for its first quarter", async () => {
  const { time, pace, send } = open();
  await pace.untilFresh(operation, caller);
  expect([time.passed, pace.isYoung(operation, caller)]).toEqual([[], false]);
  await send();
  expect(pace.isYoung(operation, caller)).toBe(true);
  time.now += 14_999;
  expect(pace.isYoung(operation, caller)).toBe(true);
  time.now += 1;
  expect(pace.isYoung(operation, caller)).toBe(false);
  await pace.untilFresh(operation, caller);
  expect([time.passed, pace.roomOf(operation, caller)]).toEqual([[46_000], 2]);
});
