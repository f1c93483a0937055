// The library as TypeSpec's compiler loads it.
import { defineLinter } from "@typespec/compiler";
import { $basis } from "./basis.ts";
import { $errorCode, $formatBy, $invalid } from "./error.ts";
import { $facts, $sunset, makeField } from "./fields.ts";
import { $idempotent } from "./idempotency.ts";
import { $lifecycle, $transition } from "./lifecycle.ts";
import { $notifications, $notifies } from "./notification.ts";
import { policies } from "./policies.ts";
import { $token } from "./token.ts";

export { library as $lib } from "./library.ts";
export { $onValidate } from "./validate.ts";

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
