import {
  type DiagnosticTarget,
  getProperty,
  isTemplateInstance,
  type Model,
  type Operation,
  type Program,
} from "@typespec/compiler";
import { getHttpOperation, type HttpStatusCodesEntry } from "@typespec/http";

import { reportDiagnostic, stateKeys } from "./library.ts";
import { bodyTypes, serviceOperations } from "./operation.ts";

/** What the catalogue says about an error besides its code, its status and when it is given. */
export interface ErrorCodeOptions {
  message?: string;
  details?: unknown;
  retryable?: boolean;
  causes?: string[];
  anywhere?: boolean;
}

/** An error of the catalogue, as its model declares it. */
export interface DeclaredError extends ErrorCodeOptions {
  /** Absent where the model has no `error.code` of one text. */
  code: string | undefined;
  status: number;
  target: DiagnosticTarget;
}

/** A catalogued error in a response of an operation. */
export interface ErrorUse {
  model: Model;
  error: DeclaredError;
  status: HttpStatusCodesEntry;
}

/** Every error of the catalogue by its model, the instances of templates among them. */
export function declaredErrors(program: Program): [Model, DeclaredError][] {
  const all = program.stateMap(stateKeys.errors) as Map<Model, Omit<DeclaredError, "code">>;
  return [...all].map(([model, error]) => [model, { ...error, code: codeOf(model) }]);
}

/** An error of the catalogue that has a code. */
export interface NamedError {
  model: Model;
  error: DeclaredError & { code: string };
}

/** The errors of a contract. An instance of a template that no operation answers with is what a named error is made from. */
export function namedErrors(program: Program): NamedError[] {
  const uses = serviceOperations(program).flatMap((operation) => errorUses(program, operation));
  const answers = new Set(uses.map(({ model }) => model));
  return declaredErrors(program).flatMap(([model, error]) => {
    const { code } = error;
    const isUsed = !isTemplateInstance(model) || answers.has(model);
    if (isUsed && code === undefined) {
      reportDiagnostic(program, { code: "error-without-code", format: { model: model.name }, target: error.target });
    }
    return isUsed && code !== undefined ? [{ model, error: { ...error, code } }] : [];
  });
}

/** The one text that `error.code` of a model may be. */
function codeOf(model: Model): string | undefined {
  const error = getProperty(model, "error")?.type;
  const code = error?.kind === "Model" ? getProperty(error, "code")?.type : undefined;
  return code?.kind === "String" ? code.value : undefined;
}

/** The catalogued errors that an operation answers with, and the status of each answer. */
export function errorUses(program: Program, operation: Operation): ErrorUse[] {
  const errors = new Map(declaredErrors(program));
  const [{ responses }] = getHttpOperation(program, operation);
  return responses.flatMap(({ responses: contents, statusCodes: status }) =>
    contents
      .flatMap(({ body }) => (body ? bodyTypes(program, body.type) : []))
      .flatMap((model) => {
        const error = model.kind === "Model" ? errors.get(model) : undefined;
        return error && model.kind === "Model" ? [{ model, error, status }] : [];
      }),
  );
}

/** The codes that an operation lists. */
export function codesOf(program: Program, operation: Operation): Set<string> {
  return new Set(errorUses(program, operation).flatMap(({ error }) => error.code ?? []));
}

/** Reports a code that something refers to and the operation does not list. */
export function reportUnlisted(
  program: Program,
  use: { operation: Operation; codes: Set<string>; code: string; place: string; target: DiagnosticTarget },
): void {
  if (use.codes.has(use.code)) return;
  const format = { operation: use.operation.name, code: use.code, place: use.place };
  reportDiagnostic(program, { code: "error-not-listed", format, target: use.target });
}
