// Changes of a contract beyond its schemas: what each is called, how bad it is and whom it affects.
import type { Party, Severity } from "../../../packages/review/src/change.ts";
import { at, copy, type Json, set, type Tree } from "../shelf.ts";

export interface ContractCase {
  title: string;
  change: (contract: Tree) => void;
  kind: string;
  severity: Severity;
  affects: Party[];
}

const client: Party[] = ["client"];
const receiver: Party[] = ["receiver"];
const provider: Party[] = ["provider"];

type Row = [
  title: string,
  pointer: string,
  value: Json | undefined,
  kind: string,
  severity: Severity,
  affects: Party[],
];

const loans = "/paths/~1loans";
const list = `${loans}/get`;
const create = `${loans}/post`;
const one = "/paths/~1loans~1{id}";
const made = "/webhooks/loan_made/post";
const status = "/components/schemas/LoanStatus/x-lifecycle";
const text = { type: "string" };
const notFound = { description: "Unknown." };

const operations: Row[] = [
  ["an operation is removed", list, undefined, "operation-removed", "breaking", client],
  [
    "a deprecated operation is removed before its date",
    `${one}/delete`,
    undefined,
    "operation-removed",
    "breaking",
    client,
  ],
  [
    "an operation is added",
    "/paths/~1books",
    { get: { operationId: "listBooks", responses: { "204": notFound } } },
    "operation-added",
    "safe",
    provider,
  ],
  ["an operationId changes", `${list}/operationId`, "findLoans", "operation-id-changed", "risky", client],
  ["an operation moves to another tag", `${list}/tags`, ["books"], "group-changed", "risky", client],
  ["an operation is deprecated", `${list}/deprecated`, true, "deprecated-without-date", "safe", client],
  ["a date comes earlier", `${one}/delete/x-sunset`, "2098-01-01", "sunset-earlier", "breaking", client],
  ["a date comes later", `${one}/delete/x-sunset`, "2100-01-01", "sunset-later", "safe", client],
  ["a date is withdrawn", `${one}/delete/x-sunset`, undefined, "sunset-removed", "risky", client],
  ["a deprecation is withdrawn", `${one}/delete/deprecated`, undefined, "deprecation-withdrawn", "safe", client],
  ["a field nobody knows is added", `${list}/x-shape`, "round", "extension-added", "safe", client],
];

const parameters: Row[] = [
  ["an optional parameter is removed", `${list}/parameters/0`, undefined, "parameter-removed", "risky", client],
  ["a required parameter is removed", `${list}/parameters/1`, undefined, "required-parameter-removed", "risky", client],
  [
    "an optional parameter is added",
    `${list}/parameters/2`,
    { name: "author", in: "query", schema: text },
    "parameter-added",
    "safe",
    provider,
  ],
  [
    "a required parameter is added",
    `${list}/parameters/2`,
    { name: "author", in: "query", required: true, schema: text },
    "required-parameter-added",
    "breaking",
    client,
  ],
  [
    "a required header is added",
    `${list}/parameters/2`,
    { name: "X-Author", in: "header", required: true, schema: text },
    "required-parameter-added",
    "breaking",
    client,
  ],
  [
    "a required cookie is added",
    `${list}/parameters/2`,
    { name: "session", in: "cookie", required: true, schema: text },
    "required-parameter-added",
    "breaking",
    client,
  ],
  [
    "a parameter becomes required",
    `${list}/parameters/0/required`,
    true,
    "parameter-became-required",
    "breaking",
    client,
  ],
  [
    "a parameter becomes optional",
    `${list}/parameters/1/required`,
    undefined,
    "parameter-became-optional",
    "safe",
    provider,
  ],
  ["a parameter moves to the headers", `${list}/parameters/0/in`, "header", "parameter-moved", "breaking", client],
  [
    "a parameter is written another way",
    `${list}/parameters/1/explode`,
    false,
    "serialization-changed",
    "breaking",
    client,
  ],
  [
    "a parameter gets another style",
    `${list}/parameters/1/style`,
    "pipeDelimited",
    "serialization-changed",
    "breaking",
    client,
  ],
  [
    "a parameter becomes JSON",
    `${list}/parameters/1`,
    {
      name: "sort",
      in: "query",
      required: true,
      content: { "application/json": { schema: { type: "array", items: text } } },
    },
    "serialization-changed",
    "breaking",
    client,
  ],
  ["a parameter's default changes", `${list}/parameters/0/schema/default`, 20, "default-changed", "breaking", client],
  ["a parameter's maximum falls", `${list}/parameters/0/schema/maximum`, 50, "bound-tightened", "breaking", client],
  ["a parameter's type changes", `${list}/parameters/0/schema`, text, "type-changed", "breaking", client],
  [
    "a parameter of every operation of a path becomes required",
    `${loans}/parameters/0/required`,
    true,
    "parameter-became-required",
    "breaking",
    client,
  ],
  ["a parameter is deprecated", `${list}/parameters/0/deprecated`, true, "deprecated-without-date", "safe", client],
];

