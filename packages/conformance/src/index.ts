/**
 * Map of the package. Open first `src/run.ts` (a run from start to end), `src/probe.ts` (the form of a request sequence)
 * and `src/checks.json` (the checks, with the part of the contract that each cites).
 *
 * contract → `src/run.ts` → `src/probes/` → `src/session.ts` sends a call → `src/checks/` → `src/findings.ts` → `src/report.ts`
 *
 * - `src/pix/`: all that knows of PIX; the rest works for any contract
 * - `src/generate/`: valid and invalid values, made of schemas
 * - `src/pace.ts`, `src/budget.ts`: keep to the rate limits; end a run in time
 * - `src/listener.ts`: receives notifications
 * - `src/output/`: the report as text and HTML
 *
 * Words:
 * - check: a statement that a server fulfils or breaks, by name
 * - probe: requests that belong together, and the checks that they make
 * - finding: a broken check, with the exchange that shows it
 * - profile: facts about a service that are not in its contract
 * - control: moves the clock and the objects of a sandbox
 */
export type { Area, CheckGroup, CheckStatement } from "./checks.ts";
export { UnreachableError } from "./errors.ts";
export { type Finding, flatten, type Untested } from "./findings.ts";
export type { ConformanceOptions, Skip } from "./options.ts";
export { type PixCheckName, pixServerCheckNames, pixServerChecks } from "./pix/checks.ts";
export type { PixOptions } from "./pix/profile.ts";
export { runConformance } from "./pix/suite.ts";
export { probes } from "./probes/index.ts";
export { type Profile, plainProfile } from "./profile.ts";
export { type BaselineComparison, compare, type Grade, type Report } from "./report.ts";
export { type Progress, runSuite, type Suite } from "./run.ts";
