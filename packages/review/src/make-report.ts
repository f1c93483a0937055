// Puts together what a reviewer needs beside the changes themselves.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { compareContracts } from "./compare-contracts.ts";
import type { ConsumerFailure } from "./consumers.ts";
import type { Layout } from "./load/load.ts";
import type { Loaded } from "./load/loaded.ts";
import { newFindings } from "./new-findings.ts";
import type { Report } from "./report/report.ts";
import { proposeRelease } from "./semver.ts";

/** Where a project keeps what the report shows beside the contract. */
export interface Surroundings extends Layout {
  ruleset: string;
  consumers: string;
  inventory: string;
}

/**
 * Compares two contracts and adds everything else that the project knows.
 *
 * @param workingTree whether the head is what lies in the working tree, so that the rest of it belongs to it
 */
export async function makeReport(
  base: Loaded,
  head: Loaded,
  surroundings: Surroundings,
  workingTree: boolean,
): Promise<Report> {
  const report = compareContracts(base, head);
  const { root, ruleset } = surroundings;
  const lint = existsSync(join(root, ruleset)) ? await newFindings(base, head, join(root, ruleset)) : [];
  const consumers = workingTree ? await checkConsumers(surroundings) : null;
  return {
    ...report,
    release: proposeRelease(report.verdict, (consumers?.length ?? 0) > 0),
    lint,
    consumers,
    inventory: workingTree ? await inventoryLines(base.name, surroundings) : null,
  };
}

async function checkConsumers({ root, consumers }: Surroundings): Promise<ConsumerFailure[]> {
  const { compileConsumers } = await import("./consumers.ts");
  return compileConsumers(root, consumers);
}

/** Lines of the inventory that differ from the base, if the base is a commit. */
async function inventoryLines(base: string, { root, inventory }: Surroundings): Promise<string[] | null> {
  if (existsSync(base)) return null;
  const args = ["-C", root, "diff", "--unified=0", "--no-color", "--no-ext-diff", base, "--", inventory];
  const { stdout } = await promisify(execFile)("git", args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout.split("\n").filter((line) => /^[-+](?![-+]{2} )/.test(line));
}
