import { nameCommand } from "@packages/contract/src/command.ts";
import { readUrl } from "@packages/contract/src/option-values.ts";
import ownContract from "@pix-contract/openapi/contract.json" with { type: "json" };
import { Option } from "commander";
import type { Contract } from "../contract.ts";
import type { ConformanceOptions } from "../options.ts";
import { probes } from "../probes/index.ts";
import type { BuiltIn } from "../read-options.ts";
import type { Report } from "../report.ts";
import { type Progress, runSuite, type Suite } from "../run.ts";
import { Ledger } from "./ledger.ts";
import { balanceProbe, expiryProbe, objectLimitProbe } from "./probes.ts";
import { type PixOptions, pixProfile } from "./profile.ts";
import { SandboxControl } from "./sandbox-control.ts";

/** The suite for PIX servers. Its contract is the model that the package was built with. */
export function pixSuite(options: Omit<PixOptions, keyof ConformanceOptions>): Suite {
  const { control: url, controlToken } = options;
  const ledger = new Ledger();
  const control = url === undefined ? undefined : new SandboxControl(ledger, url, controlToken);
  const contract = ownContract as unknown as Contract;
  return {
    contract,
    profile: pixProfile(contract, options, ledger),
    probes: [...probes, balanceProbe(ledger, control), expiryProbe, objectLimitProbe],
    ...(control && { control }),
  };
}

/** The contract of the command, and its options. */
export const pix: BuiltIn = {
  command: nameCommand(import.meta.url, "conformance", "@pix-contract/conformance"),
  name: "PIX",
  options: [
    new Option("--control <URL>", "control plane of a sandbox, where no money is real").argParser(
      readUrl,
    ),
    new Option("--control-token <TOKEN>", "token of the control plane"),
    new Option("--transfers", "make transfers, of 1 centavo each (default: only with --control)"),
    new Option("--no-transfers", "make no transfers"),
    new Option("--pix-key <KEY>", "destination of transfers (default: a random key without owner)"),
  ],
  suite: pixSuite,
};

/**
 * Holds a server against the contract.
 *
 * @throws {UnreachableError} if the server cannot be tested: it does not answer, or the credentials are wrong
 */
export function runConformance(
  options: PixOptions,
  progress: Progress = () => {},
): Promise<Report> {
  return runSuite(pixSuite(options), options, progress);
}
