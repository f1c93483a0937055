import type { DecoratorContext, ModelProperty, Operation } from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { reportDiagnostic } from "./library.ts";

/** How often an operation may be called. */
export interface RateLimitOptions {
  limit: number;
  window: number;
  scope: string[];
}

/** `@rateLimit(options)` */
export function $rateLimit(context: DecoratorContext, target: Operation, options: RateLimitOptions): void {
  const { limit, window, scope } = options;
  const argument = context.getArgumentTarget(0) ?? context.decoratorTarget;
  if (limit < 1 || window < 1) {
    const format = { limit: String(limit), window: String(window) };
    reportDiagnostic(context.program, { code: "rate-limit-not-positive", format, target: argument });
  } else if (scope.length === 0) {
    reportDiagnostic(context.program, { code: "rate-limit-without-scope", target: argument });
  } else {
    setExtension(context.program, target, "x-rate-limit", { limit, window, scope });
  }
}

/** `@rateLimitPart(part)` */
export function $rateLimitPart(context: DecoratorContext, target: ModelProperty, part: string): void {
  setExtension(context.program, target, "x-rate-limit-part", part);
}
