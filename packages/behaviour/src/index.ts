// The library as TypeSpec's compiler loads it.
import { defineLinter } from "@typespec/compiler";
import { $basis } from "./basis.ts";
import { $bodyLimit } from "./body-limit.ts";
import { $errorCode, $formatBy, $invalid } from "./error.ts";
import { $facts } from "./facts.ts";
import { $idempotent } from "./idempotency.ts";
import { $lifecycle, $transition } from "./lifecycle.ts";
import { $delivery, $notifications, $notifies, $signature } from "./notification.ts";
import { $openSet } from "./open-set.ts";
import { $personal } from "./personal.ts";
import { policies } from "./policies.ts";
import { $rateLimit, $rateLimitPart } from "./rate-limit.ts";
import { $sunset } from "./sunset.ts";
import { $token } from "./token.ts";

export { library as $lib } from "./library.ts";
export { $onValidate } from "./validate.ts";

/** The implementations of the decorators, by namespace. */
export const $decorators = {
  Behaviour: {
    basis: $basis,
    bodyLimit: $bodyLimit,
    delivery: $delivery,
    errorCode: $errorCode,
    facts: $facts,
    formatBy: $formatBy,
    idempotent: $idempotent,
    invalid: $invalid,
    lifecycle: $lifecycle,
    notifications: $notifications,
    notifies: $notifies,
    openSet: $openSet,
    personal: $personal,
    rateLimit: $rateLimit,
    rateLimitPart: $rateLimitPart,
    signature: $signature,
    sunset: $sunset,
    token: $token,
    transition: $transition,
  },
};

/** The rules of policy: a contract has a meaning without them. The rule set `all` enables all of them. */
export const $linter = defineLinter({ rules: policies });
