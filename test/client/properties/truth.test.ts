// What the client says about money, against a service that knows what it did.
import fc from "fast-check";
import { expect, test } from "vitest";
import { useFakeTime } from "../../support/time.ts";
import { type Claim, play, playOne, type Schedule, untruths } from "../support/play.ts";
import { type Fate, type Lie, lies, type Repeats, well } from "../support/truthful-service.ts";

/** Schedules that are tried: a thousand in every run of the tests, `CLIENT_SCHEDULES` of them in the deep one. */
const schedules = Number(process.env.CLIENT_SCHEDULES ?? 1000);
const seed = Number(process.env.CLIENT_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Most requests fare well in most ways, so that schedules get far. */
const usually = <T>(value: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: others.length, arbitrary: fc.constant(value) },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
  );
const fate: fc.Arbitrary<Fate> = fc.record({
  late: fc.oneof(
    { weight: 3, arbitrary: fc.nat({ max: 50 }) },
    { weight: 1, arbitrary: fc.nat({ max: 20_000 }) },
  ),
  arrives: usually<Fate["arrives"]>("yes", "no connection", "lost", "gateway"),
  gate: usually<Fate["gate"]>(
    "open",
    "token refused",
    "token refused in new words",
    "token refused by a gateway",
    "limit",
  ),
  runs: fc.oneof(
    { weight: 3, arbitrary: fc.nat({ max: 50 }) },
    { weight: 1, arbitrary: fc.nat({ max: 20_000 }) },
  ),
  end: usually<Fate["end"]>("paid", "no balance", "rolled back"),
  response: usually<Fate["response"]>(
    "comes",
    "reset",
    "read fails",
    "half",
    "hangs",
    "gateway",
    "without an id",
  ),
  // One answer in three.
  lie: fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(lies) as Lie[])) },
  ),
  gateway: fc.record({
    status: fc.oneof(fc.integer({ min: 300, max: 511 }), fc.constantFrom(401, 408, 409, 429, 502)),
    html: fc.boolean(),
  }),
});
const schedule: fc.Arbitrary<Schedule> = fc.record({
  fates: fc.array(fate, { minLength: 1, maxLength: 14 }),
  repeats: fc.constantFrom<Repeats>("replays", "conflicts"),
  options: fc.record({
    attempts: fc.integer({ min: 1, max: 5 }),
    attemptTimeout: fc.integer({ min: 10, max: 10_000 }),
    firstDelay: fc.integer({ min: 1, max: 500 }),
    maxDelay: fc.integer({ min: 1, max: 4_000 }),
  }),
  timeout: fc.integer({ min: 10, max: 40_000 }),
  restarts: fc.array(fc.nat({ max: 60_000 }), { maxLength: 2 }),
  workers: fc.array(
    fc.record({
      start: fc.oneof(fc.constant(0), fc.nat({ max: 30_000 })),
      crash: fc.option(fc.nat({ max: 30_000 }), { nil: undefined }),
      shares: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  pauses: fc.array(fc.oneof(fc.nat({ max: 5_000 }), fc.nat({ max: 5 * 3_600_000 })), {
    minLength: 1,
    maxLength: 4,
  }),
  ownKey: fc.boolean(),
});

useFakeTime();

test(`no double payments, and each statement of the client is true (seed ${seed})`, {
  timeout: 900_000,
}, async () => {
  const heard: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(schedule, async (one) => {
      const played = await play(one);
      for (const { said } of played.claims) heard[said] = (heard[said] ?? 0) + 1;
      expect(untruths(played)).toEqual([]);
    }),
    { numRuns: schedules, seed },
  );
  // A client that knows nothing would tell no lies either.
  for (const said of ["paid", "refused", "not-sent", "unknown"])
    expect(heard[said], said).toBeGreaterThan(schedules / 50);
  console.info(`${schedules} schedules, seed ${seed}:`, heard);
});

const gateway = (status: number): Fate => ({
  ...well,
  arrives: "gateway",
  gateway: { status, html: false },
});
const paidAndLost: Fate = { ...well, response: "reset" };

test("another call with a key whose first call is open says no more than the first", async () => {
  const later: [Fate, Claim["said"]][] = [
    [{ ...well, arrives: "no connection" }, "unknown"],
    [{ ...well, gate: "token refused" }, "unknown"],
    [gateway(400), "unknown"],
    [well, "paid"],
  ];
  for (const [second, said] of later) {
    const played = await playOne([paidAndLost, ...Array(2).fill(second)], {
      options: { attempts: 1, attemptTimeout: 1_000, firstDelay: 10, maxDelay: 100 },
      pauses: [10],
    });
    expect(played.claims.map((claim) => claim.said)).toEqual(["unknown", said]);
    expect(untruths(played)).toEqual([]);
  }
});
