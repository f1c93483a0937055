import {
  type Document,
  errorSchemas,
  type Json,
  type MediaType,
  operationsOf,
  type RateLimitPart,
  resolve,
  type Schema,
} from "../openapi.ts";
import { exampleName } from "./catalogue-errors.ts";

type Figures = Partial<Record<RateLimitPart, number>>;

/** Writes each operation's own limit and window into the examples of the fields that report them. */
export function fillRateLimits(document: Document): void {
  for (const { operation } of operationsOf(document.paths)) {
    const rateLimit = operation["x-rate-limit"];
    if (!rateLimit) continue;
    for (const response of Object.values(operation.responses)) {
      const media = Object.values(response.content ?? {});
      const exceeded = media.some(({ schema }) => raisesRateLimit(document, schema));
      const figures: Figures = {
        limit: rateLimit.limit,
        window: rateLimit.window,
        remaining: exceeded ? 0 : rateLimit.limit - 1,
      };
      for (const header of Object.values(response.headers ?? {})) {
        if ("$ref" in header) continue;
        const figure = figures[header["x-rate-limit-part"] ?? "reset"];
        if (figure !== undefined) header.example = figure;
      }
      for (const entry of media) fillExamples(document, entry, figures);
    }
  }
}

function raisesRateLimit(document: Document, schema: Schema): boolean {
  return errorSchemas(document, schema).some((error) => error.schema["x-error"]?.causes?.includes("rate-limit"));
}

function fillExamples(document: Document, media: MediaType, figures: Figures): void {
  for (const [name, example] of Object.entries(media.examples ?? {})) {
    if ("$ref" in example || !media.examples) continue;
    const named = errorSchemas(document, media.schema).find(({ schema }) => nameOf(schema) === name);
    media.examples[name] = { ...example, value: fill(document, named?.schema ?? media.schema, example.value, figures) };
  }
}

function nameOf({ "x-error": error }: Schema): string | undefined {
  return error && exampleName(error.code);
}

function fill(document: Document, reference: Schema, example: Json, figures: Figures): Json {
  // What stands beside a reference counts as well.
  const schema = { ...resolve<Schema>(document, reference), ...reference };
  const { properties, items, "x-rate-limit-part": part } = schema;
  const figure = part && figures[part];
  if (figure !== undefined) return figure;
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((schemas) => schemas ?? []);
  const value = parts.reduce((filled, part) => fill(document, part, filled, figures), example);
  if (Array.isArray(value)) return items ? value.map((entry) => fill(document, items, entry, figures)) : value;
  if (!properties || value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const property = properties[key];
      return [key, property ? fill(document, property, field, figures) : field];
    }),
  );
}
