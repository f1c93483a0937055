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
    media.examples[name] = { ...example, value: fill(document, media.schema, example.value, figures) };
  }
}

function fill(document: Document, schema: Schema, value: Json, figures: Figures): Json {
  const { properties, "x-rate-limit-part": part } = resolve<Schema>(document, schema);
  const figure = part && figures[part];
  if (figure !== undefined) return figure;
  if (!properties || value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const property = properties[key];
      return [key, property ? fill(document, property, field, figures) : field];
    }),
  );
}
