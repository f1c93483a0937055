// Changes of a contract beyond its schemas: what each is called, how bad it is and whom it affects.
import type { Party, Severity } from "../../../packages/review/src/change.ts";
import { shelf } from "../shelf.ts";
import { at, copy, type Json, set, type Tree } from "../tree.ts";
import {
  callRows,
  create,
  type Edit,
  type Finding,
  list,
  made,
  one,
  type Row,
  severities,
  status,
  text,
} from "./calls.ts";

interface ContractCase {
  title: string;
  /** What the base has instead of the shelf's. */
  start: (contract: Tree) => void;
  change: (contract: Tree) => void;
  kind: string;
  severity: Severity;
  affects: Party[];
}

type Further = [
  title: string,
  (contract: Tree) => void,
  Finding,
  start?: Edit | ((contract: Tree) => void) | undefined,
];

const limit = `${create}/x-rate-limit`;
const key = `${create}/x-idempotency`;
const stretched = { limit: 300, window: 180, scope: ["ip", "apiKey"] };
const limits: Row[] = [
  [`${list}/x-rate-limit`, { limit: 5, window: 60, scope: ["ip"] }, "rate-limit-added B client"],
  [limit, undefined, "rate-limit-removed S provider"],
  [`${limit}/limit`, 50, "rate-limit-lowered B client", "rate-limit-raised S provider"],
  [`${limit}/window`, 120, "rate-limit-lowered B client", "rate-limit-raised S provider"],
  [limit, stretched, "rate-limit-stretched R client", "rate-limit-lowered B client"],
  [
    `${limit}/scope`,
    ["ip"],
    "rate-limit-scope-widened B client",
    "rate-limit-scope-narrowed S provider",
  ],
  [`${limit}/scope`, ["ip", "user"], "rate-limit-scope-changed B client"],
  ["/x-body-limit", 32768, "body-limit-lowered B client", "body-limit-raised S provider"],
  ["/x-body-limit", undefined, "body-limit-raised S provider"],
  [`${list}/x-idempotency`, { header: "Loan-Key" }, "idempotency-added R client"],
  [key, undefined, "idempotency-removed B client"],
  [`${key}/header`, "Idempotency-Key", "idempotency-header-changed B client"],
  [
    `${key}/retention`,
    3600,
    "idempotency-retention-shortened B client",
    "idempotency-retention-lengthened S provider",
  ],
  [`${key}/scope`, "apiKey", "idempotency-scope-changed B client"],
  [`${key}/replayedHeader`, "X-Replayed", "idempotency-replay-header-changed B client"],
  [`${key}/missing`, "KEY_MISSING", "idempotency-error-changed B client"],
  [`${key}/keeps/1`, undefined, "idempotency-error-no-longer-kept B client"],
  [`${key}/keeps/2`, "LOST", "idempotency-error-kept R client"],
];

const lifecycle: Row[] = [
  [status, undefined, "lifecycle-removed B client", "lifecycle-added S provider"],
  [`${status}/initial`, "late", "initial-status-changed B client"],
  [
    `${status}/final`,
    ["returned", "late"],
    "status-became-final R client",
    "status-no-longer-final B client",
  ],
  [
    `${status}/waitEndsAt`,
    ["lent", "late", "returned"],
    "wait-ends-earlier R client",
    "wait-no-longer-ends B client",
  ],
  [`${status}/subject`, "borrowing", "lifecycle-renamed R client"],
  [`${status}/transitions/1/after`, 60, "transition-delay-changed R client"],
  [
    `${status}/transitions/1`,
    undefined,
    "transition-removed R client",
    "transition-added R client",
  ],
  [`${status}/transitions/2/notification`, undefined, "transition-notification-removed B receiver"],
  [
    `${status}/transitions/2/notification`,
    "loan_made",
    "transition-notification-changed B receiver",
  ],
  [
    `${status}/transitions/1/notification`,
    "loan_made",
    "transition-notification-added S receiver,provider",
  ],
  [`${status}/transitions/1/trigger`, "nobody asks", "transition-trigger-changed S provider"],
  ["/components/schemas/LoanStatus/enum/3", "lost", "known-value-added S client,receiver"],
  [
    `${made}/responses/202/content`,
    { "application/json": { schema: text } },
    "answer-body-added B receiver",
  ],
  [`${list}/servers`, [{ url: "https://other.example" }], "every-server-replaced B client"],
  ["/x-error-catalogue/0/details/required", false, "field-became-optional B client"],
];

