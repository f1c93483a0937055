// Changes of a contract beyond its schemas: what each is called, how bad it is and whom it affects.
import type { Party, Severity } from "../../../packages/review/src/change.ts";
import { at, copy, type Json, set, shelf, type Tree } from "../shelf.ts";

export interface ContractCase {
  title: string;
  /** What the base has instead of the shelf's. */
  start: (contract: Tree) => void;
  change: (contract: Tree) => void;
  kind: string;
  severity: Severity;
  affects: Party[];
}

/** Kind, severity and whom it affects: `operation-removed B client`. */
type Finding = `${string} ${keyof typeof severities} ${string}`;
const severities = { B: "breaking", R: "risky", S: "safe" } as const;
type Edit = [pointer: string, value: Json | undefined];
/** With a string at the end, the edit back is a case, too; with an edit, that comes first. */
type Row = [...Edit, Finding, back?: Finding | Edit];
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
  [list, undefined, "operation-removed B client", "operation-added S provider"],
  [`${list}/operationId`, "findLoans", "operation-id-changed R client"],
  [`${list}/tags`, ["books"], "group-changed R client"],
  [`${list}/x-client-name`, "all", "method-renamed R client"],
  [`${list}/deprecated`, true, "deprecated-without-date S client"],
  [`${one}/delete/x-sunset`, "2098-01-01", "sunset-earlier B client", "sunset-later S client"],
  [`${one}/delete/x-sunset`, undefined, "sunset-removed R client"],
  [`${one}/delete/deprecated`, undefined, "deprecation-withdrawn S client"],
  [`${list}/x-shape`, "round", "extension-added S client"],
];

const parameters: Row[] = [
  [`${list}/parameters/0/allowEmptyValue`, true, "empty-value-allowed S provider", "empty-value-refused B client"],
  [`${list}/parameters/0`, undefined, "parameter-removed R client"],
  [`${list}/parameters/1`, undefined, "required-parameter-removed R client", "required-parameter-added B client"],
  [`${list}/parameters/2`, { name: "author", in: "query", schema: text }, "parameter-added S provider"],
  [
    `${list}/parameters/2`,
    { name: "X-Author", in: "header", required: true, schema: text },
    "required-parameter-added B client",
  ],
  [`${list}/parameters/0/required`, true, "parameter-became-required B client"],
  [`${list}/parameters/1/required`, undefined, "parameter-became-optional S provider"],
  [`${list}/parameters/0/in`, "header", "parameter-moved B client"],
  [`${list}/parameters/1/explode`, false, "serialization-changed B client"],
  [`${list}/parameters/0/schema/default`, 20, "default-changed B client"],
  [`${list}/parameters/0/schema/maximum`, 50, "bound-tightened B client"],
  [`${list}/parameters/0/schema`, text, "type-changed B client"],
  [`${loans}/parameters/0/required`, true, "parameter-became-required B client"],
  [`${list}/parameters/0/deprecated`, true, "deprecated-without-date S client"],
];

const bodies: Row[] = [
  [`${list}/requestBody`, { content: { "application/json": { schema: text } } }, "body-added S provider"],
  [`${create}/requestBody`, undefined, "body-removed B client", "required-body-added B client"],
  [`${create}/requestBody/required`, undefined, "body-became-optional S provider"],
  [`${create}/requestBody/content/application~1xml`, undefined, "media-type-removed B client"],
  [`${create}/requestBody/content/text~1csv`, { schema: text }, "media-type-added S provider"],
  [`${list}/responses/200/content/text~1csv`, undefined, "media-type-removed B client"],
  [`${list}/responses/200/content/text~1xml`, { schema: text }, "media-type-added S provider"],
  [`${create}/responses/201/content`, undefined, "body-removed B client"],
  [`${create}/requestBody/content/application~1json/examples/short`, undefined, "example-removed R client"],
  [`${list}/responses/200/content/application~1json/examples/one`, { value: [] }, "example-added S client"],
  [
    `${list}/responses/200/content/application~1json/examples/none`,
    { value: [{ id: "2", status: "late" }] },
    "example-changed S client",
  ],
];

