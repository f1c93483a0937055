// Files that only machines read. They are not committed: `npm ci` and `npm run generate` write them.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Contract } from "@packages/contract/src/model.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import type { AdditionalBuild } from "./additional-specs.ts";
import { derivedSamples } from "./client/package.ts";
import { derivedData } from "./openapi/package.ts";
import type { FileSet } from "./output.ts";
import { printJson } from "./print.ts";
import { compiledChecks, type Sources } from "./server/package.ts";

/**
 * The files that packages need besides their committed ones: the contract's data and the server's compiled checks.
 *
 * @param generated folder of the packages
 */
export async function derivePackages(
  generated: string,
  published: Document,
  contract: Contract,
  sources: Sources,
): Promise<FileSet[]> {
  return [
    { folder: join(generated, "openapi"), files: derivedData(published, contract) },
    { folder: sources.folder, files: await compiledChecks(contract, sources) },
    { folder: join(generated, "client"), files: derivedSamples(contract) },
  ];
}

/** The license of the project, for each package to carry; nothing if the project has no such file. */
export function deriveLicenses(root: string): FileSet[] {
  const file = join(root, "LICENSE");
  if (!existsSync(file)) return [];
  const files = { LICENSE: readFileSync(file, "utf8") };
  const { workspaces = [] } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    workspaces?: string[];
  };
  const published = workspaces
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
    .filter((path) => !JSON.parse(readFileSync(join(root, path), "utf8")).private);
  return published.map((path) => ({ folder: join(root, dirname(path)), files }));
}

/** The document of an additional spec for programs. */
export function deriveAdditional({ folder, published }: AdditionalBuild): FileSet {
  return { folder, files: { "openapi.json": printJson(published) } };
}
