import { type Document, resolve, type Schema } from "../contract/openapi.ts";

type Codes = Record<string, Record<string, string>>;

/** Error codes of the fields of a body by path, with `*` for every item of a list. */
export function invalidCodes(document: Document, schema: Schema): Codes {
  const codes: Codes = {};
  collect(document, schema, [], codes, []);
  return codes;
}

function collect(document: Document, schema: Schema, path: string[], codes: Codes, within: readonly Schema[]): void {
  const found = resolve<Schema>(document, schema);
  // A schema inside itself: deeper levels have the codes of the first.
  if (within.includes(found)) return;
  const own = { ...found["x-invalid"], ...schema["x-invalid"] };
  if (Object.keys(own).length > 0) codes[path.join(".")] = own;
  const inside = [...within, found];
  for (const [name, property] of Object.entries(found.properties ?? {})) {
    collect(document, property, [...path, name], codes, inside);
  }
  if (found.items) collect(document, found.items, [...path, "*"], codes, inside);
  for (const variant of [...(found.anyOf ?? []), ...(found.oneOf ?? []), ...(found.allOf ?? [])]) {
    collect(document, variant, path, codes, inside);
  }
}
