/** What is known of the requests that carried one idempotency key; of one call, where there is no key. */
export interface KeyRecord {
  /** Attempts that the service may have carried out: no response has settled them. */
  open: Set<object>;
  /** Calls that use the record now. */
  calls: number;
}

/** The records of a client. Calls with the same key share one: what one leaves open, none of them may deny. */
export interface KeyRecords {
  /** The record of a key, for a call that begins. */
  enter(key: string | undefined): KeyRecord;
  /** Ends a call's use of a record. */
  leave(key: string | undefined, record: KeyRecord): void;
}

// Records of keys whose requests are open, or were carried out, are kept: the oldest go when there are too many.
const most = 10_000;

/** Keeps the records of a client, in memory. */
export function createKeyRecords(): KeyRecords {
  const records = new Map<string, KeyRecord>();
  return {
    enter(key) {
      const record = (key !== undefined && records.get(key)) || { open: new Set(), calls: 0 };
      record.calls++;
      if (key !== undefined) records.set(key, record);
      return record;
    },
    leave(key, record) {
      record.calls--;
      if (key === undefined) return;
      if (record.calls === 0 && record.open.size === 0) records.delete(key);
      if (records.size <= most) return;
      // Many at once: a map steps over what was deleted from its front each time that it is read from there.
      for (const [oldest, { calls }] of records) {
        if (records.size <= most * 0.9) break;
        if (calls === 0) records.delete(oldest);
      }
    },
  };
}
