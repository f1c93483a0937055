import type { DecoratorContext, Operation, Program } from "@typespec/compiler";
import { getHttpOperation } from "@typespec/http";
import { setExtension } from "@typespec/openapi";
import { type Basis, placeBasis } from "./basis.ts";
import { codesOf, reportUnlisted } from "./error.ts";
import { reportDiagnostic, stateKeys } from "./library.ts";
import { declaredOn } from "./operation.ts";

/** The options that are read; all options go into the document. */
interface IdempotencyOptions {
  missing: string;
  conflict: string;
  keeps: string[];
  basis?: Basis;
}

interface DeclaredKey {
  header: string;
  options: IdempotencyOptions;
  target: DecoratorContext["decoratorTarget"];
}

/** `@idempotent(header, options)` */
export function $idempotent(
  context: DecoratorContext,
  target: Operation,
  header: string,
  options: IdempotencyOptions,
): void {
  const declaration: DeclaredKey = { header, options, target: context.decoratorTarget };
  context.program.stateMap(stateKeys.idempotency).set(target, declaration);
  setExtension(context.program, target, "x-idempotency", { header, ...placeBasis(options) });
}

/** The key's header has to be declared, and every code that is named has to be listed by the operation. */
export function validateIdempotency(program: Program): void {
  for (const [operation, declaration] of declaredOn<DeclaredKey>(program, stateKeys.idempotency)) {
    const { header, options, target } = declaration;
    const [{ parameters }] = getHttpOperation(program, operation);
    const declared = parameters.parameters.some(
      (parameter) =>
        parameter.type === "header" && parameter.name.toLowerCase() === header.toLowerCase(),
    );
    if (!declared) {
      const format = { operation: operation.name, header };
      reportDiagnostic(program, { code: "idempotency-header-missing", format, target });
    }
    const codes = codesOf(program, operation);
    for (const code of new Set([options.missing, options.conflict, ...options.keeps])) {
      reportUnlisted(program, { operation, codes, code, place: "@idempotent", target });
    }
  }
}