const bodies: Row[] = [
  [
    "a body is added",
    `${list}/requestBody`,
    { content: { "application/json": { schema: text } } },
    "body-added",
    "safe",
    provider,
  ],
  [
    "a required body is added",
    `${list}/requestBody`,
    { required: true, content: { "application/json": { schema: text } } },
    "required-body-added",
    "breaking",
    client,
  ],
  ["a body is removed", `${create}/requestBody`, undefined, "body-removed", "breaking", client],
  ["a body becomes optional", `${create}/requestBody/required`, undefined, "body-became-optional", "safe", provider],
  [
    "a media type of a request is removed",
    `${create}/requestBody/content/application~1xml`,
    undefined,
    "media-type-removed",
    "breaking",
    client,
  ],
  [
    "a media type of a request is added",
    `${create}/requestBody/content/text~1csv`,
    { schema: text },
    "media-type-added",
    "safe",
    provider,
  ],
  [
    "a media type of a response is removed",
    `${list}/responses/200/content/text~1csv`,
    undefined,
    "media-type-removed",
    "breaking",
    client,
  ],
  [
    "a media type of a response is added",
    `${list}/responses/200/content/text~1xml`,
    { schema: text },
    "media-type-added",
    "safe",
    provider,
  ],
  [
    "the body of a response is removed",
    `${create}/responses/201/content`,
    undefined,
    "body-removed",
    "breaking",
    client,
  ],
  [
    "an example of a request is removed",
    `${create}/requestBody/content/application~1json/examples/short`,
    undefined,
    "example-removed",
    "risky",
    client,
  ],
  [
    "an example of a response is removed",
    `${list}/responses/200/content/application~1json/examples/none`,
    undefined,
    "example-removed",
    "risky",
    client,
  ],
  [
    "an example is added",
    `${list}/responses/200/content/application~1json/examples/one`,
    { value: [] },
    "example-added",
    "safe",
    client,
  ],
  [
    "an example changes",
    `${list}/responses/200/content/application~1json/examples/none`,
    { value: [{ id: "2", status: "late" }] },
    "example-changed",
    "safe",
    client,
  ],
];

const responses: Row[] = [
  ["a success is removed", `${create}/responses/201`, undefined, "success-response-removed", "breaking", client],
  [
    "a success is added",
    `${create}/responses/202`,
    { description: "Soon." },
    "success-response-added",
    "risky",
    client,
  ],
  ["an error response is removed", `${one}/delete/responses/404`, undefined, "error-response-removed", "safe", client],
  ["an error response is added", `${one}/delete/responses/410`, notFound, "error-response-added", "risky", client],
  [
    "a required header is removed",
    `${list}/responses/200/headers/X-Count`,
    undefined,
    "required-header-removed",
    "breaking",
    client,
  ],
  [
    "an optional header is removed",
    `${list}/responses/200/headers/X-Next`,
    undefined,
    "header-removed",
    "risky",
    client,
  ],
  ["a header is added", `${list}/responses/200/headers/X-Last`, { schema: text }, "header-added", "safe", provider],
  [
    "a header becomes optional",
    `${list}/responses/200/headers/X-Count/required`,
    undefined,
    "header-became-optional",
    "breaking",
    client,
  ],
  [
    "a header becomes required",
    `${list}/responses/200/headers/X-Next/required`,
    true,
    "header-became-required",
    "safe",
    provider,
  ],
  [
    "the type of a header changes",
    `${list}/responses/200/headers/X-Count/schema`,
    { type: "boolean" },
    "type-changed",
    "breaking",
    client,
  ],
  [
    "a required header is added to a response",
    `${list}/responses/200/headers/X-Last`,
    { required: true, schema: text },
    "required-header-added",
    "safe",
    provider,
  ],
  ["a link is added", `${list}/responses/200/links/last`, { operationId: "getLoan" }, "link-added", "safe", client],
  [
    "a link leads elsewhere",
    `${list}/responses/200/links/first/operationId`,
    "deleteLoan",
    "link-changed",
    "risky",
    client,
  ],
  ["a link is removed", `${list}/responses/200/links/first`, undefined, "link-removed", "risky", client],
];

