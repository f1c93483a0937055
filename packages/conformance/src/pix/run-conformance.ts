import { loadContract } from "../contract.ts";
import type { ConformanceOptions } from "../options.ts";
import { probes } from "../probes/index.ts";
import type { Report } from "../report.ts";
import { type Progress, runSuite, type Suite } from "../run.ts";
import { Ledger } from "./ledger.ts";
import { pixProbes, pixProfile } from "./profile.ts";
import { openSandboxControl } from "./sandbox-control.ts";

/**
 * Holds a server against the contract.
 *
 * @throws {UnreachableError} where the server cannot be tested: it does not answer, or the credentials are wrong
 */
export function runConformance(options: ConformanceOptions, progress: Progress = () => {}): Promise<Report> {
  const ledger = new Ledger();
  const suite: Suite = {
    ...{ contract: loadContract(), profile: pixProfile(options, ledger), probes: [...probes, ...pixProbes] },
    openControl: (url, token) => openSandboxControl(ledger, url, token),
  };
  return runSuite(suite, options, progress);
}
