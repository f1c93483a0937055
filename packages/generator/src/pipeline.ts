// The pipeline: spec → OpenAPI document → contract model → packages and reference; and the additional specs of workspaces.
import { dirname, join, relative } from "node:path";
import { assertSupported } from "@packages/contract/src/assert-supported.ts";
import { compileSpec } from "@packages/contract/src/compile.ts";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { publishDocument } from "@packages/contract/src/document/publish-document.ts";
import type { Contract } from "@packages/contract/src/model.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { describeOperations, type OperationSentences } from "@packages/contract/src/sentences.ts";
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
  type Files,
  findDrift,
  type Output,
  writeDerived,
  writeFiles,
} from "./output.ts";
import { type Project, readProject } from "./project.ts";
import { addSamples } from "./samples.ts";
import { type Sources, serverPackage } from "./server/package.ts";

/** The outputs for a spec. Nothing is written yet. */
export interface Build {
  contract: Contract;
  outputs: Output[];
  /** Files that only machines read; they are not committed. */
  derived: FileSet[];
}

/** The input of the emitters. */
interface PipelineInput {
  project: Project;
  /** Folder of the packages. */
  generated: string;
  /** The document in the words of the spec alone. */
  document: Document;
  published: Document;
  contract: Contract;
  sentences: OperationSentences;
  sources: Sources;
}

/** Compiles a spec into the input of the emitters. */
async function readSpec(entry: string, root: string, version?: string): Promise<PipelineInput> {
  const document = buildDocument((await compileSpec(entry, version)).document);
  assertSupported(document);
  const generated = join(root, "generated");
  const nextToEntry = (folder: string): string => join(dirname(entry), folder);
  return {
    project: readProject(root),
    generated,
    document,
    published: publishDocument(document),
    contract: addSamples(readContract(document)),
    sentences: describeOperations(document),
    sources: {
      formats: nextToEntry("formats"),
      modules: nextToEntry("server"),
      folder: join(generated, "server"),
    },
  };
}

/**
 * Makes everything that is generated.
 *
 * @param entry main file of the spec
 * @param root folder of the project: its package.json, generated/ and docs/
 * @param version of a service that has several
 * @throws {SpecError} if a spec does not compile
 */
export async function buildAll(entry: string, root: string, version?: string): Promise<Build> {
  const input = await readSpec(entry, root, version);
  const { project, contract, sentences, sources } = input;
  const packageAt = (name: string, files: Files): Output => ({
    folder: join(input.generated, name),
    files,
    whole: true,
  });
  const outputs: Output[] = [
    packageAt("openapi", openapiPackage(project, input.document, input.published, contract)),
    packageAt("mock", mockPackage(project, contract)),
    packageAt("server", await serverPackage(project, contract, sources)),
    packageAt("client", clientPackage(project, contract, sentences)),
    {
      folder: join(root, "docs/reference"),
      files: referenceDocs(contract, sentences),
      whole: true,
    },
  ];
  const derived = await derivePackages(input.generated, input.published, contract, sources);
  // The additional specs are compiled while another process formats the outputs of the first.
  const [formatted, additional] = await Promise.all([
    formatCode(importInstalled(describeInstallation(outputs, root, project))),
    buildAdditionalSpecs(root, project, outputs),
  ]);
  derived.push(...additional.map(deriveAdditional));
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
const foundWords = { missing: "missing", changed: "differs", stale: "obsolete" };
const writtenWords = { missing: "added", changed: "changed", stale: "removed" };

/** The committed files that differ from a build, a line each. */
export async function compareAll({ outputs, derived }: Build): Promise<string[]> {
  const lines: string[] = [];
  for (const output of outputs)
    lines.push(...report(await driftOf(output, derived), output.folder, foundWords));
  return lines;
}

/** Writes the files that differ, and no others. Returns a report, a line for each committed file. */
export async function writeAll({ outputs, derived }: Build): Promise<string[]> {
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
