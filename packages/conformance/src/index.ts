export { flatten } from "./cause.ts";
export { type Area, type CheckGroup, type CheckName, checkNames, checks } from "./checks.ts";
export { UnreachableError } from "./errors.ts";
export type { CheckCount, Finding, Untested } from "./findings.ts";
export type { ConformanceOptions, Skip } from "./options.ts";
export { runConformance } from "./pix/run-conformance.ts";
export type { Comparison, Grade, OperationCoverage, Report } from "./report.ts";
export { compare } from "./report.ts";
export type { Progress } from "./run.ts";
