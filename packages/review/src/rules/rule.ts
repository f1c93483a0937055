import type { Party, Role, Severity } from "../change.ts";

/** The meaning of a kind of change to one side. */
export interface RuleOutcome {
  severity: Severity;
  /**
   * One sentence. `{subject}` is the thing, `{name}` its part that changed, `{before}` and `{after}` its two states, `{who}`
   * the consumer, `{message}` its request or response.
   */
  says: string;
  /** The advice. */
  instead?: string;
  /** The affected parties, if not the consumer. */
  affects?: Party[];
}

/** Rulings by the consumer's use of the changed place; `calls` counts for a side that has no ruling. */
export type Rule = Partial<Record<Role, RuleOutcome>>;

/** The meaning of a group of changes to one side; `why` ends each of their sentences. */
interface ChangeImpact extends Omit<RuleOutcome, "says"> {
  why?: string;
}

const makeImpact =
  (severity: Severity) =>
  (instead?: string, why?: string, ...affects: Party[]): ChangeImpact => ({
    severity,
    ...(why !== undefined && { why }),
    ...(instead !== undefined && { instead }),
    ...(affects.length > 0 && { affects }),
  });
export const breaking = makeImpact("breaking");
export const risky = makeImpact("risky");

export function safe(why?: string, ...affects: Party[]): ChangeImpact {
  return makeImpact("safe")(undefined, why, ...affects);
}

/** The sentence for each kind of change, without its full stop. */
type Sentences = Record<string, string>;

/** Rules with different impacts for writers and readers. */
export function forWritersAndReaders(
  writes: ChangeImpact,
  reads: ChangeImpact,
  sentences: Sentences,
): Record<string, Rule> {
  return makeRules({ writes, reads }, sentences);
}

/** Rules with the same impact for writers and readers. */
export function forBothSides(impact: ChangeImpact, sentences: Sentences): Record<string, Rule> {
  return makeRules({ writes: impact, reads: impact }, sentences);
}

/** Rules for callers; in notifications they may mean something else to readers. */
export function forCallers(
  impact: ChangeImpact,
  sentences: Sentences,
  reads?: ChangeImpact,
): Record<string, Rule> {
  return makeRules({ calls: impact, ...(reads && { reads }) }, sentences);
}

function makeRules(
  impacts: Partial<Record<Role, ChangeImpact>>,
  sentences: Sentences,
): Record<string, Rule> {
  const rule = (sentence: string): Rule =>
    Object.fromEntries(
      Object.entries(impacts).map(([role, { why = "", ...ruling }]) => [
        role,
        { ...ruling, says: `${sentence}${why}.` },
      ]),
    );
  return Object.fromEntries(
    Object.entries(sentences).map(([kind, sentence]) => [kind, rule(sentence)]),
  );
}
