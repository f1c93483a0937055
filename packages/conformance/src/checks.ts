/** What a check is about; the report groups them so. */
export type CheckGroup = "exchange" | "request" | "consistency" | "behaviour" | "notifications" | "generated";

interface CheckStatement {
  group: CheckGroup;
  /** What it holds a server to, in one sentence. */
  about: string;
  /** The check of Schemathesis that is nearest to it. */
  schemathesis?: string;
}

/** Every check of the suite. The report, the guide, `--only` and `--skip` know them by these names. */
export const checks = {
  // On every exchange
  "server-error": {
    ...{ group: "exchange", about: "Every request gets a response, and none with a status of 500 or above." },
    schemathesis: "not_a_server_error",
  },
  "documented-status": {
    ...{ group: "exchange", about: "The operation documents the status." },
    schemathesis: "status_code_conformance",
  },
  "content-type": {
    ...{ group: "exchange", about: "The content type is the documented one, and the body is what it says." },
    schemathesis: "content_type_conformance",
  },
  headers: {
    ...{ group: "exchange", about: "Required headers are there, typed, and no header belongs to another status." },
    schemathesis: "response_headers_conformance",
  },
  "body-schema": {
    ...{ group: "exchange", about: "The body fits the schema of its status." },
    schemathesis: "response_schema_conformance",
  },
  "unknown-response-fields": { group: "exchange", about: "The body holds no field that the contract does not know." },
  "no-leaks": {
    group: "exchange",
    about: "No response shows a secret, a stack trace, a query or a path of the server's files.",
  },
  "error-code": { group: "exchange", about: "The error is one that the operation lists for the status." },
  "rate-limit-headers": {
    group: "exchange",
    about: "Limit and window are the contract's, what remains counts down, the reset lies in the window.",
  },
  "retry-after": {
    group: "exchange",
    about: "Retry-After, details and reset of a 429 agree, and the wait is as long as they say.",
  },
  challenge: { group: "exchange", about: "A 401 names the scheme to authenticate with." },
  "error-time": { group: "exchange", about: "The timestamp of an error is the time at which it was given." },
  // One request at a time
  "bad-data-refused": {
    ...{ group: "request", about: "A body or header that breaks a rule of the contract is refused." },
    schemathesis: "negative_data_rejection",
  },
  "error-fits-cause": {
    group: "request",
    about: "A refusal has the status and code that the contract gives its cause; 400 and 422 are kept apart.",
  },
  "error-names-field": { group: "request", about: "The details of a validation error name the field." },
  "good-data-accepted": {
    ...{ group: "request", about: "What keeps the rules is accepted, up to their edges." },
    schemathesis: "positive_data_acceptance",
  },
  "required-header": {
    ...{ group: "request", about: "A required header is demanded, with the error of its own." },
    schemathesis: "missing_required_header",
  },
  "unknown-request-fields": { group: "request", about: "Fields that the contract does not know are ignored." },
  "duplicate-names": {
    group: "request",
    about: "A body that has a name twice is refused: who reads the first value and who reads the last would disagree.",
  },
  "body-limit": { group: "request", about: "A body as large as the limit is read, a larger one refused." },
  "unknown-path": { group: "request", about: "A path without operation gets the contract's error." },
  "unknown-method": {
    ...{ group: "request", about: "A method that a path does not have is refused, and Allow lists those that it has." },
    schemathesis: "unsupported_method",
  },
  authentication: {
    ...{
      group: "request",
      about: "Missing, malformed, wrong and forged credentials are refused, each with its error.",
    },
    schemathesis: "ignored_auth",
  },
  cors: {
    group: "request",
    about:
      "No page of any origin is let in with credentials; a page that is let in may send and read what is documented.",
  },
  "unknown-object": { group: "request", about: "An id that nothing has is not found, with the operation's error." },
  // What was sent is what is there
  echo: {
    group: "consistency",
    about: "A response carries what the request said, and defaults where it said nothing.",
  },
  lookup: {
    ...{ group: "consistency", about: "A lookup agrees with the creation, and with the lookup before." },
    schemathesis: "ensure_resource_availability",
  },
  list: { group: "consistency", about: "A list holds what was created, as it was created, each once." },
  sums: { group: "consistency", about: "Amounts, fees and net amounts add up." },
  "br-code": { group: "consistency", about: "The BR Code decodes, its CRC is right, and no two charges share one." },
  "qr-code": { group: "consistency", about: "The QR picture decodes to the BR Code beside it." },
  "unique-ids": { group: "consistency", about: "No two objects have the same id." },
  times: { group: "consistency", about: "Times are those of the events that they name, and in order." },
  // Behaviour over time
  "rate-limit": {
    group: "behaviour",
    about: "The limit is exact: the last request in it passes, the next one does not.",
  },
  "rate-limit-scope": {
    group: "behaviour",
    about: "Each operation and each caller has a window of its own; what is not authenticated is not counted.",
  },
  "rate-limit-window": { group: "behaviour", about: "The window ends when it says, not before, and starts anew." },
  "idempotency-replay": {
    group: "behaviour",
    about: "A repeat with the same key gets the first response, marked, and nothing happens twice.",
  },
  "idempotency-conflict": { group: "behaviour", about: "The same key with another body is refused." },
  "idempotency-parallel": { group: "behaviour", about: "Of parallel requests with one key, one takes effect." },
  "idempotency-refusals": {
    group: "behaviour",
    about: "Refusals that the contract keeps are replayed, those that it does not keep leave the key free.",
  },
  "idempotency-scope": { group: "behaviour", about: "Keys of one company say nothing to another." },
  "idempotency-retention": { group: "behaviour", about: "A key is remembered as long as the contract says." },
  lifecycle: { group: "behaviour", about: "Objects start in their first status, take legal moves and no others." },
  token: { group: "behaviour", about: "A token carries the contract's claims and says its lifetime." },
  "token-lifetime": { group: "behaviour", about: "A token is valid to the end of its lifetime, and no longer." },
  suspension: { group: "behaviour", about: "A suspended account gets no token." },
  deletion: {
    ...{ group: "behaviour", about: "What was deleted is gone, and stays so." },
    schemathesis: "use_after_free",
  },
  isolation: { group: "behaviour", about: "Another company's objects are not found, listed or deleted." },
  "object-limit": { group: "behaviour", about: "A company has as many registrations as the contract allows, no more." },
  balance: {
    group: "behaviour",
    about: "Transfers are refused above the balance and the daily limit, and up to them not.",
  },
  // Notifications
  "notification-owed": {
    group: "notifications",
    about: "Each notification that is owed arrives, once for each receiver.",
  },
  "notification-shape": {
    group: "notifications",
    about: "A notification is a POST of JSON that fits its event's schema.",
  },
  "notification-signature": {
    group: "notifications",
    about: "The signature is that of the bytes, with the receiver's own secret and the present time.",
  },
  "notification-content": {
    group: "notifications",
    about: "Subject, status, amounts and scope are those of the object that it is about.",
  },
  "notification-id": { group: "notifications", about: "Its id is its own, and the same on every repeat." },
  "notification-repeat": {
    group: "notifications",
    about:
      "A delivery that fails is repeated as scheduled and not before, one that succeeds is not, and no redirect is followed.",
  },
  "notification-timeout": {
    group: "notifications",
    about: "A receiver has as long for its response as the contract gives it; one that takes longer is sent it again.",
  },
  "notification-switch-off": {
    group: "notifications",
    about:
      "A registration is switched off after as long a time of failures alone as the contract says, and not before.",
  },
  "notification-isolation": {
    group: "notifications",
    about: "Nothing is sent to a deleted or inactive registration, of other events, or of another company's objects.",
  },
  // Generated
  "generated-data": {
    group: "generated",
    about: "Bodies made by chance get what the contract says: valid ones are accepted, invalid ones refused.",
    schemathesis: "positive_data_acceptance",
  },
  "generated-sequence": {
    ...{ group: "generated", about: "After any sequence of calls, everything is as a model of the contract has it." },
    schemathesis: "stateful testing",
  },
} as const satisfies Record<string, CheckStatement>;

export type CheckName = keyof typeof checks;

export const checkNames = Object.keys(checks) as CheckName[];

export function isCheckName(text: string): text is CheckName {
  return Object.hasOwn(checks, text);
}
