// Behaviour: what the `x-` fields of a contract promise.
import type { Party } from "../change.ts";
import { breaking, type Rule, type Ruling, risky, safe } from "./rule.ts";

const all = (ruling: Ruling): Rule => ({ writes: ruling, reads: ruling, calls: ruling });
const receiver: Party[] = ["receiver"];
const provider: Party[] = ["provider"];
const keep = "Keep what was promised, or move to a new major version.";
const higher = "Keep the limit for callers of today, or move to a new major version.";

export const behaviourRules: Record<string, Rule> = {
  "rate-limit-added": all(breaking("{subject} is limited to {after}: callers above that are refused.", higher)),
  "rate-limit-removed": all(safe("{subject} is no longer limited to {before}.", provider)),
  "rate-limit-lowered": all(
    breaking("{subject} allows {after} instead of {before}: callers that kept to the old limit are refused.", higher),
  ),
  "rate-limit-raised": all(safe("{subject} allows {after} instead of {before}.", provider)),
  "rate-limit-stretched": all(
    risky(
      "{subject} allows {after} instead of {before}: more in all, but whoever used it up waits longer.",
      "Raise the limit without a longer window.",
    ),
  ),
  "rate-limit-scope-widened": all(
    breaking(
      "{subject} counts by {after} instead of {before}: callers that were counted apart now share one limit.",
      higher,
    ),
  ),
  "rate-limit-scope-narrowed": all(
    safe("{subject} counts by {after} instead of {before}: callers are counted apart.", provider),
  ),
  "rate-limit-scope-changed": all(
    breaking("{subject} counts by {after} instead of {before}: other callers share a limit than before.", higher),
  ),

  "idempotency-added": all(
    risky(
      "{subject} is now idempotent by the header {after}: the same key twice is answered once.",
      "Tell callers what a repeated key does before it does it.",
    ),
  ),
  "idempotency-removed": all(
    breaking("{subject} is no longer idempotent: a repeat does the same thing a second time.", keep),
  ),
  "idempotency-header-changed": all(
    breaking(
      "{subject} reads the key from {after} instead of {before}: repeats with the old header are done twice.",
      "Read both headers.",
    ),
  ),
  "idempotency-retention-shortened": all(
    breaking("{subject} remembers keys for {after} instead of {before}: a late repeat is done a second time.", keep),
  ),
  "idempotency-retention-lengthened": all(safe("{subject} remembers keys for {after} instead of {before}.", provider)),
  "idempotency-scope-changed": all(
    breaking(
      "{subject}: a key counts for the {after} instead of the {before}, so repeats are told apart, or different requests taken for one.",
      keep,
    ),
  ),
  "idempotency-replay-header-changed": all(
    breaking(
      "{subject} marks a repeated answer with {after} instead of {before}: a caller takes it for a new one.",
      "Send both headers.",
    ),
  ),
  "idempotency-error-changed": all(
    breaking("{subject}: the error for {name} is {after} instead of {before}, which callers have no case for.", keep),
  ),
  "idempotency-error-no-longer-kept": all(
    breaking(
      "{subject} no longer remembers an answer with {name}: a repeat that was refused runs, and may succeed.",
      keep,
    ),
  ),
  "idempotency-error-kept": all(
    risky(
      "{subject} remembers an answer with {name}: a repeat with the same key no longer runs.",
      "Tell callers to take a new key after that error.",
    ),
  ),

  "lifecycle-added": all(safe("{subject} has a lifecycle.", provider)),
  "lifecycle-removed": all(
    breaking("{subject} no longer has a lifecycle: nobody knows which statuses are final.", keep),
  ),
  "initial-status-changed": all(breaking("{subject} starts as {after} instead of {before}.", keep)),
  "status-became-final": all(
    risky(
      "{subject}: {name} is now final: whoever waits for what came after it waits for ever.",
      "Tell callers; keep the way out until the next major version.",
    ),
  ),
  "status-no-longer-final": all(
    breaking(
      "{subject}: {name} is no longer final: what a caller has closed changes once more.",
      "Add a new status for what comes after.",
    ),
  ),
  "wait-ends-earlier": all(
    risky(
      "{subject}: a wait now ends at {name}, which callers took for a step on the way.",
      "Let callers choose what they wait for.",
    ),
  ),
  "wait-no-longer-ends": all(
    breaking("{subject}: a wait no longer ends at {name}: callers wait until their time is up.", keep),
  ),
  "transition-added": all(
    risky(
      "{subject} can go {name} ({after}), which callers did not have to expect.",
      "Add a new status, or tell callers first.",
    ),
  ),
  "transition-removed": all(
    risky(
      "{subject} can no longer go {name} ({before}): whoever waits for it waits for ever.",
      "Keep it until the next major version.",
    ),
  ),
  "transition-notification-removed": all(
    breaking(
      "{subject}: {name} no longer sends {before}: a receiver that waits for it waits for ever.",
      keep,
      receiver,
    ),
  ),
  "transition-notification-changed": all(
    breaking(
      "{subject}: {name} sends {after} instead of {before}: a receiver that waits for the old one waits for ever.",
      "Send both.",
      receiver,
    ),
  ),
  "transition-notification-added": all(safe("{subject}: {name} sends {after}.", ["receiver", "provider"])),
  "transition-trigger-changed": all(safe("{subject}: {name} happens when {after} instead of when {before}.", provider)),

  "error-status-changed": all(
    breaking(
      "{subject} has the status {after} instead of {before}: a caller that switches over statuses takes it for something else.",
      "Add a new error with the new status.",
    ),
  ),
  "error-not-retryable": all(
    breaking(
      "{subject} may no longer be retried: a caller that repeats the request does so in vain, or does harm.",
      "Add a new error for what must not be repeated.",
    ),
  ),
  "error-retryable": all(
    risky(
      "{subject} may now be retried: clients repeat by themselves what they gave up before.",
      "Make sure that a repeat does no harm first.",
    ),
  ),
  "error-condition-changed": all(
    risky(
      "{subject} is given when: {after} Before: {before}",
      "Add a new error for the new condition if callers act on it.",
    ),
  ),
  "error-cause-changed": all(safe("{subject} is raised by {after} instead of {before}.", provider)),
  "error-everywhere": all(risky("{subject} may now answer any request.", "List it in the operations that give it.")),
  "error-not-everywhere": all(safe("{subject} no longer answers any request.")),
  "error-added": all(
    risky(
      "{subject} is new: a caller that switches over the codes has no case for it.",
      "Use an error that callers know, or tell them first.",
    ),
  ),
  "error-removed": all(safe("{subject} is no longer given; a caller's case for it is never reached.")),
  "error-listed": all(
    risky(
      "{subject} may answer with {name}, which its callers have no case for.",
      "Use an error that its callers know, or tell them first.",
    ),
  ),
  "error-no-longer-listed": all(safe("{subject} no longer answers with {name}.")),
  "error-moved": all(
    breaking(
      "{subject} answers {name} with the status {after} instead of {before}: a caller that switches over statuses takes it for something else.",
      "Answer with both codes until the next major version.",
    ),
  ),

  "delivery-added": all(safe("{subject} is promised.", provider)),
  "delivery-removed": all(breaking("{subject} is no longer promised.", keep)),
  "delivery-guarantee-weakened": all(
    breaking("{subject} is {after} instead of {before}: receivers miss notifications, or get them twice.", keep),
  ),
  "delivery-guarantee-strengthened": all(safe("{subject} is {after} instead of {before}.", provider)),
  "delivery-order-dropped": all(breaking("{subject}: notifications no longer come in order.", keep)),
  "delivery-order-promised": all(safe("{subject}: notifications come in order.", provider)),
  "delivery-success-narrowed": all(
    breaking(
      "{subject} counts {after} instead of {before} as success: a receiver's answer is taken for a failure, and the same comes again.",
      keep,
    ),
  ),
  "delivery-success-widened": all(safe("{subject} counts {after} instead of {before} as success.", provider)),
  "delivery-timeout-shortened": all(
    breaking(
      "{subject} waits {after} instead of {before} for an answer: receivers that need longer are taken to have failed.",
      keep,
    ),
  ),
  "delivery-timeout-lengthened": all(safe("{subject} waits {after} instead of {before} for an answer.", provider)),
  "delivery-redirects-refused": all(
    breaking("{subject} no longer follows redirects: receivers behind one hear nothing.", keep),
  ),
  "delivery-redirects-followed": all(safe("{subject} follows redirects.", provider)),
  "delivery-tries-reduced": all(
    breaking("{subject} is tried {after} instead of {before}: a receiver that was down for so long misses it.", keep),
  ),
  "delivery-tries-extended": all(safe("{subject} is tried {after} instead of {before}.", provider)),
  "delivery-tries-changed": all(
    risky("{subject} is tried {after} instead of {before}: notifications come at other times.", "Tell receivers."),
  ),
  "delivery-jitter-changed": all(safe("{subject}: tries are spread by {after} instead of {before}.", provider)),
  "delivery-switched-off-earlier": all(
    breaking(
      "{subject} stops after {after} instead of {before} of failures: a receiver that is down for so long is switched off.",
      keep,
    ),
  ),
  "delivery-switched-off-later": all(safe("{subject} stops after {after} instead of {before} of failures.", provider)),

  "signature-added": all(safe("{subject} is sent: receivers can check where notifications come from.", provider)),
  "signature-removed": all(
    breaking("{subject} is no longer sent: a receiver that checks it refuses everything.", keep),
  ),
  "signature-changed": all(
    breaking(
      "{subject}: {name} is {after} instead of {before}, so a receiver that checks it refuses everything.",
      "Send the old and the new signature side by side until the next major version.",
    ),
  ),
  "signature-tolerance-shortened": all(
    risky("{subject}: a time may be {after} instead of {before} off: notifications that were slow are refused.", keep),
  ),
  "signature-tolerance-lengthened": all(
    risky(
      "{subject}: a time may be {after} instead of {before} off: a recorded notification can be played back for longer.",
      "Keep the tolerance short.",
    ),
  ),

  "token-added": all(safe("{subject} issues tokens.")),
  "token-removed": all(breaking("{subject} no longer issues tokens.", keep)),
  "token-field-changed": all(
    breaking(
      "{subject}: {name} is {after} instead of {before}: clients find no token, or renew it at the wrong time.",
      keep,
    ),
  ),
  "token-lifetime-shortened": all(
    breaking(
      "{subject}: a token lives {after} instead of {before}: clients that hold it for as long as they were told are refused.",
      keep,
    ),
  ),
  "token-lifetime-lengthened": all(safe("{subject}: a token lives {after} instead of {before}.", provider)),
  "token-renewal-changed": all(safe("{subject}: a token is renewed {after} instead of {before} before it expires.")),
  "token-claim-removed": all(risky("{subject}: a token no longer has the claim {name} ({before}).", keep)),
  "token-claim-changed": all(risky("{subject}: the claim {name} is {after} instead of {before}.", keep)),
  "token-claim-added": all(safe("{subject}: a token has the claim {name}.", provider)),

  "body-limit-lowered": all(
    breaking("{subject} is {after} instead of {before}: larger requests, which were taken, are refused.", higher),
  ),
  "body-limit-raised": all(safe("{subject} is {after} instead of {before}.", provider)),
  "version-policy-changed": all(
    risky(
      "{subject}: {name} is {after} instead of {before}.",
      "Keep how versions are told apart within a major version.",
    ),
  ),
  "version-path-changed": all(
    breaking(
      "{subject}: {name} is {after} instead of {before}, so calls go to the wrong address.",
      "Serve both until callers have moved.",
    ),
  ),

  "basis-weakened": all(
    risky(
      "{subject} was {before} and is now {after}: callers rely on what nobody has confirmed.",
      "Confirm it with the provider, or say why the old basis was wrong.",
    ),
  ),
  "basis-strengthened": all(safe("{subject} was {before} and is now {after}.")),
  "basis-reworded": all(safe("{subject} is {after} for another reason than before.")),
};
