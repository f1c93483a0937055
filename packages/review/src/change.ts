// The result of a review: one entry for each change of meaning, and one verdict over all of them.

/** `breaking`: a correct consumer of the base fails or gets something else. `risky`: one may. `safe`: none does. */
export type Severity = "breaking" | "risky" | "safe";

export type Verdict = Severity | "none";

/** Parties that a change affects: callers, providers that answer and send notifications, receivers of them. */
export type Party = "client" | "provider" | "receiver";

/**
 * The consumer's use of a part of the contract: a client writes requests and reads responses; a receiver
 * reads notifications and writes the answers to them.
 */
export type Role = "writes" | "reads" | "calls";

/** The place of a change. */
export interface Where {
  /** JSON pointer in the head's OpenAPI document; in the base's for a part that the head no longer has. */
  pointer: string;
  /** The contract that it is in. */
  in: "head" | "base";
  /** The same place in words: `createLoan request: weeks`. */
  subject: string;
  /** Operations and notifications that it reaches. */
  operations: string[];
  /** `spec/loans.tsp:42`: the declaration that was edited, if the source is known. */
  source?: string;
  file?: string;
  line?: number;
  /** For a removed part, its nearest remaining owner in the head: a line that a pull request can show. */
  near?: { file: string; line: number };
}

export interface Change {
  /** Name of the rule: `field-became-required`. */
  kind: string;
  /** Twelve hex digits that stay the same while the same edit is proposed: `review.yaml` accepts a change by them. */
  fingerprint: string;
  severity: Severity;
  affects: Party[];
  where: Where;
  /** One sentence: the change and its effect. */
  message: string;
  /** The advice for a breaking or risky change. */
  instead?: string;
  /** Messages that it reaches: `createLoan request`, `createLoan 201`. */
  messages: string[];
  /** Fields of those messages that it is about, by their names; of an example, those whose values differ. */
  fields: string[];
  /** Keyword, value or name that it is about. */
  name?: string;
  before?: string;
  after?: string;
  /** Other changes of the same edit, none of them worse. */
  follows?: Change[];
}

const order: Verdict[] = ["none", "safe", "risky", "breaking"];

export function verdictOf(changes: readonly { severity: Severity }[]): Verdict {
  return changes.reduce<Verdict>(
    (worst, { severity }) => (order.indexOf(severity) > order.indexOf(worst) ? severity : worst),
    "none",
  );
}

/** The worst first; among equals fields that no rule knows come last, and the others in the order of the document. */
export function bySeverity(a: Change, b: Change): number {
  const worse = order.indexOf(b.severity) - order.indexOf(a.severity);
  return worse || Number(isUnknownField(a)) - Number(isUnknownField(b));
}

/** Whether a change concerns an `x-` field without a rule. */
export function isUnknownField({ kind }: Pick<Change, "kind">): boolean {
  return kind.startsWith("extension-");
}
