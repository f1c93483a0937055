import type { Project } from "../project.ts";

/** The package.json of the OpenAPI package. */
export function printManifest(project: Project): object {
  return {
    name: `@${project.name}/openapi`,
    version: project.version,
    description: "The contract as data: OpenAPI 3.1, JSON Schemas, TypeScript types and the contract model.",
    license: project.license,
    type: "module",
    sideEffects: false,
    files: ["openapi.yaml", "openapi.json", "contract.json", "types.d.ts", "schemas"],
    exports: {
      ".": { types: "./types.d.ts", default: "./openapi.json" },
      "./openapi.json": "./openapi.json",
      "./openapi.yaml": "./openapi.yaml",
      "./contract.json": "./contract.json",
      "./schemas/*": "./schemas/*",
      "./package.json": "./package.json",
    },
    scripts: { prepack: "node ../../scripts/generate.ts --derived --root ../.." },
    engines: { node: ">=20" },
  };
}
