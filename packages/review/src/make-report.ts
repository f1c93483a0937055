// Puts together what a reviewer needs beside the changes themselves.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { compareContracts } from "./compare-contracts.ts";
import { type Decisions, readDecisions } from "./decisions.ts";
import type { Layout } from "./load/load.ts";
import type { Loaded } from "./load/loaded.ts";
import { newFindings } from "./new-findings.ts";
import type { Report } from "./report/report.ts";

/** Where a project keeps what the report shows with the contract; what does not exist is left out. */
export interface ProjectFiles extends Layout {
  ruleset: string;
  consumers: string;
  inventory: string;
  decisions: string;
}

/** What the report is made for. */
export interface Occasion {
  /** Whether the head is what lies in the working tree, so that the rest of it belongs to it. */
  isWorkingTree: boolean;
  /** Text of an earlier report. */
  seen?: string | undefined;
}

/** Compares two contracts, applies the project's decisions and adds everything else that the project knows. */
export async function makeReport(
  base: Loaded,
  head: Loaded,
  project: ProjectFiles,
  occasion: Occasion,
): Promise<Report> {
  const { root, ruleset, decisions, consumers: folder } = project;
  const report = await compareContracts(base, head, await decisionsIn(join(root, decisions), decisions));
  // The rules are those of this project: documents from elsewhere are not held to them.
  const hasRules = occasion.isWorkingTree && existsSync(join(root, ruleset));
  const lint = hasRules ? await newFindings(base, head, join(root, ruleset)) : [];
  const hasConsumers = occasion.isWorkingTree && existsSync(join(root, folder));
  const consumers = hasConsumers ? (await import("./consumers.ts")).compileConsumers(root, folder) : null;
  const { seen } = occasion;
  return {
    ...report,
    release: consumers && consumers.length > 0 ? "major" : report.release,
    ...(seen !== undefined && {
      added: report.changes.map(({ fingerprint }) => fingerprint).filter((fingerprint) => !seen.includes(fingerprint)),
    }),
    lint,
    consumers,
    inventory: occasion.isWorkingTree ? await inventoryLines(base.name, project) : null,
  };
}

async function decisionsIn(path: string, name: string): Promise<Decisions | undefined> {
  return existsSync(path) ? readDecisions(await readFile(path, "utf8"), name) : undefined;
}

/** Lines of the inventory that differ from the base, if the base is a commit. */
async function inventoryLines(base: string, { root, inventory }: ProjectFiles): Promise<string[] | null> {
  if (existsSync(base)) return null;
  const args = ["-C", root, "diff", "--unified=0", "--no-color", "--no-ext-diff", base, "--", inventory];
  const { stdout } = await promisify(execFile)("git", args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout.split("\n").filter((line) => /^[-+](?![-+]{2} )/.test(line));
}
