import type { DecoratorContext, Program, Type } from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { reportDiagnostic, stateKeys } from "./library.ts";

/** Where a statement comes from that is not documented. */
export interface Basis {
  kind: "implied" | "observed" | "assumed";
  reason: string;
}

/** `@basis(kind, reason)` */
export function $basis(context: DecoratorContext, target: Type, kind: Basis["kind"], reason: string): void {
  const basis: Basis = { kind, reason };
  if (!checkReason(context, basis, 1)) return;
  context.program.stateMap(stateKeys.basis).set(target, basis);
  // OpenAPI has no place for an enum member: values.ts gathers those on the enum.
  if (target.kind !== "EnumMember") setExtension(context.program, target, "x-basis", basis);
}

/** Whether a basis that is given has a reason; reports the argument that holds it if not. */
export function checkReason(context: DecoratorContext, basis: Basis | undefined, argument: number): boolean {
  if (basis === undefined || basis.reason.trim() !== "") return true;
  const target = context.getArgumentTarget(argument) ?? context.decoratorTarget;
  reportDiagnostic(context.program, { code: "basis-without-reason", target });
  return false;
}

/** The basis of a statement, or undefined where it is documented. */
export function getBasis(program: Program, target: Type): Basis | undefined {
  return program.stateMap(stateKeys.basis).get(target);
}
