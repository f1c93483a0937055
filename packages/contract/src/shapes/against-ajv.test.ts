// The compiler of schemas against Ajv: same verdict, same paths, for generated schemas and values.
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { makePrintedReaders } from "../../../../test/support/printed-reads.ts";
import { makeReaders } from "../check/read.ts";
import type { Json, Schema } from "../openapi.ts";
import { SpecError } from "../spec-error.ts";
import { TableMaker } from "./make-table.ts";
import { makeShapes } from "./normalise.ts";

const names = fc.constantFrom("a", "b", "c", "isPrototypeOf");
const text = fc.constantFrom("", "a", "ab", "aé", "𝄞𝄞", "b1", "abcdef");
const number = fc.constantFrom(-1, 0, 1, 1.5, 2, 3, 12, 2 ** 53, 1e20);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(names, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

const optional = { requiredKeys: ["type"] as never[] };
const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record(
      {
        type: fc.constantFrom<Schema["type"][]>("string", ["string", "null"]),
        minLength: fc.nat(3),
        maxLength: fc.nat(4),
        pattern: fc.constantFrom("^a", "b", "^[a-z]*$", "\\d"),
      },
      optional,
    ),
    fc.record(
      {
        type: fc.constantFrom("number", "integer"),
        minimum: number,
        maximum: number,
        exclusiveMinimum: number,
        exclusiveMaximum: number,
        multipleOf: fc.constantFrom(1, 2, 0.5),
      },
      optional,
    ),
    fc.constantFrom<Schema>(
      { type: "boolean" },
      { type: "null" },
      {},
      { type: "object" },
      { type: "array" },
    ),
    fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }) }),
    fc.record({ const: scalar }),
    fc.record(
      {
        type: fc.constant("array"),
        items: tie("schema"),
        minItems: fc.nat(2),
        maxItems: fc.nat(4),
        uniqueItems: fc.boolean(),
      },
      optional,
    ),
    fc.record(
      {
        type: fc.constantFrom<Schema["type"][]>("object", ["object", "null"]),
        properties: fc.dictionary(names, tie("schema"), { maxKeys: 4 }),
        required: fc.uniqueArray(names, { maxLength: 3 }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
      },
      optional,
    ),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.constantFrom(
      ...["Tree", "Name", "Maybe", "Loop", "Any"].map((name) => ({
        $ref: `#/components/schemas/${name}`,
      })),
    ),
    fc
      .tuple(tie("schema"), tie("schema"))
      .map(([one, other]) => ({ ...one, ...other, title: "Both" })),
  ),
}));

const components: Record<string, Schema> = {
  Any: {},
  Name: { type: "string", minLength: 1 },
  Tree: {
    type: "object",
    properties: {
      a: { $ref: "#/components/schemas/Name" },
      b: { $ref: "#/components/schemas/Tree" },
    },
    required: ["a"],
  },
  Maybe: { oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Tree" }] },
  Loop: { type: ["object", "null"], properties: { a: { $ref: "#/components/schemas/Loop" } } },
};

/** Where Ajv finds mistakes, and which of these places are unions, whose forms may say more below. */
function placesOf(all: readonly ErrorObject[]): { paths: string[]; unions: string[] } {
  const isBelow = (path: string, other: ErrorObject) => path.startsWith(`${other.instancePath}/`);
  const long = all.filter(({ keyword }) => keyword === "maxItems");
  // What is too long is not read, and only what is right item for item is compared with each other.
  const errors = all.filter(
    (error) =>
      !long.some((list) => isBelow(error.instancePath, list)) &&
      !(error.keyword === "uniqueItems" && all.some((other) => isBelow(other.instancePath, error))),
  );
  const places = errors.map(({ instancePath, keyword, params }) => {
    const name = {
      required: params.missingProperty,
      additionalProperties: params.additionalProperty,
    }[keyword];
    const path = `${instancePath}${name === undefined ? "" : `/${name}`}`
      .split("/")
      .slice(1)
      .join(".");
    return { path, isUnion: keyword === "anyOf" || keyword === "oneOf" };
  });
  const unions = places.flatMap(({ path, isUnion }) => (isUnion ? [path] : []));
  return { paths: places.map(({ path }) => path), unions };
}

test("a part that leads back to its whole may be repeated", () => {
  const part = { $ref: "#/components/schemas/Part" };
  const both = compileBoth(
    { $ref: "#/components/schemas/Node" },
    {
      Part: { type: "object", properties: { next: { $ref: "#/components/schemas/Node" } } },
      Node: { allOf: [part, part] },
    },
  );
  for (const value of [{ next: { next: {} } }, { next: { next: 1 } }])
    expect(both?.own(value)).toEqual([...new Set(both?.ajv(value).paths)]);
});

/** Paths in order, each once; those within a union are the union's. */
function summarise(paths: readonly string[], unions: readonly string[]): string[] {
  const above = (path: string) =>
    unions.filter((union) => union === "" || `${path}.`.startsWith(`${union}.`));
  return [...new Set(paths.map((path) => above(path).sort()[0] ?? path))].sort();
}

/** One for all: what checks the schemas takes longer to compile than any of them. */
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
  ownProperties: true,
  unicodeRegExp: true,
});

