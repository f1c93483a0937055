import { isObject } from "@packages/client/src/check.ts";
import {
  compositeKinds,
  follow,
  type NumberShape,
  type ObjectShape,
  type Shape,
  type StringShape,
  visit,
} from "@packages/contract/src/shapes/shape.ts";
import { Code, key, literal } from "../print-code.ts";

/** The place of a check among those that are printed. */
export class CheckPlace {
  readonly place: number;

  constructor(place: number) {
    this.place = place;
  }
}

/**
 * What a check is for. `sent`: a value that the user gives. `received`: a value of a response, with the rules without which
 * it is not the contract's. `expected`: the same with every rule, whose breach is reported.
 */
export type CheckUse = "sent" | "received" | "expected";

/** Code of a check: strings, and places of the checks that it holds. */
type PrintedParts = (string | CheckPlace)[];

/**
 * The checks of a client, under way; made from the contract's shapes.
 *
 * A client checks the rules of a request that a user can break by mistake: presence, types, bounds, lengths, values and
 * `https:`. Forms of documents, keys and phone numbers are left to the service, which has separate codes for them; a pattern
 * leaves the check that the string is not empty. In a response it checks presence, types and closed sets of required values,
 * not bounds: a value above its maximum does not undo the call. Everything else that a response breaks is a mismatch.
 */
export class Checks {
  readonly #checks: PrintedParts[] = [];
  readonly #places = new Map<string, CheckPlace>();
  /** The checks of component schemas, by the name of each. */
  readonly #named = new Map<string, CheckPlace>();

  /** The check of a shape. Shapes with the same check share it. */
  add(shape: Shape, use: CheckUse): CheckPlace {
    if (shape.nullable) {
      const { nullable: _nullable, ...one } = shape;
      return this.#anyOf([this.add(one as Shape, use), this.put(["oneOf(null)"])]);
    }
    if (shape.kind !== "reference") return this.put(this.#partsOf(shape, use));
    const target = follow(shape);
    if (![...compositeKinds, "union"].includes(target.kind)) return this.add(target, use);
    // FooBar and fooBar are two schemas.
    const name = use + shape.name.replace(/^(?!\p{Lu})/u, "_");
    const known = this.#named.get(name);
    if (known) return known;
    // Its place is taken before it is made, because it may hold itself.
    const place = new CheckPlace(this.#checks.push([]) - 1);
    this.#named.set(name, place);
    const { nullable, ...form } = target;
    const parts = this.#partsOf(form as Shape, use);
    this.#checks[place.place] = nullable
      ? printCheckCall("anyOf", this.put(parts), this.put(["oneOf(null)"]))
      : parts;
    return place;
  }

  /** The place of a check. @param parts the string before its first bracket is the name of its maker */
  put(parts: PrintedParts): CheckPlace {
    const json = JSON.stringify(parts);
    const place = this.#places.get(json) ?? new CheckPlace(this.#checks.push(parts) - 1);
    this.#places.set(json, place);
    return place;
  }

  /** Facts with the code of the checks that they name, the declarations that this needs, and the makers that it calls. */
  print(facts: unknown): { filled: unknown; declarations: string[]; makers: string[] } {
    const uses = this.#countUses(facts);
    const declarations: string[] = [];
    const makers = new Set<string>();
    /** How other code refers to the checks that have a declaration, by place. */
    const references = new Map<number, string>();
    /** The code of a check. One that is used several times gets a declaration, and its code is a name. */
    const printCheck = (check: CheckPlace): string => {
      const place = this.#follow(check);
      const reference = references.get(place);
      if (reference !== undefined) return reference;
      const parts = this.#checks[place] ?? [];
      const [first = "", ...rest] = parts;
      const maker = typeof first === "string" && /^\w+/.exec(first)?.[0];
      if (maker) makers.add(maker);
      const isDeclared =
        (uses.get(place) ?? 0) > 1 && rest.some((part) => part instanceof CheckPlace);
      const name = isDeclared ? this.#findName(place) : undefined;
      // A check that contains itself is printed before its constant has a value: it is called later.
      if (name) references.set(place, `(value, received) => ${name}(value, received)`);
      const code = parts
        .map((part) => (part instanceof CheckPlace ? printCheck(part) : part))
        .join("");
      if (!name) return code;
      references.set(place, name);
      declarations.push(`const ${name}: Check = ${code};`);
      return name;
    };
    const fill = (value: unknown): unknown => {
      if (value instanceof CheckPlace) return new Code(printCheck(value));
      if (Array.isArray(value)) return value.map(fill);
      if (value instanceof Code || !isObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one)]));
    };
    return { filled: fill(facts), declarations, makers: [...makers].sort() };
  }

  /** How often each check is printed. */
  #countUses(facts: unknown): Map<number, number> {
    const uses = new Map<number, number>();
    const count = (value: unknown): void => {
      if (!(value instanceof CheckPlace)) {
        if (value && typeof value === "object") Object.values(value).forEach(count);
        return;
      }
      const place = this.#follow(value);
      const before = uses.get(place) ?? 0;
      uses.set(place, before + 1);
      if (before === 0) count(this.#checks[place]);
    };
    count(facts);
    return uses;
  }

  /** The place of the check itself, where others only stand for it. */
  #follow({ place }: CheckPlace): number {
    const [first, ...rest] = this.#checks[place] ?? [];
    return first instanceof CheckPlace && rest.length === 0 ? this.#follow(first) : place;
  }

  /** The name of the check of a component schema, or of one that holds itself; others are printed where they stand. */
  #findName(place: number): string | undefined {
    const named = [...this.#named].find(([, one]) => this.#follow(one) === place);
    return (
      named?.[0].replace(/[^\p{ID_Continue}$]/gu, "_") ??
      (this.#holds(place, place) ? `check${place}` : undefined)
    );
  }

  #holds(place: number, target: number, passed = new Set<number>()): boolean {
    if (passed.has(place)) return false;
    passed.add(place);
    const parts = this.#checks[place]?.filter((part) => part instanceof CheckPlace) ?? [];
    return parts
      .map((part) => this.#follow(part))
      .some((part) => part === target || this.#holds(part, target, passed));
  }

  #partsOf(shape: Shape, use: CheckUse): PrintedParts {
    const add = (one: Shape): CheckPlace => this.add(one, use);
    const received = use !== "sent";
    return visit<PrintedParts>(shape, {
      string: (text) => textParts(text, use),
      number: (number) => numberParts(number, use),
      boolean: () => ["boolean"],
      // The name of an HTTP scheme may be written in any case.
      constant: ({ value }) =>
        received && /^bearer$/i.test(String(value))
          ? printCheckCall("inAnyCase", value)
          : printCheckCall("oneOf", value),
      // An open enum takes any received value, and only its own values when sending.
      enum: ({ values, open }) =>
        open && received ? openParts(values) : printCheckCall("oneOf", ...values),
      array: ({ items, minItems, maxItems }) =>
        printCheckCall("array", add(items), ...(use === "received" ? [] : [minItems, maxItems])),
      record: ({ values }) => printCheckCall("record", add(values)),
      object: (object) => this.#objectParts(object, use),
      discriminated: ({ variants, otherwise, open }) =>
        open
          ? ["any"]
          : [this.#anyOf([...Object.values(variants), otherwise ?? []].flat().map(add))],
      union: ({ variants }) => [this.#anyOf(variants.map(add))],
      reference: ({ target }) => this.#partsOf(target(), use),
      anything: ({ annotations: { isFile } }) => [isFile ? "file" : "any"],
    });
  }

  /** A check of variants, or the only one. */
  #anyOf(variants: CheckPlace[]): CheckPlace {
    const [first, ...others] = new Map(variants.map((one) => [one.place, one])).values();
    if (!first) return this.put(["any"]);
    return others.length > 0 ? this.put(printCheckCall("anyOf", first, ...others)) : first;
  }

  #objectParts({ fields, rest }: ObjectShape, use: CheckUse): PrintedParts {
    const pick = (wanted: boolean): PrintedParts =>
      Object.entries(fields).flatMap(([name, { required, shape }]) =>
        required === wanted ? [`${key(name)}: `, this.add(shape, use), ", "] : [],
      );
    const required = pick(true);
    // Known fields, even optional ones, are not others.
    const isTyped = typeof rest === "object" && follow(rest).kind !== "anything";
    const others = isTyped ? [", ", this.add(rest, use)] : [];
    const names = Object.keys(fields).filter((name) => !fields[name]?.required);
    // Optional fields of a response only show which fields are others.
    const unchecked = isTyped
      ? names.flatMap((name) => [`${key(name)}: `, this.put(["any"]), ", "])
      : [];
    const optional = use === "received" ? unchecked : pick(false);
    return [
      "object({ ",
      ...required,
      "}",
      ...(optional.length > 0 || isTyped ? [", { ", ...optional, "}"] : []),
      ...others,
      ")",
    ];
  }
}

