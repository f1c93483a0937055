// The schemas that a part of a document refers to.
import type { Schema } from "./openapi.ts";
import { listParts } from "./parts.ts";
import { schemaName } from "./pointer.ts";

/** Names of the component schemas that a part of a document refers to, directly or not, also by a discriminator's mapping. */
export function schemasUsedBy(
  value: unknown,
  schemas: Readonly<Record<string, Schema>>,
  found = new Set<string>(),
): Set<string> {
  for (const { part, kind } of listParts(value)) {
    if (kind === "names") continue;
    const { $ref, discriminator } = part as Schema;
    for (const reference of [$ref, ...Object.values(discriminator?.mapping ?? {})]) {
      const name = schemaName(reference ?? "") ?? "";
      const target = schemas[name];
      if (!target || found.has(name)) continue;
      found.add(name);
      schemasUsedBy(target, schemas, found);
    }
  }
  return found;
}
