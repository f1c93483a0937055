import type { Row } from "../../../client/src/check.ts";
import {
  follow,
  type NumberShape,
  type ObjectShape,
  type Shape,
  type TextShape,
  visit,
} from "../../../contract/src/shapes/shape.ts";
import { SpecError } from "../../../contract/src/spec-error.ts";

/**
 * The table of what a client checks, under way; made from the contract's shapes.
 *
 * Of a request a client checks what a caller can get wrong by mistake: presence, types, bounds, lengths, values and
 * `https:`. Forms of documents, keys and phone numbers are left to the service, which has codes of its own for them; of a
 * pattern there stays that the text is not empty. Of a response it checks presence, types and closed sets of values, not
 * bounds: a value above its maximum does not undo what was done.
 */
export class RowMaker {
  readonly rows: Row[] = [];
  readonly #places = new Map<string, number>();

  /** The row of a shape: of a response, or of a request. Shapes that say the same share a row. */
  add(shape: Shape, received: boolean): number {
    if (shape.nullable) {
      const { nullable: _nullable, ...one } = shape;
      return this.put(["anyOf", this.add(one as Shape, received), this.put(["enum", null])]);
    }
    if (shape.kind !== "reference") return this.put(this.#rowOf(shape, received));
    const target = follow(shape);
    if (target.nullable || !/object|list|record|tagged|union/.test(target.kind)) return this.add(target, received);
    const name = `${received} ${shape.name}`;
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    // Its place is taken before it is made, because it may hold itself.
    const place = this.rows.push(["any"]) - 1;
    this.#places.set(name, place);
    this.rows[place] = this.#rowOf(target, received);
    return place;
  }

  /** The place of a row. */
  put(row: Row): number {
    const text = JSON.stringify(row);
    const place = this.#places.get(text) ?? this.rows.push(row) - 1;
    this.#places.set(text, place);
    return place;
  }

  #rowOf(shape: Shape, received: boolean): Row {
    const add = (one: Shape): number => this.add(one, received);
    return visit<Row>(shape, {
      text: (text) => textRow(text, received),
      number: (number) => numberRow(number, received),
      boolean: () => ["boolean"],
      constant: ({ value }) => ["enum", value],
      choice: ({ values, open }) => (open ? openRow(values) : ["enum", ...values]),
      list: ({ items, minItems, maxItems }) => trim("array", add(items), ...(received ? [] : [minItems, maxItems])),
      record: ({ values }) => ["map", add(values)],
      object: (object) => this.#objectRow(object, received),
      tagged: ({ variants, otherwise, open }) =>
        open ? ["any"] : this.#anyOf([...Object.values(variants), otherwise ?? []].flat().map(add)),
      union: ({ variants }) => this.#anyOf(variants.map(add)),
      reference: ({ target }) => this.#rowOf(target(), received),
      anything: () => ["any"],
    });
  }

  /** A row of variants, or the only one. */
  #anyOf(variants: number[]): Row {
    const [first = 0, ...others] = new Set(variants);
    return others.length > 0 ? ["anyOf", first, ...others] : (this.rows[first] as Row);
  }

  #objectRow({ fields }: ObjectShape, received: boolean): Row {
    const pick = (wanted: boolean): Record<string, number> =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([name, { required, shape }]) =>
          required === wanted ? [[name, this.add(shape, received)]] : [],
        ),
      );
    // In a literal that is no field.
    if (Object.hasOwn(fields, "__proto__")) throw new SpecError("No field can be named __proto__.");
    const [required, optional] = [pick(true), pick(false)];
    return Object.keys(optional).length > 0 ? ["object", required, optional] : ["object", required];
  }
}

function textRow({ minLength = 0, maxLength, patterns, format }: TextShape, received: boolean): Row {
  if (!received && format === "https-url") return trim("string", 0, maxLength, "https");
  const refusesEmpty = minLength > 0 || patterns.some((pattern) => !new RegExp(pattern, "u").test(""));
  return received ? trim("string", refusesEmpty ? 1 : 0) : trim("string", minLength || Number(refusesEmpty), maxLength);
}

/** The row of a key: its pattern is checked too, for nothing else could be sent in a header. */
export function keyRow(shape: Shape): Row {
  const { minLength = 1, maxLength, patterns = [] }: Partial<TextShape> = follow(shape) as TextShape;
  return trim("string", minLength, maxLength, patterns[0]);
}

/** The row of a number. What JavaScript cannot count to is no whole number to begin with. */
function numberRow({ integer, minimum, maximum }: NumberShape, received: boolean): Row {
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return received ? [integer ? "integer" : "number"] : trim(integer ? "integer" : "number", minimum, most);
}

/** The row of values to which others may come: of texts, which are not empty where none of those that are known is. */
function openRow(values: readonly unknown[]): Row {
  if (!values.every((one) => typeof one === "string")) return ["any"];
  return values.includes("") ? ["string"] : ["string", 1];
}

/** A row without what says nothing at its end. */
function trim(...row: unknown[]): Row {
  const last = row.findLastIndex((part) => part !== undefined && part !== null && !(part === 0 && row[0] === "string"));
  return row.slice(0, last + 1).map((part) => part ?? null) as unknown as Row;
}
