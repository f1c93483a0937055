// What the client says about money, against a service that knows what it did.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPixClient, type Outcome, type PixClient, PixError } from "../../../generated/client/src/index.ts";
import { credentials } from "../support/client.ts";
import { type Fate, type Repeats, TruthfulService, well } from "../support/truthful-service.ts";

/** Schedules that are tried: some hundreds in every run of the tests, `CLIENT_SCHEDULES` of them in the deep one. */
const schedules = Number(process.env.CLIENT_SCHEDULES ?? 300);
const seed = Number(process.env.CLIENT_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Most requests fare well in most ways, so that schedules get far. */
const usually = <T>(value: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: others.length, arbitrary: fc.constant(value) },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
  );
const fate: fc.Arbitrary<Fate> = fc.record({
  late: fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 50 }) }, { weight: 1, arbitrary: fc.nat({ max: 20_000 }) }),
  arrives: usually<Fate["arrives"]>("yes", "no connection", "lost", "gateway"),
  door: usually<Fate["door"]>(
    "open",
    "token refused",
    "token refused in new words",
    "token refused by a gateway",
    "limit",
  ),
  runs: fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 50 }) }, { weight: 1, arbitrary: fc.nat({ max: 20_000 }) }),
  end: usually<Fate["end"]>("paid", "no balance", "rolled back"),
  response: usually<Fate["response"]>("comes", "reset", "read fails", "half", "hangs", "gateway", "without an id"),
  gateway: fc.record({
    status: fc.constantFrom(
      302,
      400,
      401,
      402,
      403,
      404,
      405,
      408,
      409,
      410,
      413,
      415,
      421,
      422,
      426,
      429,
      431,
      451,
      500,
      502,
      503,
      504,
    ),
    html: fc.boolean(),
  }),
});
interface Schedule {
  fates: Fate[];
  repeats: Repeats;
  options: { attempts: number; attemptTimeout: number; firstDelay: number; maxDelay: number };
  timeout: number;
  /** Milliseconds after which the service restarts. */
  restarts: number[];
  /** Who pursues the payment: workers with a client of their own or one for all; after how long each one crashes. */
  workers: { start: number; crash: number | undefined; shares: boolean }[];
  /** Milliseconds between the calls of a worker. */
  pauses: number[];
  ownKey: boolean;
}
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
  pauses: fc.array(fc.oneof(fc.nat({ max: 5_000 }), fc.nat({ max: 5 * 3_600_000 })), { minLength: 1, maxLength: 4 }),
  ownKey: fc.boolean(),
});

