// A judge of edits that is not ours: which values Ajv accepts before an edit and refuses after it, and the reverse.
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Json } from "./tree.ts";

type Values = readonly unknown[];

const strings =
  "a b c aa ab ba abc aaa abcd 0 12 A a.b abcdefghijkl 2024-01-31 x@y.z \n a\n é 😀 - 2024-01-31T12:00:00Z".split(
    " ",
  );
const numbers = [-3, -2, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 10];
const large = [2 ** 31 - 1, 2 ** 31];
const scalars: Values = ["", ...strings, ...numbers, ...large, true, false, null];
const few: Values = ["a", "b", "", 1, 2, 1.5, true, null, []];
const lists: Values = [
  [],
  ...few.map((one) => [one]),
  ...few.flatMap((one) => few.map((other) => [one, other])),
  ...["aa", "ab", "c", 0, 3].map((one) => [one]),
  ["a", "b", "c"],
  ["a", "a", "a"],
  [1, 2, 3],
];
const names = ["foo", "bar", "kind"];
const absent = Symbol("absent");

/** Objects of up to three fields, and of one more that no schema declares. */
const objects: object[] = names
  .reduce<object[]>(
    (found, name) =>
      found.flatMap((object) =>
        [absent, "a", "b", "c", 1, 2, true, null, {}].map((value) =>
          value === absent ? object : { ...object, [name]: value },
        ),
      ),
    [{}],
  )
  .flatMap((object) => [object, { ...object, other: "a" }]);
const nested: Values = [
  ...few.map((foo) => ({ foo: { foo } })),
  ...few.map((foo) => ({ foo: { foo, bar: "a" } })),
  ...few.map((foo) => [{ foo }]),
  ...few.map((foo) => [{ foo, bar: "a" }]),
];

export const allValues: Values = [...scalars, ...lists, ...objects, ...nested];

const ajv = new Ajv2020({ strict: false, validateSchema: false, addUsedSchema: false });
addFormats.default(ajv);

/** Makes a check of a schema. */
export function accepts(schema: Json): (value: unknown) => boolean {
  return ajv.compile(schema as object) as (value: unknown) => boolean;
}

/** What an edit does to the values of a schema. */
export interface Effect {
  /** Values that are refused now, of those that its users may have written. */
  lost: unknown[];
  /** Values that are accepted now, of those that its users may have to read. */
  gained: unknown[];
}

/**
 * The effect of an edit.
 *
 * @param isNamed whether only fields count that the schema before the edit names (for what is lost), or the one after it
 * (for what is gained): who keeps to a schema writes no others
 */
export function effectOf(base: Json, head: Json, isNamed = false): Effect {
  const was = accepts(base);
  const is = accepts(head);
  const values = [...allValues, ...valuesNear(base), ...valuesNear(head)];
  const counts = (value: unknown, schema: Json): boolean =>
    !isNamed || isDeclared(value, fieldsOf(schema));
  return {
    lost: values.filter((value) => was(value) && !is(value) && counts(value, base)),
    gained: values.filter((value) => is(value) && !was(value) && counts(value, head)),
  };
}

/** Values at the edges of a schema: those that it lists, and numbers and strings around those that it names. */
function valuesNear(schema: unknown): unknown[] {
  if (typeof schema === "string") return [schema, `${schema}a`];
  if (typeof schema === "number")
    return [-1, -0.5, 0, 0.5, 1].flatMap((step) => {
      const length = Math.trunc(schema + step);
      const isLength = length >= 0 && length < 50;
      return [schema + step, ...(isLength ? ["a".repeat(length), Array(length).fill("a")] : [])];
    });
  if (typeof schema !== "object" || schema === null) return [];
  const within = Object.values(schema).flatMap(valuesNear);
  return Array.isArray(schema) ? [...schema, ...within] : [schema, ...within];
}

/** Names of the fields that a schema speaks of; undefined if it speaks of fields of any name. */
function fieldsOf(schema: Json): Set<string> | undefined {
  const text = JSON.stringify(schema);
  if (/"(additionalProperties|unevaluatedProperties|patternProperties)":[{]/.test(text))
    return undefined;
  return new Set(names.filter((name) => text.includes(`"${name}"`)));
}

function isDeclared(value: unknown, known: Set<string> | undefined): boolean {
  if (known === undefined || typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every((entry) => isDeclared(entry, known));
  return Object.entries(value).every(
    ([name, entry]) => known.has(name) && isDeclared(entry, known),
  );
}
