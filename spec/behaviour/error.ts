import type { DecoratorContext, DiagnosticTarget, Model, ModelProperty, Program } from "@typespec/compiler";
import { getExamples } from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { bodyProperties, codesOf, errorUses, reportUnlisted, serviceOperations } from "./error-use.ts";
import { reportDiagnostic, stateKeys } from "./library.ts";

export { namespace } from "./library.ts";

/** What the catalogue says about an error. */
export interface ErrorCodeOptions {
  condition: string;
  retryable: boolean;
  causes?: string[];
  anywhere?: boolean;
}

/** An error of the catalogue, as its model declares it. */
export interface DeclaredError extends ErrorCodeOptions {
  code: string;
  status: number;
  target: DiagnosticTarget;
}

interface FormatBy {
  property: string;
  target: DiagnosticTarget;
}

interface InvalidRule {
  code: string;
  rules: string[];
  target: DiagnosticTarget;
}

/** `@errorCode(code, status, options)` */
export function $errorCode(
  context: DecoratorContext,
  target: Model,
  code: string,
  status: number,
  options: ErrorCodeOptions,
): void {
  const error: DeclaredError = { code, status, ...options, target: context.decoratorTarget };
  context.program.stateMap(stateKeys.errors).set(target, error);
  setExtension(context.program, target, "x-error", { code, status, ...options });
}

/** `@invalid(code, ...rules)` */
export function $invalid(context: DecoratorContext, target: ModelProperty, code: string, ...rules: string[]): void {
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
  const declared: FormatBy = { property, target: context.getArgumentTarget(0) ?? target };
  context.program.stateMap(stateKeys.formatBy).set(target, declared);
  setExtension(context.program, target, "x-format-by", { property, formats });
}

/** Codes are unique, every error has an example and a use, and is used with its own status. */
export function validateErrors(program: Program): void {
  const errors = program.stateMap(stateKeys.errors) as Map<Model, DeclaredError>;
  const used = new Set<string>();

  for (const operation of serviceOperations(program)) {
    for (const { error, status } of errorUses(program, operation)) {
      used.add(error.code);
      if (error.status !== status) {
        reportDiagnostic(program, {
          code: "error-status-mismatch",
          format: {
            operation: operation.name,
            actual: String(status),
            code: error.code,
            status: String(error.status),
          },
          target: operation,
        });
      }
    }
  }

  const seen = new Set<string>();
  for (const [model, { code, target, anywhere }] of errors) {
    if (seen.has(code)) reportDiagnostic(program, { code: "duplicate-error-code", format: { code }, target });
    seen.add(code);
    if (getExamples(program, model).length === 0) {
      reportDiagnostic(program, { code: "error-without-example", format: { code }, target });
    }
    if (!anywhere && !used.has(code)) reportDiagnostic(program, { code: "unused-error", format: { code }, target });
  }
}

/** An error that a field's rules refer to has to be listed by every operation that takes the field. */
export function validateInvalid(program: Program): void {
  const all = program.stateMap(stateKeys.invalid) as Map<ModelProperty, InvalidRule[]>;
  for (const operation of serviceOperations(program)) {
    const codes = codesOf(program, operation);
    for (const property of bodyProperties(program, operation)) {
      for (const { code, target } of all.get(property) ?? []) {
        reportUnlisted(program, { operation, codes, code, place: `the field '${property.name}'`, target });
      }
    }
  }
}

/** The sibling that decides on a format exists. */
export function validateFormatBy(program: Program): void {
  for (const [field, { property, target }] of program.stateMap(stateKeys.formatBy) as Map<ModelProperty, FormatBy>) {
    if (field.model && !field.model.properties.has(property)) {
      reportDiagnostic(program, { code: "unknown-sibling", format: { model: field.model.name, property }, target });
    }
  }
}
