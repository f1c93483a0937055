import type { DecoratorContext, Operation, Program } from "@typespec/compiler";
import { getProperty } from "@typespec/compiler";
import { getHttpOperation, type HttpStatusCodesEntry } from "@typespec/http";
import { setExtension } from "@typespec/openapi";
import { type Basis, placeBasis } from "./basis.ts";
import { reportDiagnostic, stateKeys } from "./library.ts";
import { declaredOn } from "./operation.ts";

/** The options that are read; all options go into the document. */
interface TokenOptions {
  token: string;
  expiresIn: string;
  basis?: Basis;
}

interface DeclaredToken {
  options: TokenOptions;
  target: DecoratorContext["decoratorTarget"];
}

/** `@token(options)` */
export function $token(context: DecoratorContext, target: Operation, options: TokenOptions): void {
  const declared: DeclaredToken = { options, target: context.decoratorTarget };
  context.program.stateMap(stateKeys.tokens).set(target, declared);
  setExtension(context.program, target, "x-token", placeBasis(options));
}

/** The fields that hold the token and its lifetime exist in the successful answer. */
export function validateTokens(program: Program): void {
  for (const [operation, { options, target }] of declaredOn<DeclaredToken>(
    program,
    stateKeys.tokens,
  )) {
    const [{ responses }] = getHttpOperation(program, operation);
    const isSuccess = (status: HttpStatusCodesEntry) =>
      typeof status === "number" && status >= 200 && status < 300;
    const success = responses.find(({ statusCodes }) => isSuccess(statusCodes))?.responses[0]?.body
      ?.type;
    for (const field of [options.token, options.expiresIn]) {
      if (success?.kind !== "Model" || !getProperty(success, field)) {
        const format = { operation: operation.name, field };
        reportDiagnostic(program, { code: "token-field-missing", format, target });
      }
    }
  }
}
