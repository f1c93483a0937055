import {
  type DecoratorContext,
  isNumeric,
  type ModelProperty,
  type Namespace,
  type Operation,
  type Program,
  type Type,
} from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { placeBasis } from "./basis.ts";
import { reportDiagnostic, stateKeys } from "./library.ts";

/** A decorator whose argument is the value of an `x-` field; `true` if it takes none. */
export function makeField(key: `x-${string}`) {
  return ({ program }: DecoratorContext, target: Type, value: unknown = true): void => {
    // A value typed as a scalar of this library comes as a number of any size.
    const plain = isNumeric(value) ? value.asNumber() : value;
    setExtension(program, target, key, plain instanceof Object ? placeBasis(plain) : plain);
  };
}

/** `@sunset(date)` */
export function $sunset(
  context: DecoratorContext,
  target: Operation | ModelProperty,
  date: string,
): void {
  const parsed = new Date(`${date}T00:00:00Z`);
  // A date such as 2027-02-30 is read as one in March.
  if (
    /^\d{4}-\d{2}-\d{2}$/.test(date) &&
    parsed.getTime() >= 0 &&
    parsed.toISOString().startsWith(date)
  ) {
    setExtension(context.program, target, "x-sunset", date);
  } else {
    const place = context.getArgumentTarget(0) ?? context.decoratorTarget;
    reportDiagnostic(context.program, {
      code: "sunset-not-a-date",
      format: { date },
      target: place,
    });
  }
}

/** `@facts(...phrases)` */
export function $facts(
  { program }: DecoratorContext,
  target: Namespace,
  ...phrases: string[]
): void {
  program.stateMap(stateKeys.facts).set(target, phrases);
}

/** Every phrase that may hold a figure. */
export function factsOf(program: Program): string[] {
  return ([...program.stateMap(stateKeys.facts).values()] as string[][]).flat();
}
