import type { Contract } from "../../../contract/src/model.ts";
import type { Schema } from "../../../contract/src/openapi.ts";
import { followSchema } from "../../../contract/src/schemas.ts";

type Codes = Record<string, Record<string, string>>;

/** Error codes of the fields of a body by path, with `*` for every item of a list. */
export function invalidCodes(contract: Contract, schema: Schema): Codes {
  const codes: Codes = {};
  collect(contract, schema, [], codes, []);
  return codes;
}

function collect(contract: Contract, schema: Schema, path: string[], codes: Codes, within: readonly Schema[]): void {
  const found = followSchema(contract, schema);
  // A schema inside itself: deeper levels have the codes of the first.
  if (within.includes(found)) return;
  const own = { ...found["x-invalid"], ...schema["x-invalid"] };
  if (Object.keys(own).length > 0) codes[path.join(".")] = own;
  const inside = [...within, found];
  for (const [name, property] of Object.entries(found.properties ?? {})) {
    collect(contract, property, [...path, name], codes, inside);
  }
  if (found.items) collect(contract, found.items, [...path, "*"], codes, inside);
  for (const variant of [...(found.anyOf ?? []), ...(found.oneOf ?? []), ...(found.allOf ?? [])]) {
    collect(contract, variant, path, codes, inside);
  }
}
