import { type Document, operationsOf } from "../openapi.ts";

/** Turns the examples of headers and parameters, which compile.ts passes on as `x-example`, into real ones. */
export function placeExamples(document: Document): void {
  for (const items of [document.paths, document.webhooks]) {
    for (const { operation } of operationsOf(items)) {
      const headers = Object.values(operation.responses).flatMap((response) => Object.values(response.headers ?? {}));
      for (const holder of [...headers, ...(operation.parameters ?? [])]) {
        if ("$ref" in holder || holder["x-example"] === undefined) continue;
        holder.example = holder["x-example"];
        delete holder["x-example"];
      }
    }
  }
}
