import {
  type CataloguedError,
  type Document,
  errorSchemas,
  type MediaType,
  operationsOf,
  type Response,
} from "../openapi.ts";

/** Name of an error's examples: its code in kebab case, as `Prefer: example=` takes it. */
export function exampleName(code: string): string {
  return code.toLowerCase().replaceAll("_", "-");
}

/**
 * Gathers the catalogue of errors, and gives every response that lists errors a description of their conditions and
 * one named example for each. An example that the operation has of its own stays.
 */
export function catalogueErrors(document: Document): void {
  const catalogue = new Map<string, CataloguedError>();
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    const error = schema["x-error"];
    if (!error) continue;
    catalogue.set(name, {
      ...error,
      schema: { $ref: `#/components/schemas/${name}` },
      operations: [],
      ...(schema["x-basis"] && { basis: schema["x-basis"] }),
    });
  }

  for (const { operation } of operationsOf(document.paths)) {
    for (const response of Object.values(operation.responses)) {
      for (const media of Object.values(response.content ?? {})) {
        for (const name of listErrors(document, response, media)) {
          const operations = catalogue.get(name)?.operations;
          const id = operation.operationId ?? "";
          if (!operations?.includes(id)) operations?.push(id);
        }
      }
    }
  }

  if (catalogue.size > 0) {
    document["x-error-catalogue"] = [...catalogue.values()].sort(
      (a, b) => a.status - b.status || (a.code < b.code ? -1 : 1),
    );
  }
}

function listErrors(document: Document, response: Response, media: MediaType): string[] {
  const errors = errorSchemas(document, media.schema);
  if (errors.length === 0) return [];

  const own = media.examples ?? {};
  const examples: NonNullable<MediaType["examples"]> = {};
  const conditions: string[] = [];
  for (const { schema } of errors) {
    const error = schema["x-error"];
    if (!error) continue;
    conditions.push(`\`${error.code}\`: ${error.condition}`);
    const name = exampleName(error.code);
    const [value] = schema.examples ?? [];
    const example = own[name] ?? (value === undefined ? undefined : { summary: error.condition, value });
    if (example) examples[name] = example;
  }
  // The order of the errors is the order of the examples: a mock that is not told which takes the first.
  media.examples = { ...examples, ...own, ...examples };
  response.description =
    conditions.length === 1 ? (conditions[0] ?? "") : conditions.map((line) => `- ${line}`).join("\n");
  return errors.map(({ name }) => name);
}
