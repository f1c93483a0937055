// Changes of a contract beyond its schemas: what each is called, how bad it is and whom it affects.
import type { Party, Severity } from "../../../packages/review/src/change.ts";
import { at, copy, type Json, set, type Tree } from "../shelf.ts";

export interface ContractCase {
  title: string;
  /** What the base has instead of the shelf's. */
  start: (contract: Tree) => void;
  change: (contract: Tree) => void;
  kind: string;
  severity: Severity;
  affects: Party[];
}

/** Kind, severity and whom it affects: `operation-removed breaking client`. */
type Finding = `${string} ${Severity} ${string}`;
type Edit = [pointer: string, value: Json | undefined];
type Row = [...Edit, Finding, start?: Edit];
type Further = [
  title: string,
  (contract: Tree) => void,
  Finding,
  start?: Edit | ((contract: Tree) => void) | undefined,
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
  [list, undefined, "operation-removed breaking client"],
  [`${one}/delete`, undefined, "operation-removed breaking client"],
  [
    "/paths/~1books",
    { get: { operationId: "listBooks", responses: { "204": notFound } } },
    "operation-added safe provider",
  ],
  [`${list}/operationId`, "findLoans", "operation-id-changed risky client"],
  [`${list}/tags`, ["books"], "group-changed risky client"],
  [`${list}/deprecated`, true, "deprecated-without-date safe client"],
  [`${one}/delete/x-sunset`, "2098-01-01", "sunset-earlier breaking client"],
  [`${one}/delete/x-sunset`, "2100-01-01", "sunset-later safe client"],
  [`${one}/delete/x-sunset`, undefined, "sunset-removed risky client"],
  [`${one}/delete/deprecated`, undefined, "deprecation-withdrawn safe client"],
  [`${list}/x-shape`, "round", "extension-added safe client"],
];

const parameters: Row[] = [
  [`${list}/parameters/0/allowEmptyValue`, true, "empty-value-allowed safe provider"],
  [
    `${list}/parameters/0/allowEmptyValue`,
    undefined,
    "empty-value-refused breaking client",
    [`${list}/parameters/0/allowEmptyValue`, true],
  ],
  [`${list}/parameters/0`, undefined, "parameter-removed risky client"],
  [`${list}/parameters/1`, undefined, "required-parameter-removed risky client"],
  [`${list}/parameters/2`, { name: "author", in: "query", schema: text }, "parameter-added safe provider"],
  [
    `${list}/parameters/2`,
    { name: "author", in: "query", required: true, schema: text },
    "required-parameter-added breaking client",
  ],
  [
    `${list}/parameters/2`,
    { name: "X-Author", in: "header", required: true, schema: text },
    "required-parameter-added breaking client",
  ],
  [
    `${list}/parameters/2`,
    { name: "session", in: "cookie", required: true, schema: text },
    "required-parameter-added breaking client",
  ],
  [`${list}/parameters/0/required`, true, "parameter-became-required breaking client"],
  [`${list}/parameters/1/required`, undefined, "parameter-became-optional safe provider"],
  [`${list}/parameters/0/in`, "header", "parameter-moved breaking client"],
  [`${list}/parameters/1/explode`, false, "serialization-changed breaking client"],
  [`${list}/parameters/1/style`, "pipeDelimited", "serialization-changed breaking client"],
  [
    `${list}/parameters/1`,
    {
      name: "sort",
      in: "query",
      required: true,
      content: { "application/json": { schema: { type: "array", items: text } } },
    },
    "serialization-changed breaking client",
  ],
  [`${list}/parameters/0/schema/default`, 20, "default-changed breaking client"],
  [`${list}/parameters/0/schema/maximum`, 50, "bound-tightened breaking client"],
  [`${list}/parameters/0/schema`, text, "type-changed breaking client"],
  [`${loans}/parameters/0/required`, true, "parameter-became-required breaking client"],
  [`${list}/parameters/0/deprecated`, true, "deprecated-without-date safe client"],
];

