// Limits of numbers and counts: the strictest of all parts of a schema.
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { step } from "../place.ts";
import { type KeywordValue, keywordsIn, type SchemaNode } from "./schema-shapes.ts";
import { isNumber, type JsonType } from "./types.ts";

export interface Bound extends KeywordValue<number | bigint> {
  keyword: string;
  /** Whether the value itself is out. */
  exclusive?: boolean;
}

const countsOf: Partial<Record<JsonType, string[]>> = {
  string: ["minLength", "maxLength"],
  array: ["minItems", "maxItems", "minContains", "maxContains"],
  object: ["minProperties", "maxProperties"],
};

/** Whether a bound allows less than another one by the same keyword, or than none. */
export function isTighter(keyword: string, bound: Bound, than: Bound | undefined): boolean {
  if (than === undefined) return true;
  const [low, high] = keyword.startsWith("max") ? [bound, than] : [than, bound];
  const isEqual = !(low.value < high.value) && !(low.value > high.value);
  return low.value < high.value || (isEqual && bound.exclusive === true);
}

export function boundsOf(
  parts: SchemaNode[],
  type: JsonType,
  integer: boolean,
): Map<string, Bound> {
  const found = new Map<string, Bound>();
  const add = (key: string, bound: Bound): void => {
    if (isTighter(key, bound, found.get(key))) found.set(key, bound);
  };
  for (const [key, exclusiveKey, sense] of type === "number" ? limits : []) {
    for (const { schema, at } of parts) {
      const inclusive = schema[key];
      const exclusive = schema[exclusiveKey];
      const addLimit = (value: number | bigint, keyword: string, isExclusive: boolean): void => {
        const limit = { value, at: step(at, keyword), keyword, exclusive: isExclusive };
        add(key, integer ? wholeLimit(limit, sense) : limit);
      };
      // In OpenAPI 3.0 the second keyword is a flag of the first.
      if (isNumber(inclusive)) addLimit(inclusive, key, exclusive === true);
      if (isNumber(exclusive)) addLimit(exclusive, exclusiveKey, true);
    }
  }
  for (const keyword of countsOf[type] ?? []) {
    for (const { value, at } of keywordsIn(parts, keyword))
      if (!isNumber(value)) throw new SpecError(`${at} has to be a number.`);
      else if (!(keyword.startsWith("min") && value === 0)) add(keyword, { value, at, keyword });
  }
  // After the last entry of a tuple that is closed, there is none.
  for (const { schema, at } of type === "array" ? parts : [])
    if (schema.items === false)
      add("maxItems", {
        value: getTupleItems(schema).length,
        at: step(at, "items"),
        keyword: "maxItems",
      });
  const [unique] = keywordsIn(parts, "uniqueItems").filter(({ value }) => value === true);
  if (type === "array" && unique)
    add("uniqueItems", { value: 1, at: unique.at, keyword: "uniqueItems" });
  return found;
}

function getTupleItems({ prefixItems }: SchemaNode["schema"]): unknown[] {
  return Array.isArray(prefixItems) ? prefixItems : [];
}

const limits = [
  ["minimum", "exclusiveMinimum", 1],
  ["maximum", "exclusiveMaximum", -1],
] as const;

/** In whole numbers, `more than 3` is `at least 4`. */
function wholeLimit(limit: Bound, sense: 1 | -1): Bound {
  const { value, exclusive } = limit;
  if (typeof value === "bigint")
    return { ...limit, value: exclusive ? value + BigInt(sense) : value, exclusive: false };
  const rounded = sense === 1 ? Math.ceil(value) : Math.floor(value);
  const next = exclusive && rounded === value ? rounded + sense : rounded;
  return { ...limit, value: next, exclusive: false };
}
