import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { resolve } from "@packages/contract/src/openapi.ts";
import { expect, test } from "vitest";
import { makeDocument, makeOperation } from "./support/document.ts";
import { document } from "./support/library.ts";
import { follow, referencesOf } from "./support/walk.ts";

const references = referencesOf(document);

test("every reference leads somewhere", () => {
  expect(references.length).toBeGreaterThan(50);
  for (const { path, $ref } of references) {
    const target = follow(document, decodeURIComponent($ref.replace(/^#/, "")));
    expect.soft(target, `${path.join("/")}: ${$ref}`).toBeTypeOf("object");
    expect.soft(resolve(document, { $ref })).toBe(target);
  }
});

test("a reference that leads nowhere is named", () => {
  expect(() => resolve(document, { $ref: "#/components/schemas/Scroll" })).toThrow(
    "#/components/schemas/Scroll",
  );
});

test("every component is referred to, or may be", () => {
  const used = new Set(references.map(({ $ref }) => $ref));
  for (const kind of ["schemas", "headers", "parameters", "examples"] as const) {
    for (const name of Object.keys(document.components?.[kind] ?? {})) {
      expect.soft([...used]).toContain(`#/components/${kind}/${name}`);
    }
  }
});

test("schemas that only lend their fields are left out, and errors are one schema and a list of codes", () => {
  const names = Object.keys(document.components?.schemas ?? {});
  expect(names).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(Allowance|BookLent|ComeBack|Fire|Page|Post|Problem|Replayed)/),
    ]),
  );
  expect(names).toEqual(
    expect.arrayContaining(["ErrorBody", "ErrorCode", "Marginalia", "Reached"]),
  );
});

test("a schema is kept for what refers to it, however that is called, and not for what looks like a reference", () => {
  const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const shelf = {
    properties: { default: refer("Kept"), value: refer("Kept") },
    default: refer("Data"),
  };
  const content = {
    "application/json": { schema: shelf, examples: { full: { value: refer("Data") } } },
  };
  const operation = makeOperation("listBooks", {
    responses: { "200": { description: "", content } },
  });
  const schemas = {
    Kept: { items: refer("Inner") },
    Inner: { items: refer("Kept") },
    Data: {},
    Lonely: {},
  };
  const built = buildDocument(
    makeDocument({ "/books": { get: operation } }, { components: { schemas } }),
  );
  expect(Object.keys(built.components?.schemas ?? {})).toEqual(["Inner", "Kept"]);
});
