// What only machines read: it is derived from the committed documents, when packages are installed or built, and not
// committed itself.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Contract } from "@packages/contract/src/model.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { parse } from "yaml";
import { printOperations } from "./additional-operations.ts";
import { derivedSamples } from "./client/package.ts";
import { derivedData } from "./openapi/package.ts";
import type { FileSet } from "./output.ts";
import { printJson } from "./print.ts";
import { addSamples } from "./samples.ts";
import { compiledChecks, type Sources } from "./server/package.ts";

/**
 * What the packages need besides their committed files: the data of the contract, and the compiled checks of the server.
 *
 * @param generated folder of the packages
 */
export async function derivePackages(
  generated: string,
  document: Document,
  contract: Contract,
  sources: Sources,
): Promise<FileSet[]> {
  return [
    { folder: join(generated, "openapi"), files: derivedData(document, contract) },
    {
      folder: sources.folder,
      files: { ...(await compiledChecks(contract, sources)) },
    },
    { folder: join(generated, "client"), files: derivedSamples(contract) },
  ];
}

/** The license of the project, for each package to carry; nothing where the project has no such file. */
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

/** The document of an additional spec for programs, and what its server needs of it. */
export function deriveAdditional(folder: string, document: Document): FileSet {
  return {
    folder,
    files: { "openapi.json": printJson(document), "operations.js": printOperations(document) },
  };
}

/**
 * Derives everything from the committed documents alone, without compiling a spec.
 *
 * @param entry main file of the spec, next to which its formats are
 * @param root folder of the project
 */
export async function deriveAll(entry: string, root: string): Promise<FileSet[]> {
  const generated = join(root, "generated");
  const sources = { formats: join(dirname(entry), "formats"), folder: join(generated, "server") };
  const document = readDocument(join(generated, "openapi/openapi.yaml"));
  const derived = await derivePackages(
    generated,
    document,
    addSamples(readContract(document)),
    sources,
  );
  const additional = globSync("*/openapi.yaml", { cwd: generated }).filter(
    (path) => dirname(path) !== "openapi",
  );
  for (const path of additional.sort()) {
    derived.push(
      deriveAdditional(join(generated, dirname(path)), readDocument(join(generated, path))),
    );
  }
  return [...derived, ...deriveLicenses(root)];
}

function readDocument(file: string): Document {
  return parse(readFileSync(file, "utf8")) as Document;
}
