/**
 * The functions that other packages use: comparing two loaded contracts, and printing the report.
 *
 * Map of the package. Open first `src/compare-contracts.ts` (a review from start to end), `src/compare.ts` (the areas that
 * are compared) and `src/rules/rule.ts` (the form of a rule).
 *
 * git ref, document or spec → `src/load/` → `src/compare/`, `src/schema/` → `src/differences.ts` → `src/rules/` → `src/report/`
 *
 * - `src/schema/`: two schemas, by their shapes; `schema-shapes.ts` gives the shapes of any document
 * - `src/patterns/`: two regular expressions
 * - `src/group-changes.ts`, `src/load/edited.ts`: one edit is one change
 * - `src/decisions.ts`: the changes that `review.yaml` accepts
 * - `src/report/print.ts`: the formats of the report
 *
 * Words:
 * - difference: two contracts state something differently; its meaning is not known yet
 * - rule: the meaning of a kind of difference for each party, and its severity
 * - change: a difference with severity, sentence and place
 * - side: who writes or reads the compared part
 * - variant: the values of one JSON type that a schema allows
 */

export { readText } from "@packages/contract/src/source/read-text.ts";
export { compareContracts } from "./compare-contracts.ts";
export type { Loaded } from "./load/loaded.ts";
export { type Format, outcome, print, printFormats } from "./report/print.ts";
export { count } from "./report/report.ts";