/** Compiles a schema with both, or says that ours refuses it. */
function compileBoth(given: Schema, known: Record<string, Schema> = components) {
  let row: number;
  const maker = new TableMaker({ formats: new Set() });
  try {
    row = maker.add(makeShapes(known).shapeOf(given, "#"));
  } catch (error) {
    if (error instanceof SpecError) return undefined;
    throw error;
  }
  const check = ajv.compile(withDefinitions(known, given));
  const interpret = makeReaders(maker.table)(row);
  const { read, found } = makePrintedReaders(maker.table, row);
  return {
    found,
    /** What printed functions copy, and the interpreter: as of a request, and as of a program's result. */
    readings: (value: Json) =>
      [read, interpret].map((one) => {
        const dropped: string[] = [];
        return [one(value), one(value, { dropped }), dropped];
      }),
    ajv: (value: Json) => placesOf(check(value) ? [] : (check.errors ?? [])),
    own: (value: Json) => read(value, { maxFindings: 10_000 }).findings.map(({ path }) => path),
  };
}

function withDefinitions(known: Record<string, Schema>, given: Schema): object {
  return JSON.parse(
    JSON.stringify({ ...given, $defs: known }).replaceAll("#/components/schemas/", "#/$defs/"),
  ) as object;
}

test("generated schemas and values get Ajv's verdict, at Ajv's paths", () => {
  let compared = 0;
  let copied = 0;
  fc.assert(
    fc.property(
      schema as fc.Arbitrary<Schema>,
      fc.array(value, { minLength: 8, maxLength: 8 }),
      (given, values) => {
        const both = compileBoth(given);
        for (const one of values) {
          if (!both) return;
          compared++;
          const [printed, interpreted] = both.readings(one);
          expect(printed, JSON.stringify(one)).toEqual(interpreted);
          copied += both.found.copies;
          const { paths, unions } = both.ajv(one);
          const expected = summarise(paths, unions);
          const found = summarise(both.own(one), unions);
          expect(found.length > 0, JSON.stringify(one)).toBe(expected.length > 0);
          // Parts of allOf that contradict each other are refused as one, and not each on its own.
          // Of keywords side by side that contradict each other, only some are reported.
          if (JSON.stringify(given).includes('"title"')) continue;
          const isComposed = JSON.stringify(given).includes('"allOf"');
          expect(isComposed ? expected : found).toEqual(
            isComposed ? expect.arrayContaining(found) : expected,
          );
        }
      },
    ),
    { numRuns: 200 },
  );
  expect(compared).toBeGreaterThan(500);
  expect(copied).toBeGreaterThan(100);
});

