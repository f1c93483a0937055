import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import type { Header, Response } from "@packages/contract/src/openapi.ts";
import { expect, test } from "vitest";
import { makeDocument, makeOperation } from "./support/document.ts";
import { document, emitted } from "./support/library.ts";

test("headers that several answers carry are shared, by their operation where they show its figures", () => {
  const { components = {} } = document;
  expect(Object.keys(components.headers ?? {})).toEqual([
    "Allowance-Limit.createLoan",
    "Allowance-Limit.listBooks",
    "Allowance-Remaining",
    "Allowance-Remaining.createLoan",
    "Allowance-Remaining.listBooks",
    "Allowance-Reset",
    "Loan-Replayed",
    "Retry-After",
  ]);
  expect(document.paths["/books"]?.get?.responses["200"]?.headers).toEqual({
    "Allowance-Limit": { $ref: "#/components/headers/Allowance-Limit.listBooks" },
    "Allowance-Remaining": { $ref: "#/components/headers/Allowance-Remaining.listBooks" },
    "Allowance-Reset": { $ref: "#/components/headers/Allowance-Reset" },
  });
});

test("examples that stand in several places are shared: of errors, but not of limits, and of notifications", () => {
  expect(Object.keys(document.components?.examples ?? {})).toEqual([
    "bad-request",
    "lent",
    "loanEnded.ended",
    "loanMade.made",
  ]);
});

/** A document whose operations answer with the header `Shelf`, each with a form of its own. */
function withHeaders(forms: Header[]): Record<string, Response["headers"]> {
  const paths = Object.fromEntries(
    forms.map((header, index) => {
      const response: Response = { description: "", headers: { Shelf: header } };
      return [
        `/${index}`,
        { get: makeOperation(`get${index}`, { responses: { "200": response } }) },
      ];
    }),
  );
  const built = buildDocument(makeDocument(paths));
  return {
    shared: built.components?.headers,
    ...Object.fromEntries(
      Object.entries(built.paths).map(([path, item]) => [
        path,
        item.get?.responses["200"]?.headers,
      ]),
    ),
  };
}

test("a header that stands once stays where it is", () => {
  const header = { schema: { type: "string" } };
  expect(withHeaders([header])).toEqual({ shared: undefined, "/0": { Shelf: header } });
});

test("forms of a header never take each other's place", () => {
  const one: Header = { description: "One.", schema: { type: "string" }, example: "a/b" };
  const other: Header = { description: "Other.", schema: { type: "string" }, example: "a/b" };
  const third: Header = { description: "Third.", schema: { type: "string" } };
  const { shared, ...answers } = withHeaders([one, one, other, other, third, third]);
  const meant = Object.values(answers).map((headers) => {
    const { Shelf } = headers ?? {};
    const name =
      Shelf && "$ref" in Shelf ? Shelf.$ref.replace("#/components/headers/", "") : undefined;
    if (name !== undefined) expect(name).toMatch(/^[\w.-]+$/);
    return name === undefined ? Shelf : shared?.[name];
  });
  expect(meant).toEqual([one, one, other, other, third, third]);
});

test("no header is named after what it says today: another limit gives the same names", () => {
  const changed = structuredClone(emitted);
  for (const item of Object.values(changed.paths)) {
    for (const operation of Object.values(item)) {
      if (operation["x-rate-limit"]) operation["x-rate-limit"].limit = 3;
    }
  }
  const { headers = {} } = buildDocument(changed).components ?? {};
  expect(Object.keys(headers)).toEqual(Object.keys(document.components?.headers ?? {}));
  expect(headers["Allowance-Limit.listBooks"]).toMatchObject({ example: 3 });
});
