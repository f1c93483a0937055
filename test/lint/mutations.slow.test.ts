// Whatever is deleted from the contract, the lint says so. Statuses that the operation's own business gives are left to
// the tests of the contract: no rule can know that they should be there.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Document, operationsOf, type PathItem, type Schema } from "../../packages/contract/src/openapi.ts";
import { houseRules, lint, loadRuleset } from "./lint.ts";
import { mutate } from "./mutate.ts";

const document: Document = JSON.parse(
  readFileSync(new URL("../../generated/openapi/openapi.json", import.meta.url), "utf8"),
);
const ruleset = await loadRuleset();

// Spectral's own rules take most of the time and are not what is tested here.
const house = new Set(houseRules(ruleset));
for (const rule of Object.values(ruleset.rules)) if (!house.has(rule.name)) rule.enabled = false;

describe.each(["paths", "webhooks"] as const)("%s", (place) => {
  test.each([...operationsOf(document[place])])("$operation.operationId", async ({ path, method, operation }) => {
    // All mutants stand side by side in one document, after the operation as it is.
    const mutants = [{ missing: "nothing", operation }, ...mutate(operation)];
    const items: Record<string, PathItem> = {};
    for (const [index, mutant] of mutants.entries()) {
      const { operationId } = mutant.operation;
      if (operationId) mutant.operation = { ...mutant.operation, operationId: `${operationId}${index}` };
      items[`/${index}${path}`] = { [method]: mutant.operation };
    }

    const findings = await lint(ruleset, { ...document, [place]: items });

    const found = new Set(findings.map(({ at }) => Number(/^#\/\w+\/~1(\d+)/.exec(at)?.[1])));
    const unnoticed = mutants.filter((_, index) => !found.has(index));
    expect(unnoticed.map(({ missing }) => missing)).toEqual(["nothing"]);
  });
});

describe("components", () => {
  test.each([
    ["headers", "description"],
    ["headers", "example"],
    ["parameters", "description"],
    ["parameters", "example"],
    ["schemas", "description"],
  ] as const)("every one of the %s without its %s", async (kind, key) => {
    const mutant = structuredClone(document);
    const parts = Object.entries(mutant.components?.[kind] ?? {});
    for (const [, part] of parts) Reflect.deleteProperty(part, key);
    const found = await findIn(mutant);
    expect(parts.map(([name]) => `#/components/${kind}/${name}`).filter((place) => !found.has(place))).toEqual([]);
  });

  test("every property without its description", async () => {
    const mutant = structuredClone(document);
    const places = [...deletePropertyDescriptions(mutant.components?.schemas ?? {}, "#/components/schemas")];
    const found = await findIn(mutant);
    expect(places.length).toBeGreaterThan(0);
    expect(places.filter((place) => !found.has(place))).toEqual([]);
  });
});

async function findIn(mutant: Document): Promise<Set<string>> {
  return new Set((await lint(ruleset, mutant)).map(({ at }) => at));
}

/** Deletes the descriptions of properties at any depth, and gives the place of each. */
function* deletePropertyDescriptions(schemas: Record<string, Schema>, place: string): Generator<string> {
  for (const [name, schema] of Object.entries(schemas)) {
    const { properties = {}, items } = schema;
    for (const [property, part] of Object.entries(properties)) {
      delete part.description;
      yield `${place}/${name}/properties/${property}`;
    }
    yield* deletePropertyDescriptions(properties, `${place}/${name}/properties`);
    if (items) yield* deletePropertyDescriptions({ items }, `${place}/${name}`);
  }
}
