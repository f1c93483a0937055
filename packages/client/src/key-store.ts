/** What is known of an idempotency key, with the call that has just begun. */
export interface KeyUse {
  /** Fingerprint of the request that the key belongs to. */
  request: string;
  /** Calls that have used the key with this request and did not take it back; 1 where this is the first. */
  calls: number;
  /** Those among them of which it is not known that nothing was done, this one included. */
  open: number;
}

/**
 * Where a client remembers which request each idempotency key belongs to. Each method has to be atomic: several processes
 * may share a store.
 */
export interface KeyStore {
  /**
   * A call with a key begins. Remembers the request, or counts a further call with the same request; where the key belongs
   * to another request, changes nothing. Returns what is known then.
   *
   * @param request fingerprint of the request: a text without personal data
   * @param until when the service forgets the key, in epoch milliseconds: the store may forget it then
   */
  begin(key: string, request: string, until: number): KeyUse | Promise<KeyUse>;
  /** A call has done nothing: counts it in neither `calls` nor `open`. The last one frees the key. Returns `open`. */
  withdraw(key: string): number | Promise<number>;
  /** The service has refused for good what the key stands for: nothing is pending. */
  settle(key: string): void | Promise<void>;
}

/** Keys with what is known of them, and when they may be forgotten. */
export type KnownKeys = Map<string, KeyUse & { until: number }>;

// Keys that are kept: the oldest go when there are too many.
const most = 10_000;

/** Remembers keys in memory, for as long as the process lives. @param known those that are known already; it is changed */
export function memoryKeyStore(known: KnownKeys = new Map()): KeyStore {
  return {
    begin(key, request, until) {
      const found = known.get(key);
      const use = found && found.until > Date.now() ? found : { request, calls: 0, open: 0, until };
      known.set(key, use);
      if (use.request === request) {
        use.calls++;
        use.open++;
      }
      // Many at once: a map steps over what was deleted from its front each time that it is read from there.
      if (known.size > most)
        for (const oldest of [...known.keys()].slice(0, most / 10)) known.delete(oldest);
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
