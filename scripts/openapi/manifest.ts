import { type Project, versionsOf } from "../project.ts";

/** The package.json of the OpenAPI package. */
export function printManifest(project: Project): object {
  return {
    name: `@${project.name}/openapi`,
    version: project.version,
    description: "The contract as OpenAPI 3.1, JSON Schemas and TypeScript types, with its mock.",
    license: project.license,
    type: "module",
    sideEffects: false,
    files: ["openapi.yaml", "openapi.json", "contract.json", "types.d.ts", "schemas", "mock"],
    exports: {
      ".": { types: "./types.d.ts", default: "./openapi.json" },
      "./openapi.json": "./openapi.json",
      "./openapi.yaml": "./openapi.yaml",
      "./contract.json": "./contract.json",
      "./schemas/*": "./schemas/*",
      "./mock": { types: "./mock/start-mock.d.ts", default: "./mock/start-mock.js" },
      "./package.json": "./package.json",
    },
    bin: { [`${project.name}-mock`]: "./mock/cli.js" },
    engines: { node: ">=24.18" },
    dependencies: versionsOf(project, ["@stoplight/prism-core", "@stoplight/prism-http"]),
  };
}