const bodies: Row[] = [
  [`${list}/requestBody`, { content: { "application/json": { schema: text } } }, "body-added safe provider"],
  [
    `${list}/requestBody`,
    { required: true, content: { "application/json": { schema: text } } },
    "required-body-added breaking client",
  ],
  [`${create}/requestBody`, undefined, "body-removed breaking client"],
  [`${create}/requestBody/required`, undefined, "body-became-optional safe provider"],
  [`${create}/requestBody/content/application~1xml`, undefined, "media-type-removed breaking client"],
  [`${create}/requestBody/content/text~1csv`, { schema: text }, "media-type-added safe provider"],
  [`${list}/responses/200/content/text~1csv`, undefined, "media-type-removed breaking client"],
  [`${list}/responses/200/content/text~1xml`, { schema: text }, "media-type-added safe provider"],
  [`${create}/responses/201/content`, undefined, "body-removed breaking client"],
  [`${create}/requestBody/content/application~1json/examples/short`, undefined, "example-removed risky client"],
  [`${list}/responses/200/content/application~1json/examples/none`, undefined, "example-removed risky client"],
  [`${list}/responses/200/content/application~1json/examples/one`, { value: [] }, "example-added safe client"],
  [
    `${list}/responses/200/content/application~1json/examples/none`,
    { value: [{ id: "2", status: "late" }] },
    "example-changed safe client",
  ],
];

const responses: Row[] = [
  [`${create}/responses/201`, undefined, "success-response-removed breaking client"],
  [`${create}/responses/202`, { description: "Soon." }, "success-response-added risky client"],
  [`${one}/delete/responses/404`, undefined, "error-response-removed safe client"],
  [`${one}/delete/responses/410`, notFound, "error-response-added risky client"],
  [`${list}/responses/200/headers/X-Count`, undefined, "required-header-removed breaking client"],
  [`${list}/responses/200/headers/X-Next`, undefined, "header-removed risky client"],
  [`${list}/responses/200/headers/X-Last`, { schema: text }, "header-added safe provider"],
  [`${list}/responses/200/headers/X-Count/required`, undefined, "header-became-optional breaking client"],
  [`${list}/responses/200/headers/X-Next/required`, true, "header-became-required safe provider"],
  [`${list}/responses/200/headers/X-Count/schema`, { type: "boolean" }, "type-changed breaking client"],
  [`${list}/responses/200/headers/X-Last`, { required: true, schema: text }, "required-header-added safe provider"],
  [`${list}/responses/200/links/last`, { operationId: "getLoan" }, "link-added safe client"],
  [`${list}/responses/200/links/first/operationId`, "deleteLoan", "link-changed risky client"],
  [`${list}/responses/200/links/first`, undefined, "link-removed risky client"],
];

const security: Row[] = [
  [`${one}/get/security`, [{ Reader: [] }], "credentials-required breaking client"],
  [`${list}/security`, [], "credentials-dropped risky provider"],
  [`${create}/security`, [{ Reader: [] }], "credentials-alternative-removed breaking client"],
  [`${list}/security`, [{ Reader: [] }, { Staff: [] }], "credentials-alternative-added safe provider"],
  [`${list}/security`, [{ Reader: [], Staff: [] }], "credentials-alternative-removed breaking client"],
  [`${create}/security/1`, { Staff: ["lend", "buy"] }, "scope-added breaking client"],
  [`${create}/security/1`, { Staff: [] }, "scope-removed safe provider"],
  ["/security", [{ Staff: ["lend"] }], "credentials-alternative-removed breaking client"],
  ["/components/securitySchemes/Reader/scheme", "basic", "security-scheme-changed breaking client"],
  [
    "/components/securitySchemes/Reader",
    { type: "apiKey", in: "header", name: "X-Key" },
    "security-scheme-changed breaking client",
  ],
  ["/components/securitySchemes/Signed/name", "X-Signature", "security-scheme-changed breaking client"],
  [
    "/components/securitySchemes/Staff/flows/clientCredentials/tokenUrl",
    "https://id2.example/token",
    "security-url-changed risky client",
  ],
  ["/components/securitySchemes/Staff/flows/clientCredentials", undefined, "security-scheme-changed breaking client"],
  [`${made}/security`, [], "credentials-dropped breaking receiver"],
  ["/webhooks/loan_ended/post/security", [{ Signed: [] }], "credentials-alternative-removed safe receiver"],
];

