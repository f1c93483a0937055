// Random schemas of a small world, and edits of them, for which ajv-oracle.ts has the values.
import fc from "fast-check";
import { accepts, allValues } from "./ajv-oracle.ts";
import type { Json } from "./tree.ts";

/** A schema that is edited: any keyword may be there. */
type Draft = Record<string, unknown> & { [list in Composition]?: Draft[] };
type Composition = (typeof compositions)[number];
type Path = (string | number)[];

const compositions = ["oneOf", "anyOf", "allOf"] as const;
const fieldNames = ["foo", "bar", "kind"];
const often = <Value>(...values: Value[]): fc.Arbitrary<Value | undefined> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  );

const text = fc.record({
  type: fc.constant("string"),
  minLength: often(1, 2),
  maxLength: often(1, 2),
  pattern: often("^a*$", "^[ab]$", "b", "^a"),
  enum: often(["a"], ["a", "b"], ["b", "c"], ["", "a", "aa"]),
  format: often("date"),
});
const number = fc.record({
  type: fc.constantFrom("integer", "number"),
  minimum: often(0, 1),
  exclusiveMinimum: often(0),
  maximum: often(2, 3),
  multipleOf: often(2),
  enum: often([1], [1, 2], [0, 1, 2], [1.5, 2]),
});
const fixed = fc.constantFrom<Draft>(
  { type: "boolean" },
  { type: "boolean", enum: [true] },
  { enum: [true, false] },
  ...[["string", "null"], ["integer", "string"], ["boolean", "null"], "null"].map((type) => ({
    type,
  })),
  { const: "a" },
  { const: "b" },
  { const: 1 },
  { enum: ["a", 1] },
  { enum: ["a", null] },
);
const scalar = fc.oneof(text, number, fixed) as fc.Arbitrary<Draft>;
const object = fc.record({
  type: fc.constant("object"),
  properties: fc.dictionary(fc.constantFrom(...fieldNames), scalar, { maxKeys: 3 }),
  required: fc.subarray(fieldNames),
  additionalProperties: often<unknown>(false, { type: "string" }),
  minProperties: often(1, 2),
}) as fc.Arbitrary<Draft>;
const array = fc.record({
  type: fc.constant("array"),
  items: fc.oneof(scalar, object),
  minItems: often(1),
  maxItems: often(1, 2),
  uniqueItems: often(true),
}) as fc.Arbitrary<Draft>;
const simple = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 3, arbitrary: object },
  { weight: 1, arbitrary: array },
);
const composed = (form: fc.Arbitrary<Draft>): fc.Arbitrary<Draft> =>
  fc
    .tuple(
      fc.constantFrom("oneOf", ...compositions),
      fc.array(form, { minLength: 1, maxLength: 3 }),
    )
    .map(([keyword, forms]) => ({ [keyword]: forms }));
const demanding = fc
  .tuple(
    object,
    fc.constantFrom("oneOf", "anyOf"),
    fc.array(fc.subarray(fieldNames, { minLength: 1 }), { minLength: 1, maxLength: 3 }),
  )
  .map(
    ([draft, keyword, lists]): Draft => ({
      ...draft,
      [keyword]: lists.map((required) => ({ required })),
    }),
  );
const schema = fc.oneof(
  { weight: 2, arbitrary: simple },
  { weight: 3, arbitrary: composed(simple) },
  { weight: 1, arbitrary: composed(fc.oneof(simple, composed(simple))) },
  { weight: 1, arbitrary: demanding },
);

/** Changes a part of a schema. @param fresh a schema from elsewhere */
type Change = (part: Draft, fresh: Draft, choice: number) => Draft;

const listIn = (part: Draft): Composition | undefined => compositions.find((key) => part[key]);
/** Changes the list of a composition; a part without one is composed of itself first. */
const onList =
  (change: (list: Draft[], fresh: Draft) => Draft[]): Change =>
  (part, fresh) => {
    const key = listIn(part);
    return key
      ? { ...part, [key]: change(part[key] ?? [], fresh) }
      : { oneOf: change([part], fresh) };
  };

const changes: Change[] = [
  (_part, fresh) => fresh,
  (part, fresh) => ({ oneOf: [part, fresh] }),
  (part, fresh) => ({ anyOf: [part, fresh] }),
  (part) => {
    const { oneOf, anyOf, ...rest } = part;
    return { ...rest, ...(oneOf && { anyOf: oneOf }), ...(anyOf && { oneOf: anyOf }) };
  },
  onList((list, fresh) => [...list, fresh]),
  onList((list) => (list.length > 1 ? list.slice(1) : list)),
  onList((list) => [...list, ...list.slice(0, 1)]),
  onList((list) => list.toReversed()),
  (part, _fresh, choice) => {
    const rules = Object.keys(part).filter((key) => !/^(type|items|properties|...Of)$/.test(key));
    const { [rules[choice % rules.length] ?? ""]: _gone, ...rest } = part;
    return rest;
  },
  (part, fresh) => (part.type === fresh.type ? { ...part, ...fresh } : part),
  (part, _fresh, choice) => {
    const name = fieldNames[choice % fieldNames.length] ?? "";
    const required = Array.isArray(part.required) ? part.required : [];
    const isIn = required.includes(name);
    const next = isIn ? required.filter((other) => other !== name) : [...required, name];
    return part.type === "object" ? { ...part, required: next } : part;
  },
  (part) => {
    const isValue = accepts(part as Json);
    const values = allValues.filter((value) => typeof value !== "object" && isValue(value));
    return values.length > 0 && values.length < 6 ? { enum: values } : part;
  },
];

/** Places of the schemas within a schema. */
function pathsIn(part: Draft, path: Path = []): Path[] {
  const within = (inner: unknown, ...steps: Path): Path[] =>
    pathsIn(inner as Draft, [...path, ...steps]);
  return [
    path,
    ...compositions.flatMap((key) =>
      (part[key] ?? []).flatMap((form, index) => within(form, key, index)),
    ),
    ...Object.entries((part.properties ?? {}) as Draft).flatMap(([name, field]) =>
      within(field, "properties", name),
    ),
    ...(part.items ? within(part.items, "items") : []),
  ];
}

function changeAt(part: unknown, [step, ...steps]: Path, change: (part: Draft) => Draft): unknown {
  if (step === undefined) return change(part as Draft);
  const holder = part as Record<string | number, unknown>;
  const inner = changeAt(holder[step], steps, change);
  return Array.isArray(part) ? part.with(Number(step), inner) : { ...holder, [step]: inner };
}

const withoutGaps = (draft: unknown): Json => JSON.parse(JSON.stringify(draft)) as Json;

/** A schema, and the same after one or two edits. */
export const editedSchemas: fc.Arbitrary<[base: Json, head: Json]> = fc
  .tuple(
    schema,
    fc.array(fc.tuple(fc.nat(), fc.nat(), simple, fc.nat()), { minLength: 1, maxLength: 2 }),
  )
  .map(([base, edits]) => {
    const first = withoutGaps(base);
    const last = edits.reduce<Json>((draft, [where, what, fresh, choice]) => {
      const paths = pathsIn(draft as Draft);
      const change = changes[what % changes.length] as Change;
      const path = paths[where % paths.length] ?? [];
      const edited = changeAt(draft, path, (part) => change(part, fresh, choice));
      return withoutGaps(edited);
    }, first);
    return [first, last];
  });
