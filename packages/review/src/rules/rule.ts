import type { Party, Severity } from "../change.ts";

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

type Role = "writes" | "reads" | "calls";

/** What the rules of a group have in common; `why` ends each of their sentences. */
interface Common extends Pick<Ruling, "instead" | "affects"> {
  why?: string;
}

type Group = [roles: Role[], ruling: Common & { severity: Severity }, sentences: Record<string, string>];

/** A group of rules of one severity. */
const group =
  (severity: Severity) =>
  (roles: Role | "both", common: Common, sentences: Record<string, string>): Group => [
    roles === "both" ? ["writes", "reads"] : [roles],
    { severity, ...common },
    sentences,
  ];
export const [breaking, risky, safe] = [group("breaking"), group("risky"), group("safe")];

/** The rules of all groups by their kind. */
export function rulesOf(...groups: Group[]): Record<string, Rule> {
  const rules: Record<string, Rule> = {};
  for (const [roles, { why = "", ...ruling }, sentences] of groups)
    for (const [kind, sentence] of Object.entries(sentences)) {
      rules[kind] ??= {};
      for (const role of roles) rules[kind][role] = { ...ruling, says: `${sentence}${why}.` };
    }
  return rules;
}