const responses: Row[] = [
  [`${create}/responses/201`, undefined, "success-response-removed B client"],
  [`${create}/responses/202`, { description: "Soon." }, "success-response-added R client"],
  [`${one}/delete/responses/404`, undefined, "error-response-removed S client"],
  [`${one}/delete/responses/410`, notFound, "error-response-added R client"],
  [`${list}/responses/200/headers/X-Count`, undefined, "required-header-removed B client"],
  [`${list}/responses/200/headers/X-Next`, undefined, "header-removed R client"],
  [`${list}/responses/200/headers/X-Last`, { schema: text }, "header-added S provider"],
  [`${list}/responses/200/headers/X-Count/required`, undefined, "header-became-optional B client"],
  [`${list}/responses/200/headers/X-Next/required`, true, "header-became-required S provider"],
  [`${list}/responses/200/headers/X-Count/schema`, { type: "boolean" }, "type-changed B client"],
  [`${list}/responses/200/headers/X-Last`, { required: true, schema: text }, "required-header-added S provider"],
  [`${list}/responses/200/links/last`, { operationId: "getLoan" }, "link-added S client"],
  [`${list}/responses/200/links/first/operationId`, "deleteLoan", "link-changed R client"],
  [`${list}/responses/200/links/first`, undefined, "link-removed R client"],
];

const security: Row[] = [
  [`${one}/get/security`, [{ Reader: [] }], "credentials-required B client"],
  [`${list}/security`, [], "credentials-dropped R provider"],
  [`${create}/security`, [{ Reader: [] }], "credentials-alternative-removed B client"],
  [
    `${list}/security`,
    [{ Reader: [] }, { Staff: [] }],
    "credentials-alternative-added S provider",
    "credentials-alternative-removed B client",
  ],
  [`${create}/security/1`, { Staff: ["lend", "buy"] }, "scope-added B client", "scope-removed S provider"],
  ["/security", [{ Staff: ["lend"] }], "credentials-alternative-removed B client"],
  ["/components/securitySchemes/Reader/scheme", "basic", "security-scheme-changed B client"],
  [
    "/components/securitySchemes/Staff/flows/clientCredentials",
    undefined,
    "security-scheme-changed B client",
    "security-url-changed R client",
  ],
  [`${made}/security`, [], "credentials-dropped B receiver"],
  ["/webhooks/loan_ended/post/security", [{ Signed: [] }], "credentials-alternative-removed S receiver"],
];

const notifications: Row[] = [
  ["/webhooks/loan_ended", undefined, "notification-removed B receiver", "notification-added S receiver"],
  ["/components/schemas/LoanNotice/properties/status", undefined, "field-removed B receiver"],
  [
    "/components/schemas/LoanNotice/required",
    ["loan", "status"],
    "field-became-required S provider",
    "field-became-optional B receiver",
  ],
  [`${made}/parameters/0`, undefined, "required-parameter-removed B receiver", "required-parameter-added S provider"],
  [`${made}/parameters/1`, undefined, "parameter-removed R receiver"],
  [`${made}/parameters/0/required`, undefined, "parameter-became-optional B receiver"],
  [`${made}/responses/202`, undefined, "success-response-removed B receiver"],
  [`${made}/responses/204`, { description: "Taken." }, "success-response-added S provider"],
  [`${made}/x-notification/when`, "a book is reserved", "notification-condition-changed R receiver"],
  [`${made}/x-notification/subject`, "book", "notification-renamed B receiver"],
  [`${made}/requestBody`, undefined, "body-removed B receiver"],
  [`${create}/callbacks/loan_made`, undefined, "callback-removed B receiver", "callback-added S receiver"],
  [
    `${create}/callbacks/loan_made`,
    { "{$request.body#/url}": { $ref: "#/webhooks/loan_made" } },
    "callback-url-changed B receiver,client",
  ],
  [
    `${create}/callbacks/loan_late/{$request.body#~1noticeUrl}/post/requestBody/content/application~1json/schema/required`,
    [],
    "field-became-optional B receiver",
  ],
];

