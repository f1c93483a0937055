import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { type Document, operationsOf, resolve } from "../contract/openapi.ts";

const banner = (source: string): string =>
  `// Generated from ${source} by \`npm run generate\`: edit the spec, not this file.\n\n`;

const printed = new WeakMap<Document, Promise<string>>();

/**
 * TypeScript types of the document: operations, webhooks and components. Each package has them, and printing takes a
 * while, so a document is printed once: it is not to be changed afterwards.
 *
 * @param source folder of the spec, with a slash at the end
 */
export function printTypes(document: Document, source = "spec/"): Promise<string> {
  const types = printed.get(document) ?? print(document, source);
  printed.set(document, types);
  return types;
}

async function print(document: Document, source: string): Promise<string> {
  const nodes = await openapiTS(inlineOptionalHeaders(document) as unknown as OpenAPI3, {
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    silent: true,
  });
  return banner(source) + astToString(nodes);
}

/** A copy in which headers that may be absent stand in their responses: the printer takes every shared one for given. */
function inlineOptionalHeaders(document: Document): Document {
  const copy = structuredClone(document);
  for (const { operation } of operationsOf(copy.paths)) {
    for (const { headers = {} } of Object.values(operation.responses)) {
      for (const [name, reference] of Object.entries(headers)) {
        const header = resolve(copy, reference);
        if (!header.required) headers[name] = header;
      }
    }
  }
  return copy;
}
