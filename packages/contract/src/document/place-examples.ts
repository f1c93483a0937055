import { type Document, type Header, operationsOf, type Parameter } from "../openapi.ts";

/** Turns the examples of headers and parameters, which compile.ts passes on as `x-example`, into real ones. */
export function placeExamples(document: Document): void {
  for (const items of [document.paths, document.webhooks]) {
    for (const { operation } of operationsOf(items)) {
      const headers = Object.values(operation.responses).flatMap((response) => Object.values(response.headers ?? {}));
      for (const holder of [...headers, ...(operation.parameters ?? [])]) if (!("$ref" in holder)) tidy(holder);
    }
  }
  // TypeSpec shares the parameters of models that are spread into operations.
  for (const parameter of Object.values(document.components?.parameters ?? {})) tidy(parameter);
}

function tidy(holder: Header | Parameter): void {
  const schema: object = holder.schema;
  // TypeSpec repeats the extensions of a header or parameter on a schema that is a reference.
  const repeated = Object.keys(holder).filter((key) => key.startsWith("x-") && "$ref" in schema);
  holder.schema = Object.fromEntries(Object.entries(schema).filter(([key]) => !repeated.includes(key)));
  if (holder["x-example"] === undefined) return;
  holder.example = holder["x-example"];
  delete holder["x-example"];
}
