// The emitter of TypeSpec, with the same outputs as the command.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { DiagnosticsError, emitDocument } from "@packages/contract/src/compile.ts";
import { readEmitted, UnsupportedError } from "@packages/contract/src/source/read-spec.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import {
  type EmitContext,
  getSourceLocation,
  listServices,
  type Program,
} from "@typespec/compiler";
import { deriveLicenses } from "../derive.ts";
import { formatCode } from "../format-code.ts";
import { importInstalled } from "../installed.ts";
import { type Build, type OutputName, outputNames, printOutputs, writeAll } from "../pipeline.ts";
import { readProject } from "../project.ts";
import { findPlace } from "./find-place.ts";
import { $lib, type EmitterOptions } from "./library.ts";

export { $lib };

/**
 * Writes the packages and the reference into folders of the `emitter-output-dir`. An error is a diagnostic of the program, at
 * its place in the spec; nothing is written then.
 */
export async function $onEmit(context: EmitContext<EmitterOptions>): Promise<void> {
  const { program } = context;
  try {
    const build = await buildOutputs(context);
    reportUnsupported(program, "left-out", build.leftOut);
    const { noEmit, dryRun } = program.compilerOptions;
    if (!noEmit && !dryRun) await writeAll(build);
  } catch (error) {
    if (error instanceof DiagnosticsError) reportAll(program, error);
    else if (error instanceof SpecError)
      reportUnsupported(
        program,
        "unsupported",
        error instanceof UnsupportedError ? error.lines : [error.message],
      );
    else throw error;
  }
}

/** Reports unsupported parts, and operations left out because of them. */
function reportUnsupported(
  program: Program,
  code: "unsupported" | "left-out",
  reasons: readonly string[],
): void {
  for (const reason of reasons)
    $lib.reportDiagnostic(program, {
      code,
      format: { reason },
      target: findPlace(program, reason),
    });
}

/** Reports the diagnostics of TypeSpec's emitter of OpenAPI. After a warning, the document would lack parts of the spec. */
function reportAll(program: Program, { diagnostics }: DiagnosticsError): void {
  program.reportDiagnostics(diagnostics.filter((one) => !program.diagnostics.includes(one)));
  if (diagnostics.some(({ severity }) => severity === "error")) return;
  for (const { code, target } of diagnostics)
    $lib.reportDiagnostic(program, { code: "warning-not-accepted", format: { code }, target });
}

async function buildOutputs({
  program,
  emitterOutputDir: folder,
  options,
}: EmitContext<EmitterOptions>): Promise<Build> {
  const document = await emitDocument(program, "The spec", options["api-version"]);
  const [service] = listServices(program);
  const place = service && getSourceLocation(service.type);
  const root = findProject(program.projectRoot);
  const project = readProject(root, { ...options, service: service?.type.name ?? "" });
  const { outputs: wanted = outputNames } = options;
  // The mock answers from the document of the package openapi.
  const isWanted = (name: OutputName): boolean =>
    wanted.includes(name) || (name === "openapi" && wanted.includes("mock"));
  const skipUnsupported = options["skip-unsupported"];
  const build = await printOutputs(
    await readEmitted(document, { skipUnsupported, int64: options.int64 }),
    project,
    {
      packages: folder,
      reference: join(folder, "reference"),
      spec: place ? dirname(place.file.path) : root,
    },
    outputNames.filter(isWanted),
  );
  const { outputs, derived } = build;
  const packages = outputs.filter(({ files }) => "package.json" in files);
  const licenses = deriveLicenses(
    root,
    packages.map((one) => one.folder),
  );
  return {
    ...build,
    outputs: await formatCode(importInstalled(outputs)),
    derived: importInstalled([...derived, ...licenses]),
  };
}

/** The nearest folder with a package.json: tspconfig.yaml may lie below it. */
function findProject(folder: string): string {
  for (let one = folder; one !== dirname(one); one = dirname(one))
    if (existsSync(join(one, "package.json"))) return one;
  return folder;
}