const limit = `${create}/x-rate-limit`;
const key = `${create}/x-idempotency`;
const limits: Row[] = [
  [`${list}/x-rate-limit`, { limit: 5, window: 60, scope: ["ip"] }, "rate-limit-added B client"],
  [limit, undefined, "rate-limit-removed S provider"],
  [`${limit}/limit`, 50, "rate-limit-lowered B client", "rate-limit-raised S provider"],
  [`${limit}/window`, 120, "rate-limit-lowered B client", "rate-limit-raised S provider"],
  [
    limit,
    { limit: 300, window: 180, scope: ["ip", "apiKey"] },
    "rate-limit-stretched R client",
    "rate-limit-lowered B client",
  ],
  [`${limit}/scope`, ["ip"], "rate-limit-scope-widened B client", "rate-limit-scope-narrowed S provider"],
  [`${limit}/scope`, ["ip", "user"], "rate-limit-scope-changed B client"],
  ["/x-body-limit", 32768, "body-limit-lowered B client", "body-limit-raised S provider"],
  ["/x-body-limit", undefined, "body-limit-raised S provider"],
  [`${list}/x-idempotency`, { header: "Loan-Key" }, "idempotency-added R client"],
  [key, undefined, "idempotency-removed B client"],
  [`${key}/header`, "Idempotency-Key", "idempotency-header-changed B client"],
  [`${key}/retention`, 3600, "idempotency-retention-shortened B client", "idempotency-retention-lengthened S provider"],
  [`${key}/scope`, "apiKey", "idempotency-scope-changed B client"],
  [`${key}/replayedHeader`, "X-Replayed", "idempotency-replay-header-changed B client"],
  [`${key}/missing`, "KEY_MISSING", "idempotency-error-changed B client"],
  [`${key}/keeps/1`, undefined, "idempotency-error-no-longer-kept B client"],
  [`${key}/keeps/2`, "LOST", "idempotency-error-kept R client"],
];

const lifecycle: Row[] = [
  [status, undefined, "lifecycle-removed B client", "lifecycle-added S provider"],
  [`${status}/initial`, "late", "initial-status-changed B client"],
  [`${status}/final`, ["returned", "late"], "status-became-final R client", "status-no-longer-final B client"],
  [`${status}/waitEndsAt`, ["lent", "late", "returned"], "wait-ends-earlier R client", "wait-no-longer-ends B client"],
  [`${status}/subject`, "borrowing", "lifecycle-renamed R client"],
  [`${status}/transitions/1/after`, 60, "transition-delay-changed R client"],
  [`${status}/transitions/1`, undefined, "transition-removed R client", "transition-added R client"],
  [`${status}/transitions/2/notification`, undefined, "transition-notification-removed B receiver"],
  [`${status}/transitions/2/notification`, "loan_made", "transition-notification-changed B receiver"],
  [`${status}/transitions/1/notification`, "loan_made", "transition-notification-added S receiver,provider"],
  [`${status}/transitions/1/trigger`, "nobody asks", "transition-trigger-changed S provider"],
  ["/components/schemas/LoanStatus/enum/3", "lost", "known-value-added S client,receiver"],
  [`${made}/responses/202/content`, { "application/json": { schema: text } }, "answer-body-added B receiver"],
  [`${list}/servers`, [{ url: "https://other.example" }], "every-server-replaced B client"],
  ["/x-error-catalogue/0/details/required", false, "field-became-optional B client"],
];