const notifications: Row[] = [
  ["/webhooks/loan_ended", undefined, "notification-removed breaking receiver"],
  [
    "/webhooks/loan_lost",
    { post: { requestBody: { content: {} }, responses: {} } },
    "notification-added safe receiver",
  ],
  ["/components/schemas/LoanNotice/properties/status", undefined, "field-removed breaking receiver"],
  ["/components/schemas/LoanNotice/required", ["loan", "status"], "field-became-required safe provider"],
  ["/components/schemas/LoanNotice/required", [], "field-became-optional breaking receiver"],
  [`${made}/parameters/0`, undefined, "required-parameter-removed breaking receiver"],
  [`${made}/parameters/1`, undefined, "parameter-removed risky receiver"],
  [`${made}/parameters/0/required`, undefined, "parameter-became-optional breaking receiver"],
  [
    `${made}/parameters/2`,
    { name: "Shelf-Id", in: "header", required: true, schema: text },
    "required-parameter-added safe provider",
  ],
  [`${made}/responses/202`, undefined, "success-response-removed breaking receiver"],
  [`${made}/responses/204`, { description: "Taken." }, "success-response-added safe provider"],
  [`${made}/x-notification/when`, "a book is reserved", "notification-condition-changed risky receiver"],
  [`${made}/x-notification/subject`, "book", "notification-renamed breaking receiver"],
  [`${made}/requestBody`, undefined, "body-removed breaking receiver"],
  [`${made}/requestBody/content/application~1json/examples/made`, undefined, "example-removed risky client"],
  [`${create}/callbacks/loan_made`, undefined, "callback-removed breaking receiver"],
  [
    `${create}/callbacks/loan_ended`,
    { "{$request.body#/noticeUrl}": { $ref: "#/webhooks/loan_ended" } },
    "callback-added safe receiver",
  ],
  [
    `${create}/callbacks/loan_made`,
    { "{$request.body#/url}": { $ref: "#/webhooks/loan_made" } },
    "callback-url-changed breaking receiver,client",
  ],
  [
    `${create}/callbacks/loan_late/{$request.body#~1noticeUrl}/post/requestBody/content/application~1json/schema/required`,
    [],
    "field-became-optional breaking receiver",
  ],
];

const limit = `${create}/x-rate-limit`;
const key = `${create}/x-idempotency`;
const limits: Row[] = [
  [`${list}/x-rate-limit`, { limit: 5, window: 60, scope: ["ip"] }, "rate-limit-added breaking client"],
  [limit, undefined, "rate-limit-removed safe provider"],
  [`${limit}/limit`, 50, "rate-limit-lowered breaking client"],
  [`${limit}/limit`, 200, "rate-limit-raised safe provider"],
  [`${limit}/window`, 120, "rate-limit-lowered breaking client"],
  [`${limit}/window`, 30, "rate-limit-raised safe provider"],
  [limit, { limit: 300, window: 180, scope: ["ip", "apiKey"] }, "rate-limit-stretched risky client"],
  [limit, { limit: 10, window: 6, scope: ["ip", "apiKey"] }, "rate-limit-lowered breaking client"],
  [`${limit}/scope`, ["ip"], "rate-limit-scope-widened breaking client"],
  [`${limit}/scope`, ["ip", "apiKey", "user"], "rate-limit-scope-narrowed safe provider"],
  [`${limit}/scope`, ["ip", "user"], "rate-limit-scope-changed breaking client"],
  ["/x-body-limit", 32768, "body-limit-lowered breaking client"],
  ["/x-body-limit", 131072, "body-limit-raised safe provider"],
  ["/x-body-limit", undefined, "body-limit-raised safe provider"],
  [`${list}/x-idempotency`, { header: "Loan-Key" }, "idempotency-added risky client"],
  [key, undefined, "idempotency-removed breaking client"],
  [`${key}/header`, "Idempotency-Key", "idempotency-header-changed breaking client"],
  [`${key}/retention`, 3600, "idempotency-retention-shortened breaking client"],
  [`${key}/retention`, 172800, "idempotency-retention-lengthened safe provider"],
  [`${key}/scope`, "apiKey", "idempotency-scope-changed breaking client"],
  [`${key}/replayedHeader`, "X-Replayed", "idempotency-replay-header-changed breaking client"],
  [`${key}/missing`, "KEY_MISSING", "idempotency-error-changed breaking client"],
  [`${key}/conflict`, "KEY_CONFLICT", "idempotency-error-changed breaking client"],
  [`${key}/keeps/1`, undefined, "idempotency-error-no-longer-kept breaking client"],
  [`${key}/keeps/2`, "LOST", "idempotency-error-kept risky client"],
];

