import type { DecoratorContext, Enum, Union } from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";

/** `@openSet` */
export function $openSet(context: DecoratorContext, target: Enum | Union): void {
  setExtension(context.program, target, "x-open-set", true);
}
