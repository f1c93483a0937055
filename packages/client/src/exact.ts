// Integers of 64 bits as `bigint`. Only clients whose contract has them so load this.
import { assertExactJson, parseExactly, writeJson } from "@packages/contract/src/exact-json.ts";
import type { HttpResponse } from "./http.ts";

/** Where a value has integers that are `bigint`: the name of other places, or the value itself and its parts. */
export type ExactPlaces =
  | string
  | {
      /** Whether an integer is one. */
      readonly integer?: true;
      readonly items?: ExactPlaces;
      readonly fields?: Readonly<Record<string, ExactPlaces>>;
      /** Fields that are not named. */
      readonly rest?: ExactPlaces;
      /** The field that distinguishes variants, and those that have some. */
      readonly by?: string;
      readonly variants?: Readonly<Record<string, ExactPlaces>>;
    };

type NamedPlaces = Readonly<Record<string, ExactPlaces>>;

/** Makes the function that reads a result of JSON with such integers. @param isWrapped whether it is `data` of an envelope */
export function readExactly(
  places: ExactPlaces,
  named: NamedPlaces,
  isWrapped = false,
): (response: Pick<HttpResponse, "text" | "body">) => unknown {
  assertExactJson();
  return ({ text, body }) => {
    // It is not JSON, or has a name twice.
    if (body === text) return body;
    const value = parseExactly(text);
    return toExact(isWrapped ? Object(value).data : value, places, named);
  };
}

/** Writes a body with such integers. */
export const writeExactly: (body: unknown) => string = writeJson;

/** A value whose integers are `bigint` in some places, and numbers in all others. */
function toExact(value: unknown, places: ExactPlaces | undefined, named: NamedPlaces): unknown {
  if (typeof places === "string") return toExact(value, named[places], named);
  const { integer, items, fields = {}, rest, by = "", variants = {} } = places ?? {};
  if (integer && Number.isSafeInteger(value)) return BigInt(value as number);
  if (typeof value === "bigint") return integer ? value : Number(value);
  if (value === null || typeof value !== "object") return value;
  const whole = value as Record<string, unknown>;
  const tag = String(whole[by]);
  if (Object.hasOwn(variants, tag)) return toExact(value, variants[tag], named);
  const others = Array.isArray(value) ? items : rest;
  for (const name of Object.keys(whole)) {
    const part = toExact(whole[name], Object.hasOwn(fields, name) ? fields[name] : others, named);
    if (part !== whole[name]) whole[name] = part;
  }
  return value;
}
