import type { DiagnosticTarget, Model, Operation, Program, Type } from "@typespec/compiler";
import { getHttpOperation, type HttpStatusCodesEntry } from "@typespec/http";
import type { DeclaredError } from "./error.ts";
import { reportDiagnostic, stateKeys } from "./library.ts";
import { bodyTypes } from "./operation.ts";

/** A catalogued error in an answer of an operation. */
export interface ErrorUse {
  model: Model;
  error: DeclaredError;
  status: HttpStatusCodesEntry;
}

/** The catalogued errors that an operation answers with, and the status of each answer. */
export function errorUses(program: Program, operation: Operation): ErrorUse[] {
  const errors = program.stateMap(stateKeys.errors) as Map<Type, DeclaredError>;
  const [{ responses }] = getHttpOperation(program, operation);
  return responses.flatMap(({ responses: contents, statusCodes: status }) =>
    contents
      .flatMap(({ body }) => (body ? bodyTypes(program, body.type) : []))
      .flatMap((model) => {
        const error = errors.get(model);
        return error && model.kind === "Model" ? [{ model, error, status }] : [];
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
