// A small contract that has one of everything, for cases to change.
import { errorBody, type Tree } from "./tree.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Tree) => ({ "application/json": { schema } });

const ok = { "200": { description: "Taken." } };

/** The contract: books that are lent, and notices of loans. */
export const shelf = {
  openapi: "3.1.0",
  info: { title: "Shelf", version: "1.4.0" },
  servers: [
    { url: "https://{house}.example", variables: { house: { default: "main" } } },
    { url: "https://mirror.example" },
  ],
  security: [{ Reader: [] }],
  tags: [{ name: "loans" }],
  paths: {
    "/loans": {
      parameters: [{ name: "trace", in: "header", schema: { type: "string" } }],
      get: {
        operationId: "listLoans",
        tags: ["loans"],
        parameters: [
          {
            name: "size",
            in: "query",
            schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
          },
          {
            name: "sort",
            in: "query",
            required: true,
            schema: { type: "array", items: { type: "string" } },
          },
        ],
        responses: {
          "200": {
            description: "Loans.",
            headers: {
              "X-Count": { required: true, schema: { type: "integer" } },
              "X-Next": { schema: { type: "string" } },
            },
            content: {
              "application/json": {
                schema: { type: "array", items: ref("Loan") },
                examples: { some: { value: [{ id: "1", status: "lent" }] }, none: { value: [] } },
              },
              "text/csv": { schema: { type: "string" } },
            },
            links: { first: { operationId: "getLoan" } },
          },
          default: { description: "Anything else." },
        },
      },
      post: {
        operationId: "createLoan",
        tags: ["loans"],
        security: [{ Reader: [] }, { Staff: ["lend"] }],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: ref("LoanRequest"),
              examples: {
                short: { value: { book: "012" } },
                long: { value: { book: "013", weeks: 8 } },
              },
            },
            "application/xml": { schema: { type: "string" } },
          },
        },
        responses: {
          "201": { description: "Lent.", content: json(ref("Loan")) },
          "409": {
            description: "Not now.",
            content: json({ anyOf: [ref("BookLent"), ref("KeyUsed")] }),
          },
          "422": { description: "No.", content: json(ref("TooLong")) },
        },
        callbacks: {
          loan_made: { "{$request.body#/noticeUrl}": { $ref: "#/webhooks/loan_made" } },
          loan_late: {
            "{$request.body#/noticeUrl}": {
              post: {
                requestBody: {
                  content: json({
                    type: "object",
                    required: ["id"],
                    properties: { id: { type: "string" } },
                  }),
                },
                responses: ok,
              },
            },
          },
        },
        "x-rate-limit": { limit: 100, window: 60, scope: ["ip", "apiKey"] },
        "x-idempotency": {
          header: "Loan-Key",
          retention: 86400,
          scope: "caller",
          replayedHeader: "Loan-Replayed",
          missing: "NO_KEY",
          conflict: "KEY_USED",
          keeps: ["BOOK_LENT", "TOO_LONG"],
        },
      },
    },
    "/loans/{id}": {
      get: {
        operationId: "getLoan",
        tags: ["loans"],
        security: [],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "X-Trace", in: "header", schema: { type: "string" } },
        ],
        responses: { "200": { description: "A loan.", content: json(ref("Loan")) } },
      },
      delete: {
        operationId: "deleteLoan",
        tags: ["loans"],
        deprecated: true,
        "x-sunset": "2099-01-01",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { "204": { description: "Gone." }, "404": { description: "Unknown." } },
      },
    },
    "/token": {
      post: {
        operationId: "issueToken",
        tags: ["access"],
        security: [],
        responses: {
          "200": {
            description: "A token.",
            content: json({
              type: "object",
              required: ["token"],
              properties: { token: { type: "string" }, ttl: { type: "integer" } },
            }),
          },
        },
        "x-token": {
          scheme: "Reader",
          token: "token",
          expiresIn: "ttl",
          unit: "milliseconds",
          lifetime: 1800000,
          renewEarly: 60,
          claims: { sub: "the reader", type: "READER" },
        },
      },
    },
  },
  webhooks: {
    loan_made: {
      post: {
        operationId: "loanMade",
        security: [{ Signed: [] }],
        parameters: [
          { name: "Shelf-Signature", in: "header", required: true, schema: { type: "string" } },
          { name: "Shelf-Try", in: "header", schema: { type: "integer" } },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: ref("LoanNotice"),
              examples: { made: { value: { loan: "1" } } },
            },
          },
        },
        responses: { "200": { description: "Taken." }, "202": { description: "Taken, later." } },
        "x-notification": { event: "loan_made", subject: "loan", when: "a book is lent" },
      },
    },
    loan_ended: {
      post: {
        operationId: "loanEnded",
        requestBody: { content: json(ref("LoanNotice")) },
        responses: ok,
      },
    },
  },
  components: {
    securitySchemes: {
      Reader: { type: "http", scheme: "bearer" },
      Staff: {
        type: "oauth2",
        flows: {
          clientCredentials: {
            tokenUrl: "https://id.example/token",
            scopes: { lend: "Lend.", buy: "Buy." },
          },
        },
      },
      Signed: { type: "apiKey", in: "header", name: "Shelf-Signature" },
    },
    schemas: {
      LoanRequest: {
        type: "object",
        required: ["book"],
        properties: {
          book: { type: "string" },
          weeks: {
            type: "integer",
            minimum: 1,
            maximum: 8,
            default: 4,
            "x-invalid": { maximum: "TOO_LONG" },
          },
          noticeUrl: { type: "string", format: "uri" },
          late: { type: "boolean", deprecated: true, "x-sunset": "2099-01-01" },
        },
      },
      Loan: {
        type: "object",
        required: ["id", "status"],
        properties: {
          id: { type: "string" },
          status: ref("LoanStatus"),
          reader: { type: "string", "x-personal": true },
          due: {
            type: "string",
            format: "date",
            "x-basis": { kind: "observed", reason: "Seen on a slip." },
          },
        },
      },
      LoanNotice: {
        type: "object",
        required: ["loan"],
        properties: { loan: { type: "string" }, status: ref("LoanStatus") },
      },
      LoanStatus: {
        type: "string",
        enum: ["lent", "late", "returned"],
        "x-open-set": true,
        "x-lifecycle": {
          subject: "loan",
          initial: "lent",
          final: ["returned"],
          waitEndsAt: ["late", "returned"],
          transitions: [
            {
              from: null,
              to: "lent",
              trigger: "the reader takes the book",
              notification: "loan_made",
            },
            { from: "lent", to: "late", trigger: "the weeks are over" },
            {
              from: "lent",
              to: "returned",
              trigger: "the reader brings the book",
              notification: "loan_ended",
            },
            {
              from: "late",
              to: "returned",
              trigger: "the reader brings the book",
              notification: "loan_ended",
            },
          ],
        },
      },
      ...errorsOf({
        BookLent: ["BOOK_LENT", 409, true],
        KeyUsed: ["KEY_USED", 409, false],
        TooLong: ["TOO_LONG", 422, false],
      }),
    },
  },
  "x-body-limit": 65536,
  "x-error-catalogue": [
    {
      code: "BOOK_LENT",
      status: 409,
      condition: "Somebody else reads it.",
      retryable: true,
      details: { required: true, schema: { type: "object" } },
    },
    {
      code: "KEY_USED",
      status: 409,
      condition: "The key was used.",
      retryable: false,
      causes: ["idempotency-conflict"],
    },
    { code: "TOO_LONG", status: 422, condition: "Nobody reads that slowly.", retryable: false },
    {
      code: "FIRE",
      status: 500,
      condition: "The library burns.",
      retryable: false,
      anywhere: true,
    },
  ],
  "x-notification-delivery": {
    guarantee: "at-least-once",
    ordered: true,
    success: "2xx",
    timeout: 10,
    redirects: true,
    schedule: [0, 5, 300],
    jitter: 0.2,
    disabledAfter: 432000,
  },
  "x-notification-identity": { fields: ["event", "loan.id"] },
  "x-notification-signature": {
    header: "Shelf-Signature",
    algorithm: "HMAC-SHA256",
    signed: "{timestamp}.{body}",
    timestamp: "t",
    version: "v1",
    tolerance: 300,
  },
  "x-version-policy": {
    scheme: "path",
    prefix: "/api/v1/",
    unversioned: ["/token"],
    interfaceVersion: "1.4",
  },
} satisfies Tree;

function errorsOf(
  errors: Record<string, [code: string, status: number, retryable: boolean]>,
): Tree {
  return Object.fromEntries(
    Object.entries(errors).map(([name, [code, status, retryable]]) => [
      name,
      { ...errorBody([code]), "x-error": { code, status, condition: "It happens.", retryable } },
    ]),
  );
}
