import type { Operation, Program, Type } from "@typespec/compiler";
import {
  type DiagnosticTarget,
  isTemplateDeclaration,
  type Model,
  type ModelProperty,
  navigateProgram,
} from "@typespec/compiler";
import { getHttpOperation } from "@typespec/http";
import type { DeclaredError } from "./error.ts";
import { reportDiagnostic, stateKeys } from "./library.ts";

/** Every operation of the program that is not a template. */
export function serviceOperations(program: Program): Operation[] {
  const operations: Operation[] = [];
  navigateProgram(program, {
    operation(operation) {
      const templated =
        isTemplateDeclaration(operation) || (operation.interface && isTemplateDeclaration(operation.interface));
      if (!templated) operations.push(operation);
    },
  });
  return operations;
}

/** The catalogued errors that an operation answers with, and the status of each answer. */
export function errorUses(program: Program, operation: Operation): { error: DeclaredError; status: unknown }[] {
  const errors = program.stateMap(stateKeys.errors) as Map<Type, DeclaredError>;
  const [{ responses }] = getHttpOperation(program, operation);
  return responses.flatMap((response) =>
    response.responses
      .flatMap((content) => (content.body ? variantsOf(content.body.type) : []))
      .flatMap((type) => {
        const error = errors.get(type);
        return error ? [{ error, status: response.statusCodes }] : [];
      }),
  );
}

/** The codes that an operation lists. */
export function codesOf(program: Program, operation: Operation): Set<string> {
  return new Set(errorUses(program, operation).map(({ error }) => error.code));
}

/** Reports a code that something refers to and the operation does not list. */
export function reportUnlisted(
  program: Program,
  use: { operation: Operation; codes: Set<string>; code: string; place: string; target: DiagnosticTarget },
): void {
  if (use.codes.has(use.code)) return;
  reportDiagnostic(program, {
    code: "error-not-listed",
    format: { operation: use.operation.name, code: use.code, place: use.place },
    target: use.target,
  });
}

/** Every property within the request body of an operation, however deep. */
export function bodyProperties(program: Program, operation: Operation): Set<ModelProperty> {
  const [{ parameters }] = getHttpOperation(program, operation);
  const found = new Set<ModelProperty>();
  const seen = new Set<Type>();
  const visit = (type: Type): void => {
    if (seen.has(type)) return;
    seen.add(type);
    if (type.kind === "Union") for (const variant of type.variants.values()) visit(variant.type);
    if (type.kind !== "Model") return;
    if (type.indexer) visit(type.indexer.value);
    for (let model: Model | undefined = type; model; model = model.baseModel) {
      for (const property of model.properties.values()) {
        found.add(property);
        visit(property.type);
      }
    }
  };
  if (parameters.body) visit(parameters.body.type);
  return found;
}

function variantsOf(type: Type): Type[] {
  return type.kind === "Union" ? [...type.variants.values()].flatMap((variant) => variantsOf(variant.type)) : [type];
}
