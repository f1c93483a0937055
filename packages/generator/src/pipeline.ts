// The pipeline: spec → OpenAPI document → contract model → packages and reference; and the additional specs of workspaces.
import { dirname, join, relative } from "node:path";
import { assertSupported } from "@packages/contract/src/assert-supported.ts";
import { compileSpec } from "@packages/contract/src/compile.ts";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import type { Contract } from "@packages/contract/src/model.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { type AdditionalBuild, buildAdditional, findAdditionalSpecs } from "./additional-specs.ts";
import { clientPackage } from "./client/package.ts";
import { deriveAdditional, deriveLicenses, derivePackages } from "./derive.ts";
import { describeInstallation } from "./docs/installation.ts";
import { referenceDocs } from "./docs/reference.ts";
import { formatCode } from "./format-code.ts";
import { buildInstalled, importInstalled } from "./installed.ts";
import { mockPackage } from "./mock/package.ts";
import { openapiPackage } from "./openapi/package.ts";
import {
  type Drift,
  type FileSet,
  findDrift,
  type Output,
  writeDerived,
  writeFiles,
} from "./output.ts";
import { type Project, readProject } from "./project.ts";
import { addSamples } from "./samples.ts";
import { serverPackage } from "./server/package.ts";

/** What is made of a spec. Nothing is written yet. */
export interface Build {
  contract: Contract;
  outputs: Output[];
  /** What only machines read, which is not committed. */
  derived: FileSet[];
}

/**
 * Makes everything that is generated.
 *
 * @param entry main file of the spec
 * @param root folder of the project: its package.json, generated/ and docs/
 * @param version of a service that has several
 * @throws {SpecError} where a spec does not compile
 */
export async function buildAll(entry: string, root: string, version?: string): Promise<Build> {
  const document = buildDocument((await compileSpec(entry, version)).document);
  assertSupported(document);
  const contract = addSamples(readContract(document));
  const project = readProject(root);
  const generated = join(root, "generated");
  const nextToEntry = (folder: string): string => join(dirname(entry), folder);
  const sources = {
    formats: nextToEntry("formats"),
    modules: nextToEntry("server"),
    folder: join(generated, "server"),
  };
  const outputs: Output[] = [
    {
      folder: join(generated, "openapi"),
      files: openapiPackage(project, document, contract),
      whole: true,
    },
    { folder: join(generated, "mock"), files: mockPackage(project, contract), whole: true },
    { folder: sources.folder, files: await serverPackage(project, contract, sources), whole: true },
    { folder: join(generated, "client"), files: clientPackage(project, contract), whole: true },
    { folder: join(root, "docs/reference"), files: referenceDocs(contract), whole: true },
  ];
  const derived = await derivePackages(generated, document, contract, sources);
  // The additional specs are compiled while another process formats what is made of the first.
  const [formatted, additional] = await Promise.all([
    formatCode(importInstalled(describeInstallation(outputs, root, project))),
    buildAdditionalSpecs(root, project, outputs),
  ]);
  for (const { folder, document: other } of additional)
    derived.push(deriveAdditional(folder, other));
  return {
    contract,
    outputs: [...formatted, ...(await formatCode(importInstalled(additional)))],
    derived: importInstalled([...derived, ...deriveLicenses(root)]),
  };
}

async function buildAdditionalSpecs(
  root: string,
  project: Project,
  outputs: readonly Output[],
): Promise<(Output & AdditionalBuild)[]> {
  const builds: (Output & AdditionalBuild)[] = [];
  for (const entry of findAdditionalSpecs(root)) {
    const build = await buildAdditional(root, entry, project);
    const folder = join(root, "generated", build.folder);
    if ([...outputs, ...builds].some((output) => output.folder === folder))
      throw new SpecError(
        `${entry}: generated/${build.folder} is taken; its service needs another name.`,
      );
    builds.push({ ...build, folder, whole: true });
  }
  return builds;
}

/** Words for a file that differs from the spec: when it is found, and when it is written. */
const found = { missing: "missing", changed: "differs", stale: "obsolete" };
const done = { missing: "added", changed: "changed", stale: "removed" };

/** The committed files that differ from what a build puts there, a line each. */
export async function compareAll({ outputs, derived }: Build): Promise<string[]> {
  const lines: string[] = [];
  for (const output of outputs)
    lines.push(...report(await driftOf(output, derived), output.folder, found));
  return lines;
}

/** Writes the files that differ, and no others. Returns what was done, a line for each committed file. */
export async function writeAll({ outputs, derived }: Build): Promise<string[]> {
  const lines: string[] = [];
  const written = new Set<string>();
  for (const output of outputs) {
    const drift = await driftOf(output, derived);
    await writeFiles(output.folder, output.files, drift);
    const said = report(drift, output.folder, done);
    if (said.length > 0) written.add(output.folder);
    lines.push(...said);
  }
  for (const folder of await writeDerived(derived)) written.add(folder);
  await buildInstalled(outputs, written);
  return lines;
}

async function driftOf(
  { folder, files, whole }: Output,
  derived: readonly FileSet[],
): Promise<Drift> {
  const others = derived.filter((entry) => entry.folder === folder).map((entry) => entry.files);
  const isOurs = (path: string): boolean =>
    whole && !others.some((known) => Object.hasOwn(known, path));
  return new Map(
    [...(await findDrift(folder, files))].filter(
      ([path, state]) => state !== "stale" || isOurs(path),
    ),
  );
}

function report(drift: Drift, folder: string, words: typeof found): string[] {
  return [...drift].map(
    ([path, state]) => `  ${words[state]}  ${relative(process.cwd(), join(folder, path))}`,
  );
}
