import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { publishDocument } from "@packages/contract/src/document/publish-document.ts";
import type {
  Document,
  Json,
  MediaType,
  Operation,
  Response,
  Schema,
} from "@packages/contract/src/openapi.ts";
import { describe, expect, test } from "vitest";
import { makeDocument, makeError, makeOperation } from "./support/document.ts";
import { contract, document as plain } from "./support/library.ts";

const document = publishDocument(plain);

const { get: listBooks } = document.paths["/books"] ?? {};
const { get: getBook } = document.paths["/books/{number}"] ?? {};
const { post: createLoan } = document.paths["/loans"] ?? {};

function examplesOf(
  operation: Operation | undefined,
  status: number,
): NonNullable<MediaType["examples"]> {
  return operation?.responses[status]?.content?.["application/json"]?.examples ?? {};
}

describe("successes", () => {
  test("stand in the order of the source", () => {
    expect(Object.keys(examplesOf(listBooks, 200))).toEqual(["some", "none", "marginal"]);
    const { examples } = createLoan?.requestBody?.content["application/json"] ?? {};
    expect(Object.keys(examples ?? {})).toEqual(["short", "minimal"]);
  });

  test("are summed up by their descriptions", () => {
    expect(examplesOf(listBooks, 200).none).toEqual({ summary: "No books.", value: { items: [] } });
  });

  test("keep every value as it was written", () => {
    const [, , marginal] =
      contract.operations.find(({ id }) => id === "listBooks")?.responses[0]?.examples ?? [];
    expect(marginal?.value).toEqual({
      items: [
        {
          number: "012",
          // biome-ignore lint/suspicious/noTemplateCurlyInString: what looks like a placeholder has to stay.
          title: "\"'`${x}` \\ */ --> <script>alert(1)</script>\n\ttab: ünïcödé 📚",
          author: ["yes", "2026-11-20"],
          marginalia: {
            items: "~",
            properties: { anyOf: "null" },
            examples: { default: "0x1F" },
            value: "1:30",
            type: "object",
            content: "1_000",
            schema: "---",
            "x-mark": "=",
            yes: "no",
            no: false,
            y: 1,
            "012": "012",
            "<<": "<<",
            "a/b~c": "!tag &anchor *alias",
            'it\'s "so"': " padded ",
            constructor: "Object",
            toString: "# no comment",
          },
        },
      ],
    });
  });
});

/** The body of an error. */
function error(code: string, message: string): Json {
  return { success: false, error: { code, message }, timestamp: "2026-11-20T15:00:00Z" };
}

describe("errors", () => {
  test("are named after their codes and stand in the order in which the operation lists them", () => {
    expect(Object.keys(examplesOf(listBooks, 429))).toEqual(["too-often", "moving"]);
    expect(Object.keys(examplesOf(createLoan, 400))).toEqual(["no-key", "bad-request"]);
  });

  test("are described by their conditions", () => {
    expect(createLoan?.responses["400"]?.description).toBe(
      "- `NO_KEY`: The key is missing.\n- `BAD_REQUEST`: A field is missing or wrong.",
    );
    expect(getBook?.responses["404"]?.description).toBe(
      "`BOOK_NOT_FOUND`: No book has this number: `*/`.\n\n**Implied**: `BOOK_NOT_FOUND`.",
    );
  });

  test("have the examples of their models, but where the operation has its own", () => {
    expect(examplesOf(createLoan, 404)).toEqual({
      "book-not-found": {
        summary: "No book has this number: `*/`.",
        value: error("BOOK_NOT_FOUND", "It never was here."),
      },
    });
    expect(examplesOf(getBook, 404)).toEqual({
      "book-not-found": {
        summary: "A book that was lost.",
        value: error("BOOK_NOT_FOUND", "Lost in 1986."),
      },
    });
  });

  test("make a catalogue, by status and code, with the operations that list them", () => {
    const catalogue = document["x-error-catalogue"] ?? [];
    expect(catalogue.map(({ status, code }) => `${status} ${code}`)).toEqual([
      "400 BAD_REQUEST",
      "400 NO_KEY",
      "404 BOOK_NOT_FOUND",
      "404 LOAN_NOT_FOUND",
      "409 BOOK_LENT",
      "409 KEY_USED",
      "422 TOO_LONG",
      "429 MOVING",
      "429 TOO_OFTEN",
      "500 FIRE",
    ]);
    expect(catalogue.find(({ code }) => code === "BOOK_NOT_FOUND")?.operations).toEqual([
      "getBook",
      "createLoan",
    ]);
    expect(catalogue.at(-1)).toMatchObject({
      anywhere: true,
      operations: [],
      "x-basis": { reason: "Alexandria." },
    });
  });
});

/** A document of one operation that answers 404 with a schema and examples. */
function refusing(
  schema: Schema,
  examples: MediaType["examples"] = {},
  parts: Record<string, Schema> = {},
): Document {
  const gone = (code: string): Schema =>
    makeError({
      code,
      status: 404,
      condition: `It is ${code}.`,
      message: "Gone.",
      retryable: false,
    });
  const response: Response = {
    description: "",
    content: { "application/json": { schema, examples } },
  };
  return makeDocument(
    { "/books": { get: makeOperation("listBooks", { responses: { "404": response } }) } },
    { components: { schemas: { Lost: gone("LOST"), Burnt: gone("BURNT_DOWN"), ...parts } } },
  );
}

