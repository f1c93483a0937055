// The strings that a variant allows, as patterns and a length.
import type { StringConstraints } from "../patterns/compare-strings.ts";
import { knownFormat } from "./formats.ts";
import type { Variant } from "./variant.ts";

/** Listed values beyond which they are not read as a pattern. */
export const maxListed = 100;

/**
 * The rules for the strings of a variant, its closed list of values included.
 *
 * @param formats those that count, by default all of the variant's; a format without a pattern adds no rule
 */
export function stringConstraints(
  { patterns, bounds, values, open, formats: own }: Variant,
  formats: readonly string[] = own.map(({ value }) => value),
): StringConstraints {
  const listed = values && !open && values.length <= maxListed ? [patternOf(values)] : [];
  return {
    patterns: [
      ...patterns.map(({ value }) => value),
      ...formats.flatMap((format) => knownFormat(format)?.pattern ?? []),
      ...listed,
    ],
    minLength: Number(bounds.get("minLength")?.value ?? 0),
    maxLength: Number(bounds.get("maxLength")?.value ?? Number.POSITIVE_INFINITY),
  };
}

function patternOf(values: readonly { value: unknown }[]): string {
  const escaped = values.map(({ value }) =>
    String(value).replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"),
  );
  return `^(?:${escaped.join("|")})$`;
}
