import { readBasis } from "@packages/contract/src/read-basis.ts";
import { describe, expect, test } from "vitest";
import { makeDocument, makeOperation } from "./support/document.ts";
import { contract, document } from "./support/library.ts";
import { follow } from "./support/walk.ts";

test("every statement is found once, in the order of the document, under a subject that a reader understands", () => {
  expect(contract.basis.map(({ subject, kind }) => `${subject} (${kind})`)).toEqual([
    "Lending library (assumed)",
    "server variable branch (observed)",
    "getBook (implied)",
    "getBook: number (observed)",
    "createLoan: Loan-Key (assumed)",
    "createLoan: idempotency (assumed)",
    "loanEnded (implied)",
    "parameter Library-Signature (observed)",
    "parameter Page.size (assumed)",
    "header Allowance-Reset (assumed)",
    "header Loan-Replayed (assumed)",
    "Author (implied)",
    "Binding (assumed)",
    "Binding.soft (implied)",
    "Book (assumed)",
    "Book.title (observed)",
    "BookList.next (assumed)",
    "BookNumber (observed)",
    "ErrorCode.BOOK_NOT_FOUND (implied)",
    "ErrorCode.FIRE (assumed)",
    "Loan.due (assumed)",
    "LoanEnded (implied)",
    "LoanStatus: lent → late (implied)",
    "LoanStatus.late (observed)",
    "Marginalia.items (assumed)",
    "Marginalia.properties (assumed)",
    "Marginalia.properties.anyOf (assumed)",
    "Marginalia.example (assumed)",
    "Marginalia.examples (assumed)",
    "Marginalia.examples.default (assumed)",
    "notification-delivery (assumed)",
    "notification-signature (observed)",
  ]);
});

test("every pointer leads to what carries the statement", () => {
  for (const { pointer, subject, ...basis } of contract.basis) {
    const holder = follow(document, pointer) as Record<string, unknown>;
    expect.soft(holder?.["x-basis"] ?? holder?.basis, `${subject}: ${pointer}`).toEqual(basis);
  }
});

test("a field's statement is that of the field", () => {
  for (const { subject, reason } of contract.basis) {
    const [schema, ...fields] = subject.split(".");
    if (schema === "Marginalia") expect.soft(fields.join(".")).toBe(reason);
  }
});

const basis = { kind: "assumed", reason: "It is so." } as const;

describe("the subject names", () => {
  const schema = {
    type: "array",
    items: {
      anyOf: [
        { type: "null" },
        { properties: { items: { items: { type: "string", "x-basis": basis } } } },
      ],
    },
  };
  const content = { "application/json": { schema } };
  const operation = makeOperation("listBooks", {
    parameters: [{ name: "shelf", in: "query", schema: { type: "string", "x-basis": basis } }],
    requestBody: { content },
    responses: {
      "200": { description: "", headers: { Shelf: { schema: {}, "x-basis": basis } }, content },
    },
  });

  test("the fields on the way to the place, without the steps between them", () => {
    const parts = {
      components: {
        schemas: { Shelf: schema },
        securitySchemes: { Card: { type: "http", "x-basis": basis } },
      },
    };
    expect(
      readBasis(makeDocument({ "/books": { get: operation } }, parts)).map(
        ({ subject }) => subject,
      ),
    ).toEqual([
      "listBooks: 200 Shelf",
      "listBooks: 200 items",
      "listBooks: shelf",
      "listBooks: request items",
      "Shelf.items",
      "securityScheme Card",
    ]);
  });
});

test("what examples and defaults hold is data", () => {
  const schemas = {
    Shelf: {
      default: { "x-basis": basis },
      examples: [{ basis, "x-basis": basis }],
      enum: [{ "x-basis": basis }],
    },
  };
  const examples = { full: { value: { "x-basis": basis } } };
  const content = { "application/json": { schema: {}, examples } };
  const operation = makeOperation("listBooks", {
    responses: { "200": { description: "", content } },
  });
  expect(
    readBasis(makeDocument({ "/books": { get: operation } }, { components: { schemas } })),
  ).toEqual([]);
});