const lostOrBurnt: Schema = {
  anyOf: [{ $ref: "#/components/schemas/Lost" }, { $ref: "#/components/schemas/Burnt" }],
};

describe("listed errors", () => {
  test("keep their order whichever of them the operation has an example of; other examples come last", () => {
    const own = {
      other: { summary: "Other.", value: 1 },
      "burnt-down": { summary: "Burnt here.", value: 2 },
    };
    const { get } = buildDocument(refusing(lostOrBurnt, own)).paths["/books"] ?? {};
    expect(Object.keys(examplesOf(get, 404))).toEqual(["lost", "burnt-down", "other"]);
    expect(examplesOf(get, 404)["burnt-down"]).toEqual({ summary: "Burnt here.", value: 2 });
  });

  test("are found in a union that has a name", () => {
    const built = buildDocument(
      refusing({ $ref: "#/components/schemas/Gone" }, {}, { Gone: lostOrBurnt }),
    );
    expect(Object.keys(examplesOf(built.paths["/books"]?.get, 404))).toEqual([
      "lost",
      "burnt-down",
    ]);
    expect(built["x-error-catalogue"]?.map(({ operations }) => operations)).toEqual([
      ["listBooks"],
      ["listBooks"],
    ]);
  });

  test("name an operation once, however many media types it lists them for", () => {
    const twice = refusing({ $ref: "#/components/schemas/Lost" });
    const response = twice.paths["/books"]?.get?.responses["404"];
    Object.assign(response?.content ?? {}, {
      "text/json": { schema: { $ref: "#/components/schemas/Lost" } },
    });
    expect(buildDocument(twice)["x-error-catalogue"]?.map(({ operations }) => operations)).toEqual([
      [],
      ["listBooks"],
    ]);
  });
});

test.each([
  [
    "a field of its error",
    (schema: Schema) => delete schema.properties?.error?.properties?.message,
  ],
  ["a required field", (schema: Schema) => schema.required?.pop()],
])("an error without %s is refused: servers and clients know one shape", (_, change) => {
  const other = refusing({ $ref: "#/components/schemas/Lost" });
  change(other.components?.schemas?.Lost ?? {});
  expect(() => buildDocument(other)).toThrow(
    /^The error LOST needs the fields success, error\.code/,
  );
});

test("a field of errors without an example is named", () => {
  const other = refusing({ $ref: "#/components/schemas/Lost" });
  for (const schema of Object.values(other.components?.schemas ?? {}))
    delete schema.properties?.timestamp?.examples;
  expect(() => buildDocument(other)).toThrow("The field 'timestamp' of errors needs an @example");
});

test("a schema that is called like that of the errors is refused", () => {
  const other = refusing(
    { $ref: "#/components/schemas/Lost" },
    {},
    { ErrorCode: { type: "string" } },
  );
  expect(() => buildDocument(other)).toThrow("The schema ErrorCode needs another name");
});

test("an answer of errors and of something else keeps the rest", () => {
  const mixed = refusing({ anyOf: [{ type: "integer" }, { $ref: "#/components/schemas/Lost" }] });
  const response = publishDocument(buildDocument(mixed)).paths["/books"]?.get?.responses["404"];
  expect(response?.content?.["application/json"]?.schema).toEqual({
    anyOf: [
      { type: "integer" },
      {
        allOf: [
          { $ref: "#/components/schemas/ErrorBody" },
          {
            type: "object",
            properties: {
              error: {
                type: "object",
                properties: { code: { type: "string", const: "LOST" } },
                unevaluatedProperties: true,
              },
            },
          },
        ],
      },
    ],
  });
  expect(response?.["x-errors"]).toEqual(["LOST"]);
});

test("an example without a title has a name, too", () => {
  const response: Response = {
    description: "",
    content: { "application/json": { schema: { type: "integer" }, example: 7 } },
  };
  const built = buildDocument(
    makeDocument({ "/books": { get: makeOperation("count", { responses: { "200": response } }) } }),
  );
  expect(examplesOf(built.paths["/books"]?.get, 200)).toEqual({
    example: { summary: "example", value: 7 },
  });
  expect(
    built.paths["/books"]?.get?.responses["200"]?.content?.["application/json"],
  ).not.toHaveProperty("example");
});

test("parameters and headers have their examples, and nothing is left of the way there", () => {
  expect(getBook?.parameters).toEqual([
    {
      name: "number",
      in: "path",
      description: "Number of the book.\n\n**Observed.** Stamped on every book.",
      required: true,
      schema: { $ref: "#/components/schemas/BookNumber" },
      examples: { found: { value: "012" } },
      "x-basis": { kind: "observed", reason: "Stamped on every book." },
    },
  ]);
  expect(listBooks?.parameters).toEqual([
    { $ref: "#/components/parameters/Page.size" },
    { $ref: "#/components/parameters/Page.start" },
  ]);
  expect(document.components?.parameters?.["Page.start"]).toMatchObject({
    name: "start",
    example: "yes",
  });
  expect(document.components?.headers?.["Allowance-Reset"]).toMatchObject({ example: 1795186860 });
  expect(JSON.stringify(document)).not.toContain("x-example");
});
