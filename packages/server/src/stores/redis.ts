// Stores on Redis or Valkey, for any number of processes: each step is one script, one round trip. Times are the server's,
// in epoch milliseconds. Every script may be sent again: a client that lost its connection cannot know whether it ran.
import { randomUUID } from "node:crypto";
import {
  type IdempotencyStore,
  type IdempotentOutcome,
  type IdempotentRequest,
  isAfterWork,
  type Work,
} from "../idempotency/idempotency.ts";
import type { RateLimitHit, RateLimitState, RateLimitStore } from "../limits/rate-limit.ts";
import { sleep } from "../timers.ts";

/** The client that the stores need: ioredis or iovalkey. Its `keyPrefix` stands in front of every key, `contract:…`. */
export interface RedisClient {
  eval(
    script: string,
    numberOfKeys: number,
    ...keysAndArguments: (string | number)[]
  ): Promise<unknown>;
}

/** Milliseconds that a window is kept longer than it lasts: the clocks of servers differ. */
const clockMargin = 60_000;

const hit = `
  local resetsAt = redis.call('hget', KEYS[1], 'resetsAt')
  local ends = tonumber(resetsAt or 0)
  if ends > tonumber(ARGV[1]) and ends <= tonumber(ARGV[4]) then
    return { redis.call('hincrby', KEYS[1], 'count', 1), resetsAt }
  end
  redis.call('hset', KEYS[1], 'count', 1, 'resetsAt', ARGV[2])
  redis.call('pexpire', KEYS[1], ARGV[3])
  return { 1, ARGV[2] }`;

class RedisStore {
  protected readonly client: RedisClient;

  constructor(client: RedisClient) {
    this.client = client;
  }
}

/** Counts in a hash for each window: two servers never get the same count. */
export class RedisRateLimitStore extends RedisStore implements RateLimitStore {
  async hit({ key, window, now }: RateLimitHit): Promise<RateLimitState> {
    const name = `contract:limit:${key}`;
    const counted = await this.client.eval(
      hit,
      1,
      name,
      now,
      now + window,
      window + clockMargin,
      now + 2 * window,
    );
    const [count, resetsAt] = counted as [number, string];
    return { count: Number(count), resetsAt: Number(resetsAt) };
  }
}

/** Seconds for which a key without a response counts as running; afterwards its outcome is unknown. */
const runningTime = 60;

/** Milliseconds for which a key without a response is held at least, however short its retention. */
const minimumHold = 3_600_000;

/** Milliseconds between two tries to end a hold. */
const retryTime = 500;

/** Returns the record of a key and its age in seconds, or holds the key, with the time of Redis in microseconds as fencing token. */
const claimScript = `
  local time = redis.call('time')
  local held = redis.call('hmget', KEYS[1], 'fingerprint', 'owner', 'since', 'status', 'body')
  if held[1] and held[2] ~= ARGV[2] then
    return { held[1], held[3] and time[1] - held[3] or 0, held[4], held[5] }
  end
  redis.call('hset', KEYS[1], 'fingerprint', ARGV[1], 'owner', ARGV[2], 'since', time[1])
  redis.call('pexpire', KEYS[1], ARGV[3])
  return string.format('%d%06d', time[1], time[2])`;

const owns = `if redis.call('hget', KEYS[1], 'owner') == ARGV[1] then return 1 end return 0`;
const release = `if redis.call('hget', KEYS[1], 'owner') == ARGV[1] then redis.call('del', KEYS[1]) end`;
const rememberScript = `
  local held = redis.call('hmget', KEYS[1], 'fingerprint', 'owner')
  if held[1] and held[2] ~= ARGV[1] then return end
  redis.call('del', KEYS[1])
  redis.call('hset', KEYS[1], 'fingerprint', ARGV[2], 'status', ARGV[3], 'body', ARGV[4])
  redis.call('pexpire', KEYS[1], ARGV[5])`;

/** The `transaction` of a handler: its hold of the key, which Redis may lose with its data. */
export interface RedisHold {
  /**
   * Grows from holder to holder of a key, unless the clock of Redis goes back: a service that refuses a smaller one than it
   * has seen refuses a holder that lost its hold.
   */
  readonly fencingToken: number;
  /** Whether the key is still held for this request, to check right before an irreversible step. */
  isHeld(): Promise<boolean>;
}

/**
 * Remembers responses. A key is held from before the handler runs until its response is remembered, or until the handler
 * refuses or throws: both mean that it did nothing. If Redis fails in between, the hold stays, and the process tries again
 * until the response is remembered. There is no transaction: if the process dies meanwhile, it is unknown what the
 * handler did, and the key is in conflict until its retention ends. No handler runs twice unless Redis loses its data.
 */
export class RedisIdempotencyStore extends RedisStore implements IdempotencyStore<RedisHold> {
  async run<Result>(
    { id, fingerprint, now, expiresAt }: IdempotentRequest,
    work: (transaction: RedisHold) => Promise<Work<Result>>,
  ): Promise<IdempotentOutcome<Result>> {
    const key = `contract:idempotency:${id}`;
    const owner = randomUUID();
    const retention = Math.max(1, expiresAt - now);
    const end = (script: string, ...given: (string | number)[]): Promise<void> =>
      this.#endHold(retention, [script, 1, key, owner, ...given]);
    const free = (): Promise<void> => end(release).catch(() => {});

    const held = await this.#claim(
      [key, fingerprint, owner, Math.max(retention, minimumHold)],
      free,
    );
    if (Array.isArray(held)) return readOutcome(held, fingerprint);

    let done: Work<Result>;
    try {
      done = await work({
        fencingToken: Number(held),
        isHeld: async () => (await this.client.eval(owns, 1, key, owner)) === 1,
      });
    } catch (failure) {
      if (!isAfterWork(failure)) await free();
      throw failure;
    }
    const { result, keep } = done;
    if (keep) await end(rememberScript, fingerprint, keep.status, keep.body, retention);
    else await free();
    return { kind: "ran", result };
  }

  /** Holds a key, or returns its record. @param free called if that fails: it may have taken effect */
  async #claim(given: (string | number)[], free: () => Promise<void>): Promise<string | KeyRecord> {
    try {
      return (await this.client.eval(claimScript, 1, ...given)) as string | KeyRecord;
    } catch (failure) {
      void free();
      throw failure;
    }
  }

  /**
   * Ends a hold. If that fails, further tries follow in the background until one succeeds.
   *
   * @param time milliseconds for which that has a point
   * @throws the failure of the first try
   */
  async #endHold(time: number, command: Parameters<RedisClient["eval"]>): Promise<void> {
    try {
      await this.client.eval(...command);
    } catch (failure) {
      void this.#retry(performance.now() + time, command);
      throw failure;
    }
  }

  async #retry(until: number, command: Parameters<RedisClient["eval"]>): Promise<void> {
    while (performance.now() < until) {
      await sleep(retryTime, undefined, { ref: false });
      try {
        await this.client.eval(...command);
        return;
      } catch {}
    }
  }
}

/** A key that is held or whose response is remembered. */
type KeyRecord = [fingerprint: string, age: number, status: string | null, body: string | null];

function readOutcome(
  [held, age, status, body]: KeyRecord,
  fingerprint: string,
): IdempotentOutcome<never> {
  if (held !== fingerprint) return { kind: "conflict" };
  if (status !== null)
    return { kind: "replayed", response: { status: Number(status), body: body ?? "" } };
  // The clock of Redis may have gone back meanwhile.
  return Math.abs(age) < runningTime ? { kind: "running", retryAfter: 1 } : { kind: "conflict" };
}
