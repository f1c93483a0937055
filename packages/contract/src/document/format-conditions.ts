import { isDeepStrictEqual } from "node:util";
import type { Document, Schema } from "../openapi.ts";
import { listParts } from "../parts.ts";

/**
 * Prints `x-format-by` as `if`, `then` and `else`, for tools that do not know the field: the format that a sibling's value
 * chooses, and the pattern that a component schema has for it, as most tools check no format of others. A schema has one
 * such condition: of several fields the first is printed.
 */
export function printFormatConditions(document: Document): void {
  const patterns = new Map<string, string>();
  for (const { format, pattern } of Object.values(document.components?.schemas ?? {}))
    if (format !== undefined && pattern !== undefined) patterns.set(format, pattern);
  for (const { part, kind } of listParts(document)) {
    const schema = part as Schema;
    if (kind !== "words" || schema.if) continue;
    const [condition] = listConditions(schema, patterns);
    if (condition) Object.assign(schema, condition);
  }
}

/** Whether the condition of a schema is one that `printFormatConditions` printed: then `x-format-by` states it. */
export function isFormatCondition(schema: Schema): boolean {
  return listConditions(schema).some((condition) => isDeepStrictEqual(condition.if, schema.if));
}

function listConditions(
  { properties = {} }: Schema,
  patterns: ReadonlyMap<string, string> = new Map(),
): Schema[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const { property, formats = {} } = field["x-format-by"] ?? {};
    if (property === undefined) return [];
    const condition = Object.entries(formats).reduceRight<Schema | undefined>(
      (otherwise, [value, format]) => {
        const pattern = patterns.get(format);
        // With a type, without which a strict reader refuses the pattern.
        const chosen = { type: "string", format, ...(pattern !== undefined && { pattern }) };
        // Redocly forbids properties that `then` does not list, unless it allows others.
        return {
          if: { properties: { [property]: { const: value } }, required: [property] },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that is only printed.
          then: { properties: { [name]: chosen }, additionalProperties: true },
          ...(otherwise && { else: otherwise }),
        };
      },
      undefined,
    );
    return condition ? [condition] : [];
  });
}
