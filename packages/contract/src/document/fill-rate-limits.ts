import {
  type Document,
  type Json,
  type MediaType,
  operationsOf,
  type RateLimitPart,
  resolve,
  type Schema,
} from "../openapi.ts";
import { exampleName } from "../sample-error.ts";

type Figures = Partial<Record<RateLimitPart, number>>;

/** Writes each operation's own limit and window into the examples of the fields that report them. */
export function fillRateLimits(document: Document): void {
  const errors = new Map((document["x-error-catalogue"] ?? []).map((error) => [error.code, error]));
  for (const { operation } of operationsOf(document.paths)) {
    const rateLimit = operation["x-rate-limit"];
    if (!rateLimit) continue;
    for (const response of Object.values(operation.responses)) {
      const listed = (response["x-errors"] ?? []).flatMap((code) => errors.get(code) ?? []);
      const exceeded = listed.some(({ causes }) => causes?.includes("rate-limit"));
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
      const schemas = Object.fromEntries(
        listed.map(({ code, details }) => [exampleName(code), withDetails(details?.schema)]),
      );
      for (const media of Object.values(response.content ?? {})) fillExamples(document, media, schemas, figures);
    }
  }
}

/** The schema of an error with the given details, as far as figures stand in it. */
function withDetails(details: Schema = {}): Schema {
  return { properties: { error: { properties: { details } } } };
}

function fillExamples(
  document: Document,
  media: MediaType,
  errors: Readonly<Record<string, Schema>>,
  figures: Figures,
): void {
  for (const [name, example] of Object.entries(media.examples ?? {})) {
    if ("$ref" in example || !media.examples) continue;
    media.examples[name] = { ...example, value: fill(document, errors[name] ?? media.schema, example.value, figures) };
  }
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
