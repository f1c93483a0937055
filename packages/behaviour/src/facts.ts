import type { DecoratorContext, Namespace, Program } from "@typespec/compiler";
import { stateKeys } from "./library.ts";

/** `@facts(...phrases)` */
export function $facts(context: DecoratorContext, target: Namespace, ...phrases: string[]): void {
  context.program.stateMap(stateKeys.facts).set(target, phrases);
}

/** Every phrase that may hold a figure. */
export function factsOf(program: Program): string[] {
  return ([...program.stateMap(stateKeys.facts).values()] as string[][]).flat();
}
