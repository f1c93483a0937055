import type { DecoratorContext, ModelProperty } from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";

/** `@personal` */
export function $personal(context: DecoratorContext, target: ModelProperty): void {
  setExtension(context.program, target, "x-personal", true);
}
