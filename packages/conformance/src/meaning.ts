import { isDeepStrictEqual } from "node:util";
import { escapeUnits } from "@packages/contract/src/show-text.ts";
import { isJsonObject, type Json, type JsonObject } from "./contract.ts";

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(?:Z|[+-]\d\d:?\d\d)$/i;

/** Milliseconds by which the same moment differs when it is written with the fractions of these strings. */
export function getPrecision(...moments: readonly string[]): number {
  const digits = moments.map((string) => Math.min(3, time.exec(string)?.[1]?.length ?? 0));
  return 10 ** (3 - Math.min(...digits));
}

/**
 * Whether two strings are equal, or name the same moment, URL or file in Base64. Pictures are: one may be drawn anew, and
 * another check reads its content.
 */
function namesTheSame(first: string, second: string): boolean {
  const bare = (string: string) => string.replace(/^data:[\w/+.-]+;base64,/, "");
  if (bare(first) === bare(second)) return true;
  if ([first, second].every((string) => bare(string).startsWith("iVBORw0KGgo"))) return true;
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

/**
 * Whether one of two strings is the other with characters hidden: `***.982.247-**` and `52998224725`. A provider may show a
 * person's number in full in one place and masked in another.
 */
export function isMasked(first: Json | undefined, second: Json | undefined): boolean {
  if (typeof first !== "string" || typeof second !== "string") return false;
  const bare = (string: string) => [...string.replaceAll(/[./-]/g, "")];
  const one = bare(first);
  const other = bare(second);
  return (
    [first, second].some((string) => string.includes("**")) &&
    one.length === other.length &&
    one.every((letter, at) => letter === other[at] || letter === "*" || other[at] === "*")
  );
}

/**
 * The differences of a record from the expected one, each in a sentence. Fields that only one of them has do not count.
 *
 * @param areEqual whether two values count as equal
 */
export function differences(
  expected: JsonObject,
  record: JsonObject,
  areEqual: typeof isSame = isSame,
): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const given = record[name];
    if (given === undefined || areEqual(value, given)) return [];
    if (isJsonObject(value) && isJsonObject(given))
      return differences(value, given, areEqual).map((inner) => `${name}.${inner}`);
    const [shown, wanted] = showWhereTheyDiffer(given, value);
    return [`${name} is ${shown}, not ${wanted}.`];
  });
}

/** What one value has and another does not, as a sentence; undefined if they mean the same. Fields that one alone has count. */
export function firstDifference(
  expected: Json | undefined,
  given: Json | undefined,
  path = "",
): string | undefined {
  if (isSame(expected, given)) return undefined;
  const of = path === "" ? "the body" : path;
  if (expected === undefined)
    return `${of} is ${showWhereTheyDiffer(given ?? null, null)[0]}, and was absent`;
  if (given === undefined)
    return `${of} is absent, and was ${showWhereTheyDiffer(expected, null)[0]}`;
  if (isJsonObject(expected) && isJsonObject(given)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(given)])) {
      const inner = path === "" ? name : `${path}.${name}`;
      const found = firstDifference(expected[name], given[name], inner);
      if (found !== undefined) return found;
    }
  }
  const [shown, wanted] = showWhereTheyDiffer(given, expected);
  return `${of} is ${shown}, and was ${wanted}`;
}

/** Characters of a value that a sentence shows. */
const shownLength = 80;

/** Two values as JSON, cut around their first difference. Letters that look alike are escaped. */
function showWhereTheyDiffer(first: Json, second: Json): [string, string] {
  const pair: [string, string] = [JSON.stringify(first), JSON.stringify(second)];
  const shown = cutBoth(...pair);
  // Their ends may be cut at different letters.
  const [one, other] = shown.map((json) => json.normalize("NFKC").slice(0, 0.75 * shownLength));
  if (one !== other) return shown;
  const escapeAll = (json: string) => json.replaceAll(/[^ -~]/g, (letter) => escapeUnits(letter));
  return cutBoth(escapeAll(pair[0]), escapeAll(pair[1]));
}

function cutBoth(one: string, other: string): [string, string] {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const start = same > shownLength / 2 ? same - shownLength / 4 : 0;
  const cut = (json: string): string => {
    const end = start + shownLength;
    return `${start > 0 ? "…" : ""}${json.slice(start, end)}${json.length > end ? "…" : ""}`;
  };
  return [cut(one), cut(other)];
}
