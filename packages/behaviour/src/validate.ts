import { navigateProgram, type Program } from "@typespec/compiler";
import { validateErrors, validateFormatBy, validateInvalid } from "./error.ts";
import { validateIdempotency } from "./idempotency.ts";
import { subjectsOf, validateLifecycles } from "./lifecycle.ts";
import { validateNotifications, validateNotifies } from "./notification.ts";
import { validateTokens } from "./token.ts";
import { writeValues } from "./values.ts";

/** Checks what no single decorator can see, once the whole program is known. */
export function $onValidate(program: Program): void {
  validateErrors(program);
  validateInvalid(program);
  validateFormatBy(program);
  const subjects = subjectsOf(program);
  validateNotifications(program, subjects);
  validateNotifies(program, subjects);
  validateLifecycles(program);
  validateIdempotency(program);
  validateTokens(program);
  navigateProgram(program, { enum: (type) => writeValues(program, type) });
}
