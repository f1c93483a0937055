/** What other packages use of the review: comparing two loaded contracts, and printing what was found. */
export { compareContracts } from "./compare-contracts.ts";
export type { Loaded } from "./load/loaded.ts";
export { readText } from "./load/read-text.ts";
export { type Format, outcome, print, printFormats } from "./report/print.ts";
export { count } from "./report/report.ts";
