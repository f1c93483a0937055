// Adds the knowledge of a project to the comparison: its decisions, an earlier report and code of earlier releases.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
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

/**
 * Compares two contracts, applies the project's decisions and adds everything else that the project knows.
 *
 * @param context.isWorkingTree whether the head is the working tree, so that the rest of it belongs to it
 * @param context.seen content of an earlier report
 */
export async function makeReport(
  base: Loaded,
  head: Loaded,
  { root, decisions, consumers: folder }: ProjectFiles,
  { isWorkingTree, seen }: { isWorkingTree: boolean; seen?: string | undefined },
): Promise<Report> {
  const path = join(root, decisions);
  const decided = existsSync(path)
    ? readDecisions(await readFile(path, "utf8"), decisions)
    : undefined;
  const hasConsumers = isWorkingTree && existsSync(join(root, folder));
  return compareContracts(base, head, {
    decisions: decided,
    packageVersion: hasConsumers ? await readVersion(root) : undefined,
    seen,
    consumers: hasConsumers ? await compileConsumers(root, folder) : null,
  });
}

/** Version of the packages of the project; undefined if there is no `package.json` with one. */
async function readVersion(root: string): Promise<string | undefined> {
  const text = await readFile(join(root, "package.json"), "utf8").catch(() => "{}");
  const { version } = JSON.parse(text) as { version?: string };
  return version;
}
