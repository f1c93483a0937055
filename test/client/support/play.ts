// Callers who follow the guide to the letter pay for one thing, on a schedule of faults.
import { vi } from "vitest";
import {
  createPixClient,
  type Outcome,
  type PixClient,
  PixError,
} from "../../../generated/client/src/index.ts";
import { credentials } from "./client.ts";
import { type Fate, type Repeats, sleep, TruthfulService } from "./truthful-service.ts";

/** What happens, and who acts. */
export interface Schedule {
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

/** What a call said, and when. */
export interface Claim {
  call: string;
  client: PixClient;
  key: string;
  /** `paid` with the id of what was paid, or the outcome of the error. */
  said: Outcome | "paid";
  id?: string;
  /** The first call with its key was this client's, and so were all others. */
  alone: boolean;
}

/** Lets callers who follow the guide pay for one thing. Resolves with what they heard, once nothing moves any more. */
export async function play({
  options,
  timeout,
  restarts,
  workers,
  pauses,
  ownKey,
  ...rest
}: Schedule) {
  const service = new TruthfulService(rest.fates, rest.repeats);
  const claims: Claim[] = [];
  const users = new Map<string, Set<PixClient>>();
  /** The caller's own store, which survives a crash: the key with its payment, and since when it is used. */
  const store = {
    key: "payout-1-1",
    number: 1,
    since: undefined as number | undefined,
    over: false,
  };
  const makeClient = (alive: () => boolean): PixClient =>
    createPixClient({
      baseUrl: "https://pix.example",
      ...credentials,
      retry: options,
      timeout,
      // A crashed program sends nothing more; requests that were sent go on.
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
      calls += 1;
      const call = `call-${calls}`;
      users.set(key, (users.get(key) ?? new Set()).add(client));
      // A key of the client's own is for those who neither crash nor share the work.
      const given =
        ownKey || workers.length > 1 || workers.some(({ crash }) => crash !== undefined);
      const claim = await client.transfers
        .create(
          { pixKey: "a@example.com", amount: 100, description: "payout-1" },
          { headers: { "x-call": call }, ...(given && { idempotencyKey: key }) },
        )
        .withResponse()
        .then(
          ({ data, idempotencyKey = "" }) => ({
            said: "paid" as const,
            id: data.id,
            key: idempotencyKey,
            code: "",
          }),
          (error: unknown) => {
            if (!(error instanceof PixError)) throw error;
            const {
              outcome,
              idempotencyKey = "",
              code = "",
            } = error as PixError & { code?: string };
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
        // Money is there now: another attempt, under a new key, by the first process that stores it.
        Object.assign(store, {
          number: store.number + 1,
          key: `payout-1-${store.number + 1}`,
          since: undefined,
        });
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

/** One call of a caller with one worker; with more pauses than none, one call more for each. */
export function playOne(fates: Fate[], more: Partial<Schedule> = {}): ReturnType<typeof play> {
  const options = { attempts: 4, attemptTimeout: 1_000, firstDelay: 10, maxDelay: 100 };
  const workers = [{ start: 0, crash: undefined, shares: true }];
  const usual = {
    repeats: "replays" as const,
    restarts: [],
    timeout: 30_000,
    pauses: [],
    ownKey: true,
  };
  return play({ fates, options, workers, ...usual, ...more });
}

/** Every claim that is not true. */
export function untruths({ service, claims }: Awaited<ReturnType<typeof play>>): string[] {
  const { payments, reached } = service;
  const wrong = claims.flatMap(({ said, key, call, id, alone }): string[] => {
    const under = payments.filter((payment) => payment.key === key);
    if (said === "paid" && (under.length !== 1 || under[0]?.id !== id))
      return [`${call}: paid, ${under.length} times`];
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
