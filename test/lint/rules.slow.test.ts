import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ruleset } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { houseRules, lint, loadRuleset } from "../../scripts/lint/spectral.ts";
import { mergePatch } from "./merge-patch.ts";

/** `valid` keeps the rule where one might think that it does not; the unpatched document keeps every rule anyway. */
interface Fixture {
  valid: { name: string; patch: unknown }[];
  invalid: { name: string; patch: unknown; at: string | string[] }[];
}

const folder = new URL("fixtures/", import.meta.url);
const document = readYaml(new URL("document.yaml", import.meta.url));
const ruleset = await loadRuleset();
const house = houseRules(ruleset);

/** A message says what is missing, where, and how to mend it. */
const whatWhereHow = expect.stringMatching(/^.+ at #\/.+: .+\.$/);

test("the unpatched document has no findings", async () => {
  expect(await lint(ruleset, document)).toEqual([]);
});

const contract = fileURLToPath(new URL("../../generated/openapi/openapi.yaml", import.meta.url));

test("the generated document has no findings, whatever their severity", async () => {
  expect(await lint(ruleset, parse(readFileSync(contract, "utf8")))).toEqual([]);
});

describe.each(house)("%s", (name) => {
  const file = new URL(`${name}.yaml`, folder);
  if (!existsSync(file)) {
    test("has fixtures", () => expect.fail(`fixtures/${name}.yaml is missing`));
    return;
  }
  const { valid, invalid } = readYaml(file) as Fixture;

  test.each(valid)("keeps it: $name", async ({ patch }) => {
    expect(await lint(ruleset, mergePatch(document, patch))).toEqual([]);
  });

  test.each(invalid)("breaks it: $name", async ({ patch, at }) => {
    const findings = await lint(ruleset, mergePatch(document, patch));
    expect(findings).toEqual(
      [at].flat().map((place) => ({ rule: name, at: place, message: whatWhereHow })),
    );
  });

  test("has a passing and a failing fixture, is a sentence and is an error", () => {
    expect(valid.length).toBeGreaterThan(0);
    expect(invalid.length).toBeGreaterThan(0);
    expect(ruleset.rules[name]?.description).toMatch(/^\S.+\.$/s);
    expect(ruleset.rules[name]?.severity).toBe(0);
  });
});

test("every fixture belongs to a rule", () => {
  expect(readdirSync(folder).sort()).toEqual(house.map((name) => `${name}.yaml`).sort());
});

/** Names of Spectral's own rules for OpenAPI 3.1; some are for other versions alone. */
const stock = Object.entries(ruleset.rules).flatMap(([name, { formats }]) => {
  const versions = [...(formats ?? [])].map(({ displayName }) => displayName);
  const is31 = formats === null || versions.some((one) => /OpenAPI 3\.(x|1)/.test(one ?? ""));
  return is31 && !house.includes(name) ? [name] : [];
});
const seeds = readYaml(new URL("stock-seeds.yaml", import.meta.url)) as Record<string, unknown>;

test.each(stock)("Spectral's own rule %s fires on its fault", async (name) => {
  expect(Object.keys(seeds)).toContain(name);
  const found = await lint(ruleset, mergePatch(document, seeds[name]));
  expect(found.map(({ rule }) => rule)).toContain(name);
});

test("every seed belongs to a rule of Spectral", () => {
  expect(Object.keys(seeds).sort()).toEqual([...stock].sort());
});

test("Spectral's own check of examples reaches notifications", async () => {
  const examples = { arrived: { value: { status: "arrived", fees: "free" } } };
  const patch = {
    webhooks: {
      parcel_arrived: { post: { requestBody: { content: { "application/json": { examples } } } } },
    },
  };
  expect(await lint(ruleset, mergePatch(document, patch))).toMatchObject([
    {
      rule: "oas3-valid-media-example",
      at: "#/webhooks/parcel_arrived/post/requestBody/content/application~1json/examples/arrived/value/fees",
    },
  ]);
});

test("no rule that Spectral brings is switched off or weaker", () => {
  const weaker = Object.entries(loadStock()).filter(([name, severity]) => {
    const rule = ruleset.rules[name];
    return !rule?.enabled || rule.severity > severity;
  });
  expect(weaker).toEqual([]);
});

/** Severities of Spectral's own rules: 0 is an error, 1 a warning. */
function loadStock(): Record<string, number> {
  const rules = new Ruleset({ extends: [[oas, "all"]] }).rules;
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule.severity]));
}

function readYaml(file: URL): unknown {
  return parse(readFileSync(file, "utf8"), { merge: true });
}
