import { type Document, resolve, type Schema } from "../contract/openapi.ts";
import { SpecError } from "../contract/spec-error.ts";
import { literal } from "../print-code.ts";

/** Functions that copy what the contract knows of a body, and fill in defaults. */
export interface Cleaners {
  /** Adds a function for a schema and names it; undefined where there is nothing to drop. */
  add(schema: Schema): string | undefined;
  /** Code of all functions that were added. */
  print(): string;
}

/** Starts a collection of cleaners. */
export function makeCleaners(document: Document): Cleaners {
  const names = new Map<Schema, string>();
  const bodies: string[] = [];

  const add = (schema: Schema): string | undefined => {
    const found = resolve<Schema>(document, schema);
    const known = names.get(found);
    if (known) return known;
    if (!needsCleaning(document, found)) return undefined;
    const name = `clean${names.size}`;
    names.set(found, name);
    bodies.push(printCleaner(name, found));
    return name;
  };

  function printCleaner(name: string, schema: Schema): string {
    if (schema.items) {
      const inner = add(schema.items);
      return `function ${name}(value) {\n  return Array.isArray(value) ? value.map(${inner}) : value;\n}\n`;
    }
    const lines = Object.entries(propertiesOf(document, schema)).map(([key, property]) => {
      const field = `[${literal(key)}]`;
      const inner = add(property);
      const value = inner ? `${inner}(value${field})` : `value${field}`;
      const fallback = property.default ?? resolve<Schema>(document, property).default;
      const otherwise = fallback === undefined ? "" : `\n  else copy${field} = ${literal(fallback)};`;
      return `  if (value${field} !== undefined) copy${field} = ${value};${otherwise}`;
    });
    return `function ${name}(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const copy = {};
${lines.join("\n")}
  return copy;
}
`;
  }

  return { add, print: () => bodies.join("\n") };
}

/** Whether unknown fields can stand in a value: an object of known fields, or a list of such. An open object keeps all. */
function needsCleaning(document: Document, schema: Schema): boolean {
  if (schema.items) return needsCleaning(document, resolve<Schema>(document, schema.items));
  return Object.keys(propertiesOf(document, schema)).length > 0 && !schema.additionalProperties;
}

/** Fields of a schema and of its variants. */
function propertiesOf(document: Document, schema: Schema): Record<string, Schema> {
  if (Object.hasOwn(schema.properties ?? {}, "__proto__")) throw new SpecError("A field cannot be named __proto__.");
  const variants = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const inside = variants.map((variant) => propertiesOf(document, resolve<Schema>(document, variant)));
  return Object.assign({}, ...inside, schema.properties) as Record<string, Schema>;
}
