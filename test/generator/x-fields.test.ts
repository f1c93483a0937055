// Every x- field of a document has the form that the behaviour package publishes for it.

import { listParts } from "@packages/contract/src/parts.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import fields from "../../packages/behaviour/fields.json" with { type: "json" };
import { documentOf } from "../support/behaviour/tester.ts";
import { document as committed } from "../support/contract.ts";
import { document } from "./support/library.ts";

const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  allErrors: true,
});
ajv.addSchema(fields, "fields.json");
const known = Object.keys(fields.$defs);

/** The x- fields of a document that have another form than their schema, and their names. */
function readFields(whole: unknown): { names: Set<string>; mistakes: string[] } {
  const names = new Set<string>();
  const mistakes: string[] = [];
  for (const { part, kind, steps } of listParts(whole)) {
    if (kind !== "words") continue;
    for (const [name, value] of Object.entries(part).filter(([key]) => known.includes(key))) {
      names.add(name);
      const check = ajv.getSchema(`fields.json#/$defs/${name}`);
      if (!check?.(value))
        mistakes.push(`${[...steps, name].join("/")}: ${ajv.errorsText(check?.errors)}`);
    }
  }
  return { names, mistakes };
}

test.each([
  ["the contract's", committed],
  ["the library's", document],
])("%s document", (_, whole) => {
  const { names, mistakes } = readFields(whole);
  expect(mistakes).toEqual([]);
  expect(names.size).toBeGreaterThan(8);
});

test("every field has a schema that some document is checked against", async () => {
  const old = await documentOf(`#deprecated "Read on."\n@sunset("2027-06-30") op old(): void;`);
  const names = [committed, document, old].flatMap((whole) => [...readFields(whole).names]);
  expect([...new Set(names)].sort()).toEqual(known);
});

test.each([
  ["x-rate-limit", { limit: 0, window: 60, scope: ["ip"] }],
  ["x-rate-limit", { limit: 1, window: 60, scope: [] }],
  ["x-basis", { kind: "guessed", reason: "" }],
  ["x-token", {}],
])("a wrong %s is found: %j", (name, value) => {
  expect(readFields({ [name]: value }).mistakes).not.toEqual([]);
});