const lifecycle: Row[] = [
  [status, undefined, "lifecycle-removed breaking client"],
  [`${status}/initial`, "late", "initial-status-changed breaking client"],
  [`${status}/final`, ["returned", "late"], "status-became-final risky client"],
  [`${status}/final`, [], "status-no-longer-final breaking client"],
  [`${status}/waitEndsAt`, ["lent", "late", "returned"], "wait-ends-earlier risky client"],
  [`${status}/waitEndsAt`, ["returned"], "wait-no-longer-ends breaking client"],
  [`${status}/subject`, "borrowing", "lifecycle-renamed risky client"],
  [`${status}/transitions/1/after`, 60, "transition-delay-changed risky client"],
  [`${status}/transitions/1`, undefined, "transition-removed risky client"],
  [
    `${status}/transitions/4`,
    { from: "returned", to: "lent", trigger: "it is lent again" },
    "transition-added risky client",
  ],
  [`${status}/transitions/2/notification`, undefined, "transition-notification-removed breaking receiver"],
  [`${status}/transitions/2/notification`, "loan_made", "transition-notification-changed breaking receiver"],
  [`${status}/transitions/1/notification`, "loan_made", "transition-notification-added safe receiver,provider"],
  [`${status}/transitions/1/trigger`, "nobody asks", "transition-trigger-changed safe provider"],
  ["/components/schemas/LoanStatus/enum/3", "lost", "known-value-added safe client,receiver"],
  [`${made}/responses/202/content`, { "application/json": { schema: text } }, "answer-body-added breaking receiver"],
  [`${list}/servers`, [{ url: "https://other.example" }], "every-server-replaced breaking client"],
  ["/x-error-catalogue/0/details/required", false, "field-became-optional breaking client"],
];

const catalogue = "/x-error-catalogue";
const errors: Row[] = [
  [`${catalogue}/2/status`, 400, "error-status-changed breaking client"],
  [`${catalogue}/0/retryable`, false, "error-not-retryable breaking client"],
  [`${catalogue}/2/retryable`, true, "error-retryable risky client"],
  [`${catalogue}/2/condition`, "It is too short.", "error-condition-changed risky client"],
  [`${catalogue}/1/causes`, ["validation"], "error-cause-changed safe provider"],
  [`${catalogue}/2/anywhere`, true, "error-everywhere risky client"],
  [`${catalogue}/3/anywhere`, undefined, "error-not-everywhere safe client"],
  [`${catalogue}/3`, undefined, "error-removed safe client"],
  [
    `${catalogue}/4`,
    { code: "FLOOD", status: 503, condition: "It rains in.", retryable: true },
    "error-added risky client",
  ],
  [`${create}/responses/422`, undefined, "error-no-longer-listed safe client"],
  [
    `${create}/responses/422/content/application~1json/schema`,
    { anyOf: [{ $ref: "#/components/schemas/TooLong" }, { $ref: "#/components/schemas/KeyUsed" }] },
    "error-moved breaking client",
  ],
  [
    `${list}/responses/422`,
    { description: "No.", content: { "application/json": { schema: { $ref: "#/components/schemas/TooLong" } } } },
    "error-listed risky client",
  ],
  [`${list}/responses/409`, { description: "No.", "x-errors": ["KEY_USED"] }, "error-listed risky client"],
  [
    `${list}/responses/409/x-errors`,
    ["KEY_USED"],
    "error-no-longer-listed safe client",
    [`${list}/responses/409`, { description: "No.", "x-errors": ["BOOK_LENT", "KEY_USED"] }],
  ],
];