/** Keywords that draft 4, whose suite json-schema-suite.test.ts runs, does not have; and texts counted in code points. */
const edges: [schema: object, values: Json[]][] = [
  ...["exclusiveMinimum", "exclusiveMaximum"].flatMap((keyword): [object, Json[]][] => [
    [{ type: "number", [keyword]: 2 }, [1, 1.99, 2, 2.01, 3, "2"]],
    [{ type: "integer", [keyword]: -1 }, [-2, -1.5, -1, -0.5, 0]],
  ]),
  [{ type: "string", pattern: "^.$" }, ["a", "𝄞", "", "ab", "\n"]],
  // What is said of one field alone leaves the others to tell items apart.
  [
    { type: "array", uniqueItems: true, items: { type: "object", properties: { a: {} } } },
    [
      [
        { a: 1, b: 1 },
        { a: 1, b: 2 },
      ],
      [
        { a: 1, b: 1 },
        { b: 1, a: 1 },
      ],
    ],
  ],
  [{ multipleOf: 1, oneOf: [{}, { $ref: "#/components/schemas/Any" }] }, [[], 1, {}, "a"]],
  [
    { allOf: [{ $ref: "#/components/schemas/Tree" }, { $ref: "#/components/schemas/Tree" }] },
    [{ a: "x" }, { a: "x", b: { a: "y" } }, { a: "x", b: {} }],
  ],
  // Null in a union, where a reference takes it or not.
  [
    { minItems: 2, anyOf: [{ type: "boolean" }, { $ref: "#/components/schemas/Maybe" }] },
    [null, true, { a: "x" }, []],
  ],
  [{ oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Any" }] }, [null, 1]],
  [
    { $ref: "#/components/schemas/Loop", required: ["a"] },
    [null, {}, { a: null }, { a: { a: { a: 1 } } }],
  ],
  [{ type: "object", anyOf: [{ $ref: "#/components/schemas/Maybe" }] }, [null, { a: "x" }, {}]],
  [{ const: false }, [false, 0, null, "false"]],
  [{ type: ["string", "null"], minLength: 1 }, [null, "", "a", 0]],
  [
    { type: "object", properties: { a: {} }, additionalProperties: false },
    [{ a: 1 }, { b: 2, c: 3 }, { toString: 1 }],
  ],
];

test.each(edges)("%j gets Ajv's verdict on both sides of its edge", (given, values) => {
  const both = compileBoth(given as Schema);
  for (const one of values) {
    const { paths, unions } = both?.ajv(one) ?? { paths: [], unions: [] };
    expect(summarise(both?.own(one) ?? ["refused"], unions), JSON.stringify(one)).toEqual(
      summarise(paths, unions),
    );
  }
});

/** Ways in which a schema accepts null, or does not. */
const nullForms: Schema[] = [
  { type: "string" },
  { type: ["string", "null"] },
  { type: "null" },
  {},
  { enum: ["a", null] },
  { anyOf: [{ type: ["string", "null"] }, { type: ["integer", "null"] }] },
  // Null fits both forms, so that exactly one does not.
  { oneOf: [{ type: ["string", "null"] }, { type: ["integer", "null"] }] },
  { oneOf: [{ type: ["string", "null"] }, { type: "integer" }] },
  { oneOf: [{ type: "string" }, { type: "integer" }] },
];
const nullPairs = nullForms.flatMap((first, index) =>
  nullForms.slice(index).flatMap((second) => [
    [first, second],
    [second, first],
  ]),
);

test.each(nullPairs)("%j and %j together accept null where Ajv does", (...allOf) => {
  const values: Json[] = [null, "a", 1, true];
  const check = ajv.compile(withDefinitions(components, { allOf }));
  // A schema that no value fits is refused.
  const own = compileBoth({ allOf })?.own ?? (() => ["refused"]);
  expect(values.filter((value) => own(value).length === 0)).toEqual(
    values.filter((value) => check(value)),
  );
});

test.each([
  { type: "array", items: { type: "string" }, anyOf: [{ items: { type: "null" } }] },
  { properties: { a: { const: 1 } }, oneOf: [{ additionalProperties: { const: 2 } }] },
])("%j is refused: an item or a field has no value", (given) =>
  expect(compileBoth(given as Schema)).toBeUndefined(),
);

test("schemas that hold themselves and are composed with each other are refused with their place", () => {
  const holding = (name: string): Schema => ({
    properties: { next: { $ref: `#/components/schemas/${name}` } },
  });
  const given = ["A", "B"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const { shapeOf } = makeShapes({ A: holding("A"), B: holding("B") });
  expect(() => shapeOf({ allOf: given }, "#")).toThrow(/this schema and .* contain themselves/);
  expect(() =>
    makeShapes({ A: { anyOf: [{ $ref: "#/components/schemas/A" }, {}] } }).named("A"),
  ).toThrow(/refers to itself/);
});
