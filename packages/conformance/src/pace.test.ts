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

test("the next day of a transfer begins at midnight of São Paulo", () => {
  const days = ["2026-03-10T02:59:59.999Z", "2026-03-10T03:00:00.000Z"].map((text) =>
    nextDay(Date.parse(text)),
  );
  expect(days.map((time) => new Date(time).toISOString())).toEqual([
    "2026-03-10T03:00:00.000Z",
    "2026-03-11T03:00:00.000Z",
  ]);
});