/** A call with literals and checks, without empty arguments at its end. */
function printCheckCall(name: string, ...given: unknown[]): PrintedParts {
  const last = given.findLastIndex((one) => one !== undefined && !(one === 0 && name === "string"));
  const parts = given
    .slice(0, last + 1)
    .flatMap((one) => [", ", one instanceof CheckPlace ? one : literal(one)]);
  return [`${name}(`, ...parts.slice(1), ")"];
}

function textParts(
  { minLength = 0, maxLength, patterns, format }: StringShape,
  use: CheckUse,
): PrintedParts {
  if (use !== "received" && format === "https-url")
    return printCheckCall("string", 0, maxLength, "https");
  const refusesEmpty =
    minLength > 0 || patterns.some((pattern) => !new RegExp(pattern, "u").test(""));
  const max = use === "received" ? undefined : maxLength;
  const min = use === "received" ? Number(refusesEmpty) : Math.max(minLength, Number(refusesEmpty));
  const pattern = use === "expected" ? patterns[0] : undefined;
  if (pattern === undefined && max === undefined && min < 2)
    return [min === 0 ? "anyString" : "nonEmptyString"];
  return printCheckCall("string", min, max, pattern);
}

/** The check of a key. It includes the pattern, because no other key could be sent in a header. */
export function keyParts(shape: Shape): PrintedParts {
  const {
    minLength = 1,
    maxLength,
    patterns = [],
  }: Partial<StringShape> = follow(shape) as StringShape;
  return printCheckCall("string", minLength, maxLength, patterns[0]);
}

/** The check of a number. An integer beyond JavaScript's safe range is no whole number. */
function numberParts(
  { integer, bigint, minimum, maximum }: NumberShape,
  use: CheckUse,
): PrintedParts {
  if (bigint) return printCheckCall("bigint", ...(use === "received" ? [] : [minimum, maximum]));
  const max = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (use === "received") return [integer ? "anyInteger" : "anyNumber"];
  return printCheckCall(integer ? "integer" : "number", minimum, max);
}

/** The check of an open list of values: of strings, which are not empty unless one of the known values is. */
function openParts(values: readonly unknown[]): PrintedParts {
  if (!values.every((one) => typeof one === "string")) return ["any"];
  return [values.includes("") ? "anyString" : "nonEmptyString"];
}
