// The pipeline: spec → OpenAPI document → contract model → packages and reference; and the additional specs of workspaces.
import { dirname, join, relative } from "node:path";
import { publishDocument } from "@packages/contract/src/document/publish-document.ts";
import type { Contract } from "@packages/contract/src/model.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { addSamples } from "@packages/contract/src/samples.ts";
import { listOperationSentences } from "@packages/contract/src/sentences.ts";
import {
  isDocument,
  readSpec,
  type Spec,
  type SpecOptions,
} from "@packages/contract/src/source/read-spec.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { type AdditionalBuild, buildAdditional, findAdditionalSpecs } from "./additional-specs.ts";
import { clientPackage, derivedSamples } from "./client/package.ts";
import { deriveAdditional, deriveLicenses } from "./derive.ts";
import { describeInstallation, describeWritten } from "./docs/installation.ts";
import { listLeftOut } from "./docs/left-out.ts";
import { referenceDocs } from "./docs/reference.ts";
import { formatCode } from "./format-code.ts";
import { buildInstalled, importInstalled } from "./installed.ts";
import { mockPackage } from "./mock/package.ts";
import {
  assertGenerated,
  type Drift,
  type FileSet,
  type Files,
  findDrift,
  type Output,
  writeDerived,
  writeFiles,
} from "./output.ts";
import { type Project, readProject } from "./project.ts";
import { compiledChecks, type Sources, serverPackage } from "./server/package.ts";

/** The outputs for a spec. Nothing is written yet. */
export interface Build {
  contract: Contract;
  outputs: Output[];
  /** Files that only machines read; they are not committed. */
  derived: FileSet[];
  /** Files of an OpenAPI document that the packages were made from. */
  files: readonly string[];
  /** A line for each operation that was left out, with its place and reason. */
  leftOut: readonly string[];
}

/** Where the outputs go, and the folder of hand-written modules. */
export interface ProjectFolders {
  /** Folder of the packages. */
  packages: string;
  /** Folder of the reference. */
  reference: string;
  /** Folder of the spec: its hand-written `formats` and `server` modules. */
  spec: string;
}

/**
 * Makes everything that is generated.
 *
 * @param entry main file of the spec, or an OpenAPI document
 * @param root folder of the project: its package.json, generated/ and docs/
 * @throws {UnsupportedError} if operations cannot be carried out, and are not to be left out
 * @throws {SpecError} if a spec does not compile
 */
export async function buildAll(
  entry: string,
  root: string,
  options: SpecOptions = {},
): Promise<Build> {
  const spec = await readSpec(entry, options);
  const project = readProject(root);
  const build = await printOutputs(spec, project, {
    packages: join(root, "generated"),
    reference: join(root, "docs/reference"),
    // An OpenAPI document may lie next to anything.
    spec: isDocument(entry) ? join(root, "spec") : dirname(entry),
  });
  const { outputs, derived } = build;
  outputs.push(...describeWritten(root, project));
  // The additional specs are compiled while another process formats the outputs of the first.
  const [formatted, additional] = await Promise.all([
    formatCode(importInstalled(outputs)),
    buildAdditionalSpecs(root, project, outputs),
  ]);
  derived.push(...additional.map(deriveAdditional));
  return {
    ...build,
    outputs: [...formatted, ...(await formatCode(importInstalled(additional)))],
    derived: importInstalled([...derived, ...deriveLicenses(root)]),
  };
}

/** The printer of the document's types, which takes TypeScript's compiler. */
const loadOpenapi = (): Promise<typeof import("./openapi/package.ts")> =>
  import("./openapi/package.ts");

/** Names of the outputs, which are those of their folders. */
export const outputNames = ["openapi", "mock", "server", "client", "reference"] as const;
export type OutputName = (typeof outputNames)[number];

/** Makes the outputs for a spec. Nothing is formatted yet. */
export async function printOutputs(
  { document, files, leftOut }: Spec,
  project: Project,
  { packages, reference, spec }: ProjectFolders,
  names: readonly OutputName[] = outputNames,
): Promise<Build> {
  let publishedOnce: Document | undefined;
  const published = (): Document => {
    publishedOnce ??= publishDocument(document);
    return publishedOnce;
  };
  const contract = addSamples(readContract(document));
  const served = servedOperations(contract);
  const sentences = listOperationSentences(document);
  const sources: Sources = {
    formats: join(spec, "formats"),
    modules: join(spec, "server"),
    folder: join(packages, "server"),
  };
  const printers: Record<OutputName, () => Files | Promise<Files>> = {
    openapi: async () =>
      (await loadOpenapi()).openapiPackage(project, document, published(), contract),
    mock: () => mockPackage(project, contract),
    server: () => serverPackage(project, served, sources),
    client: () => clientPackage(project, contract, sentences),
    reference: () => referenceDocs(contract, sentences),
  };
  const derivers: Partial<typeof printers> = {
    openapi: async () => (await loadOpenapi()).derivedData(published(), contract),
    server: () => compiledChecks(served, sources),
    client: () => derivedSamples(contract),
  };
  const outputs: Output[] = [];
  const derived: FileSet[] = [];
  for (const name of names) {
    const folder = name === "reference" ? reference : join(packages, name);
    const files = listLeftOut(await printers[name](), document["x-left-out"]);
    outputs.push({ folder, files, whole: true });
    const data = await derivers[name]?.();
    if (data) derived.push({ folder, files: data });
  }
  return { contract, outputs: describeInstallation(outputs, project), derived, files, leftOut };
}

/** A contract without the operations that are for clients alone. */
function servedOperations(contract: Contract): Contract {
  const operations = contract.operations.filter(({ servedBy }) => servedBy === undefined);
  if (operations.length === contract.operations.length) return contract;
  const ids = new Set(operations.map(({ id }) => id));
  const groups = contract.groups.map((group) => ({
    ...group,
    operations: group.operations.filter(({ id }) => ids.has(id)),
  }));
  return {
    ...contract,
    operations,
    groups: groups.filter((group) => group.operations.length > 0),
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
const foundWords = { missing: "missing", changed: "differs", stale: "obsolete" };
const writtenWords = { missing: "added", changed: "changed", stale: "removed" };

/** The committed files that differ from a build, a line each. */
export async function compareAll({ outputs, derived }: Build): Promise<string[]> {
  const lines: string[] = [];
  for (const output of outputs)
    lines.push(...report(await driftOf(output, derived), output.folder, foundWords));
  return lines;
}

/**
 * Writes the files that differ, and no others. Returns a report, a line for each committed file.
 *
 * @throws {SpecError} if a folder holds the files of somebody else; nothing is written then
 */
export async function writeAll({ outputs, derived }: Build): Promise<string[]> {
  for (const output of outputs) await assertGenerated(output);
  const lines: string[] = [];
  const written = new Set<string>();
  for (const output of outputs) {
    const drift = await driftOf(output, derived);
    await writeFiles(output.folder, output.files, drift);
    const reported = report(drift, output.folder, writtenWords);
    if (reported.length > 0) written.add(output.folder);
    lines.push(...reported);
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

function report(drift: Drift, folder: string, words: typeof foundWords): string[] {
  return [...drift].map(
    ([path, state]) => `  ${words[state]}  ${relative(process.cwd(), join(folder, path))}`,
  );
}
