import type { Mistake } from "./errors.ts";

/**
 * What a contract says of a value, as the generator writes it from the contract's shapes: the kind and what it takes. A
 * number that stands for a shape is the index of its row.
 */
export type Row =
  | readonly ["any" | "boolean"]
  /** Bounds of the length in Unicode code points, and a pattern; `https` for an absolute `https:` URL. */
  | readonly ["string", min?: number | null, max?: number | null, form?: string]
  /** Bounds of the value. */
  | readonly ["integer" | "number", min?: number | null, max?: number]
  | readonly ["enum", ...values: (string | number | boolean | null)[]]
  /** Entries, and bounds of their number. */
  | readonly ["array", items: number, min?: number | null, max?: number]
  /** Required and optional fields. Fields that are not named may be anything. */
  | readonly ["object", required: Record<string, number>, optional?: Record<string, number>]
  /** An object whose names are free. */
  | readonly ["map", values: number]
  | readonly ["anyOf", ...variants: number[]];

/** Whether a value is an object and no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/**
 * Whether a text is an absolute `https:` URL; or an `http:` one of this machine, which no service but one on it can reach:
 * receivers in tests have such URLs.
 */
export function isSafeUrl(text: string): boolean {
  return /^(https:\/\/[^\s/?#]+|http:\/\/(localhost|127(\.\d+){3}|\[::1])(:\d+)?)([/?#]\S*)?$/.test(text);
}

/**
 * Finds the first mistake in a value, if there is one.
 *
 * @param place of the value: names and positions joined by dots; empty for the body itself
 * @param received whether it is of a response: an optional field may be null there, and a text with a lower bound must
 * hold more than spaces
 */
export function findMistake(
  rows: readonly Row[],
  index: number,
  value: unknown,
  place: string,
  received?: boolean,
): Mistake | undefined {
  const row = rows[index] as Row;
  const [kind] = row;
  if (kind === "any") return undefined;
  if (kind === "enum")
    return row.includes(value as never, 1)
      ? undefined
      : broken(place, kind, `be one of ${row.slice(1).map((one) => JSON.stringify(one))}`);
  if (kind === "anyOf") {
    const found = row.slice(1).map((variant) => findMistake(rows, variant as number, value, place, received));
    return found.includes(undefined) ? undefined : found[0];
  }
  if (!isOfKind(kind, value)) return broken(place, "type", `be of type ${kind === "map" ? "object" : kind}`);
  if (kind === "string") return findInText(value as string, row, place, received);
  if (kind === "integer" || kind === "number") return findOutside(value as number, row[1], row[2], place, "imum", "be");
  if (kind === "boolean") return undefined;
  const inside = (name: string, part: number): Mistake | undefined =>
    findMistake(rows, part, (value as Record<string, unknown>)[name], place ? `${place}.${name}` : name, received);
  let mistake: Mistake | undefined;
  if (kind === "object") {
    const [, required, optional = {}] = row;
    const isGiven = (name: string): boolean => Object.hasOwn(value as object, name) && read(name) !== undefined;
    const read = (name: string): unknown => (value as Record<string, unknown>)[name];
    for (const name in required)
      mistake ??= isGiven(name)
        ? inside(name, required[name] as number)
        : broken(place ? `${place}.${name}` : name, "required", "be given");
    for (const name in optional)
      if (isGiven(name) && !(received && read(name) === null)) mistake ??= inside(name, optional[name] as number);
    return mistake;
  }
  if (kind === "array")
    mistake = findOutside((value as unknown[]).length, row[2], row[3], place, "Items", "have a length of");
  for (const name of Object.keys(value as object)) mistake ??= inside(name, row[1] as number);
  return mistake;
}

function isOfKind(kind: Row[0], value: unknown): boolean {
  if (kind === "integer") return Number.isSafeInteger(value);
  if (kind === "number") return Number.isFinite(value);
  if (kind === "array") return Array.isArray(value);
  return kind === "object" || kind === "map" ? isObject(value) : typeof value === kind;
}

function findInText(text: string, row: Row, place: string, received?: boolean): Mistake | undefined {
  const [, min, max, form] = row as Extract<Row, readonly ["string", ...unknown[]]>;
  if (received) return min && !/\S/.test(text) ? broken(place, "minLength", "be more than spaces") : undefined;
  // Code points are counted only where the length alone does not tell.
  const length = text.length > (max ?? 0) ? [...text].length : text.length;
  const mistake = findOutside(length, min, max, place, "Length", "have a length of");
  if (mistake || form === undefined) return mistake;
  if (form === "https") return isSafeUrl(text) ? undefined : broken(place, form, "be an https: URL");
  return new RegExp(form, "u").test(text) ? undefined : broken(place, "pattern", `match ${form}`);
}

/**
 * What is wrong with a number, or with a length.
 *
 * @param kind what JSON Schema calls the bounds, after `min` and `max`
 * @param verb what the value must do, before the bound
 */
function findOutside(
  size: number,
  min: number | null | undefined,
  max: number | null | undefined,
  place: string,
  kind: string,
  verb: string,
): Mistake | undefined {
  if (size < (min ?? size)) return broken(place, `min${kind}`, `${verb} at least ${min}`);
  return size > (max ?? size) ? broken(place, `max${kind}`, `${verb} at most ${max}`) : undefined;
}

function broken(place: string, rule: string, expected: string): Mistake {
  return [place || "body", rule, expected];
}
