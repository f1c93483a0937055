import type { DecoratorContext, ModelProperty, Operation } from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { reportDiagnostic } from "./library.ts";

export { namespace } from "./library.ts";

/** `@rateLimit(limit, window, ...scope)` */
export function $rateLimit(
  context: DecoratorContext,
  target: Operation,
  limit: number,
  window: number,
  ...scope: string[]
): void {
  if (limit < 1 || window < 1) {
    reportDiagnostic(context.program, {
      code: "rate-limit-not-positive",
      format: { limit: String(limit), window: String(window) },
      target: context.getArgumentTarget(limit < 1 ? 0 : 1) ?? target,
    });
    return;
  }
  if (scope.length === 0) {
    reportDiagnostic(context.program, { code: "rate-limit-without-scope", target: context.decoratorTarget });
    return;
  }
  setExtension(context.program, target, "x-rate-limit", { limit, window, scope });
}

/** `@rateLimitPart(part)` */
export function $rateLimitPart(context: DecoratorContext, target: ModelProperty, part: string): void {
  setExtension(context.program, target, "x-rate-limit-part", part);
}
