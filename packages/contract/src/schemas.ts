// Which schemas a part of a document refers to.
import type { Contract } from "./model.ts";
import { type Schema, schemaName } from "./openapi.ts";
import { partsOf } from "./parts.ts";

const place = "#/components/schemas/";

/** Names of the component schemas that a part of a document refers to, directly or not, also by a discriminator's mapping. */
export function schemasUsedBy(
  value: unknown,
  schemas: Readonly<Record<string, Schema>>,
  found = new Set<string>(),
): Set<string> {
  for (const { part, kind } of partsOf(value)) {
    if (kind === "names") continue;
    const { $ref, discriminator } = part as Schema;
    for (const reference of [$ref, ...Object.values(discriminator?.mapping ?? {})]) {
      const name = reference?.startsWith(place) ? schemaName(reference) : "";
      const target = schemas[name];
      if (!target || found.has(name)) continue;
      found.add(name);
      schemasUsedBy(target, schemas, found);
    }
  }
  return found;
}

/** A schema with what it refers to and consists of; what stands next to a reference wins over what it refers to. */
export function mergeSchema(contract: Pick<Contract, "schemas">, schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  let merged: Schema = $ref === undefined ? {} : mergeSchema(contract, contract.schemas[schemaName($ref)] ?? {});
  for (const part of allOf) merged = merge(merged, mergeSchema(contract, part));
  return merge(merged, own);
}

function merge(first: Schema, second: Schema): Schema {
  const properties = { ...first.properties, ...second.properties };
  const required = [...(first.required ?? []), ...(second.required ?? [])];
  return {
    ...first,
    ...second,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}
