import { jsonSchemas } from "../contract/json-schemas.ts";
import type { Contract } from "../contract/model.ts";
import type { Document } from "../contract/openapi.ts";
import type { Files } from "../output.ts";
import { printJson, printYaml } from "../print.ts";
import type { Project } from "../project.ts";
import { printManifest } from "./manifest.ts";
import { printMock } from "./mock.ts";
import { printReadme } from "./readme.ts";
import { printTypes } from "./types.ts";

/** Files of the package that holds the OpenAPI document, its schemas and types, the contract model and the mock. */
export async function openapiPackage(project: Project, document: Document, contract: Contract): Promise<Files> {
  const schemas = Object.entries(jsonSchemas(document)).map(([name, schema]) => [`schemas/${name}`, printJson(schema)]);
  return {
    "openapi.yaml": `# Generated from spec/ by \`npm run generate\`: edit the spec, not this file.\n${printYaml(document)}`,
    "openapi.json": printJson(document),
    "contract.json": printJson(contract),
    "types.d.ts": await printTypes(document),
    "package.json": printJson(printManifest(project)),
    "README.md": printReadme(project, contract),
    ...Object.fromEntries(schemas),
    ...(await printMock()),
  };
}
