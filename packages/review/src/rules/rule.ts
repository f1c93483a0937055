import type { Party, Role, Severity } from "../change.ts";

/** What a kind of change means to one side. */
export interface Ruling {
  severity: Severity;
  /**
   * One sentence. `{subject}` is the thing, `{name}` what of it changed, `{before}` and `{after}` its two states, `{who}`
   * the consumer, `{message}` what it writes or reads.
   */
  says: string;
  /** What to do instead. */
  instead?: string;
  /** Whom it affects, if not the consumer. */
  affects?: Party[];
}

/** Rulings by what the consumer does with the place that changed; `calls` counts for a side that has no ruling. */
export type Rule = Partial<Record<Role, Ruling>>;

/** What a group of changes means to one side; `why` ends each of their sentences. */
interface Meaning extends Omit<Ruling, "says"> {
  why?: string;
}

const meaning =
  (severity: Severity) =>
  (instead?: string, why?: string, ...affects: Party[]): Meaning => ({
    severity,
    ...(why !== undefined && { why }),
    ...(instead !== undefined && { instead }),
    ...(affects.length > 0 && { affects }),
  });
export const breaking = meaning("breaking");
export const risky = meaning("risky");

export function safe(why?: string, ...affects: Party[]): Meaning {
  return meaning("safe")(undefined, why, ...affects);
}

/** What changed, by kind, in a sentence without its full stop. */
type Sentences = Record<string, string>;

/** Rules with different meanings for writers and readers. */
export function sides(writes: Meaning, reads: Meaning, sentences: Sentences): Record<string, Rule> {
  return rulesOf({ writes, reads }, sentences);
}

/** Rules with the same meaning for writers and readers. */
export function both(meaning: Meaning, sentences: Sentences): Record<string, Rule> {
  return rulesOf({ writes: meaning, reads: meaning }, sentences);
}

/** Rules for callers; in notifications they may mean something else to readers. */
export function calls(
  meaning: Meaning,
  sentences: Sentences,
  reads?: Meaning,
): Record<string, Rule> {
  return rulesOf({ calls: meaning, ...(reads && { reads }) }, sentences);
}

function rulesOf(
  meanings: Partial<Record<Role, Meaning>>,
  sentences: Sentences,
): Record<string, Rule> {
  const rule = (sentence: string): Rule =>
    Object.fromEntries(
      Object.entries(meanings).map(([role, { why = "", ...ruling }]) => [
        role,
        { ...ruling, says: `${sentence}${why}.` },
      ]),
    );
  return Object.fromEntries(
    Object.entries(sentences).map(([kind, sentence]) => [kind, rule(sentence)]),
  );
}