const security: Row[] = [
  ["credentials are asked for", `${one}/get/security`, [{ Reader: [] }], "credentials-required", "breaking", client],
  ["credentials are no longer asked for", `${list}/security`, [], "credentials-dropped", "risky", provider],
  [
    "an alternative is removed",
    `${create}/security`,
    [{ Reader: [] }],
    "credentials-alternative-removed",
    "breaking",
    client,
  ],
  [
    "an alternative is added",
    `${list}/security`,
    [{ Reader: [] }, { Staff: [] }],
    "credentials-alternative-added",
    "safe",
    provider,
  ],
  [
    "two schemes are asked for together",
    `${list}/security`,
    [{ Reader: [], Staff: [] }],
    "credentials-alternative-removed",
    "breaking",
    client,
  ],
  ["a scope is added", `${create}/security/1`, { Staff: ["lend", "buy"] }, "scope-added", "breaking", client],
  ["a scope is removed", `${create}/security/1`, { Staff: [] }, "scope-removed", "safe", provider],
  [
    "the security of the whole contract changes",
    "/security",
    [{ Staff: ["lend"] }],
    "credentials-alternative-removed",
    "breaking",
    client,
  ],
  [
    "a scheme becomes another",
    "/components/securitySchemes/Reader/scheme",
    "basic",
    "security-scheme-changed",
    "breaking",
    client,
  ],
  [
    "a scheme's type changes",
    "/components/securitySchemes/Reader",
    { type: "apiKey", in: "header", name: "X-Key" },
    "security-scheme-changed",
    "breaking",
    client,
  ],
  [
    "the header of a key changes",
    "/components/securitySchemes/Signed/name",
    "X-Signature",
    "security-scheme-changed",
    "breaking",
    client,
  ],
  [
    "the address of tokens changes",
    "/components/securitySchemes/Staff/flows/clientCredentials/tokenUrl",
    "https://id2.example/token",
    "security-url-changed",
    "risky",
    client,
  ],
  [
    "a flow is removed",
    "/components/securitySchemes/Staff/flows/clientCredentials",
    undefined,
    "security-scheme-changed",
    "breaking",
    client,
  ],
  ["a notification loses its credentials", `${made}/security`, [], "credentials-dropped", "breaking", receiver],
  [
    "a notification gets credentials",
    "/webhooks/loan_ended/post/security",
    [{ Signed: [] }],
    "credentials-alternative-removed",
    "safe",
    receiver,
  ],
];

const notifications: Row[] = [
  ["a notification is removed", "/webhooks/loan_ended", undefined, "notification-removed", "breaking", receiver],
  [
    "a notification is added",
    "/webhooks/loan_lost",
    { post: { requestBody: { content: {} }, responses: {} } },
    "notification-added",
    "safe",
    receiver,
  ],
  [
    "a field of a notification is removed",
    "/components/schemas/LoanNotice/properties/status",
    undefined,
    "field-removed",
    "breaking",
    receiver,
  ],
  [
    "a field of a notification becomes required",
    "/components/schemas/LoanNotice/required",
    ["loan", "status"],
    "field-became-required",
    "safe",
    provider,
  ],
  [
    "a field of a notification becomes optional",
    "/components/schemas/LoanNotice/required",
    [],
    "field-became-optional",
    "breaking",
    receiver,
  ],
  [
    "a required header of a notification is removed",
    `${made}/parameters/0`,
    undefined,
    "required-parameter-removed",
    "breaking",
    receiver,
  ],
  [
    "an optional header of a notification is removed",
    `${made}/parameters/1`,
    undefined,
    "parameter-removed",
    "risky",
    receiver,
  ],
  [
    "a header of a notification becomes optional",
    `${made}/parameters/0/required`,
    undefined,
    "parameter-became-optional",
    "breaking",
    receiver,
  ],
  [
    "a required header of a notification is added",
    `${made}/parameters/2`,
    { name: "Shelf-Id", in: "header", required: true, schema: text },
    "required-parameter-added",
    "safe",
    provider,
  ],
  [
    "an answer to a notification no longer counts",
    `${made}/responses/202`,
    undefined,
    "success-response-removed",
    "breaking",
    receiver,
  ],
  [
    "another answer to a notification counts",
    `${made}/responses/204`,
    { description: "Taken." },
    "success-response-added",
    "safe",
    provider,
  ],
  [
    "the condition of a notification changes",
    `${made}/x-notification/when`,
    "a book is reserved",
    "notification-condition-changed",
    "risky",
    receiver,
  ],
  [
    "the subject of a notification changes",
    `${made}/x-notification/subject`,
    "book",
    "notification-renamed",
    "breaking",
    receiver,
  ],
  ["the body of a notification is removed", `${made}/requestBody`, undefined, "body-removed", "breaking", receiver],
  [
    "an example of a notification is removed",
    `${made}/requestBody/content/application~1json/examples/made`,
    undefined,
    "example-removed",
    "risky",
    client,
  ],
  ["a callback is removed", `${create}/callbacks/loan_made`, undefined, "callback-removed", "breaking", receiver],
  [
    "a callback is added",
    `${create}/callbacks/loan_ended`,
    { "{$request.body#/noticeUrl}": { $ref: "#/webhooks/loan_ended" } },
    "callback-added",
    "safe",
    receiver,
  ],
  [
    "a callback takes its URL from elsewhere",
    `${create}/callbacks/loan_made`,
    { "{$request.body#/url}": { $ref: "#/webhooks/loan_made" } },
    "callback-url-changed",
    "breaking",
    ["receiver", "client"],
  ],
  [
    "a field of a callback becomes optional",
    `${create}/callbacks/loan_late/{$request.body#~1noticeUrl}/post/requestBody/content/application~1json/schema/required`,
    [],
    "field-became-optional",
    "breaking",
    receiver,
  ],
];

