// The cases of the JSON Schema Test Suite: same verdict for each schema that is accepted, and every schema with a keyword that
// shapes do not express is refused.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { makePrintedReaders } from "../../../../test/support/printed-reads.ts";
import type { Schema } from "../openapi.ts";
import { SpecError } from "../spec-error.ts";
import { TableMaker } from "./make-table.ts";
import { makeShapes } from "./normalise.ts";

// npm has the suite for draft 4 alone; the variable names a folder with the cases of a newer one, as `tests/draft2020-12`.
const folder =
  process.env.JSON_SCHEMA_TEST_SUITE ??
  join(
    dirname(createRequire(import.meta.url).resolve("json-schema-test-suite/package.json")),
    "tests/draft4",
  );

interface Group {
  description: string;
  schema: Schema | boolean;
  tests: { description: string; data: unknown; valid: boolean }[];
}

/** Compiles a schema whose definitions become components; the sentence that refuses it, where it is refused. */
function compile(schema: Schema | boolean): ((value: unknown) => boolean) | string {
  const {
    $defs,
    definitions = $defs,
    ...own
  } = (typeof schema === "boolean" ? { allOf: [schema] } : schema) as {
    $defs?: object;
    definitions?: object;
  };
  const moved = (part: unknown): string =>
    JSON.stringify(part ?? {}).replaceAll(/"#\/(\$defs|definitions)\//g, '"#/components/schemas/');
  try {
    const shapes = makeShapes(JSON.parse(moved(definitions)) as Record<string, Schema>);
    const maker = new TableMaker({ formats: new Set(), isOpen: true });
    const row = maker.add(shapes.shapeOf(JSON.parse(moved(own)) as Schema, "#"));
    const { read } = makePrintedReaders(maker.table, row);
    return (value) => read(value).findings.length === 0;
  } catch (error) {
    if (error instanceof SpecError) return error.message;
    throw error;
  }
}

const reasons =
  /cannot be checked|is not a component schema|unknown schema|`false` allows no value|cannot be an object or a list|the list of values is empty|cannot be named __proto__|is not a number|nothing is fetched|there is no such file/;
const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
let compared = 0;

describe.each(files)("%s", (file) => {
  const groups = JSON.parse(readFileSync(join(folder, file), "utf8")) as Group[];
  test.each(groups.map((group) => [group.description, group] as const))(
    "%s",
    (_, { schema, tests }) => {
      const check = compile(schema);
      if (typeof check === "string") {
        expect(check).toMatch(reasons);
        return;
      }
      for (const { description, data, valid } of tests) {
        compared++;
        expect
          .soft(check(data), `${description}: ${JSON.stringify(schema)} ${JSON.stringify(data)}`)
          .toBe(valid);
      }
    },
  );
});

test("most keywords are accepted", () => expect(compared).toBeGreaterThan(150));
