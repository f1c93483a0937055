// Behaviour: the promises of a contract's `x-` fields.
import { breaking, forCallers, risky, safe } from "./rule.ts";

const keepPromise = "Keep what was promised, or move to a new major version.";
const tellAffected = "Tell those it affects first, or add something new next to it.";
const sendBoth = "Send both, or move to a new major version.";

export const behaviourRules = {
  ...forCallers(breaking(keepPromise), {
    "rate-limit-added": "{subject} is limited to {after}: callers above it are refused",
    "rate-limit-lowered":
      "{subject} allows {after} instead of {before}: callers that kept to the old limit are refused",
    "rate-limit-scope-widened":
      "{subject} counts by {after} instead of {before}: more callers share one limit",
    "rate-limit-scope-changed":
      "{subject} counts by {after} instead of {before}: other callers share a limit",
    "idempotency-removed": "{subject} is no longer idempotent: a repeat takes effect twice",
    "idempotency-header-changed":
      "{subject} reads the key from {after} instead of {before}: repeats take effect twice",
    "idempotency-retention-shortened":
      "{subject} keeps keys for {after} instead of {before}: late repeats take effect twice",
    "idempotency-scope-changed":
      "{subject}: a key belongs to the {after} instead of the {before}: repeats are mistaken",
    "idempotency-replay-header-changed":
      "{subject} marks repeats with {after} instead of {before}: they look like new ones",
    "idempotency-error-changed":
      "{subject}: the error for {name} is {after} instead of {before}, which callers handle",
    "idempotency-error-no-longer-kept":
      "{subject} no longer keeps an answer with {name}: a refused repeat may succeed",
    "lifecycle-removed": "{subject} no longer has a lifecycle: it is open which statuses are final",
    "initial-status-changed": "{subject} starts as {after} instead of {before}",
    "status-no-longer-final":
      "{subject}: {name} is no longer final: what callers have closed may change",
    "wait-no-longer-ends":
      "{subject}: a wait no longer ends at {name}: callers wait until they time out",
    "error-status-changed":
      "{subject} has the status {after} instead of {before}: callers mistake it for another",
    "error-moved":
      "{subject} answers {name} with the status {after} instead of {before}: callers mistake it for another",
    "error-not-retryable":
      "{subject} may no longer be retried: clients that repeat the request do so in vain",
    "delivery-removed": "{subject} is no longer promised",
    "delivery-guarantee-weakened":
      "{subject} is {after} instead of {before}: receivers miss notifications or get them twice",
    "delivery-order-dropped": "{subject}: notifications no longer come in order",
    "delivery-success-narrowed":
      "{subject} takes {after} instead of {before} as success: answers count as failures",
    "delivery-timeout-shortened":
      "{subject} waits {after} instead of {before} for an answer: slower receivers fail",
    "delivery-redirects-refused":
      "{subject} no longer follows redirects: receivers behind one get nothing",
    "delivery-tries-reduced":
      "{subject} is tried {after} instead of {before}: receivers that are down so long miss it",
    "delivery-switched-off-earlier":
      "{subject} stops after {after} instead of {before} of failures",
    "signature-removed": "{subject} is no longer sent: receivers that check it refuse everything",
    "signature-changed":
      "{subject}: {name} is {after} instead of {before}: receivers that check it refuse everything",
    "token-removed": "{subject} no longer issues tokens",
    "token-field-changed":
      "{subject}: {name} is {after} instead of {before}: clients find no token or renew it too late",
    "token-lifetime-shortened":
      "{subject}: a token lives {after} instead of {before}: clients that keep it are refused",
    "body-limit-lowered": "{subject} is {after} instead of {before}: larger requests are refused",
    "version-path-changed":
      "{subject}: {name} is {after} instead of {before}: calls go to the wrong address",
  }),
  ...forCallers(breaking(sendBoth, ": receivers wait for it in vain", "receiver"), {
    "transition-notification-removed": "{subject}: {name} no longer sends {before}",
    "transition-notification-changed": "{subject}: {name} sends {after} instead of {before}",
  }),
  ...forCallers(risky(tellAffected), {
    "rate-limit-stretched":
      "{subject} allows {after} instead of {before}: callers that used it up wait longer",
    "idempotency-added":
      "{subject} is now idempotent by the header {after}: a repeated key gets the first answer",
    "idempotency-error-kept":
      "{subject} keeps an answer with {name}: a repeat with the same key no longer runs",
    "lifecycle-renamed": "{subject} was called {before}: generated names change",
    "status-became-final":
      "{subject}: {name} is now final: callers wait in vain for what came after it",
    "wait-ends-earlier": "{subject}: a wait now ends at {name}, which was a step on the way",
    "transition-added": "{subject} can go {name} ({after}), which callers did not have to expect",
    "transition-removed":
      "{subject} can no longer go {name} ({before}): callers wait for it in vain",
    "transition-delay-changed": "{subject}: {name} happens after {after} instead of {before}",
    "error-retryable":
      "{subject} may now be retried: clients repeat requests that they gave up before",
    "error-condition-changed":
      "{subject} is given under another condition: {after} (before: {before})",
    "error-everywhere": "{subject} may now answer any request",
    "delivery-tries-changed":
      "{subject} is tried {after} instead of {before}: notifications come at other times",
    "identity-added":
      "{subject} is {after} instead of a digest of the body: what receivers remember has other keys",
    "identity-removed":
      "{subject} is a digest of the body instead of {before}: what receivers remember has other keys",
    "identity-changed":
      "{subject} is {after} instead of {before}: what receivers remember has other keys",
    "signature-tolerance-shortened":
      "{subject}: a time may be {after} instead of {before} off: slow ones are refused",
    "signature-tolerance-lengthened":
      "{subject}: a time may be {after} instead of {before} off: replays work for longer",
    "token-claim-removed": "{subject}: a token no longer has the claim {name} ({before})",
    "token-claim-changed": "{subject}: the claim {name} is {after} instead of {before}",
    "version-policy-changed": "{subject}: {name} is {after} instead of {before}",
    "basis-weakened":
      "{subject} was {before} and is now {after}: callers rely on what is not confirmed",
  }),
  ...forCallers(safe(undefined, "provider"), {
    "rate-limit-removed": "{subject} is no longer limited to {before}",
    "rate-limit-raised": "{subject} allows {after} instead of {before}",
    "rate-limit-scope-narrowed":
      "{subject} counts by {after} instead of {before}: fewer callers share one limit",
    "idempotency-retention-lengthened": "{subject} keeps keys for {after} instead of {before}",
    "lifecycle-added": "{subject} has a lifecycle",
    "transition-trigger-changed": "{subject}: {name} happens when {after} instead of when {before}",
    "error-cause-changed": "{subject} is raised by {after} instead of {before}",
    "delivery-added": "{subject} is promised",
    "delivery-guarantee-strengthened": "{subject} is {after} instead of {before}",
    "delivery-order-promised": "{subject}: notifications come in order",
    "delivery-success-widened": "{subject} takes {after} instead of {before} as success",
    "delivery-timeout-lengthened": "{subject} waits {after} instead of {before} for an answer",
    "delivery-redirects-followed": "{subject} follows redirects",
    "delivery-tries-extended": "{subject} is tried {after} instead of {before}",
    "delivery-jitter-changed": "{subject}: tries are spread by {after} instead of {before}",
    "delivery-switched-off-later": "{subject} stops after {after} instead of {before} of failures",
    "signature-added": "{subject} is sent: receivers can check who sends notifications",
    "token-lifetime-lengthened": "{subject}: a token lives {after} instead of {before}",
    "token-claim-added": "{subject}: a token has the claim {name}",
    "body-limit-raised": "{subject} is {after} instead of {before}",
  }),
  ...forCallers(safe(undefined, "receiver", "provider"), {
    "transition-notification-added": "{subject}: {name} sends {after}",
  }),
  // Clients have to accept codes that they do not know: docs/guides/policy.md.
  ...forCallers(safe(), {
    "error-added": "{subject} is new: clients treat a code that they do not know by its status",
    "error-listed": "{subject} may answer with {name}, which clients treat by its status",
    "error-not-everywhere": "{subject} no longer answers any request",
    "error-removed": "{subject} is no longer given",
    "error-no-longer-listed": "{subject} no longer answers with {name}",
    "token-added": "{subject} issues tokens",
    "token-renewal-changed":
      "{subject}: a token is renewed {after} instead of {before} before it expires",
    "basis-strengthened": "{subject} was {before} and is now {after}",
    "basis-reworded": "{subject} is {after} for another reason than before",
  }),
};
