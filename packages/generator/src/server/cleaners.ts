import type { Contract } from "../../../contract/src/model.ts";
import type { Schema } from "../../../contract/src/openapi.ts";
import { followSchema } from "../../../contract/src/schemas.ts";
import { SpecError } from "../../../contract/src/spec-error.ts";
import { literal } from "../print-code.ts";

/** Functions that copy what the contract knows of a value. */
export interface Cleaners {
  /** Adds a function for a schema and names it; undefined where there is nothing to drop. */
  add(schema: Schema): string | undefined;
  /** Code of all functions that were added. */
  print(): string;
}

/**
 * Starts a collection of cleaners.
 *
 * @param reportsDropped whether they tell which fields they leave out, as for responses; those of requests fill in what is
 *   absent and has a default instead
 */
export function makeCleaners(contract: Contract, reportsDropped: boolean): Cleaners {
  const names = new Map<Schema, string>();
  const bodies: string[] = [];

  const add = (schema: Schema): string | undefined => {
    const found = followSchema(contract, schema);
    const known = names.get(found);
    if (known) return known;
    if (!needsCleaning(contract, found)) return undefined;
    const name = `clean${names.size}`;
    names.set(found, name);
    const inner = found.items && add(found.items);
    bodies.push(inner ? printListCleaner(name, inner, reportsDropped) : printObjectCleaner(name, found));
    return name;
  };

  function printObjectCleaner(name: string, schema: Schema): string {
    const properties = Object.entries(propertiesOf(contract, schema));
    return reportsDropped
      ? printReportingCleaner(
          name,
          properties.map(([key, property]) => [key, add(property)]),
        )
      : printSilentCleaner(name, properties);
  }

  /** Takes known fields one by one, because nobody asks for the others. */
  function printSilentCleaner(name: string, properties: readonly [string, Schema][]): string {
    const lines = properties.map(([key, property]) => {
      const field = `value[${literal(key)}]`;
      const inner = add(property);
      const copied = `copy[${literal(key)}] = ${inner ? `${inner}(${field})` : field};`;
      // What every object has by inheritance is no field.
      const isThere = key in Object.prototype ? `Object.hasOwn(value, ${literal(key)})` : `${field} !== undefined`;
      const fallback = property.default ?? followSchema(contract, property).default;
      const otherwise = fallback === undefined ? "" : ` else copy[${literal(key)}] = ${literal(fallback)};`;
      return `  if (${isThere}) ${copied}${otherwise}`;
    });
    return `function ${name}(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const copy = {};
${lines.join("\n")}
  return copy;
}
`;
  }

  return { add, print: () => [...(reportsDropped && bodies.length > 0 ? [inside] : []), ...bodies].join("\n") };
}

/** Takes every field that is there, to tell which ones it drops. @param fields the known ones, and what cleans them */
function printReportingCleaner(name: string, fields: readonly (readonly [string, string | undefined])[]): string {
  const cases = fields.map(([key, inner]) => {
    const field = `value[${literal(key)}]`;
    const copied = inner ? `${inner}(${field}, inside(path, ${literal(key)}), dropped)` : field;
    return `      case ${literal(key)}:\n        copy[${literal(key)}] = ${copied};\n        break;`;
  });
  return `function ${name}(value, path, dropped) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const copy = {};
  for (const name of Object.keys(value)) {
    if (value[name] === undefined) continue;
    switch (name) {
${cases.join("\n")}
      default:
        dropped.push(inside(path, name));
    }
  }
  return copy;
}
`;
}

function printListCleaner(name: string, inner: string, reportsDropped: boolean): string {
  const [given, passed] = reportsDropped ? [", path, dropped", ", inside(path, index), dropped"] : ["", ""];
  return `function ${name}(value${given}) {
  if (!Array.isArray(value)) return value;
  return value.map((entry${reportsDropped ? ", index" : ""}) => ${inner}(entry${passed}));
}
`;
}

const inside = `function inside(path, name) {
  return path === "" ? String(name) : path + "." + name;
}
`;

/** Whether unknown fields can stand in a value: an object of known fields, or a list of such. An open object keeps all. */
function needsCleaning(contract: Contract, schema: Schema): boolean {
  if (schema.items) return needsCleaning(contract, followSchema(contract, schema.items));
  return Object.keys(propertiesOf(contract, schema)).length > 0 && !schema.additionalProperties;
}

/** Fields of a schema and of its variants. */
function propertiesOf(contract: Contract, schema: Schema): Record<string, Schema> {
  if (Object.hasOwn(schema.properties ?? {}, "__proto__")) throw new SpecError("A field cannot be named __proto__.");
  const variants = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const fields = variants.map((variant) => propertiesOf(contract, followSchema(contract, variant)));
  return Object.assign({}, ...fields, schema.properties) as Record<string, Schema>;
}
