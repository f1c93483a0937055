// Changes of operations and notifications: what each is called, how bad it is and whom it affects.
import type { Json } from "../tree.ts";

/** Kind, severity and whom it affects: `operation-removed B client`. */
export type Finding = `${string} ${keyof typeof severities} ${string}`;
export const severities = { B: "breaking", R: "risky", S: "safe" } as const;
export type Edit = [pointer: string, value: Json | undefined];
/** With a string at the end, the edit back is a case, too; with an edit, that comes first. */
export type Row = [...Edit, Finding, back?: Finding | Edit];

export const loans = "/paths/~1loans";
export const list = `${loans}/get`;
export const create = `${loans}/post`;
export const one = "/paths/~1loans~1{id}";
export const made = "/webhooks/loan_made/post";
export const status = "/components/schemas/LoanStatus/x-lifecycle";
export const text = { type: "string" };
const notFound = { description: "Unknown." };

const operations: Row[] = [
  [list, undefined, "operation-removed B client", "operation-added S provider"],
  [`${list}/operationId`, "findLoans", "operation-id-changed R client"],
  [`${list}/tags`, ["books"], "group-changed R client"],
  [`${list}/x-client-name`, "all", "method-renamed R client"],
  [`${list}/deprecated`, true, "deprecated-without-date R client"],
  [`${one}/delete/x-sunset`, "2098-01-01", "sunset-earlier B client", "sunset-later S client"],
  [`${one}/delete/x-sunset`, undefined, "sunset-removed R client", "sunset-announced S client"],
  [`${one}/delete/x-sunset`, "soon", "sunset-unreadable B client"],
  [`${one}/delete/x-sunset`, "2099-02-30", "sunset-unreadable B client"],
  [
    `${list}/x-stability-level`,
    "beta",
    "stability-decreased B client",
    "stability-increased S client",
  ],
  [`${list}/x-stability-level`, "solid", "stability-unknown B client"],
  [`${one}/delete/deprecated`, undefined, "deprecation-withdrawn S client"],
  [`${list}/x-shape`, "round", "extension-added R client"],
];

const author = { name: "author", in: "query", schema: text };
const parameters: Row[] = [
  [
    `${list}/parameters/0/allowEmptyValue`,
    true,
    "empty-value-allowed S provider",
    "empty-value-refused B client",
  ],
  [`${list}/parameters/0`, undefined, "parameter-removed R client"],
  [
    `${list}/parameters/1`,
    undefined,
    "required-parameter-removed R client",
    "required-parameter-added B client",
  ],
  [`${list}/parameters/2`, author, "parameter-added S provider"],
  [`${list}/parameters/2`, { ...author, required: true }, "required-parameter-added B client"],
  [`${list}/parameters/0/required`, true, "parameter-became-required B client"],
  [`${list}/parameters/1/required`, undefined, "parameter-became-optional S provider"],
  [`${list}/parameters/0/in`, "header", "parameter-moved B client"],
  [`${list}/parameters/1/explode`, false, "serialization-changed B client"],
  [`${list}/parameters/0/schema/default`, 20, "default-changed B client"],
  [`${list}/parameters/0/schema/maximum`, 50, "bound-tightened B client"],
  [`${list}/parameters/0/schema`, text, "type-changed B client"],
  [`${loans}/parameters/0/required`, true, "parameter-became-required B client"],
  [`${list}/parameters/0/deprecated`, true, "deprecated-without-date R client"],
];

const bodies: Row[] = [
  [
    `${list}/requestBody`,
    { content: { "application/json": { schema: text } } },
    "body-added S provider",
  ],
  [`${create}/requestBody`, undefined, "body-removed B client", "required-body-added B client"],
  [`${create}/requestBody/required`, undefined, "body-became-optional S provider"],
  [`${create}/requestBody/content/application~1xml`, undefined, "media-type-removed B client"],
  [`${create}/requestBody/content/text~1csv`, { schema: text }, "media-type-added S provider"],
  [`${list}/responses/200/content/text~1csv`, undefined, "media-type-removed B client"],
  [`${list}/responses/200/content/text~1xml`, { schema: text }, "media-type-added S provider"],
  [
    `${create}/requestBody/content`,
    { "text/csv": { schema: text } },
    "media-type-narrowed B client",
    [`${create}/requestBody/content`, { "text/*": { schema: text } }],
  ],
  [`${create}/responses/201/content`, undefined, "body-removed B client"],
  [
    `${create}/requestBody/content/application~1json/examples/short`,
    undefined,
    "example-removed R client",
  ],
  [
    `${create}/requestBody/content/application~1json/examples`,
    { brief: { value: { weeks: 1 } } },
    "example-renamed R client",
    [
      `${create}/requestBody/content/application~1json/examples`,
      { short: { value: { weeks: 1 } } },
    ],
  ],
  [
    `${list}/responses/200/content/application~1json/examples/one`,
    { value: [] },
    "example-added S client",
  ],
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
  [`${one}/delete/responses/410`, notFound, "error-response-added S client"],
  [`${list}/responses/200/headers/X-Count`, undefined, "required-header-removed B client"],
  [`${list}/responses/200/headers/X-Next`, undefined, "header-removed R client"],
  [`${list}/responses/200/headers/X-Last`, { schema: text }, "header-added S provider"],
  [`${list}/responses/200/headers/X-Count/required`, undefined, "header-became-optional B client"],
  [`${list}/responses/200/headers/X-Next/required`, true, "header-became-required S provider"],
  [`${list}/responses/200/headers/X-Count/schema`, { type: "boolean" }, "type-changed B client"],
  [
    `${list}/responses/200/headers/X-Last`,
    { required: true, schema: text },
    "required-header-added S provider",
  ],
  [`${list}/responses/200/links/last`, { operationId: "getLoan" }, "link-added S client"],
  [`${list}/responses/200/links/first/operationId`, "deleteLoan", "link-changed R client"],
  [`${list}/responses/200/links/first`, undefined, "link-removed R client"],
];

