import type { Operation } from "../../packages/contract/src/model.ts";

/** What no page may obey: table cells, code, HTML, comments, headings, lists and links. */
export const hostile =
  "a | b `c|d` \\| **e** *f* _g_ <script>alert('h')</script> --> <!-- /generated:answers --> ```\n# injected\n\n1. injected\n- [i](javascript:j) $k$ & {{l}} %%\r\n---";

/** A basis whose reason is hostile. */
export const basis = { kind: "assumed", reason: `Nobody said "why" | ${hostile}` } as const;

/** The only operation of the tiny contract. */
export const lendBook: Operation = {
  id: "lendBook",
  group: "books",
  name: "lend",
  method: "PUT",
  path: "/books/{book}/[x]'$(y)",
  summary: `Lend ${hostile}`,
  description: hostile,
  security: "Card",
  ways: [["Card"]],
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