const limit = `${create}/x-rate-limit`;
const key = `${create}/x-idempotency`;
const limits: Row[] = [
  [
    "a limit is added",
    `${list}/x-rate-limit`,
    { limit: 5, window: 60, scope: ["ip"] },
    "rate-limit-added",
    "breaking",
    client,
  ],
  ["a limit is removed", limit, undefined, "rate-limit-removed", "safe", provider],
  ["a limit falls", `${limit}/limit`, 50, "rate-limit-lowered", "breaking", client],
  ["a limit rises", `${limit}/limit`, 200, "rate-limit-raised", "safe", provider],
  ["a window grows", `${limit}/window`, 120, "rate-limit-lowered", "breaking", client],
  ["a window shrinks", `${limit}/window`, 30, "rate-limit-raised", "safe", provider],
  [
    "a limit and its window grow",
    limit,
    { limit: 300, window: 180, scope: ["ip", "apiKey"] },
    "rate-limit-stretched",
    "risky",
    client,
  ],
  [
    "the same rate in smaller bursts",
    limit,
    { limit: 10, window: 6, scope: ["ip", "apiKey"] },
    "rate-limit-lowered",
    "breaking",
    client,
  ],
  ["fewer callers are told apart", `${limit}/scope`, ["ip"], "rate-limit-scope-widened", "breaking", client],
  [
    "more callers are told apart",
    `${limit}/scope`,
    ["ip", "apiKey", "user"],
    "rate-limit-scope-narrowed",
    "safe",
    provider,
  ],
  ["others are told apart", `${limit}/scope`, ["ip", "user"], "rate-limit-scope-changed", "breaking", client],
  ["the body limit falls", "/x-body-limit", 32768, "body-limit-lowered", "breaking", client],
  ["the body limit rises", "/x-body-limit", 131072, "body-limit-raised", "safe", provider],
  ["the body limit goes", "/x-body-limit", undefined, "body-limit-raised", "safe", provider],
  [
    "an operation becomes idempotent",
    `${list}/x-idempotency`,
    { header: "Loan-Key" },
    "idempotency-added",
    "risky",
    client,
  ],
  ["an operation is no longer idempotent", key, undefined, "idempotency-removed", "breaking", client],
  ["the header of a key changes", `${key}/header`, "Idempotency-Key", "idempotency-header-changed", "breaking", client],
  ["keys are forgotten earlier", `${key}/retention`, 3600, "idempotency-retention-shortened", "breaking", client],
  ["keys are remembered for longer", `${key}/retention`, 172800, "idempotency-retention-lengthened", "safe", provider],
  ["keys count for others", `${key}/scope`, "apiKey", "idempotency-scope-changed", "breaking", client],
  [
    "a replay is marked by another header",
    `${key}/replayedHeader`,
    "X-Replayed",
    "idempotency-replay-header-changed",
    "breaking",
    client,
  ],
  ["a missing key is another error", `${key}/missing`, "KEY_MISSING", "idempotency-error-changed", "breaking", client],
  ["a used key is another error", `${key}/conflict`, "KEY_CONFLICT", "idempotency-error-changed", "breaking", client],
  [
    "an error is no longer remembered",
    `${key}/keeps/1`,
    undefined,
    "idempotency-error-no-longer-kept",
    "breaking",
    client,
  ],
  ["an error comes to be remembered", `${key}/keeps/2`, "LOST", "idempotency-error-kept", "risky", client],
];

