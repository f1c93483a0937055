// Stores on Redis or Valkey, for any number of processes: each step is one script, one round trip. Times are the server's,
// in epoch milliseconds.
import { randomUUID } from "node:crypto";
import type {
  IdempotencyStore,
  IdempotentOutcome,
  IdempotentRequest,
  StoredResponse,
  Work,
} from "../idempotency/idempotency.ts";
import type { RateLimitHit, RateLimitState, RateLimitStore } from "../limits/rate-limit.ts";
import { clearInterval, setInterval } from "../timers.ts";

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
  if resetsAt and tonumber(resetsAt) > tonumber(ARGV[1]) then
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
    const counted = await this.client.eval(hit, 1, name, now, now + window, window + clockMargin);
    const [count, resetsAt] = counted as [number, string];
    return { count: Number(count), resetsAt: Number(resetsAt) };
  }
}

/** Milliseconds for which a key is held without a sign of life from the process that works on it. */
const keyLease = 30_000;

/** Returns the record of a key, or holds the key for the caller, with the time of Redis in microseconds as fencing token. */
const claimScript = `
  local held = redis.call('hmget', KEYS[1], 'fingerprint', 'status', 'body')
  if held[1] then return held end
  redis.call('hset', KEYS[1], 'fingerprint', ARGV[1], 'owner', ARGV[2])
  redis.call('pexpire', KEYS[1], ARGV[3])
  local time = redis.call('time')
  return string.format('%d%06d', time[1], time[2])`;

const owns = `if redis.call('hget', KEYS[1], 'owner') == ARGV[1] then return 1 end return 0`;
/** Each does its work as long as the caller still holds the key. */
const renew = `if redis.call('hget', KEYS[1], 'owner') == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) end`;
const release = `if redis.call('hget', KEYS[1], 'owner') == ARGV[1] then redis.call('del', KEYS[1]) end`;
const rememberScript = `
  local held = redis.call('hmget', KEYS[1], 'owner', 'status')
  if held[2] or (held[1] and held[1] ~= ARGV[1]) then return end
  redis.call('del', KEYS[1])
  redis.call('hset', KEYS[1], 'fingerprint', ARGV[2], 'status', ARGV[3], 'body', ARGV[4])
  redis.call('pexpire', KEYS[1], ARGV[5])`;

/** The `transaction` of a handler: its hold of the key, which Redis may end. */
export interface RedisHold {
  /**
   * Grows from holder to holder of a key: a service that refuses a smaller one than it has seen refuses a holder that lost
   * its hold.
   */
  readonly fencingToken: number;
  /** Whether the key is still held for this request, to ask right before an irreversible step. */
  isHeld(): Promise<boolean>;
}

/**
 * Remembers responses. A key is held while its first request runs; a second one is refused meanwhile. There is no
 * transaction: if a process dies after its work and before the response is remembered, or stands still for 30 seconds, the
 * key is free again, and a repeat runs the handler again. A handler that stood still finds out by its `RedisHold`. If money moves,
 * use a store on the database that it moves in.
 */
export class RedisIdempotencyStore extends RedisStore implements IdempotencyStore<RedisHold> {
  async run<Result>(
    { id, fingerprint, now, expiresAt }: IdempotentRequest,
    work: (transaction: RedisHold) => Promise<Work<Result>>,
  ): Promise<IdempotentOutcome<Result>> {
    const key = `contract:idempotency:${id}`;
    const owner = randomUUID();
    const held = (await this.client.eval(claimScript, 1, key, fingerprint, owner, keyLease)) as
      | (string | null)[]
      | string;
    if (Array.isArray(held)) return readOutcome(held, fingerprint);
    const hold: RedisHold = {
      fencingToken: Number(held),
      isHeld: async () => (await this.client.eval(owns, 1, key, owner)) === 1,
    };
    // A connection that fails now is noticed when the response is to be remembered.
    const timer = setInterval(() => {
      this.client.eval(renew, 1, key, owner, keyLease).catch(() => {});
    }, keyLease / 3);
    let kept: StoredResponse | undefined;
    try {
      const { result, keep } = await work(hold);
      if (keep) {
        const { status, body } = keep;
        await this.client.eval(
          rememberScript,
          1,
          key,
          owner,
          fingerprint,
          status,
          body,
          Math.max(1, expiresAt - now),
        );
        kept = keep;
      }
      return { kind: "ran", result };
    } finally {
      clearInterval(timer);
      if (!kept) await this.client.eval(release, 1, key, owner).catch(() => {});
    }
  }
}

function readOutcome(
  [held, status, body]: (string | null)[],
  fingerprint: string,
): IdempotentOutcome<never> {
  if (held !== fingerprint) return { kind: "conflict" };
  if (status === null || status === undefined) return { kind: "running", retryAfter: 1 };
  return { kind: "replayed", response: { status: Number(status), body: body ?? "" } };
}
