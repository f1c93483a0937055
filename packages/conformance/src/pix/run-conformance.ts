import { loadContract } from "../contract.ts";
import type { ConformanceOptions } from "../options.ts";
import { probes } from "../probes/index.ts";
import type { Report } from "../report.ts";
import { type Progress, runSuite } from "../run.ts";
import { pixProbes, pixProfile } from "./profile.ts";
import { openSandboxControl } from "./sandbox-control.ts";

/**
 * Holds a server against the contract.
 *
 * @throws {UnreachableError} where the server cannot be tested: nobody answers, or the credentials are wrong
 */
export function runConformance(options: ConformanceOptions, progress: Progress = {}): Promise<Report> {
  const suite = {
    ...{ contract: loadContract(), profile: pixProfile(options), probes: [...probes, ...pixProbes] },
    openControl: openSandboxControl,
  };
  return runSuite(suite, options, progress);
}