const catalogue = "/x-error-catalogue";
const conflict = { description: "No.", "x-errors": ["KEY_USED"] };
const errors: Row[] = [
  [`${catalogue}/2/status`, 400, "error-status-changed B client"],
  [`${catalogue}/0/retryable`, false, "error-not-retryable B client"],
  [`${catalogue}/2/retryable`, true, "error-retryable R client"],
  [`${catalogue}/2/condition`, "It is too short.", "error-condition-changed R client"],
  [`${catalogue}/1/causes`, ["validation"], "error-cause-changed S provider"],
  [`${catalogue}/2/anywhere`, true, "error-everywhere R client"],
  [`${catalogue}/3/anywhere`, undefined, "error-not-everywhere S client"],
  [`${catalogue}/3`, undefined, "error-removed S client", "error-added S client"],
  [
    `${create}/responses/422`,
    undefined,
    "error-no-longer-listed S client",
    "error-listed S client",
  ],
  [
    `${create}/responses/422/content/application~1json/schema`,
    { anyOf: [{ $ref: "#/components/schemas/TooLong" }, { $ref: "#/components/schemas/KeyUsed" }] },
    "error-moved B client",
  ],
  [`${list}/responses/409`, conflict, "error-listed S client", "error-no-longer-listed S client"],
];

const deliver = "/x-notification-delivery";
const identity = "/x-notification-identity";
const sign = "/x-notification-signature";
const delivery: Row[] = [
  [deliver, undefined, "delivery-removed B receiver", "delivery-added S provider"],
  [
    `${deliver}/guarantee`,
    "exactly-once",
    "delivery-guarantee-strengthened S provider",
    "delivery-guarantee-weakened B receiver",
  ],
  [
    `${deliver}/ordered`,
    false,
    "delivery-order-dropped B receiver",
    "delivery-order-promised S provider",
  ],
  [
    `${deliver}/success`,
    "200",
    "delivery-success-narrowed B receiver",
    "delivery-success-widened S provider",
  ],
  [
    `${deliver}/timeout`,
    5,
    "delivery-timeout-shortened B receiver",
    "delivery-timeout-lengthened S provider",
  ],
  [
    `${deliver}/redirects`,
    false,
    "delivery-redirects-refused B receiver",
    "delivery-redirects-followed S provider",
  ],
  [
    `${deliver}/schedule`,
    [0, 5],
    "delivery-tries-reduced B receiver",
    "delivery-tries-extended S provider",
  ],
  [
    `${deliver}/schedule`,
    [0, 5, 60],
    "delivery-tries-reduced B receiver",
    "delivery-tries-changed R receiver",
  ],
  [`${deliver}/jitter`, 0.5, "delivery-jitter-changed S provider"],
  [
    `${deliver}/disabledAfter`,
    3600,
    "delivery-switched-off-earlier B receiver",
    "delivery-switched-off-later S provider",
  ],
  [identity, undefined, "identity-removed R receiver", "identity-added R receiver"],
  [`${identity}/fields`, ["id"], "identity-changed R receiver"],
  [sign, undefined, "signature-removed B receiver", "signature-added S provider"],
  [`${sign}/header`, "X-Signature", "signature-changed B receiver"],
  [
    `${sign}/tolerance`,
    30,
    "signature-tolerance-shortened R receiver",
    "signature-tolerance-lengthened R receiver",
  ],
];

const token = "/paths/~1token/post/x-token";
const basis = "/components/schemas/Loan/properties/due/x-basis";
const service: Row[] = [
  [token, undefined, "token-removed B client", "token-added S client"],
  [
    `${token}/lifetime`,
    600000,
    "token-lifetime-shortened B client",
    "token-lifetime-lengthened S provider",
  ],
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
  [`${basis}/kind`, "assumed", "basis-weakened R client", "basis-strengthened S client"],
  [basis, undefined, "basis-strengthened S client", "basis-weakened R client"],
  [`${basis}/reason`, "Seen on two slips.", "basis-reworded S client"],
  ["/x-shape", "round", "extension-added R client", "extension-removed R client"],
  ["/x-shape", "square", "extension-changed R client", ["/x-shape", "round"]],
];

