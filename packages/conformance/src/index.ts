export { type Area, type CheckGroup, type CheckName, checkNames, checks } from "./checks.ts";
export { UnreachableError } from "./errors.ts";
export { type CheckCount, type Finding, flatten, type Untested } from "./findings.ts";
export type { ConformanceOptions, Skip } from "./options.ts";
export { runConformance } from "./pix/run-conformance.ts";
export { probes } from "./probes/index.ts";
export { type Profile, plainProfile } from "./profile.ts";
export { type Comparison, compare, type Grade, type OperationCoverage, type Report } from "./report.ts";
export { type Progress, runSuite, type Suite } from "./run.ts";
