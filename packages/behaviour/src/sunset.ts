import type { DecoratorContext, ModelProperty, Operation } from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { reportDiagnostic } from "./library.ts";

/** `@sunset(date)` */
export function $sunset(context: DecoratorContext, target: Operation | ModelProperty, date: string): void {
  const parsed = new Date(`${date}T00:00:00Z`);
  // A date such as 2027-02-30 is read as one in March.
  const real =
    /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
  if (!real) {
    reportDiagnostic(context.program, {
      code: "sunset-not-a-date",
      format: { date },
      target: context.getArgumentTarget(0) ?? context.decoratorTarget,
    });
    return;
  }
  setExtension(context.program, target, "x-sunset", date);
}
