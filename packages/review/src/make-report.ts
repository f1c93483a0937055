// Adds the knowledge of a project to the comparison: its decisions, an earlier report and code of earlier releases.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compareContracts } from "./compare-contracts.ts";
import { compileConsumers } from "./consumers.ts";
import { readDecisions } from "./decisions.ts";
import type { Layout } from "./load/load.ts";
import type { Loaded } from "./load/loaded.ts";
import type { Report } from "./report/report.ts";

/** The paths of the files that the report takes into account; missing files are left out. */
export interface ProjectFiles extends Layout {
  /** Programs for earlier releases, one folder each. */
  consumers: string;
  decisions: string;
}

/** Facts about the two contracts and their decisions. */
interface ComparisonContext {
  /** Whether the head is the working tree, so that the rest of it belongs to it. */
  isWorkingTree: boolean;
  /** Whether the decisions may be about another contract: both contracts are files, and no option names the decisions. */
  mayBeForeign?: boolean;
  /** Content of an earlier report. */
  seen?: string | undefined;
}

/**
 * Compares two contracts, applies the project's decisions and adds everything else that the project knows. Decisions that may
 * be about another contract are not listed as unused, unless the comparison uses one.
 */
export async function makeReport(
  base: Loaded,
  head: Loaded,
  { root, decisions, consumers: folder }: ProjectFiles,
  { isWorkingTree, mayBeForeign = false, seen }: ComparisonContext,
): Promise<Report> {
  const path = resolve(root, decisions);
  const decided = existsSync(path)
    ? readDecisions(await readFile(path, "utf8"), decisions)
    : undefined;
  const hasConsumers = isWorkingTree && existsSync(join(root, folder));
  const report = await compareContracts(base, head, {
    decisions: decided,
    packageVersion: hasConsumers ? await readVersion(root) : undefined,
    seen,
    consumers: hasConsumers ? await compileConsumers(root, folder) : null,
  });
  const { accepted } = report.decided;
  return mayBeForeign && accepted.length === 0
    ? { ...report, decided: { accepted, stale: [] } }
    : report;
}

/** Version of the packages of the project; undefined if there is no `package.json` with one. */
async function readVersion(root: string): Promise<string | undefined> {
  const json = await readFile(join(root, "package.json"), "utf8").catch(() => "{}");
  const { version } = JSON.parse(json) as { version?: string };
  return version;
}
