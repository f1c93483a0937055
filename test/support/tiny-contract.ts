// A contract for the tests: a library that lends books, described by somebody who tries to break the pages.
import type { Contract, Operation } from "@packages/contract/src/model.ts";

/** What no page may obey: table cells, code, HTML, comments, headings, lists and links. */
const hostile =
  "a | b `c|d` \\| **e** *f* _g_ <script>alert('h')</script> --> <!-- /generated:answers --> ```\n# injected\n\n1. injected\n- [i](javascript:j) $k$ & {{l}} %%\r\n---";

/** A basis whose reason is hostile. */
const basis = { kind: "assumed", reason: `Nobody said "why" | ${hostile}` } as const;

/** The only operation of the tiny contract. */
const lendBook: Operation = {
  id: "lendBook",
  group: "books",
  name: "lend",
  method: "PUT",
  path: "/books/{book}/[x]'$(y)",
  summary: `Lend ${hostile}`,
  description: hostile,
  scheme: "Card",
  security: [["Card"]],
  parameters: [
    {
      name: "book",
      in: "path",
      required: true,
      description: hostile,
      schema: { type: "string" },
      example: "a/b'c",
    },
    {
      name: "X-Key",
      in: "header",
      required: true,
      description: "Key",
      schema: { type: "string" },
      example: "it's $(me)\n",
    },
    {
      name: "days",
      in: "query",
      required: true,
      description: "",
      schema: { type: "integer", minimum: 1, default: 14 },
    },
  ],
  body: {
    required: true,
    description: hostile,
    mediaType: "application/json",
    schema: { $ref: "#/components/schemas/Loan" },
    examples: [
      { name: "long", summary: hostile, value: { reader: "somebody with a long name" } },
      { name: "short", summary: "Short", value: { reader: "it's `me` $(x)\n" } },
    ],
  },
  responses: [
    {
      status: 200,
      description: hostile,
      headers: [],
      schema: { $ref: "#/components/schemas/Loan" },
      mediaType: "application/json",
      examples: [{ name: "lent", summary: hostile, value: {} }],
      errors: [],
    },
    {
      status: 409,
      description: "",
      headers: [
        {
          name: "Retry-After",
          required: false,
          description: hostile,
          schema: { type: "integer" },
          example: 3,
          rateLimitPart: "retryAfter",
        },
      ],
      examples: [{ name: "lent-out", summary: hostile, value: {} }],
      errors: ["LENT_OUT"],
    },
  ],
  rateLimit: { limit: 3, window: 90, scope: ["card|number"] },
  callbacks: { url: "{$request.body#/reader}", events: ["book_lent"] },
  basis,
};

/** One operation, one error, one lifecycle, one notification. */
export const contract: Contract = {
  title: `Library ${hostile}`,
  version: "1.0",
  description: hostile,
  servers: [{ url: "https://library.example", description: hostile, variables: { city: hostile } }],
  securitySchemes: { Card: { type: "http", scheme: "bearer", description: hostile } },
  groups: [
    { name: "books", description: hostile, operations: [{ id: "lendBook", method: "lend" }] },
  ],
  operations: [lendBook],
  notifications: [
    {
      event: "book_lent",
      id: "bookLent",
      subject: "book",
      when: hostile,
      summary: hostile,
      description: hostile,
      parameters: [],
      body: {
        required: true,
        description: "",
        mediaType: "application/json",
        schema: { $ref: "#/components/schemas/Loan" },
        examples: [{ name: "lent", summary: hostile, value: { reader: "```\n<script>" } }],
      },
      callbackOf: ["lendBook"],
      basis,
    },
  ],
  errors: [
    {
      code: "LENT_OUT",
      status: 409,
      condition: hostile,
      message: hostile,
      retryable: true,
      example: "lent-out",
      sample: { success: false, error: { code: "LENT_OUT", message: hostile } },
      operations: ["lendBook"],
      basis,
    },
  ],
  lifecycles: [
    {
      schema: "BookStatus",
      subject: "book",
      initial: "here",
      final: ["lost"],
      waitEndsAt: ["lost"],
      statuses: { here: { description: hostile }, lost: { "x-basis": basis } },
      transitions: [
        { from: null, to: "here", trigger: "the book is bought" },
        {
          from: "here",
          to: "lost",
          trigger: `a reader: "loses" it; ${hostile}`,
          notification: "book_lent",
          "x-basis": basis,
        },
      ],
    },
  ],
  schemas: {
    Loan: {
      type: "object",
      required: ["reader"],
      properties: {
        reader: {
          type: "string",
          description: hostile,
          pattern: "^(a|b\\|`c`)$",
          maxLength: 9,
          "x-invalid": { maxLength: "LENT_OUT" },
          "x-basis": basis,
        },
        mood: { type: "string", enum: ["a|b", hostile] },
        notes: { type: "array", maxItems: 2, items: { $ref: "#/components/schemas/Loan" } },
      },
    },
  },
  delivery: {
    guarantee: "at-least-once",
    ordered: false,
    success: hostile,
    timeout: 7,
    redirects: false,
    schedule: [0, 90, 7200, 172_800],
    jitter: 0.25,
    disabledAfter: 86_400,
    "x-basis": basis,
  },
  signature: {
    header: "Sealed|By",
    algorithm: hostile,
    signed: hostile,
    timestamp: "t",
    version: "v`1`",
    tolerance: 1,
    "x-basis": basis,
  },
  basis: [{ ...basis, pointer: "/paths", subject: `lendBook ${hostile}` }],
};