const deliver = "/x-notification-delivery";
const sign = "/x-notification-signature";
const delivery: Row[] = [
  [deliver, undefined, "delivery-removed breaking receiver"],
  [`${deliver}/guarantee`, "at-most-once", "delivery-guarantee-weakened breaking receiver"],
  [`${deliver}/guarantee`, "exactly-once", "delivery-guarantee-strengthened safe provider"],
  [`${deliver}/ordered`, false, "delivery-order-dropped breaking receiver"],
  [`${deliver}/success`, "200", "delivery-success-narrowed breaking receiver"],
  [`${deliver}/timeout`, 5, "delivery-timeout-shortened breaking receiver"],
  [`${deliver}/timeout`, 15, "delivery-timeout-lengthened safe provider"],
  [`${deliver}/redirects`, false, "delivery-redirects-refused breaking receiver"],
  [`${deliver}/schedule`, [0, 5], "delivery-tries-reduced breaking receiver"],
  [`${deliver}/schedule`, [0, 5, 60], "delivery-tries-reduced breaking receiver"],
  [`${deliver}/schedule`, [0, 5, 300, 600], "delivery-tries-extended safe provider"],
  [`${deliver}/schedule`, [10, 60, 600], "delivery-tries-changed risky receiver"],
  [`${deliver}/jitter`, 0.5, "delivery-jitter-changed safe provider"],
  [`${deliver}/disabledAfter`, 3600, "delivery-switched-off-earlier breaking receiver"],
  [`${deliver}/disabledAfter`, undefined, "delivery-switched-off-later safe provider"],
  [sign, undefined, "signature-removed breaking receiver"],
  [`${sign}/header`, "X-Signature", "signature-changed breaking receiver"],
  [`${sign}/algorithm`, "HMAC-SHA512", "signature-changed breaking receiver"],
  [`${sign}/signed`, "{body}", "signature-changed breaking receiver"],
  [`${sign}/version`, "v2", "signature-changed breaking receiver"],
  [`${sign}/tolerance`, 30, "signature-tolerance-shortened risky receiver"],
  [`${sign}/tolerance`, 3000, "signature-tolerance-lengthened risky receiver"],
];

const token = "/paths/~1token/post/x-token";
const service: Row[] = [
  [token, undefined, "token-removed breaking client"],
  [`${token}/lifetime`, 600000, "token-lifetime-shortened breaking client"],
  [`${token}/lifetime`, 3600000, "token-lifetime-lengthened safe provider"],
  [`${token}/token`, "jwt", "token-field-changed breaking client"],
  [`${token}/unit`, "seconds", "token-field-changed breaking client"],
  [`${token}/renewEarly`, 120, "token-renewal-changed safe client"],
  [`${token}/claims/sub`, undefined, "token-claim-removed risky client"],
  [`${token}/claims/type`, "STAFF", "token-claim-changed risky client"],
  [`${token}/claims/iat`, "issue time", "token-claim-added safe provider"],
  ["/servers/1", undefined, "server-removed risky client"],
  ["/servers", [{ url: "https://other.example" }], "every-server-replaced breaking client"],
  ["/servers/2", { url: "https://third.example" }, "server-added safe client"],
  ["/servers/0/variables/house/default", "annex", "server-variable-changed risky client"],
  ["/x-version-policy/prefix", "/api/v2/", "version-path-changed breaking client"],
  ["/x-version-policy/unversioned/1", "/health", "version-policy-changed risky client"],
  ["/info/version", "1.3.0", "version-lowered risky client"],
  ["/info/version", "1.5.0", "version-raised safe client"],
  ["/components/schemas/Loan/properties/due/x-basis/kind", "assumed", "basis-weakened risky client"],
  ["/components/schemas/Loan/properties/due/x-basis/kind", "implied", "basis-strengthened safe client"],
  ["/components/schemas/Loan/properties/due/x-basis", undefined, "basis-strengthened safe client"],
  [
    "/components/schemas/Loan/properties/reader/x-basis",
    { kind: "assumed", reason: "Nobody knows." },
    "basis-weakened risky client",
  ],
  ["/components/schemas/Loan/properties/due/x-basis/reason", "Seen on two slips.", "basis-reworded safe client"],
  ["/x-shape", "round", "extension-added safe client"],
  ["/x-shape", undefined, "extension-removed risky client", ["/x-shape", "round"]],
  ["/x-shape", "square", "extension-changed risky client", ["/x-shape", "round"]],
  [
    status,
    { subject: "loan", initial: "lent", final: [], waitEndsAt: [], transitions: [] },
    "lifecycle-added safe provider",
    [status, undefined],
  ],
  [deliver, { guarantee: "at-least-once" }, "delivery-added safe provider", [deliver, undefined]],
  [`${deliver}/ordered`, true, "delivery-order-promised safe provider", [`${deliver}/ordered`, false]],
  [`${deliver}/success`, "2xx", "delivery-success-widened safe provider", [`${deliver}/success`, "200"]],
  [`${deliver}/redirects`, true, "delivery-redirects-followed safe provider", [`${deliver}/redirects`, false]],
  [sign, { header: "Shelf-Signature" }, "signature-added safe provider", [sign, undefined]],
  [token, { scheme: "Reader" }, "token-added safe client", [token, undefined]],
];