const either = [{ Reader: [] }, { Staff: [] }];
const security: Row[] = [
  [`${one}/get/security`, [{ Reader: [] }], "credentials-required B client"],
  [`${list}/security`, [], "credentials-dropped R provider"],
  [`${create}/security`, [{ Reader: [] }], "credentials-alternative-removed B client"],
  [
    `${list}/security`,
    either,
    "credentials-alternative-added S provider",
    "credentials-alternative-removed B client",
  ],
  [
    `${create}/security/1`,
    { Staff: ["lend", "buy"] },
    "scope-added B client",
    "scope-removed S provider",
  ],
  ["/security", [{ Staff: ["lend"] }], "credentials-alternative-removed B client"],
  ["/components/securitySchemes/Reader/scheme", "basic", "security-scheme-changed B client"],
  [
    "/components/securitySchemes/Staff/flows/clientCredentials",
    undefined,
    "security-scheme-changed B client",
    "security-flow-added S provider",
  ],
  [
    "/components/securitySchemes/Staff/flows/clientCredentials/tokenUrl",
    "https://id.example/other",
    "security-url-changed R client",
  ],
  [
    "/components/securitySchemes/Staff/flows/clientCredentials/scopes",
    { lend: "Lend.", buy: "Buy.", sell: "Sell.", read: "Read." },
    "security-scopes-added S provider",
    "security-scopes-removed R client",
  ],
  [
    "/components/securitySchemes/Staff/flows/clientCredentials/scopes",
    { lend: "Lend.", read: "Read." },
    "security-scopes-removed R client",
    "security-scopes-removed R client",
  ],
  [`${made}/security`, [], "credentials-dropped B receiver"],
  [
    "/webhooks/loan_ended/post/security",
    [{ Signed: [] }],
    "credentials-alternative-removed S receiver",
  ],
];

const notice = "/components/schemas/LoanNotice";
const notifications: Row[] = [
  [
    "/webhooks/loan_ended",
    undefined,
    "notification-removed B receiver",
    "notification-added S receiver",
  ],
  [`${notice}/properties/status`, undefined, "field-removed B receiver"],
  [
    `${notice}/required`,
    ["loan", "status"],
    "field-became-required S provider",
    "field-became-optional B receiver",
  ],
  [
    `${made}/parameters/0`,
    undefined,
    "required-parameter-removed B receiver",
    "required-parameter-added S provider",
  ],
  [`${made}/parameters/1`, undefined, "parameter-removed R receiver"],
  [`${made}/parameters/0/required`, undefined, "parameter-became-optional B receiver"],
  [
    `${made}/responses`,
    { "200": { description: "Taken." } },
    "success-range-narrowed B receiver",
    [`${made}/responses`, { "2XX": { description: "Taken." } }],
  ],
  [`${made}/responses/202`, undefined, "success-response-removed B receiver"],
  [`${made}/responses/204`, { description: "Taken." }, "success-response-added S provider"],
  [
    `${made}/x-notification/when`,
    "a book is reserved",
    "notification-condition-changed R receiver",
  ],
  [`${made}/x-notification/subject`, "book", "notification-renamed B receiver"],
  [`${made}/requestBody`, undefined, "body-removed B receiver"],
  [
    `${create}/callbacks/loan_made`,
    undefined,
    "callback-removed B receiver",
    "callback-added S receiver",
  ],
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

/** Rows of operations, their parameters, bodies, responses and credentials, and of notifications. */
export const callRows = [
  ...operations,
  ...parameters,
  ...bodies,
  ...responses,
  ...security,
  ...notifications,
];
