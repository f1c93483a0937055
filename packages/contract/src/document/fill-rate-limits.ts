import {
  type Document,
  type Json,
  operationsOf,
  type RateLimitPart,
  type Schema,
} from "../openapi.ts";
import { exampleName } from "../sample-error.ts";
import { makeShapes } from "../shapes/normalise.ts";
import { follow, type Shape } from "../shapes/shape.ts";

type Figures = Partial<Record<RateLimitPart, number>>;

/** Writes each operation's own limit and window into the examples of the fields that report them. */
export function fillRateLimits(document: Document): void {
  const errors = new Map((document["x-error-catalogue"] ?? []).map((error) => [error.code, error]));
  const shapes = makeShapes(document.components?.schemas ?? {});
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
      for (const media of Object.values(response.content ?? {})) {
        for (const [name, example] of Object.entries(media.examples ?? {})) {
          if ("$ref" in example) continue;
          example.value = fillExample(
            shapes.shapeOf(schemas[name] ?? media.schema),
            example.value,
            figures,
          );
        }
      }
    }
  }
}

/** The schema of an error with the given details, as far as figures stand in it. */
function withDetails(details: Schema = {}): Schema {
  const error: Schema = { type: "object", properties: { details } };
  return { type: "object", properties: { error } };
}

function fillExample(shape: Shape, example: Json, figures: Figures): Json {
  const form = follow(shape);
  const figure = figures[form.annotations.rateLimitPart ?? "reset"];
  if (figure !== undefined) return figure;
  if (form.kind === "union")
    return form.variants.reduce((value, variant) => fillExample(variant, value, figures), example);
  if (Array.isArray(example)) {
    return form.kind === "array"
      ? example.map((entry) => fillExample(form.items, entry, figures))
      : example;
  }
  if (form.kind !== "object" || example === null || typeof example !== "object") return example;
  const entries = Object.entries(example).map(([name, value]) => {
    const field = form.fields[name];
    return [name, field ? fillExample(field.shape, value, figures) : value];
  });
  return Object.fromEntries(entries);
}
