// How parameters stand in a path other than as one string or as items with commas between them: OpenAPI's styles `label` and
// `matrix`, and objects, as RFC 6570 expands them.

/** The parts of an expression of RFC 6570 besides the name. */
export interface PathExpansion {
  /** The start of a value: an empty string, `.` for the style label, `;` for matrix. */
  readonly operator: "" | "." | ";";
  /** Whether the parts of a value are written one by one: `;color=red;color=blue`. */
  readonly explode: boolean;
  /** The parts of a value that has some. */
  readonly parts?: "items" | "fields";
}

/** A value as it stands in a path. Throws if it has no such form. */
export function expand(
  name: string,
  value: unknown,
  { operator, explode, parts }: PathExpansion,
): string {
  const named = operator === ";" ? `${encodeURIComponent(name)}=` : "";
  if (!parts) return operator + named + encodePart(value);
  const separator = (explode && operator) || ",";
  if (parts === "items") {
    const items = (value as unknown[]).map(encodePart);
    const each = explode ? named : "";
    return operator + (explode ? "" : named) + items.map((item) => each + item).join(separator);
  }
  const fields = Object.entries(value as object).filter(([, part]) => part !== undefined);
  const pairs = fields.map((pair) => pair.map(encodePart).join(explode ? "=" : ","));
  return operator + (explode ? "" : named) + pairs.join(separator);
}

/** Throws if a part has no form in a path: an object for one, or half of a character. */
function encodePart(part: unknown): string {
  if (!/string|number|bigint|boolean/.test(typeof part)) throw part;
  return encodeURIComponent(part as string);
}

/**
 * The value that stands in a path: a string, a list of strings or an object of strings; undefined if it has another form.
 *
 * @param raw as it stands there
 */
export function readExpansion(
  name: string,
  raw: string,
  { operator, explode, parts }: PathExpansion,
  decode: (part: string) => string,
): string | string[] | Record<string, string> | undefined {
  const isNamed = operator === ";";
  const rest = raw.startsWith(operator) ? raw.slice(operator.length) : undefined;
  const isOnce = isNamed && !(parts && explode);
  const value = isOnce ? afterName(name, rest) : rest;
  if (value === undefined) return undefined;
  if (!parts) return decode(value);
  const all = value === "" ? [] : value.split((explode && operator) || ",");
  if (parts === "items") {
    const items = isNamed && explode ? all.map((item) => afterName(name, item)) : all;
    return items.flatMap((item) => (item === undefined ? [] : [decode(item)]));
  }
  const pairs = explode
    ? all.map((one) => one.split(/=(.*)/s, 2))
    : all.flatMap((one, index) => (index % 2 === 0 ? [[one, all[index + 1]]] : []));
  return Object.fromEntries(pairs.map(([key = "", part = ""]) => [decode(key), decode(part)]));
}

/** The value after its name: `red` in `color=red`; undefined after another name. */
function afterName(name: string, raw: string | undefined): string | undefined {
  const [, own, value = ""] = /^([^=]*)=?(.*)$/s.exec(raw ?? "") ?? [];
  return raw !== undefined && own === encodeURIComponent(name) ? value : undefined;
}
