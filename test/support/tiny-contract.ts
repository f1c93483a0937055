// A contract for the tests: a library that lends books, described by somebody who tries to break the pages.
import type { Contract } from "../../packages/contract/src/model.ts";
import { basis, hostile, lendBook } from "./tiny-operation.ts";

/** One operation, one error, one lifecycle, one notification. */
export const contract: Contract = {
  title: `Library ${hostile}`,
  version: "1.0",
  description: hostile,
  servers: [{ url: "https://library.example", description: hostile, variables: { city: hostile } }],
  securitySchemes: { Card: { type: "http", scheme: "bearer", description: hostile } },
  groups: [{ name: "books", description: hostile, operations: [{ id: "lendBook", method: "lend" }] }],
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
