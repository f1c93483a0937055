import {
  type DecoratorContext,
  type DiagnosticTarget,
  getDoc,
  getProperty,
  isTemplateInstance,
  type Model,
  type ModelProperty,
  type Operation,
  type Program,
} from "@typespec/compiler";
import { getHttpOperation, type HttpStatusCodesEntry } from "@typespec/http";
import { setExtension } from "@typespec/openapi";
import { reportDiagnostic, stateKeys } from "./library.ts";
import { bodyTypes, requestFields, serviceOperations } from "./operation.ts";

/** The catalogue's facts about an error besides its code, its status and when it is given. */
interface ErrorCodeOptions {
  message?: string;
  details?: unknown;
  retryable?: boolean;
  causes?: string[];
  anywhere?: boolean;
}

/** An error of the catalogue, as its model declares it. */
interface DeclaredError extends ErrorCodeOptions {
  model: Model;
  /** Absent if the model's `error.code` is not a single string. */
  code?: string | undefined;
  status: number;
  target: DiagnosticTarget;
}

/** Every error of the catalogue by its model, the instances of templates among them. */
function declaredErrors(program: Program): Map<Model, DeclaredError> {
  const all = program.stateMap(stateKeys.errors) as Map<Model, DeclaredError>;
  return new Map(
    [...all].map(([model, error]) => [model, { ...error, model, code: readErrorCode(model) }]),
  );
}

/** The errors of a contract. A template instance that no operation answers with is only the base of a named error. */
export function namedErrors(program: Program): (DeclaredError & { code: string })[] {
  const uses = serviceOperations(program).flatMap((operation) => errorUses(program, operation));
  const answers = new Set(uses.map(({ error }) => error.model));
  return [...declaredErrors(program).values()].flatMap((error) => {
    const { model, code, target } = error;
    if (isTemplateInstance(model) && !answers.has(model)) return [];
    if (code !== undefined) return [{ ...error, code }];
    reportDiagnostic(program, {
      code: "error-without-code",
      format: { model: model.name },
      target,
    });
    return [];
  });
}

/** The one string that `error.code` of a model may be. */
function readErrorCode(model: Model): string | undefined {
  const error = getProperty(model, "error")?.type;
  const code = error?.kind === "Model" ? getProperty(error, "code")?.type : undefined;
  return code?.kind === "String" ? code.value : undefined;
}

/** The catalogued errors that an operation answers with, and the status of each answer. */
export function errorUses(
  program: Program,
  operation: Operation,
): { error: DeclaredError; status: HttpStatusCodesEntry }[] {
  const errors = declaredErrors(program);
  const [{ responses }] = getHttpOperation(program, operation);
  return responses.flatMap(({ responses: contents, statusCodes: status }) =>
    contents
      .flatMap(({ body }) => (body ? bodyTypes(program, body.type) : []))
      .flatMap((type) => (type.kind === "Model" ? (errors.get(type) ?? []) : []))
      .map((error) => ({ error, status })),
  );
}

/** The codes that an operation lists. */
export function codesOf(program: Program, operation: Operation): Set<string> {
  return new Set(errorUses(program, operation).flatMap(({ error }) => error.code ?? []));
}

/** Reports a code that something refers to and the operation does not list. */
export function reportUnlisted(
  program: Program,
  use: {
    operation: Operation;
    codes: Set<string>;
    code: string;
    place: string;
    target: DiagnosticTarget;
  },
): void {
  if (use.codes.has(use.code)) return;
  const format = { operation: use.operation.name, code: use.code, place: use.place };
  reportDiagnostic(program, { code: "error-not-listed", format, target: use.target });
}

interface FormatByProperty {
  property: string;
  target: DiagnosticTarget;
}

interface InvalidRule {
  code: string;
  rules: string[];
  target: DiagnosticTarget;
}

/** `@errorCode(status, options)` */
export function $errorCode(
  context: DecoratorContext,
  target: Model,
  status: number,
  options?: ErrorCodeOptions,
): void {
  const error = { status, ...options, target: context.decoratorTarget };
  context.program.stateMap(stateKeys.errors).set(target, error);
}