/** A body of parts. */
const form = {
  content: {
    "multipart/form-data": {
      schema: { type: "object" },
      encoding: { cover: { contentType: "image/png" } },
    },
  },
};
/** A body of two forms that a field tells apart. */
const oneOf = ["Loan", "LoanRequest"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
const discriminator = { propertyName: "id", mapping: { a: "Loan", b: "LoanRequest" } };
const told = { content: { "application/json": { schema: { oneOf, discriminator } } } };
const [gone, lost] = ["gone", "lost"].map(
  (why): Json => ({ type: "object", required: ["why"], properties: { why: { const: why } } }),
) as [Json, Json];
/** Content of an error response that the catalogue does not have. */
const unknown = `${one}/delete/responses/404/content`;
const forms = (...oneOf: Json[]): Json => ({ "application/json": { schema: { oneOf } } });

const answered = `${list}/responses/200/content/text~1csv`;
const required = `${create}/requestBody/required`;

/** Changes whose start is not the shelf's. */
const started: Row[] = [
  [required, true, "body-became-required B client", [required, undefined]],
  [answered, { $ref: "#/gone" }, "reference-unresolved R client", [answered, { schema: text }]],
  [answered, { $ref: "other.yaml" }, "reference-outside R client", [answered, { schema: text }]],
  [
    `${list}/requestBody/content/multipart~1form-data/encoding/cover/contentType`,
    "image/jpeg",
    "encoding-changed B client",
    [`${list}/requestBody`, form],
  ],
  [
    `${list}/requestBody/content/multipart~1form-data/encoding/cover/contentType`,
    "image/png, image/jpeg",
    "encoding-widened S provider",
    [`${list}/requestBody`, form],
  ],
  [
    `${list}/requestBody/content/application~1json/schema/discriminator/mapping`,
    { a: "LoanRequest", b: "Loan" },
    "mapping-changed B client",
    [`${list}/requestBody`, told],
  ],
  [unknown, forms(gone, lost), "error-alternative-added R client", [unknown, forms(gone)]],
  [unknown, forms(gone), "error-alternative-removed S provider", [unknown, forms(gone, lost)]],
];

const move = (from: string, to: string) => (contract: Tree) => {
  set(contract, to, copy(at(contract, from)));
  set(contract, from, undefined);
};

/** Changes that take more than one place. */
const further: Further[] = [
  [
    "an operation moves to another path",
    move(one, "/paths/~1loan~1{id}"),
    "operation-moved B client",
  ],
  [
    "an operation moves to another method",
    move(`${one}/get`, `${one}/put`),
    "operation-moved B client",
  ],
  [
    "a notification is sent by another method",
    move(made, "/webhooks/loan_made/put"),
    "notification-method-changed B receiver",
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
    "removed-after-sunset R client",
    (contract) => {
      set(contract, `${list}/deprecated`, true);
      set(contract, `${list}/x-sunset`, "2020-01-01");
    },
  ],
  [
    "a success gets another status",
    move(`${create}/responses/201`, `${create}/responses/200`),
    "success-response-removed B client",
  ],
  [
    "an error is added under the mark of another",
    (contract) => {
      const other = copy(at(contract, "/components/schemas/TooLong"));
      set(other, "/properties/error/properties/code/enum", ["TOO_SHORT"]);
      set(contract, "/components/schemas/TooShort", other);
      set(contract, `${create}/responses/422/content/application~1json/schema`, {
        anyOf: [
          { $ref: "#/components/schemas/TooLong" },
          { $ref: "#/components/schemas/TooShort" },
        ],
      });
    },
    "error-alternative-added R client",
  ],
];

const rows = [...callRows, ...limits, ...lifecycle, ...errors, ...delivery, ...service, ...started];

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
    title: `${kind}: ${title}`,
    change,
    kind,
    severity: severities[severity as keyof typeof severities],
    affects: affects.split(",") as Party[],
    start: (contract: Tree): void => {
      if (typeof start === "function") start(contract);
      else if (start) edit(start)(contract);
    },
  };
});