const lifecycle: Row[] = [
  ["a lifecycle is removed", status, undefined, "lifecycle-removed", "breaking", client],
  ["the first status changes", `${status}/initial`, "late", "initial-status-changed", "breaking", client],
  ["a status becomes final", `${status}/final`, ["returned", "late"], "status-became-final", "risky", client],
  ["a status is no longer final", `${status}/final`, [], "status-no-longer-final", "breaking", client],
  [
    "a wait ends at one status more",
    `${status}/waitEndsAt`,
    ["lent", "late", "returned"],
    "wait-ends-earlier",
    "risky",
    client,
  ],
  [
    "a wait no longer ends at a status",
    `${status}/waitEndsAt`,
    ["returned"],
    "wait-no-longer-ends",
    "breaking",
    client,
  ],
  ["a transition happens by itself", `${status}/transitions/1/after`, 60, "transition-delay-changed", "risky", client],
  ["a transition is removed", `${status}/transitions/1`, undefined, "transition-removed", "risky", client],
  [
    "a transition is added",
    `${status}/transitions/4`,
    { from: "returned", to: "lent", trigger: "it is lent again" },
    "transition-added",
    "risky",
    client,
  ],
  [
    "a transition no longer notifies",
    `${status}/transitions/2/notification`,
    undefined,
    "transition-notification-removed",
    "breaking",
    receiver,
  ],
  [
    "a transition notifies otherwise",
    `${status}/transitions/2/notification`,
    "loan_made",
    "transition-notification-changed",
    "breaking",
    receiver,
  ],
  [
    "a transition comes to notify",
    `${status}/transitions/1/notification`,
    "loan_made",
    "transition-notification-added",
    "safe",
    ["receiver", "provider"],
  ],
  [
    "a transition has another trigger",
    `${status}/transitions/1/trigger`,
    "nobody asks",
    "transition-trigger-changed",
    "safe",
    provider,
  ],
  [
    "a status is added to the open set",
    "/components/schemas/LoanStatus/enum/3",
    "lost",
    "known-value-added",
    "safe",
    ["client", "receiver"],
  ],
  [
    "an answer to a notification gets a body",
    `${made}/responses/202/content`,
    { "application/json": { schema: text } },
    "answer-body-added",
    "breaking",
    receiver,
  ],
  [
    "an operation gets its own server",
    `${list}/servers`,
    [{ url: "https://other.example" }],
    "every-server-replaced",
    "breaking",
    client,
  ],
  [
    "an error may leave its details out",
    "/x-error-catalogue/0/details/required",
    false,
    "field-became-optional",
    "breaking",
    client,
  ],
];

const catalogue = "/x-error-catalogue";
const errors: Row[] = [
  ["the status of an error changes", `${catalogue}/2/status`, 400, "error-status-changed", "breaking", client],
  ["an error may no longer be retried", `${catalogue}/0/retryable`, false, "error-not-retryable", "breaking", client],
  ["an error may be retried", `${catalogue}/2/retryable`, true, "error-retryable", "risky", client],
  [
    "the condition of an error changes",
    `${catalogue}/2/condition`,
    "It is too short.",
    "error-condition-changed",
    "risky",
    client,
  ],
  ["the cause of an error changes", `${catalogue}/1/causes`, ["validation"], "error-cause-changed", "safe", provider],
  ["an error may come from anywhere", `${catalogue}/2/anywhere`, true, "error-everywhere", "risky", client],
  [
    "an error no longer comes from anywhere",
    `${catalogue}/3/anywhere`,
    undefined,
    "error-not-everywhere",
    "safe",
    client,
  ],
  ["an error is removed", `${catalogue}/3`, undefined, "error-removed", "safe", client],
  [
    "an error is added",
    `${catalogue}/4`,
    { code: "FLOOD", status: 503, condition: "It rains in.", retryable: true },
    "error-added",
    "risky",
    client,
  ],
  [
    "an operation no longer lists an error",
    `${create}/responses/422`,
    undefined,
    "error-no-longer-listed",
    "safe",
    client,
  ],
  [
    "an operation lists a further error",
    `${create}/responses/422/content/application~1json/schema`,
    { anyOf: [{ $ref: "#/components/schemas/TooLong" }, { $ref: "#/components/schemas/KeyUsed" }] },
    "error-moved",
    "breaking",
    client,
  ],
  [
    "an operation comes to list an error",
    `${list}/responses/422`,
    { description: "No.", content: { "application/json": { schema: { $ref: "#/components/schemas/TooLong" } } } },
    "error-listed",
    "risky",
    client,
  ],
  [
    "a response comes to name an error",
    `${list}/responses/409`,
    { description: "No.", "x-errors": ["KEY_USED"] },
    "error-listed",
    "risky",
    client,
  ],
  [
    "a response no longer names an error",
    `${list}/responses/409/x-errors`,
    ["KEY_USED"],
    "error-no-longer-listed",
    "safe",
    client,
  ],
];

