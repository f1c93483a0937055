import type { Contract } from "../../../contract/src/model.ts";
import { type Schema, schemaName } from "../../../contract/src/openapi.ts";
import { schemasWithin } from "../../../contract/src/schemas.ts";

/** Names of the schemas that requests are made of. */
export function requestSchemas({ operations, schemas }: Contract): Set<string> {
  const found = new Set<string>();
  const visit = (schema: Schema): void => {
    for (const {
      schema: { $ref },
    } of schemasWithin(schema)) {
      const name = $ref === undefined ? undefined : schemaName($ref);
      if (name === undefined || found.has(name)) continue;
      found.add(name);
      visit(schemas[name] ?? {});
    }
  };
  for (const { body } of operations) visit(body?.schema ?? {});
  return found;
}