const catalogue = "/x-error-catalogue";
const errors: Row[] = [
  [`${catalogue}/2/status`, 400, "error-status-changed B client"],
  [`${catalogue}/0/retryable`, false, "error-not-retryable B client"],
  [`${catalogue}/2/retryable`, true, "error-retryable R client"],
  [`${catalogue}/2/condition`, "It is too short.", "error-condition-changed R client"],
  [`${catalogue}/1/causes`, ["validation"], "error-cause-changed S provider"],
  [`${catalogue}/2/anywhere`, true, "error-everywhere R client"],
  [`${catalogue}/3/anywhere`, undefined, "error-not-everywhere S client"],
  [`${catalogue}/3`, undefined, "error-removed S client", "error-added R client"],
  [`${create}/responses/422`, undefined, "error-no-longer-listed S client", "error-listed R client"],
  [
    `${create}/responses/422/content/application~1json/schema`,
    { anyOf: [{ $ref: "#/components/schemas/TooLong" }, { $ref: "#/components/schemas/KeyUsed" }] },
    "error-moved B client",
  ],
  [
    `${list}/responses/409`,
    { description: "No.", "x-errors": ["KEY_USED"] },
    "error-listed R client",
    "error-no-longer-listed S client",
  ],
];

const deliver = "/x-notification-delivery";
const sign = "/x-notification-signature";
const delivery: Row[] = [
  [deliver, undefined, "delivery-removed B receiver", "delivery-added S provider"],
  [
    `${deliver}/guarantee`,
    "exactly-once",
    "delivery-guarantee-strengthened S provider",
    "delivery-guarantee-weakened B receiver",
  ],
  [`${deliver}/ordered`, false, "delivery-order-dropped B receiver", "delivery-order-promised S provider"],
  [`${deliver}/success`, "200", "delivery-success-narrowed B receiver", "delivery-success-widened S provider"],
  [`${deliver}/timeout`, 5, "delivery-timeout-shortened B receiver", "delivery-timeout-lengthened S provider"],
  [`${deliver}/redirects`, false, "delivery-redirects-refused B receiver", "delivery-redirects-followed S provider"],
  [`${deliver}/schedule`, [0, 5], "delivery-tries-reduced B receiver", "delivery-tries-extended S provider"],
  [`${deliver}/schedule`, [0, 5, 60], "delivery-tries-reduced B receiver", "delivery-tries-changed R receiver"],
  [`${deliver}/jitter`, 0.5, "delivery-jitter-changed S provider"],
  [
    `${deliver}/disabledAfter`,
    3600,
    "delivery-switched-off-earlier B receiver",
    "delivery-switched-off-later S provider",
  ],
  [sign, undefined, "signature-removed B receiver", "signature-added S provider"],
  [`${sign}/header`, "X-Signature", "signature-changed B receiver"],
  [`${sign}/tolerance`, 30, "signature-tolerance-shortened R receiver", "signature-tolerance-lengthened R receiver"],
];

const token = "/paths/~1token/post/x-token";
const service: Row[] = [
  [token, undefined, "token-removed B client", "token-added S client"],
  [`${token}/lifetime`, 600000, "token-lifetime-shortened B client", "token-lifetime-lengthened S provider"],
  [`${token}/token`, "jwt", "token-field-changed B client"],
  [`${token}/renewEarly`, 120, "token-renewal-changed S client"],
  [`${token}/claims/sub`, undefined, "token-claim-removed R client"],
  [`${token}/claims/type`, "STAFF", "token-claim-changed R client"],
  [`${token}/claims/iat`, "issue time", "token-claim-added S provider"],
  ["/servers/1", undefined, "server-removed R client"],
  ["/servers", [{ url: "https://other.example" }], "every-server-replaced B client"],
  ["/servers/2", { url: "https://third.example" }, "server-added S client"],
  ["/servers/0/variables/house/default", "annex", "server-variable-changed R client"],
  ["/x-version-policy/prefix", "/api/v2/", "version-path-changed B client"],
  ["/x-version-policy/unversioned/1", "/health", "version-policy-changed R client"],
  ["/info/version", "1.3.0", "version-lowered R client", "version-raised S client"],
  [
    "/components/schemas/Loan/properties/due/x-basis/kind",
    "assumed",
    "basis-weakened R client",
    "basis-strengthened S client",
  ],
  [
    "/components/schemas/Loan/properties/due/x-basis",
    undefined,
    "basis-strengthened S client",
    "basis-weakened R client",
  ],
  ["/components/schemas/Loan/properties/due/x-basis/reason", "Seen on two slips.", "basis-reworded S client"],
  ["/x-shape", "round", "extension-added S client", "extension-removed R client"],
  ["/x-shape", "square", "extension-changed R client", ["/x-shape", "round"]],
];

