// The objects of `oneOf` as each alternative alone takes them: `oneOf: [required a, required b]` refuses a with b.
import { follow, partPointers, type Shape } from "@packages/contract/src/shapes/shape.ts";
import type { Source } from "../place.ts";
import { alternativesOf, describeLimits, isExclusive, type Variant } from "./variant.ts";

/** The alternatives without each field that would make them fit another one; undefined if they have none. */
export function excludeOthers(
  source: Source,
  shape: Shape,
  variants: readonly Variant[],
): Variant[] | undefined {
  if (variants.length < 2) return undefined;
  const form = follow(shape);
  const isAll = alternativesOf(form)?.length === variants.length;
  if (!isAll || !isExclusive(source, form)) return undefined;
  const refused = variants.map((one) =>
    variants.flatMap((other) => fieldBetween(one, other) ?? []),
  );
  if (refused.every((names) => names.length === 0)) return undefined;
  return variants.map((variant, index) => ({
    ...variant,
    properties: new Map(
      [...variant.properties].filter(([name]) => !refused[index]?.includes(name)),
    ),
  }));
}

/** The only field that one closed object has to have to fit another; undefined if they differ in more. */
function fieldBetween(one: Variant, other: Variant): string | undefined {
  const isClosed = [one, other].every(
    ({ type, additional }) => type === "object" && additional.kind === "closed",
  );
  if (!isClosed || describeLimits(one) !== describeLimits(other)) return undefined;
  const isAlike =
    one.properties.size === other.properties.size &&
    [...one.properties].every(
      ([name, { shape }]) => partNames(shape) === partNames(other.properties.get(name)?.shape),
    );
  const lacking = [...other.properties].flatMap(([name, { required }]) =>
    required && !one.properties.get(name)?.required ? [name] : [],
  );
  return isAlike && lacking.length === 1 ? lacking[0] : undefined;
}

function partNames(shape: Shape | undefined): string {
  return shape ? partPointers(shape).join(" ") : "";
}
