import type { Party, Severity } from "../change.ts";

/**
 * What a kind of change means to one side. In the texts, `{subject}` is the thing, `{name}` what of it changed,
 * `{before}` and `{after}` its two states, `{who}` whoever writes or reads, `{message}` what it writes or reads.
 */
export interface Ruling {
  severity: Severity;
  /** One sentence. */
  says: string;
  /** What to do instead. */
  instead?: string;
  /** Whom it affects; the consumer if not given, and the provider where what it has to do grows. */
  affects?: Party[];
}

/** Rulings by what the consumer does with the place that changed. */
export interface Rule {
  writes?: Ruling;
  reads?: Ruling;
  calls?: Ruling;
}

export const breaking = (says: string, instead: string, affects?: Party[]): Ruling => ({
  severity: "breaking",
  says,
  instead,
  ...(affects && { affects }),
});

export const risky = (says: string, instead: string, affects?: Party[]): Ruling => ({
  severity: "risky",
  says,
  instead,
  ...(affects && { affects }),
});

export const safe = (says: string, affects?: Party[]): Ruling => ({
  severity: "safe",
  says,
  ...(affects && { affects }),
});
