import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type Json, type JsonObject } from "./contract.ts";

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(?:Z|[+-]\d\d:?\d\d)$/i;

/** Milliseconds by which the same moment differs when it is written with the fractions of these strings. */
export function getPrecision(...texts: readonly string[]): number {
  const digits = texts.map((text) => Math.min(3, time.exec(text)?.[1]?.length ?? 0));
  return 10 ** (3 - Math.min(...digits));
}

/**
 * Whether two strings are equal, or name the same moment, URL or file in Base64. Pictures are: one may be drawn anew, and
 * another check reads its content.
 */
function namesTheSame(first: string, second: string): boolean {
  const bare = (text: string) => text.replace(/^data:[\w/+.-]+;base64,/, "");
  if (bare(first) === bare(second)) return true;
  if ([first, second].every((text) => bare(text).startsWith("iVBORw0KGgo"))) return true;
  if (time.test(first) && time.test(second))
    return Math.abs(Date.parse(first) - Date.parse(second)) < getPrecision(first, second);
  const one = URL.parse(first);
  const other = URL.parse(second);
  return one !== null && other !== null && one.href === other.href;
}

/** Whether two values mean the same, however they are written. */
export function isSame(first: Json | undefined, second: Json | undefined): boolean {
  if (typeof first === "string" && typeof second === "string") return namesTheSame(first, second);
  if (Array.isArray(first) && Array.isArray(second)) {
    if (
      first.length === second.length &&
      first.every((value, index) => isSame(value, second[index]))
    )
      return true;
    // The order of names in a list does not matter.
    return isDeepStrictEqual([...first].sort(), [...second].sort());
  }
  if (!isJsonObject(first) || !isJsonObject(second)) return isDeepStrictEqual(first, second);
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => isSame(first[name], second[name]));
}

/** The differences of a record from the expected one, each in a sentence. Fields that only one of them has do not count. */
export function differences(expected: JsonObject, record: JsonObject): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const given = record[name];
    if (given === undefined || isSame(value, given)) return [];
    if (isJsonObject(value) && isJsonObject(given))
      return differences(value, given).map((inner) => `${name}.${inner}`);
    return [`${name} is ${showShort(given)}, not ${showShort(value)}.`];
  });
}

function showShort(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