/** A body of parts. */
const form = {
  content: { "multipart/form-data": { schema: { type: "object" }, encoding: { cover: { contentType: "image/png" } } } },
};
const [gone, lost] = ["gone", "lost"].map(
  (why): Json => ({ type: "object", required: ["why"], properties: { why: { const: why } } }),
) as [Json, Json];
/** Content of an error response that the catalogue does not have. */
const unknown = `${one}/delete/responses/404/content`;
const forms = (...oneOf: Json[]): Json => ({ "application/json": { schema: { oneOf } } });

/** Changes whose start is not the shelf's. */
const started: Row[] = [
  [
    `${create}/requestBody/required`,
    true,
    "body-became-required B client",
    [`${create}/requestBody/required`, undefined],
  ],
  [
    `${list}/requestBody/content/multipart~1form-data/encoding/cover/contentType`,
    "image/jpeg",
    "encoding-changed R client",
    [`${list}/requestBody`, form],
  ],
  [unknown, forms(gone, lost), "error-alternative-added R client", [unknown, forms(gone)]],
  [unknown, forms(gone), "error-alternative-removed S provider", [unknown, forms(gone, lost)]],
];

/** Changes that take more than one place. */
const further: Further[] = [
  [
    "an operation moves to another path",
    (contract) => {
      set(contract, "/paths/~1loan~1{id}", copy(at(contract, one)));
      set(contract, one, undefined);
    },
    "operation-moved B client",
  ],
  [
    "an operation moves to another method",
    (contract) => {
      set(contract, `${one}/put`, copy(at(contract, `${one}/get`)));
      set(contract, `${one}/get`, undefined);
    },
    "operation-moved B client",
  ],
  [
    "a parameter of a path is renamed",
    (contract) => {
      const item = copy(at(contract, one));
      set(contract, one, undefined);
      for (const method of ["get", "delete"]) set(item, `/${method}/parameters/0/name`, "loan");
      set(contract, "/paths/~1loans~1{loan}", item);
    },
    "path-parameter-renamed R client",
  ],
  [
    "an operation goes after its date",
    (contract) => set(contract, `${list}`, undefined),
    "operation-removed-after-sunset R client",
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
    "success-response-removed B client",
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
    "error-alternative-added R client",
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
  ...started,
];

const edit =
  ([pointer, value]: Edit) =>
  (contract: Tree) =>
    set(contract, pointer, copy(value));

const restore = (contract: Tree): void => {
  for (const key of Object.keys(contract)) delete contract[key];
  Object.assign(contract, copy(shelf));
};

export const contractCases: ContractCase[] = [
  ...rows.map(([pointer, value, finding, start]): Further => {
    const first = typeof start === "string" ? undefined : start;
    return [pointer, edit([pointer, value]), finding, first];
  }),
  ...rows.flatMap(([pointer, value, , back]): Further[] =>
    typeof back === "string" ? [[`${pointer} as it was`, restore, back, [pointer, value]]] : [],
  ),
  ...further,
].map(([title, change, finding, start]) => {
  const [kind = "", severity, affects = ""] = finding.split(" ");
  return {
    ...{ title: `${kind}: ${title}`, change, kind, severity: severities[severity as keyof typeof severities] },
    affects: affects.split(",") as Party[],
    start: typeof start === "function" ? start : start ? edit(start) : () => {},
  };
});
