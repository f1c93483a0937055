import { expect, test } from "vitest";
import { buildDocument } from "../contract/document/build-document.ts";
import type { Header, Response } from "../contract/openapi.ts";
import { makeDocument, makeOperation } from "./support/document.ts";
import { document } from "./support/library.ts";

test("headers that several answers carry are shared, by their example where it differs", () => {
  const { components = {} } = document;
  expect(Object.keys(components.headers ?? {})).toEqual([
    "Allowance-Limit.3",
    "Allowance-Limit.30",
    "Allowance-Remaining.0",
    "Allowance-Remaining.2",
    "Allowance-Remaining.29",
    "Allowance-Reset",
    "Loan-Replayed",
    "Retry-After",
  ]);
  expect(document.paths["/books"]?.get?.responses["200"]?.headers).toEqual({
    "Allowance-Limit": { $ref: "#/components/headers/Allowance-Limit.30" },
    "Allowance-Remaining": { $ref: "#/components/headers/Allowance-Remaining.29" },
    "Allowance-Reset": { $ref: "#/components/headers/Allowance-Reset" },
  });
});

test("error examples that stand as their model has them are shared, others are not", () => {
  expect(Object.keys(document.components?.examples ?? {})).toEqual([
    "bad-request",
    "book-lent",
    "book-not-found",
    "key-used",
    "loan-not-found",
    "moving",
    "no-key",
    "too-long",
  ]);
});

/** A document whose operations answer with the header `Shelf`, each with a form of its own. */
function withHeaders(forms: Header[]): Record<string, Response["headers"]> {
  const paths = Object.fromEntries(
    forms.map((header, index) => {
      const response: Response = { description: "", headers: { Shelf: header } };
      return [`/${index}`, { get: makeOperation(`get${index}`, { responses: { "200": response } }) }];
    }),
  );
  const built = buildDocument(makeDocument(paths));
  return {
    shared: built.components?.headers,
    ...Object.fromEntries(
      Object.entries(built.paths).map(([path, item]) => [path, item.get?.responses["200"]?.headers]),
    ),
  };
}

test("a header that stands once stays where it is", () => {
  const header = { schema: { type: "string" } };
  expect(withHeaders([header])).toEqual({ shared: undefined, "/0": { Shelf: header } });
});

test("forms of a header never take each other's place", () => {
  const [one, other, third]: Header[] = [
    { description: "One.", schema: { type: "string" }, example: "a/b" },
    { description: "Other.", schema: { type: "string" }, example: "a/b" },
    { description: "Third.", schema: { type: "string" } },
  ];
  const { shared, ...answers } = withHeaders([one, one, other, other, third, third].flatMap((form) => form ?? []));
  const meant = Object.values(answers).map((headers) => {
    const { Shelf } = headers ?? {};
    const name = Shelf && "$ref" in Shelf ? Shelf.$ref.replace("#/components/headers/", "") : undefined;
    if (name !== undefined) expect(name).toMatch(/^[\w.-]+$/);
    return name === undefined ? Shelf : shared?.[name];
  });
  expect(meant).toEqual([one, one, other, other, third, third]);
});
