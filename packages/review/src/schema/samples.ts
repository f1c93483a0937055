// Values that may fit a schema: guesses, which `fits` has the last word on.
import type { Shape } from "@packages/contract/src/shapes/shape.ts";
import { findString } from "../patterns/compare-strings.ts";
import type { Source } from "../place.ts";
import type { View } from "./fields.ts";
import { knownFormat } from "./formats.ts";
import { stringConstraints } from "./string-constraints.ts";
import { type Variant, variantsOf } from "./variant.ts";

/** Values tried of one schema. */
const maxSamples = 6;
/** Schemas within each other whose values are made. */
const maxDepth = 6;

/** A few values of a shape; none if none was found. */
export function samplesOf(source: Source, shape: Shape, view: View, depth = 0): unknown[] {
  if (depth > maxDepth) return [];
  const found = variantsOf(source, shape, view).flatMap((variant) =>
    samplesOfVariant(source, variant, view, depth),
  );
  return found.slice(0, maxSamples);
}

export function samplesOfVariant(
  source: Source,
  variant: Variant,
  view: View,
  depth = 0,
): unknown[] {
  if (variant.values) return variant.values.map(({ value }) => value).slice(0, maxSamples);
  const sampleOf = (shape: Shape | undefined): unknown =>
    shape ? samplesOf(source, shape, view, depth + 1)[0] : "a";
  switch (variant.type) {
    case "null":
      return [null];
    case "boolean":
      return [true, false];
    case "number":
      return numbers(variant);
    case "string":
      return strings(variant);
    case "array":
      return arrays(variant, sampleOf);
    case "object":
      return objects(variant, sampleOf);
  }
}

function numbers({ bounds, multipleOf, integer }: Variant): unknown[] {
  const low = bounds.get("minimum");
  const high = bounds.get("maximum");
  const step = multipleOf?.value ?? 1;
  const from = Number(low?.value ?? high?.value ?? 0);
  const first = Math.ceil(from / step) * step;
  const whole = [0, first, first + step, first - step, low?.value, high?.value];
  return [...whole, ...(integer ? [] : [from + 0.5, from - 0.5])].filter(
    (value) => value !== undefined,
  );
}

function strings(variant: Variant): unknown[] {
  const known = variant.formats.flatMap(({ value }) => knownFormat(value)?.sample ?? []);
  return [...known, findString(stringConstraints(variant))].filter(
    (value) => typeof value === "string",
  );
}

/** An array with as few items as allowed, and one with one item more. */
function arrays(
  { bounds, tuple, items }: Variant,
  sampleOf: (shape?: Shape) => unknown,
): unknown[] {
  const least = Math.min(Number(bounds.get("minItems")?.value ?? 0), 20);
  const entries = (length: number): unknown[] =>
    Array.from({ length }, (_, index) => sampleOf(tuple[index] ?? items));
  return [entries(least), entries(least + 1)];
}

/** An object with the required properties, and one with all; both with further ones up to the minimum. */
function objects(
  { properties, additional, bounds }: Variant,
  sampleOf: (shape?: Shape) => unknown,
): unknown[] {
  const all = [...properties].map(([name, { shape, required }]) => ({
    name,
    required,
    value: sampleOf(shape),
  }));
  const least = Math.min(Number(bounds.get("minProperties")?.value ?? 0), 20);
  const make = (list: typeof all): object => {
    const missing = additional.kind === "closed" ? 0 : Math.max(least - list.length, 0);
    const more = Array.from({ length: missing }, (_, index) => [
      `x${index}`,
      sampleOf(additional.shape),
    ]);
    return Object.fromEntries([...list.map(({ name, value }) => [name, value]), ...more]);
  };
  return [make(all.filter(({ required }) => required)), make(all)];
}
