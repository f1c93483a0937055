// How values of several parts stand in a query, a path, a header, a cookie or a form: OpenAPI's `style` and `explode`.

/**
 * The layout of a list or an object: its items in one string with a separator; each item by itself under the same name
 * (`repeated`); each part under a separate name, `filter[size]` (`brackets`, OpenAPI's `deepObject`); or as JSON. A value
 * of one part looks the same in each of them.
 */
export type ValueLayout = "," | " " | "|" | "repeated" | "brackets" | "json";

/** How an object stands in a query that is `style: form`. */
export interface ObjectLayout {
  /** Names and values in turn in one string, separated: `size,3,kind,a`. */
  readonly separator?: ",";
  /** Otherwise each field is a parameter: those with these names. */
  readonly fields?: readonly string[];
  /** If the object may have any field: the parameters that are not among them. */
  readonly except?: readonly string[];
  /** Whether the object is there without a field. */
  readonly required?: true;
}

/** Layouts by the names of the values. */
export type Layouts = Readonly<Record<string, ValueLayout | ObjectLayout>>;

/** The layout of a parameter as a writer needs it: it has the object, and needs no names of fields. */
export function layoutName({
  layout,
}: {
  layout?: ValueLayout | ObjectLayout;
}): ValueLayout | undefined {
  return typeof layout === "object" ? layout.separator : layout;
}

/** `name=value` parts of a query or a form that stand for a value, encoded; none if it is absent. */
export function writePairs(
  name: string,
  value: unknown,
  layout: ValueLayout = "repeated",
): string[] {
  if (value === undefined || value === null) return [];
  const pair = (value: string): string => `${encodeURIComponent(name)}=${value}`;
  if (typeof value !== "object") return [pair(encodeURIComponent(String(value)))];
  if (layout === "json") return [pair(encodeURIComponent(JSON.stringify(value)))];
  if (layout === "brackets")
    return Object.entries(value).flatMap(([key, part]) =>
      writePairs(`${name}[${key}]`, part, layout),
    );
  if (layout === "repeated")
    return Array.isArray(value)
      ? value.flatMap((item) => writePairs(name, item))
      : Object.entries(value).flatMap(([key, part]) => writePairs(key, part));
  const items = Array.isArray(value) ? value : Object.entries(value).flat();
  // RFC 6570: a comma between items stands as it is, and one within an item is encoded.
  const separator = layout === "," ? layout : encodeURIComponent(layout);
  return [pair(items.map((item) => encodeURIComponent(String(item))).join(separator))];
}

type Separator = "," | " " | "|";

/** Separators as they stand in a URL. */
const separatorPatterns: Readonly<Record<Separator, RegExp>> = {
  ",": /,/,
  " ": /%20|\+/,
  "|": /\||%7C/i,
};

/** Whether a list is one string. */
export function isSeparator(layout: ValueLayout | ObjectLayout): layout is Separator {
  return typeof layout === "string" && Object.hasOwn(separatorPatterns, layout);
}

/** The items of a list that is one string of a URL, each decoded. */
export function splitItems(
  list: string,
  layout: Separator,
  decode: (item: string) => string,
): string[] {
  return list === "" ? [] : list.split(separatorPatterns[layout]).map(decode);
}

/** Levels of brackets that are read. */
const maxBrackets = 30;

/**
 * The fields of a query or a form with those that stand in brackets inside each other: `a[b]=1` → `{ a: { b: "1" } }`. Lists are
 * objects with the names 0, 1, 2…, which a reader of strings takes for lists.
 */
export function readLayouts(
  fields: Readonly<Record<string, unknown>>,
  layouts: Layouts,
): Record<string, unknown> {
  const read: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(fields)) {
    const [, first = "", brackets] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? [];
    const steps = brackets?.slice(1, -1).split("][") ?? [];
    // `__proto__` is a name as any other.
    const layout = Object.hasOwn(layouts, name) ? layouts[name] : undefined;
    if (typeof layout === "object") continue;
    if (layouts[first] === "brackets" && brackets && steps.length <= maxBrackets)
      putInBrackets(read, [first, ...steps], value);
    else if (layout === "json")
      read[name] = Array.isArray(value) ? value.map(parseIfJson) : parseIfJson(value);
    else read[name] = value;
  }
  for (const [name, layout] of Object.entries(layouts)) {
    const value = typeof layout === "object" ? readObject(name, layout, fields) : undefined;
    if (value) read[name] = value;
  }
  return read;
}

/** An object that `style: form` has spread over a query, or put into one value; undefined if it is absent. */
function readObject(
  name: string,
  { separator, fields, except, required }: ObjectLayout,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const found: Record<string, unknown> = Object.create(null);
  if (separator) {
    const { [name]: items } = values;
    if (!Array.isArray(items)) return undefined;
    for (let index = 0; index < items.length; index += 2) found[items[index]] = items[index + 1];
    return found;
  }
  const names = fields ?? Object.keys(values).filter((one) => !except?.includes(one));
  for (const one of names) if (values[one] !== undefined) found[one] = values[one];
  return required || Object.keys(found).length > 0 ? found : undefined;
}

function putInBrackets(
  tree: Record<string, unknown>,
  [step = "", ...rest]: string[],
  value: unknown,
): void {
  const name = step === "" ? String(Object.keys(tree).length) : step;
  if (rest.length === 0) {
    if (step === "" && Array.isArray(value))
      for (const item of value) putInBrackets(tree, [step], item);
    else tree[name] = value;
    return;
  }
  const known = tree[name];
  const inner =
    typeof known === "object" && known !== null && !Array.isArray(known)
      ? known
      : Object.create(null);
  tree[name] = inner;
  putInBrackets(inner as Record<string, unknown>, rest, value);
}

/** JSON in a string; the string itself if it is not JSON. */
function parseIfJson(value: unknown): unknown {
  try {
    return typeof value === "string" ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}
