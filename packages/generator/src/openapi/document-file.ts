import type { Document } from "../../../contract/src/openapi.ts";
import { printYaml } from "../print.ts";

/** Text of openapi.yaml. */
export function printDocument(document: Document): string {
  return `# Generated from spec/ by \`npm run generate\`: edit the spec, not this file.\n${printYaml(document)}`;
}