/** A body of parts. */
const form = {
  content: { "multipart/form-data": { schema: { type: "object" }, encoding: { cover: { contentType: "image/png" } } } },
};
const gone = { type: "object", required: ["why"], properties: { why: { const: "gone" } } };
const lost = { type: "object", required: ["why"], properties: { why: { const: "lost" } } };

/** Changes that take more than one place. */
const further: Further[] = [
  [
    "an operation moves to another path",
    (contract) => {
      set(contract, "/paths/~1loan~1{id}", copy(at(contract, one)));
      set(contract, one, undefined);
    },
    "operation-moved breaking client",
  ],
  [
    "an operation moves to another method",
    (contract) => {
      set(contract, `${one}/put`, copy(at(contract, `${one}/get`)));
      set(contract, `${one}/get`, undefined);
    },
    "operation-moved breaking client",
  ],
  [
    "a parameter of a path is renamed",
    (contract) => {
      const item = copy(at(contract, one));
      set(contract, one, undefined);
      for (const method of ["get", "delete"]) set(item, `/${method}/parameters/0/name`, "loan");
      set(contract, "/paths/~1loans~1{loan}", item);
    },
    "path-parameter-renamed risky client",
  ],
  [
    "an operation goes after its date",
    (contract) => set(contract, `${list}`, undefined),
    "operation-removed-after-sunset risky client",
    (contract) => {
      set(contract, `${list}/deprecated`, true);
      set(contract, `${list}/x-sunset`, "2020-01-01");
    },
  ],
  [
    "a success gets another status",
    (contract) => {
      set(contract, `${create}/responses/200`, copy(at(contract, `${create}/responses/201`)));
      set(contract, `${create}/responses/201`, undefined);
    },
    "success-response-removed breaking client",
  ],
  [
    "an error is added under the mark of another",
    (contract) => {
      const other = copy(at(contract, "/components/schemas/TooLong"));
      set(other, "/properties/error/properties/code/enum", ["TOO_SHORT"]);
      set(contract, "/components/schemas/TooShort", other);
      set(contract, `${create}/responses/422/content/application~1json/schema`, {
        anyOf: [{ $ref: "#/components/schemas/TooLong" }, { $ref: "#/components/schemas/TooShort" }],
      });
    },
    "error-alternative-added risky client",
  ],
  [
    "a part is encoded otherwise",
    (contract) =>
      set(contract, `${list}/requestBody/content/multipart~1form-data/encoding/cover/contentType`, "image/jpeg"),
    "encoding-changed risky client",
    [`${list}/requestBody`, copy(form)],
  ],
  [
    "an error response without a catalogue has a further form",
    (contract) =>
      set(contract, `${one}/delete/responses/404/content`, {
        "application/json": { schema: { oneOf: [copy(gone), copy(lost)] } },
      }),
    "error-alternative-added risky client",
    [`${one}/delete/responses/404/content`, { "application/json": { schema: copy(gone) } }],
  ],
  [
    "an error response without a catalogue loses a form",
    (contract) => set(contract, `${one}/delete/responses/404/content`, { "application/json": { schema: copy(gone) } }),
    "error-alternative-removed safe provider",
    [
      `${one}/delete/responses/404/content`,
      {
        "application/json": { schema: { oneOf: [copy(gone), copy(lost)] } },
      },
    ],
  ],
  [
    "an optional body becomes required",
    (contract) => set(contract, `${create}/requestBody/required`, true),
    "body-became-required breaking client",
    [`${create}/requestBody/required`, undefined],
  ],
];

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

const edit =
  ([pointer, value]: Edit) =>
  (contract: Tree) =>
    set(contract, pointer, copy(value));

export const contractCases: ContractCase[] = [
  ...rows.map(([pointer, value, finding, start]): Further => [pointer, edit([pointer, value]), finding, start]),
  ...further,
].map(([title, change, finding, start]) => {
  const [kind = "", severity, affects = ""] = finding.split(" ");
  return {
    ...{ title: `${kind}: ${title}`, change, kind, severity: severity as Severity },
    affects: affects.split(",") as Party[],
    start: typeof start === "function" ? start : start ? edit(start) : () => {},
  };
});