const deliver = "/x-notification-delivery";
const sign = "/x-notification-signature";
const delivery: Row[] = [
  ["delivery is no longer promised", deliver, undefined, "delivery-removed", "breaking", receiver],
  [
    "delivery is promised less",
    `${deliver}/guarantee`,
    "at-most-once",
    "delivery-guarantee-weakened",
    "breaking",
    receiver,
  ],
  [
    "delivery is promised more",
    `${deliver}/guarantee`,
    "exactly-once",
    "delivery-guarantee-strengthened",
    "safe",
    provider,
  ],
  ["order is no longer promised", `${deliver}/ordered`, false, "delivery-order-dropped", "breaking", receiver],
  ["fewer answers count", `${deliver}/success`, "200", "delivery-success-narrowed", "breaking", receiver],
  ["the wait for an answer shortens", `${deliver}/timeout`, 5, "delivery-timeout-shortened", "breaking", receiver],
  ["the wait for an answer lengthens", `${deliver}/timeout`, 15, "delivery-timeout-lengthened", "safe", provider],
  ["redirects are refused", `${deliver}/redirects`, false, "delivery-redirects-refused", "breaking", receiver],
  ["there are fewer tries", `${deliver}/schedule`, [0, 5], "delivery-tries-reduced", "breaking", receiver],
  ["tries end earlier", `${deliver}/schedule`, [0, 5, 60], "delivery-tries-reduced", "breaking", receiver],
  ["there are more tries", `${deliver}/schedule`, [0, 5, 300, 600], "delivery-tries-extended", "safe", provider],
  ["tries come at other times", `${deliver}/schedule`, [10, 60, 600], "delivery-tries-changed", "risky", receiver],
  ["tries are spread more", `${deliver}/jitter`, 0.5, "delivery-jitter-changed", "safe", provider],
  [
    "a receiver is switched off earlier",
    `${deliver}/disabledAfter`,
    3600,
    "delivery-switched-off-earlier",
    "breaking",
    receiver,
  ],
  [
    "a receiver is never switched off",
    `${deliver}/disabledAfter`,
    undefined,
    "delivery-switched-off-later",
    "safe",
    provider,
  ],
  ["the signature is removed", sign, undefined, "signature-removed", "breaking", receiver],
  ["the signature is in another header", `${sign}/header`, "X-Signature", "signature-changed", "breaking", receiver],
  [
    "the signature has another algorithm",
    `${sign}/algorithm`,
    "HMAC-SHA512",
    "signature-changed",
    "breaking",
    receiver,
  ],
  ["something else is signed", `${sign}/signed`, "{body}", "signature-changed", "breaking", receiver],
  ["the signature's version changes", `${sign}/version`, "v2", "signature-changed", "breaking", receiver],
  ["the tolerance shortens", `${sign}/tolerance`, 30, "signature-tolerance-shortened", "risky", receiver],
  ["the tolerance lengthens", `${sign}/tolerance`, 3000, "signature-tolerance-lengthened", "risky", receiver],
];

