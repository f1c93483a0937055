/** A store's knowledge of an idempotency key, including the call that has just begun. */
export interface KeyUse {
  /** Fingerprint of the request that the key belongs to. */
  request: string;
  /** Calls that used the key with this request and did not withdraw it; 1 for the first. */
  calls: number;
  /** Those of them that may have done something, this one included. */
  open: number;
}

/**
 * Where a client remembers which request each idempotency key belongs to. Each method has to be atomic: several processes
 * may share a store.
 */
export interface KeyStore {
  /**
   * A call with a key begins. Remembers the request, or counts a further call with the same request. Changes nothing if
   * the key belongs to another request. Returns the key's record.
   *
   * @param request fingerprint of the request: a string without personal data
   * @param until when the service forgets the key, in epoch milliseconds: the store may forget it then
   */
  begin(key: string, request: string, until: number): KeyUse | Promise<KeyUse>;
  /** A call did nothing: removes it from `calls` and `open`. The last one frees the key. Returns `open`. */
  withdraw(key: string): number | Promise<number>;
  /** The service refused the request of the key for good: nothing is pending. */
  settle(key: string): void | Promise<void>;
}

/** Known keys, each with the time when it may be forgotten. */
export type KnownKeys = Map<string, KeyUse & { until: number }>;

// When there are more, the oldest are removed.
const maxKeys = 10_000;
const removedAtOnce = 1_000;

/** Remembers keys in memory, for as long as the process lives. @param known those that are known already; it is changed */
export function memoryKeyStore(known: KnownKeys = new Map()): KeyStore {
  return {
    begin(key, request, until) {
      const found = known.get(key);
      const use = found && found.until > Date.now() ? found : { request, calls: 0, open: 0, until };
      known.set(key, use);
      if (use.request === request) {
        use.calls += 1;
        use.open += 1;
      }
      // Many at once: reading the front of a map steps over every entry that was deleted there.
      if (known.size > maxKeys) {
        for (const oldest of [...known.keys()].slice(0, removedAtOnce)) known.delete(oldest);
      }
      return { ...use };
    },
    withdraw(key) {
      const use = known.get(key);
      if (!use) return 0;
      use.calls -= 1;
      if (use.calls <= 0) known.delete(key);
      use.open = Math.max(0, use.open - 1);
      return use.open;
    },
    settle(key) {
      const use = known.get(key);
      if (use) use.open = 0;
    },
  };
}