/** What a call said, and when. */
interface Claim {
  call: string;
  client: PixClient;
  key: string;
  /** `paid` with the id of what was paid, or the outcome of the error. */
  said: Outcome | "paid";
  id?: string;
  /** The first call with its key was this client's, and so were all others. */
  alone: boolean;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Lets callers who follow the guide pay for one thing. Resolves with what they heard, once nothing moves any more. */
async function play({ options, timeout, restarts, workers, pauses, ownKey, ...rest }: Schedule) {
  const service = new TruthfulService(rest.fates, rest.repeats);
  const claims: Claim[] = [];
  const users = new Map<string, Set<PixClient>>();
  /** The caller's own store, which survives a crash: the key beside what is paid for, and since when it is used. */
  const store = { key: "payout-1-1", number: 1, since: undefined as number | undefined, over: false };
  const makeClient = (alive: () => boolean): PixClient =>
    createPixClient({
      baseUrl: "https://pix.example",
      ...credentials,
      retry: options,
      timeout,
      // Who has crashed sends nothing more; what was sent goes its way.
      fetch: (url, init) => (alive() ? service.fetch(url, init) : new Promise(() => {})),
    });
  const shared = makeClient(() => true);
  let calls = 0;

  const work = async (client: PixClient, alive: () => boolean): Promise<void> => {
    for (const pause of [...pauses, 0]) {
      if (store.over || !alive()) return;
      // A key that may be forgotten soon is not sent again: wait for the notification, then ask the provider.
      store.since ??= Date.now();
      if (Date.now() - store.since > 20 * 3_600_000) return;
      const { key } = store;
      const call = `call-${++calls}`;
      users.set(key, (users.get(key) ?? new Set()).add(client));
      // A key of the client's own is for those who neither crash nor share the work.
      const given = ownKey || workers.length > 1 || workers.some(({ crash }) => crash !== undefined);
      const claim = await client.transfers
        .create(
          { pixKey: "a@example.com", amount: 100, description: "payout-1" },
          { headers: { "x-call": call }, ...(given && { idempotencyKey: key }) },
        )
        .withResponse()
        .then(
          ({ data, idempotencyKey = "" }) => ({ said: "paid" as const, id: data.id, key: idempotencyKey, code: "" }),
          (error: unknown) => {
            if (!(error instanceof PixError)) throw error;
            const { outcome, idempotencyKey = "", code = "" } = error as PixError & { code?: string };
            return { said: outcome, key: idempotencyKey, code };
          },
        );
      if (!alive()) return;
      const alone = users.get(key)?.size === 1;
      claims.push({ ...claim, call, client, alone });
      if (claim.said === "paid") store.over = true;
      // Without a key of their own, callers keep the one that the error names.
      if (!given) Object.assign(store, { key: claim.key });
      if (claim.said === "refused" && store.key === (given ? key : claim.key))
        // Money is there now: another attempt, under a new key, by whoever is first to store it.
        Object.assign(store, { number: store.number + 1, key: `payout-1-${store.number + 1}`, since: undefined });
      // Seen before, and no more than that: the notification will tell.
      if (claim.said === "unknown" && claim.code === "DUPLICATE_IDEMPOTENCY_KEY") return;
      if (!given) return;
      await sleep(pause);
    }
  };
  for (const time of restarts) setTimeout(() => service.restart(), time);
  for (const { start, crash, shares } of workers) {
    let alive = true;
    const client = shares ? shared : makeClient(() => alive);
    setTimeout(() => void work(client, () => alive), start);
    if (crash !== undefined)
      setTimeout(() => {
        alive = false;
        if (!store.over)
          setTimeout(
            () =>
              void work(
                makeClient(() => true),
                () => true,
              ),
            1_000,
          );
      }, start + crash);
  }
  await vi.advanceTimersByTimeAsync(3 * 86_400_000);
  return { service, claims };
}

/** Every claim that is not true. */
function untruths({ service, claims }: Awaited<ReturnType<typeof play>>): string[] {
  const { payments, reached } = service;
  const wrong = claims.flatMap(({ said, key, call, id, alone }): string[] => {
    const under = payments.filter((payment) => payment.key === key);
    if (said === "paid" && (under.length !== 1 || under[0]?.id !== id)) return [`${call}: paid, ${under.length} times`];
    if (said === "refused" && under.length > 0) return [`${call}: refused, and paid`];
    if (said === "not-sent" && reached.has(call)) return [`${call}: not sent, and seen`];
    if (said === "not-sent" && alone && under.length > 0) {
      const before = claims.findIndex((claim) => claim.call === call);
      // What a later call pays is no untruth of this one.
      const earlier = new Set(claims.slice(0, before).map((claim) => claim.call));
      const paidBefore = under.some((payment) => earlier.has(payment.call));
      if (paidBefore) return [`${call}: not sent, and paid by an earlier call of the same client`];
    }
    return [];
  });
  return payments.length > 1 ? [...wrong, `paid ${payments.length} times`] : wrong;
}

test(`nobody pays twice, and what the client says is so (seed ${seed})`, { timeout: 900_000 }, async () => {
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
    expect(heard[said], said).toBeGreaterThan(schedules / 30);
  console.info(`${schedules} schedules, seed ${seed}:`, heard);
});

/** Faults that were found, or seeded by hand: what the client said of each once was wrong. */
const gateway = (status: number, html = false): Fate => ({ ...well, arrives: "gateway", gateway: { status, html } });
const paidAndLost: Fate = { ...well, response: "reset" };
const cases: [name: string, fates: Fate[], said: Claim["said"], payments: number, repeats?: Repeats][] = [
  ["nothing goes wrong", [well], "paid", 1],
  ["no balance", [{ ...well, end: "no balance" }], "refused", 0],
  ["a connection that cannot be made", Array(9).fill({ ...well, arrives: "no connection" }), "not-sent", 0],
  ["a connection that breaks after it is paid, then a gateway's page", [paidAndLost, gateway(404, true)], "unknown", 1],
  ...[400, 405, 410, 413, 415, 421, 426, 431, 451].map((status): (typeof cases)[number] => [
    `a connection that breaks after it is paid, then an empty ${status}`,
    [paidAndLost, gateway(status)],
    "unknown",
    1,
  ]),
  ["a gateway's page alone", [gateway(404, true)], "unknown", 0],
  ["a lost response, and a service that answers every repeat with 409", [paidAndLost], "unknown", 1, "conflicts"],
  [
    "a lost refusal, and a service that answers every repeat with 409",
    [{ ...well, end: "no balance", response: "reset" }],
    "unknown",
    0,
    "conflicts",
  ],
  ["a lost refusal that is kept", [{ ...well, end: "no balance", response: "reset" }], "refused", 0],
  ["a first request that still runs", [{ ...well, runs: 6_000, response: "hangs" }], "paid", 1],
  [
    "a first request that still runs, and is refused",
    [{ ...well, runs: 6_000, response: "hangs", end: "no balance" }],
    "refused",
    0,
  ],
  ["reading that fails after it is paid", Array(9).fill({ ...well, response: "read fails" }), "unknown", 1],
  [
    "a refused token after a lost response",
    [paidAndLost, ...Array(9).fill({ ...well, door: "token refused" })],
    "unknown",
    1,
  ],
  ["a limit after a lost response", [paidAndLost, ...Array(9).fill({ ...well, door: "limit" })], "unknown", 1],
  ["a success without an id", Array(9).fill({ ...well, response: "without an id" }), "unknown", 1],
];
test.each(cases)("%s", async (_name, fates, said, payments, repeats = "replays") => {
  const options = { attempts: 4, attemptTimeout: 1_000, firstDelay: 10, maxDelay: 100 };
  const workers = [{ start: 0, crash: undefined, shares: true }];
  const played = await play({
    fates,
    repeats,
    options,
    timeout: 30_000,
    restarts: [],
    workers,
    pauses: [],
    ownKey: true,
  });
  expect(untruths(played)).toEqual([]);
  expect(played.claims.map((claim) => claim.said)).toEqual([said]);
  expect(played.service.payments).toHaveLength(payments);
});

test("another call with a key whose first call is open says no more than the first", async () => {
  const later: [Fate, Claim["said"]][] = [
    [{ ...well, arrives: "no connection" }, "unknown"],
    [{ ...well, door: "token refused" }, "unknown"],
    [gateway(400), "unknown"],
    [well, "paid"],
  ];
  for (const [second, said] of later) {
    const options = { attempts: 1, attemptTimeout: 1_000, firstDelay: 10, maxDelay: 100 };
    const workers = [{ start: 0, crash: undefined, shares: true }];
    const fates = [paidAndLost, ...Array(2).fill(second)];
    const played = await play({
      fates,
      repeats: "replays",
      options,
      timeout: 5_000,
      restarts: [],
      workers,
      pauses: [10],
      ownKey: true,
    });
    expect(played.claims.map((claim) => claim.said)).toEqual(["unknown", said]);
    expect(untruths(played)).toEqual([]);
  }
});
