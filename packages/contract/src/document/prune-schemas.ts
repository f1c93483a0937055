import type { Document } from "../openapi.ts";
import { schemasUsedBy } from "../schemas.ts";

/** Leaves out the schemas that nothing refers to: TypeSpec also emits models that only lend their fields to others. */
export function pruneSchemas(document: Document): void {
  if (!document.components?.schemas) return;
  const { schemas, ...components } = document.components;
  const used = schemasUsedBy({ ...document, components }, schemas);
  document.components.schemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
