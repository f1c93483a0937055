import { jsonSchemas } from "../../../contract/src/json-schemas.ts";
import type { Contract } from "../../../contract/src/model.ts";
import type { Document } from "../../../contract/src/openapi.ts";
import type { Files } from "../output.ts";
import { printJson } from "../print.ts";
import type { Project } from "../project.ts";
import { printDocument } from "./document-file.ts";
import { openapiSettings } from "./manifest.ts";
import { printReadme } from "./readme.ts";
import { printTypes } from "./types.ts";

/** Files of the package that holds the contract as data, as they are committed: the document and its types. */
export async function openapiPackage(project: Project, document: Document, contract: Contract): Promise<Files> {
  return {
    "openapi.yaml": printDocument(document),
    "types.d.ts": await printTypes(document),
    ...openapiSettings(project),
    "README.md": printReadme(project, contract),
  };
}

/** What is derived from the document for programs: its JSON twin, the contract model and a JSON Schema for each component. */
export function derivedData(document: Document, contract: Contract): Files {
  const schemas = Object.entries(jsonSchemas(document)).map(([name, schema]) => [`schemas/${name}`, printJson(schema)]);
  return {
    "openapi.json": printJson(document),
    "contract.json": printJson(contract),
    ...Object.fromEntries(schemas),
  };
}