const token = "/paths/~1token/post/x-token";
const service: Row[] = [
  ["tokens are no longer issued", token, undefined, "token-removed", "breaking", client],
  ["a token lives shorter", `${token}/lifetime`, 600000, "token-lifetime-shortened", "breaking", client],
  ["a token lives longer", `${token}/lifetime`, 3600000, "token-lifetime-lengthened", "safe", provider],
  ["a token is in another field", `${token}/token`, "jwt", "token-field-changed", "breaking", client],
  ["the lifetime has another unit", `${token}/unit`, "seconds", "token-field-changed", "breaking", client],
  ["a token is renewed at another time", `${token}/renewEarly`, 120, "token-renewal-changed", "safe", client],
  ["a claim is removed", `${token}/claims/sub`, undefined, "token-claim-removed", "risky", client],
  ["a claim changes", `${token}/claims/type`, "STAFF", "token-claim-changed", "risky", client],
  ["a claim is added", `${token}/claims/iat`, "issue time", "token-claim-added", "safe", provider],
  ["one server of two is removed", "/servers/1", undefined, "server-removed", "risky", client],
  [
    "every server is replaced",
    "/servers",
    [{ url: "https://other.example" }],
    "every-server-replaced",
    "breaking",
    client,
  ],
  ["a server is added", "/servers/2", { url: "https://third.example" }, "server-added", "safe", client],
  [
    "a server's variable changes",
    "/servers/0/variables/house/default",
    "annex",
    "server-variable-changed",
    "risky",
    client,
  ],
  ["the version's path changes", "/x-version-policy/prefix", "/api/v2/", "version-path-changed", "breaking", client],
  [
    "a path leaves the versions",
    "/x-version-policy/unversioned/1",
    "/health",
    "version-policy-changed",
    "risky",
    client,
  ],
  ["the version falls", "/info/version", "1.3.0", "version-lowered", "risky", client],
  ["the version rises", "/info/version", "1.5.0", "version-raised", "safe", client],
  [
    "a basis weakens",
    "/components/schemas/Loan/properties/due/x-basis/kind",
    "assumed",
    "basis-weakened",
    "risky",
    client,
  ],
  [
    "a basis strengthens",
    "/components/schemas/Loan/properties/due/x-basis/kind",
    "implied",
    "basis-strengthened",
    "safe",
    client,
  ],
  [
    "a statement is confirmed",
    "/components/schemas/Loan/properties/due/x-basis",
    undefined,
    "basis-strengthened",
    "safe",
    client,
  ],
  [
    "a statement loses its document",
    "/components/schemas/Loan/properties/reader/x-basis",
    { kind: "assumed", reason: "Nobody knows." },
    "basis-weakened",
    "risky",
    client,
  ],
  [
    "a basis has another reason",
    "/components/schemas/Loan/properties/due/x-basis/reason",
    "Seen on two slips.",
    "basis-reworded",
    "safe",
    client,
  ],
  ["a field nobody knows is there", "/x-shape", "round", "extension-added", "safe", client],
  ["a field nobody knows is removed", "/x-shape", undefined, "extension-removed", "risky", client],
  ["a field nobody knows has another value", "/x-shape", "square", "extension-changed", "risky", client],
  [
    "an object gets a lifecycle",
    status,
    { subject: "loan", initial: "lent", final: [], waitEndsAt: [], transitions: [] },
    "lifecycle-added",
    "safe",
    provider,
  ],
  ["delivery is promised", deliver, { guarantee: "at-least-once" }, "delivery-added", "safe", provider],
  ["order is promised", `${deliver}/ordered`, true, "delivery-order-promised", "safe", provider],
  ["more answers count", `${deliver}/success`, "2xx", "delivery-success-widened", "safe", provider],
  ["redirects are followed", `${deliver}/redirects`, true, "delivery-redirects-followed", "safe", provider],
  ["notifications come to be signed", sign, { header: "Shelf-Signature" }, "signature-added", "safe", provider],
  ["tokens come to be issued", token, { scheme: "Reader" }, "token-added", "safe", client],
];

const gone = { type: "object", required: ["why"], properties: { why: { const: "gone" } } };
const lost = { type: "object", required: ["why"], properties: { why: { const: "lost" } } };

