/** What a check is about; the report groups them so. */
export type CheckGroup = "exchange" | "request" | "consistency" | "behaviour" | "notifications" | "generated";

/** What a finding endangers, the worst first. */
export const areas = ["money", "security", "behaviour", "notifications", "form"] as const;

export type Area = (typeof areas)[number];

interface CheckStatement {
  area: Area;
  /**
   * The part of the contract that it enforces: a pointer into the OpenAPI document, `@` standing for the operation or
   * the webhook, `{status}` for the status of the response; `error CAUSE` for an entry of the error catalogue.
   */
  cites: string;
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
    ...{
      area: "form",
      cites: "@/responses",
      group: "exchange",
      about: "Every request gets a response, and none with a status of 500 or above.",
    },
    schemathesis: "not_a_server_error",
  },
  "documented-status": {
    ...{ area: "form", cites: "@/responses", group: "exchange", about: "The operation documents the status." },
    schemathesis: "status_code_conformance",
  },
  "content-type": {
    ...{
      area: "form",
      cites: "@/responses/{status}",
      group: "exchange",
      about: "The content type is the documented one, and the body is what it says.",
    },
    schemathesis: "content_type_conformance",
  },
  headers: {
    ...{
      area: "form",
      cites: "@/responses/{status}",
      group: "exchange",
      about: "Required headers are there, typed, and no header belongs to another status.",
    },
    schemathesis: "response_headers_conformance",
  },
  "body-schema": {
    ...{
      area: "form",
      cites: "@/responses/{status}",
      group: "exchange",
      about: "The body fits the schema of its status.",
    },
    schemathesis: "response_schema_conformance",
  },
  "personal-data": {
    area: "security",
    cites: "@/requestBody",
    group: "exchange",
    about: "No error shows data of a person, nor does a field that the contract does not know.",
  },
  "no-leaks": {
    area: "security",
    cites: "#/components/securitySchemes",
    group: "exchange",
    about: "No response shows a secret, a stack trace, a query or a path of the server's files.",
  },
  "error-code": {
    area: "form",
    cites: "@/responses/{status}",
    group: "exchange",
    about: "The error is one that the operation lists for the status.",
  },
  "rate-limit-headers": {
    area: "behaviour",
    cites: "@/x-rate-limit",
    group: "exchange",
    about: "Limit and window are the contract's, what remains counts down, the reset lies in the window.",
  },
  "retry-after": {
    area: "behaviour",
    cites: "@/responses/429",
    group: "exchange",
    about: "Retry-After, details and reset of a 429 agree, and the wait is as long as they say.",
  },
  challenge: {
    area: "security",
    cites: "@/responses/401",
    group: "exchange",
    about: "A 401 names the scheme to authenticate with.",
  },
  "error-time": {
    area: "form",
    cites: "#/components/schemas/ErrorBody/properties/timestamp",
    group: "exchange",
    about: "The timestamp of an error is the time at which it was given.",
  },
  // One request at a time
  "bad-data-refused": {
    ...{
      area: "behaviour",
      cites: "@/requestBody",
      group: "request",
      about: "A body or header that breaks a rule of the contract is refused.",
    },
    schemathesis: "negative_data_rejection",
  },
  "error-fits-cause": {
    area: "form",
    cites: "#/x-error-catalogue",
    group: "request",
    about: "A refusal has the status and code that the contract gives its cause; 400 and 422 are kept apart.",
  },
  "error-names-field": {
    area: "form",
    cites: "error validation",
    group: "request",
    about: "The details of a validation error name the field.",
  },
  "good-data-accepted": {
    ...{
      area: "behaviour",
      cites: "@/requestBody",
      group: "request",
      about: "What keeps the rules is accepted, up to their edges.",
    },
    schemathesis: "positive_data_acceptance",
  },
  "required-header": {
    ...{
      area: "behaviour",
      cites: "@/parameters",
      group: "request",
      about: "A required header is demanded, with the error of its own.",
    },
    schemathesis: "missing_required_header",
  },
  "unknown-request-fields": {
    area: "behaviour",
    cites: "@/requestBody",
    group: "request",
    about: "Fields that the contract does not know are ignored.",
  },
  "duplicate-names": {
    area: "security",
    cites: "error malformed-body",
    group: "request",
    about: "Where a name stands twice in a body, the body is refused, or the last value counts.",
  },
  "body-limit": {
    area: "behaviour",
    cites: "#/x-body-limit",
    group: "request",
    about: "A body as large as the limit is read, a larger one refused.",
  },
  "unknown-path": {
    area: "form",
    cites: "error unknown-path",
    group: "request",
    about: "A path without operation gets the contract's error.",
  },
  "unknown-method": {
    ...{
      area: "form",
      cites: "error unknown-method",
      group: "request",
      about: "A method that a path does not have is refused, and Allow lists those that it has.",
    },
    schemathesis: "unsupported_method",
  },
  authentication: {
    ...{
      area: "security",
      cites: "@/security",
      group: "request",
      about: "Missing, malformed, wrong and forged credentials are refused, each with its error.",
    },
    schemathesis: "ignored_auth",
  },
  "unknown-object": {
    area: "behaviour",
    cites: "@/responses/404",
    group: "request",
    about: "An id that nothing has is not found, with the operation's error.",
  },
  // What was sent is what is there
  echo: {
    area: "behaviour",
    cites: "@/requestBody",
    group: "consistency",
    about: "A response carries what the request said, and defaults where it said nothing.",
  },
  lookup: {
    ...{
      area: "behaviour",
      cites: "@/responses/200",
      group: "consistency",
      about: "A lookup agrees with the creation, and with the lookup before.",
    },
    schemathesis: "ensure_resource_availability",
  },
  list: {
    area: "behaviour",
    cites: "@/responses/200",
    group: "consistency",
    about: "A list holds what was created, as it was created, each once.",
  },
  sums: {
    area: "money",
    cites: "@/responses/200",
    group: "consistency",
    about: "Amounts, fees and net amounts add up.",
  },
  "br-code": {
    area: "money",
    cites: "@/responses/200",
    group: "consistency",
    about: "The BR Code decodes, its CRC is right, and no two charges share one.",
  },
  "qr-code": {
    area: "money",
    cites: "@/responses/200",
    group: "consistency",
    about: "The QR picture decodes to the BR Code beside it.",
  },
  "unique-ids": {
    area: "money",
    cites: "@/responses/200",
    group: "consistency",
    about: "No two objects have the same id.",
  },
  times: {
    area: "behaviour",
    cites: "@/responses/200",
    group: "consistency",
    about: "Times are those of the events that they name, and in order.",
  },
  // Behaviour over time
  "rate-limit": {
    area: "behaviour",
    cites: "@/x-rate-limit",
    group: "behaviour",
    about: "The limit is exact: the last request in it passes, the next one does not.",
  },
  "rate-limit-scope": {
    area: "behaviour",
    cites: "@/x-rate-limit/scope",
    group: "behaviour",
    about: "Each operation and each caller has a window of its own; what is not authenticated is not counted.",
  },
  "rate-limit-window": {
    area: "behaviour",
    cites: "@/x-rate-limit/window",
    group: "behaviour",
    about: "The window ends when it says, not before, and starts anew.",
  },
  "idempotency-replay": {
    area: "money",
    cites: "@/x-idempotency",
    group: "behaviour",
    about: "A repeat with the same key gets the first response, marked, and nothing happens twice.",
  },
  "idempotency-conflict": {
    area: "money",
    cites: "@/x-idempotency/conflict",
    group: "behaviour",
    about: "The same key with another body is refused.",
  },
  "idempotency-parallel": {
    area: "money",
    cites: "@/x-idempotency",
    group: "behaviour",
    about: "Of parallel requests with one key, one takes effect.",
  },
  "idempotency-refusals": {
    area: "money",
    cites: "@/x-idempotency/keeps",
    group: "behaviour",
    about: "Refusals that the contract keeps are replayed, those that it does not keep leave the key free.",
  },
  "idempotency-scope": {
    area: "money",
    cites: "@/x-idempotency/scope",
    group: "behaviour",
    about: "Keys of one company say nothing to another.",
  },
  "idempotency-retention": {
    area: "money",
    cites: "@/x-idempotency/retention",
    group: "behaviour",
    about: "A key is remembered as long as the contract says.",
  },
  lifecycle: {
    area: "money",
    cites: "lifecycle",
    group: "behaviour",
    about: "Objects start in their first status, take legal moves and no others.",
  },
  token: {
    area: "security",
    cites: "@/x-token",
    group: "behaviour",
    about: "A token carries the contract's claims and says its lifetime.",
  },
  "token-lifetime": {
    area: "security",
    cites: "issuer/x-token/lifetime",
    group: "behaviour",
    about: "A token is valid to the end of its lifetime, and no longer.",
  },
  suspension: {
    area: "security",
    cites: "@/responses/403",
    group: "behaviour",
    about: "A suspended account gets no token.",
  },
  deletion: {
    ...{
      area: "behaviour",
      cites: "@/responses/404",
      group: "behaviour",
      about: "What was deleted is gone, and stays so.",
    },
    schemathesis: "use_after_free",
  },
  isolation: {
    area: "security",
    cites: "@/responses",
    group: "behaviour",
    about: "Another company's objects are not found, listed or deleted.",
  },
  "object-limit": {
    area: "behaviour",
    cites: "@/responses/422",
    group: "behaviour",
    about: "A company has as many registrations as the contract allows, no more.",
  },
  balance: {
    area: "money",
    cites: "@/responses",
    group: "behaviour",
    about: "Transfers are refused above the balance and the daily limit, and up to them not.",
  },
  // Notifications
  "notification-owed": {
    area: "notifications",
    cites: "@",
    group: "notifications",
    about: "Each notification that is owed arrives, once for each receiver.",
  },
  "notification-shape": {
    area: "notifications",
    cites: "@/requestBody",
    group: "notifications",
    about: "A notification is a POST of JSON that fits its event's schema.",
  },
  "notification-signature": {
    area: "notifications",
    cites: "#/x-notification-signature",
    group: "notifications",
    about: "The signature is that of the bytes, with the receiver's own secret and the present time.",
  },
  "notification-content": {
    area: "notifications",
    cites: "@/requestBody",
    group: "notifications",
    about: "Subject, status, amounts and scope are those of the object that it is about.",
  },
  "notification-id": {
    area: "notifications",
    cites: "@/requestBody",
    group: "notifications",
    about: "Its id is its own, and the same on every repeat.",
  },
  "notification-repeat": {
    area: "notifications",
    cites: "#/x-notification-delivery/schedule",
    group: "notifications",
    about: "A delivery that fails is repeated when it is due at the latest, and no redirect is followed.",
  },
  "notification-timeout": {
    area: "notifications",
    cites: "#/x-notification-delivery/timeout",
    group: "notifications",
    about: "A receiver has as long for its response as the contract gives it; one that takes longer is sent it again.",
  },
  "notification-switch-off": {
    area: "notifications",
    cites: "#/x-notification-delivery/disabledAfter",
    group: "notifications",
    about:
      "A registration is switched off after as long a time of failures alone as the contract says, and not before.",
  },
  "notification-isolation": {
    area: "notifications",
    cites: "#/components/schemas/Webhook/properties/events",
    group: "notifications",
    about: "Nothing is sent to a deleted or inactive registration, of other events, or of another company's objects.",
  },
  // Generated
  "generated-data": {
    area: "behaviour",
    cites: "@/requestBody",
    group: "generated",
    about: "Bodies made by chance get what the contract says: valid ones are accepted, invalid ones refused.",
    schemathesis: "positive_data_acceptance",
  },
  "generated-sequence": {
    ...{
      area: "behaviour",
      cites: "@/responses",
      group: "generated",
      about: "After any sequence of calls, everything is as a model of the contract has it.",
    },
    schemathesis: "stateful testing",
  },
} as const satisfies Record<string, CheckStatement>;

export type CheckName = keyof typeof checks;

export const checkNames = Object.keys(checks) as CheckName[];

export function isCheckName(text: string): text is CheckName {
  return Object.hasOwn(checks, text);
}
