// The library as TypeSpec's compiler loads it.
import { defineLinter, navigateProgram, type Program } from "@typespec/compiler";
import { $basis, writeValues } from "./basis.ts";
import {
  $errorCode,
  $formatBy,
  $invalid,
  validateErrors,
  validateFormatBy,
  validateInvalid,
} from "./error.ts";
import { $facts, $sunset, makeField } from "./fields.ts";
import { $idempotent, validateIdempotency } from "./idempotency.ts";
import { $lifecycle, $transition, subjectsOf, validateLifecycles } from "./lifecycle.ts";
import {
  $identity,
  $notifications,
  $notifies,
  validateIdentity,
  validateNotifications,
  validateNotifies,
} from "./notification.ts";
import { policies } from "./policies.ts";
import { $token, validateTokens } from "./token.ts";

export { library as $lib } from "./library.ts";

/** The implementations of the decorators, by namespace. */
export const $decorators = {
  Behaviour: {
    basis: $basis,
    bodyLimit: makeField("x-body-limit"),
    delivery: makeField("x-notification-delivery"),
    errorCode: $errorCode,
    facts: $facts,
    formatBy: $formatBy,
    idempotent: $idempotent,
    identity: $identity,
    invalid: $invalid,
    lifecycle: $lifecycle,
    notifications: $notifications,
    notifies: $notifies,
    openSet: makeField("x-open-set"),
    personal: makeField("x-personal"),
    rateLimit: makeField("x-rate-limit"),
    rateLimitPart: makeField("x-rate-limit-part"),
    signature: makeField("x-notification-signature"),
    sunset: $sunset,
    token: $token,
    transition: $transition,
  },
};

/** The rules of policy: a contract has a meaning without them. The rule set `all` enables all of them. */
export const $linter = defineLinter({ rules: policies });

/** Checks rules that no single decorator can see, once the whole program is known. */
export function $onValidate(program: Program): void {
  validateErrors(program);
  validateInvalid(program);
  validateFormatBy(program);
  const subjects = subjectsOf(program);
  validateNotifications(program, subjects);
  validateNotifies(program, subjects);
  validateIdentity(program);
  validateLifecycles(program);
  validateIdempotency(program);
  validateTokens(program);
  navigateProgram(program, { enum: (type) => writeValues(program, type) });
}
