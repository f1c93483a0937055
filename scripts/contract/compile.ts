import {
  compile,
  type Diagnostic,
  formatDiagnostic,
  getExamples,
  NodeHost,
  navigateProgram,
  type Program,
  serializeValueAsJson,
} from "@typespec/compiler";
import { isHeader, isPathParam, isQueryParam } from "@typespec/http";
import { setExtension } from "@typespec/openapi";
import { getOpenAPI3 } from "@typespec/openapi3";
import type { Document } from "./openapi.ts";

/** The spec does not compile. The message is TypeSpec's own: what and where. */
export class SpecError extends Error {
  override readonly name = "SpecError";

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, { pathRelativeTo: process.cwd() })).join("\n"));
  }
}

/** A compiled spec: the OpenAPI document as TypeSpec emits it, and the program for the next compilation to start from. */
export interface CompiledSpec {
  document: Document;
  program: Program;
}

/**
 * Compiles a spec in this process.
 *
 * @param entry path of its main file
 * @param previous program of an earlier compilation, whose unchanged files are not parsed again
 * @throws {SpecError} where the spec has an error or a warning
 */
export async function compileSpec(entry: string, previous?: Program): Promise<CompiledSpec> {
  const program = await compile(NodeHost, entry, {}, previous);
  failOnDiagnostics(program.diagnostics);

  // The emitter leaves out the examples of headers and of path and query parameters.
  navigateProgram(program, {
    modelProperty(property) {
      if (!isHeader(program, property) && !isPathParam(program, property) && !isQueryParam(program, property)) return;
      const [example] = getExamples(program, property);
      if (example) {
        setExtension(program, property, "x-example", serializeValueAsJson(program, example.value, property.type));
      }
    },
  });

  const services = await getOpenAPI3(program, { "openapi-versions": ["3.1.0"] });
  failOnDiagnostics(program.diagnostics);
  const [service] = services;
  if (services.length !== 1 || !service || service.versioned) {
    throw new Error(`${entry} has to declare exactly one service without versions; it declares ${services.length}.`);
  }
  failOnDiagnostics(service.diagnostics);
  // The emitter's object may share parts between places: a copy is safe to edit.
  return { document: JSON.parse(JSON.stringify(service.document)) as Document, program };
}

function failOnDiagnostics(diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length > 0) throw new SpecError(diagnostics);
}
