import type { Operation as OpenApiOperation } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { describe, expect, test } from "vitest";
import { makeDocument, makeOperation } from "./support/document.ts";
import { contract, document } from "./support/library.ts";

const [listBooks, getBook, createLoan, getLoan] = contract.operations;

describe("the contract says", () => {
  test("what it is of", () => {
    expect(contract).toMatchObject({
      title: "Lending library",
      version: "2026-11-20",
      servers: [
        {
          url: "https://{branch}.library.example",
          description: "A branch of the library. `branch`: Name of the branch.",
          variables: { branch: "main" },
        },
      ],
      securitySchemes: { BearerAuth: { type: "http", scheme: "bearer" } },
    });
    expect(contract.description).toContain(
      "\n\nQuotes \"double\" and 'single', a `backtick`, a \\backslash, ${",
    );
  });

  test("its operations, grouped by tag and called by their verbs", () => {
    expect(contract.operations.map(({ id, method, path }) => [id, method, path])).toEqual([
      ["listBooks", "GET", "/books"],
      ["getBook", "GET", "/books/{number}"],
      ["createLoan", "POST", "/loans"],
      ["getLoan", "GET", "/loans/{loanId}"],
    ]);
    const list = { id: "listBooks", method: "list" };
    expect(contract.groups).toEqual([
      {
        name: "books",
        description: "What can be lent.",
        operations: [list, { id: "getBook", method: "get" }],
      },
      {
        name: "loans",
        description: 'What is lent: "*/" and `$' + "{x}`.",
        operations: [
          { id: "createLoan", method: "create" },
          { id: "getLoan", method: "get" },
        ],
      },
    ]);
  });

  test("who may call them", () => {
    expect(contract.operations.map(({ scheme }) => scheme)).toEqual([
      null,
      null,
      "BearerAuth",
      "BearerAuth",
    ]);
  });

  test("how often", () => {
    expect(listBooks?.rateLimit).toEqual({ limit: 30, window: 60, scope: ["ip"] });
    expect(createLoan?.rateLimit).toEqual({ limit: 3, window: 3600, scope: ["ip", "apiKey"] });
    expect(getBook).not.toHaveProperty("rateLimit");
  });

  test("what a repeated request does", () => {
    expect(createLoan?.idempotency).toMatchObject({
      header: "Loan-Key",
      retention: 600,
      keeps: ["BOOK_LENT"],
    });
    expect(getLoan).not.toHaveProperty("idempotency");
  });

  test("what they take, parameters of a shared model included", () => {
    expect(listBooks?.parameters).toEqual([
      {
        name: "size",
        in: "query",
        required: false,
        description: "How many books at most.",
        schema: { type: "integer", format: "int32", minimum: 1, maximum: 100, default: 50 },
        example: 20,
        basis: { kind: "assumed", reason: "No table is longer." },
      },
      {
        name: "start",
        in: "query",
        required: false,
        description: "Where to start.",
        schema: { type: "string" },
        example: "yes",
      },
    ]);
    expect(createLoan?.body).toMatchObject({
      required: true,
      mediaType: "application/json",
      schema: { $ref: "#/components/schemas/LoanRequest" },
      examples: [
        { name: "short", summary: "Two weeks.", value: { book: "012", weeks: 2 } },
        { name: "minimal", summary: "Only what is required.", value: { book: "012" } },
      ],
    });
  });

  test("what they answer, by ascending status", () => {
    expect(createLoan?.responses.map(({ status, errors }) => [status, ...errors])).toEqual([
      [201],
      [400, "NO_KEY", "BAD_REQUEST"],
      [404, "BOOK_NOT_FOUND"],
      [409, "BOOK_LENT", "KEY_USED"],
      [422, "TOO_LONG"],
      [429, "TOO_OFTEN"],
    ]);
    expect(
      createLoan?.responses[0]?.headers.find(({ name }) => name === "Allowance-Remaining"),
    ).toEqual({
      name: "Allowance-Remaining",
      required: true,
      description: "Requests that are left.",
      schema: { type: "integer", format: "int32" },
      example: 2,
      rateLimitPart: "remaining",
    });
    expect(
      createLoan?.responses[0]?.headers.find(({ name }) => name === "Loan-Replayed"),
    ).toMatchObject({
      required: false,
      basis: { kind: "assumed" },
    });
  });

  test("its errors, with a sample, their details and operations", () => {
    expect(contract.errors.find(({ code }) => code === "BOOK_NOT_FOUND")).toEqual({
      code: "BOOK_NOT_FOUND",
      status: 404,
      condition: "No book has this number: `*/`.",
      message: "It never was here.",
      retryable: false,
      example: "book-not-found",
      sample: {
        success: false,
        error: { code: "BOOK_NOT_FOUND", message: "It never was here." },
        timestamp: "2026-11-20T15:00:00Z",
      },
      operations: ["getBook", "createLoan"],
      basis: { kind: "implied", reason: "Asking for a burnt book has to end somehow." },
    });
    expect(contract.errors.find(({ code }) => code === "TOO_OFTEN")?.details).toEqual({
      schema: { $ref: "#/components/schemas/Reached" },
      required: false,
      example: { limit: 1, window: 1, wait: 7 },
    });
  });

  test("its lifecycles", () => {
    expect(contract.lifecycles).toMatchObject([
      {
        schema: "LoanStatus",
        subject: "loan",
        initial: "lent",
        final: ["returned"],
        waitEndsAt: ["returned"],
        statuses: {
          lent: { description: "At the reader's." },
          late: { "x-basis": { kind: "observed" } },
          returned: {},
        },
        transitions: [
          { from: null, to: "lent" },
          { to: "late" },
          { notification: "loan/ended" },
          { from: "late" },
        ],
      },
    ]);
  });

  test("its notifications, and the operations that send them", () => {
    expect(
      contract.notifications.map(({ event, id, callbackOf }) => [event, id, ...callbackOf]),
    ).toEqual([
      ["loan/made", "loanMade", "createLoan"],
      ["loan/ended", "loanEnded", "createLoan"],
    ]);
    expect(contract.notifications[0]).toMatchObject({
      subject: "loan",
      when: "a book was lent",
      parameters: [
        {
          name: "Library-Signature",
          in: "header",
          example: expect.stringMatching(/^t=1795186931,v1=/),
        },
      ],
      body: { examples: [{ name: "made" }] },
    });
    expect(createLoan?.callbacks).toEqual({
      url: "{$request.body#/noticeUrl}",
      events: ["loan/made", "loan/ended"],
    });
    expect(contract.delivery).toMatchObject({ timeout: 5, schedule: [0, 60] });
    expect(contract.signature).toMatchObject({ header: "Library-Signature", tolerance: 60 });
  });

  test("its schemas, as the document has them", () => {
    expect(contract.schemas).toEqual(document.components?.schemas);
    expect(contract.schemas.LoanStatus?.description).toBe("Where a loan stands.");
  });
});

