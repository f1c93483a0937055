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
 * Finds the first mistake in a value, if there is one. Its field is empty where it is the value itself.
 *
 * @param received whether it is of a response: an optional field may be null there, and a text with a lower bound must
 * hold more than spaces
 */
export function findMistake(
  rows: readonly Row[],
  index: number,
  value: unknown,
  received?: boolean,
): Mistake | undefined {
  const row = rows[index] as Row;
  const [kind] = row;
  switch (kind) {
    case "string":
      return typeof value === kind ? findInText(value as string, row, received) : wrongType(kind);
    case "integer":
    case "number":
      return (kind === "integer" ? Number.isSafeInteger : Number.isFinite)(value)
        ? findOutside(value as number, row[1], row[2], "imum", "be")
        : wrongType(kind);
    case "object":
      return isObject(value)
        ? (findInFields(rows, row[1], value, received, true) ??
            findInFields(rows, row[2] ?? {}, value, received, false))
        : wrongType(kind);
    case "array":
      if (!Array.isArray(value)) return wrongType(kind);
      return (
        findOutside(value.length, row[2], row[3], "Items", "have a length of") ??
        findInAll(rows, row[1], value, received)
      );
    case "map":
      return isObject(value) ? findInAll(rows, row[1], value, received) : wrongType("object");
    case "enum":
      return row.includes(value as never, 1)
        ? undefined
        : ["", kind, `be one of ${row.slice(1).map((one) => JSON.stringify(one))}`];
    case "anyOf": {
      const found = row.slice(1).map((variant) => findMistake(rows, variant as number, value, received));
      return found.includes(undefined) ? undefined : found[0];
    }
    default:
      return kind === "any" || typeof value === kind ? undefined : wrongType(kind);
  }
}

/** A mistake in a part of a value as one of the value. */
export function inside(name: string, mistake: Mistake | undefined): Mistake | undefined {
  return mistake && [mistake[0] ? `${name}.${mistake[0]}` : name, mistake[1], mistake[2]];
}

function findInFields(
  rows: readonly Row[],
  fields: Record<string, number>,
  value: Record<string, unknown>,
  received: boolean | undefined,
  required: boolean,
): Mistake | undefined {
  for (const name in fields) {
    // Nothing inherited is sent; what a response inherits is functions.
    const part = received || Object.hasOwn(value, name) ? value[name] : undefined;
    if (part === undefined || (received && typeof part === "function")) {
      if (required) return [name, "required", "be given"];
      continue;
    }
    if (part === null && received && !required) continue;
    const mistake = findMistake(rows, fields[name] as number, part, received);
    if (mistake) return inside(name, mistake);
  }
  return undefined;
}

function findInAll(rows: readonly Row[], index: number, value: object, received?: boolean): Mistake | undefined {
  for (const [name, part] of Object.entries(value)) {
    const mistake = inside(name, findMistake(rows, index, part, received));
    if (mistake) return mistake;
  }
  return undefined;
}

function findInText(text: string, row: Row, received?: boolean): Mistake | undefined {
  const [, min, max, form] = row as Extract<Row, readonly ["string", ...unknown[]]>;
  if (received) return min && !/\S/.test(text) ? ["", "minLength", "be more than spaces"] : undefined;
  // Code points are counted only where the length alone does not tell.
  const length = text.length > (max ?? 0) ? [...text].length : text.length;
  const mistake = findOutside(length, min, max, "Length", "have a length of");
  if (mistake || form === undefined) return mistake;
  if (form === "https") return isSafeUrl(text) ? undefined : ["", form, "be an https: URL"];
  return new RegExp(form, "u").test(text) ? undefined : ["", "pattern", `match ${form}`];
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
  kind: string,
  verb: string,
): Mistake | undefined {
  if (size < (min ?? size)) return ["", `min${kind}`, `${verb} at least ${min}`];
  return size > (max ?? size) ? ["", `max${kind}`, `${verb} at most ${max}`] : undefined;
}

function wrongType(kind: string): Mistake {
  return ["", "type", `be of type ${kind}`];
}
