import type { Contract } from "../../../contract/src/model.ts";
import type { Schema } from "../../../contract/src/openapi.ts";
import { facetsOf, schemasOf } from "../../../contract/src/schemas.ts";

/** Names of the fields that the contract calls personal or that have one of some formats, in order. */
export function sensitiveNames(contract: Contract, formats: readonly string[]): string[] {
  const names = new Set<string>();
  for (const { schema } of schemasOf(contract)) {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (isSensitive(contract, property, formats)) names.add(name);
    }
  }
  return [...names].sort();
}

function isSensitive(contract: Contract, field: Schema, formats: readonly string[]): boolean {
  for (const facet of facetsOf(contract, field)) {
    if (facet["x-personal"]) return true;
    const named = [facet.format ?? "", ...Object.values(facet["x-format-by"]?.formats ?? {})];
    if (named.some((name) => formats.includes(name))) return true;
    // A list or a map of sensitive values is as sensitive as they are.
    const { items, additionalProperties: values } = facet;
    const inner = [items, typeof values === "object" ? values : undefined].flatMap((schema) => schema ?? []);
    if (inner.some((schema) => isSensitive(contract, schema, formats))) return true;
  }
  return false;
}
