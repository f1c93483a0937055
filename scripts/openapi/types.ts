import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import type { Document } from "../contract/openapi.ts";

const banner = "// Generated from spec/ by `npm run generate`: edit the spec, not this file.\n\n";

/** TypeScript types of the document: operations, webhooks and components. */
export async function printTypes(document: Document): Promise<string> {
  const nodes = await openapiTS(structuredClone(document) as unknown as OpenAPI3, {
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    silent: true,
  });
  return banner + astToString(nodes);
}
