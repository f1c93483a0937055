import { type Document, schemaName } from "../openapi.ts";
import { type Shape, shapeUnder } from "../shape.ts";

/** Leaves out the schemas that nothing refers to: TypeSpec also emits models that only lend their fields to others. */
export function pruneSchemas(document: Document): void {
  const schemas = document.components?.schemas;
  if (!schemas || !document.components) return;
  const kept = new Set<string>();
  const visit = (value: unknown, shape: Shape): void => {
    if (value === null || typeof value !== "object" || shape === "data") return;
    if (Array.isArray(value)) {
      for (const entry of value) visit(entry, shape);
      return;
    }
    for (const [key, entry] of Object.entries(value)) {
      if (key === "$ref" && typeof entry === "string" && entry.startsWith("#/components/schemas/")) {
        const name = schemaName(entry);
        if (kept.has(name)) continue;
        kept.add(name);
        visit(schemas[name], "words");
      } else {
        visit(entry, shapeUnder(shape, key, entry));
      }
    }
  };
  const { schemas: _, ...components } = document.components;
  visit({ ...document, components }, "words");
  document.components.schemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => kept.has(name)));
}
