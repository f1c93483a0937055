import type { Contract } from "../contract/model.ts";
import { type Schema, schemaName } from "../contract/openapi.ts";

/** Names of the schemas that requests are made of. */
export function requestSchemas(contract: Contract): Set<string> {
  const found = new Set<string>();
  const visit = (schema: Schema | undefined): void => {
    if (!schema) return;
    if (schema.$ref) {
      const name = schemaName(schema.$ref);
      if (found.has(name)) return;
      found.add(name);
      visit(contract.schemas[name]);
      return;
    }
    for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) visit(inner);
    for (const inner of Object.values(schema.properties ?? {})) visit(inner);
    visit(schema.items);
  };
  for (const { body } of contract.operations) visit(body?.schema);
  return found;
}
