import type { DecoratorContext, Namespace } from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { reportDiagnostic } from "./library.ts";

/** `@bodyLimit(bytes)` */
export function $bodyLimit(context: DecoratorContext, target: Namespace, bytes: number): void {
  if (bytes < 1) {
    reportDiagnostic(context.program, {
      code: "body-limit-not-positive",
      format: { bytes: String(bytes) },
      target: context.getArgumentTarget(0) ?? target,
    });
    return;
  }
  setExtension(context.program, target, "x-body-limit", bytes);
}