/** Changes that take more than one place. */
const further: ContractCase[] = [
  {
    title: "an operation moves to another path",
    change: (contract) => {
      set(contract, "/paths/~1loan~1{id}", copy(at(contract, one)));
      set(contract, one, undefined);
    },
    kind: "operation-moved",
    severity: "breaking",
    affects: client,
  },
  {
    title: "an operation moves to another method",
    change: (contract) => {
      set(contract, `${one}/put`, copy(at(contract, `${one}/get`)));
      set(contract, `${one}/get`, undefined);
    },
    kind: "operation-moved",
    severity: "breaking",
    affects: client,
  },
  {
    title: "a parameter of a path is renamed",
    change: (contract) => {
      const item = copy(at(contract, one));
      set(contract, one, undefined);
      for (const method of ["get", "delete"]) set(item, `/${method}/parameters/0/name`, "loan");
      set(contract, "/paths/~1loans~1{loan}", item);
    },
    kind: "path-parameter-renamed",
    severity: "risky",
    affects: client,
  },
  {
    title: "an operation goes after its date",
    change: (contract) => set(contract, `${list}`, undefined),
    kind: "operation-removed-after-sunset",
    severity: "risky",
    affects: client,
  },
  {
    title: "a success gets another status",
    change: (contract) => {
      set(contract, `${create}/responses/200`, copy(at(contract, `${create}/responses/201`)));
      set(contract, `${create}/responses/201`, undefined);
    },
    kind: "success-response-removed",
    severity: "breaking",
    affects: client,
  },
  {
    title: "an error is added under the mark of another",
    change: (contract) => {
      const other = copy(at(contract, "/components/schemas/TooLong"));
      set(other, "/properties/error/properties/code/enum", ["TOO_SHORT"]);
      set(contract, "/components/schemas/TooShort", other);
      set(contract, `${create}/responses/422/content/application~1json/schema`, {
        anyOf: [{ $ref: "#/components/schemas/TooLong" }, { $ref: "#/components/schemas/TooShort" }],
      });
    },
    kind: "error-alternative-added",
    severity: "risky",
    affects: client,
  },
  {
    title: "a part is encoded otherwise",
    change: (contract) =>
      set(contract, `${list}/requestBody/content/multipart~1form-data/encoding/cover/contentType`, "image/jpeg"),
    kind: "encoding-changed",
    severity: "risky",
    affects: client,
  },
  {
    title: "an error response without a catalogue has a further form",
    change: (contract) =>
      set(contract, `${one}/delete/responses/404/content`, {
        "application/json": { schema: { oneOf: [copy(gone), copy(lost)] } },
      }),
    kind: "error-alternative-added",
    severity: "risky",
    affects: client,
  },
  {
    title: "an error response without a catalogue loses a form",
    change: (contract) =>
      set(contract, `${one}/delete/responses/404/content`, { "application/json": { schema: copy(gone) } }),
    kind: "error-alternative-removed",
    severity: "safe",
    affects: provider,
  },
  {
    title: "an optional body becomes required",
    change: (contract) => set(contract, `${create}/requestBody/required`, true),
    kind: "body-became-required",
    severity: "breaking",
    affects: client,
  },
];

/** A body of parts. */
const form = {
  content: { "multipart/form-data": { schema: { type: "object" }, encoding: { cover: { contentType: "image/png" } } } },
};

/** What a case changes before both sides are compared, for those that need another start. */
export const starts: Record<string, (contract: Tree) => void> = {
  "an operation goes after its date": (contract) => {
    set(contract, `${list}/deprecated`, true);
    set(contract, `${list}/x-sunset`, "2020-01-01");
  },
  "a response no longer names an error": (contract) =>
    set(contract, `${list}/responses/409`, { description: "No.", "x-errors": ["BOOK_LENT", "KEY_USED"] }),
  "an error response without a catalogue has a further form": (contract) =>
    set(contract, `${one}/delete/responses/404/content`, { "application/json": { schema: copy(gone) } }),
  "an error response without a catalogue loses a form": (contract) =>
    set(contract, `${one}/delete/responses/404/content`, {
      "application/json": { schema: { oneOf: [copy(gone), copy(lost)] } },
    }),
  "a part is encoded otherwise": (contract) => set(contract, `${list}/requestBody`, copy(form)),
  "a field nobody knows is removed": (contract) => set(contract, "/x-shape", "round"),
  "a field nobody knows has another value": (contract) => set(contract, "/x-shape", "round"),
  "an object gets a lifecycle": (contract) => set(contract, status, undefined),
  "delivery is promised": (contract) => set(contract, deliver, undefined),
  "order is promised": (contract) => set(contract, `${deliver}/ordered`, false),
  "more answers count": (contract) => set(contract, `${deliver}/success`, "200"),
  "redirects are followed": (contract) => set(contract, `${deliver}/redirects`, false),
  "notifications come to be signed": (contract) => set(contract, sign, undefined),
  "tokens come to be issued": (contract) => set(contract, token, undefined),
  "an optional body becomes required": (contract) => set(contract, `${create}/requestBody/required`, undefined),
};

const rows = [
  ...operations,
  ...parameters,
  ...bodies,
  ...responses,
  ...security,
  ...notifications,
  ...limits,
  ...lifecycle,
  ...errors,
  ...delivery,
  ...service,
];

export const contractCases: ContractCase[] = [
  ...rows.map(([title, pointer, value, kind, severity, affects]) => ({
    title,
    change: (contract: Tree) => set(contract, pointer, value === undefined ? undefined : copy(value)),
    kind,
    severity,
    affects,
  })),
  ...further,
];