/** `@invalid(code, ...rules)` */
export function $invalid(
  context: DecoratorContext,
  target: ModelProperty,
  code: string,
  ...rules: string[]
): void {
  const all = context.program.stateMap(stateKeys.invalid) as Map<ModelProperty, InvalidRule[]>;
  const declared = [...(all.get(target) ?? []), { code, rules, target: context.decoratorTarget }];
  all.set(target, declared);
  // Decorators run from the last to the first: sorting keeps the document independent of that.
  const entries = declared.flatMap(({ code, rules }) =>
    (rules.length === 0 ? ["*"] : rules).map((rule) => [rule, code]),
  );
  setExtension(context.program, target, "x-invalid", Object.fromEntries(entries.sort()));
}

/** `@formatBy(property, formats)` */
export function $formatBy(
  context: DecoratorContext,
  target: ModelProperty,
  property: string,
  formats: Record<string, string>,
): void {
  const declared: FormatByProperty = { property, target: context.getArgumentTarget(0) ?? target };
  context.program.stateMap(stateKeys.formatBy).set(target, declared);
  setExtension(context.program, target, "x-format-by", { property, formats });
}

/** Codes are unique, and every error is used with its own status. */
export function validateErrors(program: Program): void {
  for (const operation of serviceOperations(program)) {
    for (const { error, status } of errorUses(program, operation)) {
      if (error.status === status) continue;
      const { code = "", status: own } = error;
      const format = {
        operation: operation.name,
        actual: statusWords(status),
        code,
        status: String(own),
      };
      reportDiagnostic(program, { code: "error-status-mismatch", format, target: operation });
    }
  }

  const declared = new Map<string, DiagnosticTarget>();
  for (const error of namedErrors(program)) {
    const { model, code, target } = error;
    const earlier = declared.get(code);
    // Further instances repeat the one declaration of their template.
    if (earlier !== undefined && (earlier !== target || !isTemplateInstance(model))) {
      // `model B is A` repeats the code at another place.
      const place = earlier === target ? model : target;
      reportDiagnostic(program, { code: "duplicate-error-code", format: { code }, target: place });
    }
    declared.set(code, target);
    writeError(program, error);
  }
}

/** Writes `x-error` on an error's schema. */
function writeError(program: Program, error: DeclaredError & { code: string }): void {
  const { model, code, status, details, retryable = false, causes, anywhere } = error;
  const condition = getDoc(program, model) ?? error.message ?? code;
  const [sentence] = condition.split(/(?<=\.)\s/);
  setExtension(program, model, "x-error", {
    code,
    status,
    condition,
    message: error.message ?? sentence?.replaceAll("`", "") ?? code,
    ...(details !== undefined && { details }),
    retryable,
    ...(causes && { causes }),
    ...(anywhere && { anywhere }),
  });
}

/** Reports each operation that does not list an error of `@invalid` on one of its fields. */
export function validateInvalid(program: Program): void {
  const all = program.stateMap(stateKeys.invalid) as Map<ModelProperty, InvalidRule[]>;
  for (const operation of serviceOperations(program)) {
    const codes = codesOf(program, operation);
    for (const property of requestFields(program, operation)) {
      for (const { code, target } of all.get(property) ?? []) {
        reportUnlisted(program, {
          operation,
          codes,
          code,
          place: `the field '${property.name}'`,
          target,
        });
      }
    }
  }
}

/** Reports each `@formatBy` that names a property which the model does not have. */
export function validateFormatBy(program: Program): void {
  const reported = new Set<DiagnosticTarget>();
  for (const [field, { property, target }] of program.stateMap(stateKeys.formatBy) as Map<
    ModelProperty,
    FormatByProperty
  >) {
    const { model } = field;
    // Copies in nameless models are parts of a request, split into parameters and body: the original is judged.
    const isCopy = model?.name === "" && field.sourceProperty !== undefined;
    if (!model || isCopy || reported.has(target)) continue;
    if (getProperty(model, property)) continue;
    reported.add(target);
    reportDiagnostic(program, {
      code: "unknown-sibling",
      format: { field: field.name, property },
      target,
    });
  }
}

function statusWords(status: HttpStatusCodesEntry): string {
  if (status === "*") return "any other status";
  return typeof status === "number" ? String(status) : `${status.start} to ${status.end}`;
}