/** The model of one operation. */
function read(
  operation: OpenApiOperation,
  security?: Record<string, string[]>[],
): typeof listBooks {
  return readContract(makeDocument({ "/books": { get: operation } }, security && { security }))
    .operations[0];
}

describe("an operation's security is", () => {
  const everywhere = [{ Card: [] }];
  test.each([
    ["its own", [{ Key: [] }], "Key"],
    ["that of the document", undefined, "Card"],
    ["none, where it says so", [], null],
    ["none, where it may be left out", [{}, { Key: [] }], null],
  ])("%s", (_, security, expected) => {
    expect(read(makeOperation("listBooks", security && { security }), everywhere)?.scheme).toBe(
      expected,
    );
  });
});

describe("an operation is called by the verb of a standard id, by its own name or by the whole id", () => {
  test.each([
    ["books", ["listBooks", "list_books", "list-books"], "list"],
    ["books", ["getBook", "get_book"], "get"],
    ["Rare books", ["getRareBook"], "get"],
    ["libraries", ["deleteLibrary"], "delete"],
    ["address", ["getAddress"], "get"],
    ["books", ["list", "Books_list", "books_list"], "list"],
    ["books", ["getBooks"], "getBooks"],
    ["books", ["getBookLoans"], "getBookLoans"],
    ["books", ["getURL"], "getURL"],
  ])("of %s, %j: %s", (tag, ids, name) => {
    for (const id of ids) expect(read(makeOperation(id, { tags: [tag] }))?.name).toBe(name);
  });

  test("without a tag, by what follows its interface", () => {
    const { tags: _, ...untagged } = makeOperation("Books_listAll");
    expect(read(untagged)).toMatchObject({ group: "Books", name: "listAll" });
    expect(read(makeOperation("createLoan", { "x-client-name": "lend" }))?.name).toBe("lend");
  });
});

test("responses go from the least status to the greatest; of one status, those for fewer come first", () => {
  const described = { description: "A response." };
  const keys = ["default", "5XX", "404", "4XX", "400", "201", "200"];
  const responses = Object.fromEntries(keys.map((key) => [key, described]));
  const found = read(makeOperation("listBooks", { responses }))?.responses ?? [];
  expect(found.map(({ status, range }) => range?.key ?? String(status))).toEqual([
    "200",
    "201",
    "400",
    "4XX",
    "default",
    "404",
    "5XX",
  ]);
});

test("the model is plain JSON", () => {
  const others: unknown[] = [];
  const text = JSON.stringify(contract, (_, value: unknown) => {
    if (!["object", "string", "boolean"].includes(typeof value) && !Number.isFinite(value))
      others.push(value);
    return value;
  });
  expect(others).toEqual([]);
  expect(JSON.parse(text)).toEqual(contract);
});

test("the document is read, not changed", () => {
  const before = structuredClone(document);
  readContract(document);
  expect(document).toEqual(before);
});

test("a notification without a body is refused", () => {
  const webhooks = { lost: { post: makeOperation("lost") } };
  expect(() => readContract(makeDocument({}, { webhooks }))).toThrow(
    "The notification 'lost' has no body.",
  );
});
