import type { ExactPlaces } from "@packages/client/src/exact.ts";
import { follow, type Shape, shapesWithin, visit } from "@packages/contract/src/shapes/shape.ts";

type OwnPlaces = Exclude<ExactPlaces, string>;

/** Whether a value is, or has in it, an integer that is a `bigint` in programs. */
export function hasExact(shape: Shape): boolean {
  return [...shapesWithin(shape)].some((one) => one.kind === "number" && one.bigint);
}

/** Finds the places of `bigint` in values. Those of component schemas have the names of these. */
export class ExactFinder {
  /** The places that others name. */
  readonly named: Record<string, ExactPlaces> = {};

  /** The places of a shape that has some. */
  find(shape: Shape): ExactPlaces {
    if (shape.kind !== "reference") return this.#placesOf(follow(shape));
    const { name } = shape;
    if (!Object.hasOwn(this.named, name)) {
      // Its place is taken before it is found, because it may hold itself.
      this.named[name] = {};
      this.named[name] = this.#placesOf(follow(shape));
    }
    return name;
  }

  #placesOf(shape: Shape): OwnPlaces {
    const none = (): OwnPlaces => ({});
    const within = (entries: (readonly [string, Shape])[]): Record<string, ExactPlaces> =>
      Object.fromEntries(
        entries.flatMap(([name, one]) => (hasExact(one) ? [[name, this.find(one)]] : [])),
      );
    return visit<OwnPlaces>(shape, {
      string: none,
      boolean: none,
      constant: none,
      enum: none,
      anything: none,
      number: ({ bigint }) => (bigint ? { integer: true } : {}),
      reference: ({ target }) => this.#placesOf(target()),
      array: ({ items }) => ({ items: this.find(items) }),
      record: ({ values }) => ({ rest: this.find(values) }),
      object: ({ fields, rest }) => {
        const known = Object.entries(fields).map(([name, field]) => [name, field.shape] as const);
        const own = within(known);
        if (typeof rest === "string" || !hasExact(rest)) return { fields: own };
        // Known fields without such integers are not among the rest.
        const others = known.map(([name]) => [name, own[name] ?? {}]);
        return { fields: Object.fromEntries(others), rest: this.find(rest) };
      },
      discriminated: ({ field, variants }) => ({
        by: field,
        variants: within(Object.entries(variants)),
      }),
      union: ({ variants }) =>
        variants
          .filter(hasExact)
          .map((variant) => this.#placesOf(follow(variant)))
          .reduce(mergePlaces, {}),
    });
  }
}

/** The places of either; of two in one field, those of the first. */
function mergePlaces(one: OwnPlaces, other: OwnPlaces): OwnPlaces {
  return {
    ...other,
    ...one,
    fields: { ...other.fields, ...one.fields },
    variants: { ...other.variants, ...one.variants },
  };
}
