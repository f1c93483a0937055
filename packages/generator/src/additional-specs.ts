import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { publishDocument } from "@packages/contract/src/document/publish-document.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { printDocumentTypes } from "./openapi/types.ts";
import type { Files } from "./output.ts";
import { printDocument, printJson } from "./print.ts";
import type { Project } from "./project.ts";

/** The outputs for an additional spec: its document and types. They are part of the package that needs them. */
export interface AdditionalBuild {
  /** Folder within generated/. */
  folder: string;
  files: Files;
  published: Document;
}

/** The path of a workspace's own spec. */
const specPath = "spec/main.tsp";

/**
 * Main files of the additional specs, as paths within the project with forward slashes: every workspace may have one, at
 * `spec/main.tsp`, as for a separate interface besides the contract's.
 */
export function findAdditionalSpecs(root: string): string[] {
  const { workspaces = [] } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    workspaces?: string[];
  };
  const found = workspaces.flatMap((pattern) => globSync(`${pattern}/${specPath}`, { cwd: root }));
  return [...new Set(found.map((path) => path.replaceAll("\\", "/")))].sort();
}

/**
 * Makes the document and the types of an additional spec. They go to the folder of generated/ that has the name of the
 * spec's service in lower case.
 *
 * @param root folder of the project
 * @param entry path of the spec's main file within it
 * @throws {SpecError} if the spec does not compile
 */
export async function buildAdditional(
  root: string,
  entry: string,
  project: Project,
): Promise<AdditionalBuild> {
  // Both compilers, TypeSpec's and TypeScript's, take long to load.
  const [{ compileSpec }, { listServices }] = await Promise.all([
    import("@packages/contract/src/compile.ts"),
    import("@typespec/compiler"),
  ]);
  const { document: emitted, program } = await compileSpec(join(root, entry));
  const document = buildDocument(emitted);
  const published = publishDocument(document);
  const [service] = listServices(program);
  if (!service) throw new SpecError(`${entry} has no service.`);
  const source = entry.replace(/main\.tsp$/, "");
  const folder = service.type.name.toLowerCase();
  return {
    folder,
    files: {
      "openapi.yaml": printDocument(published, source),
      "types.d.ts": printDocumentTypes(document, source),
      "package.json": printJson({
        name: `@${project.name}/${folder}`,
        version: project.version,
        private: true,
        type: "module",
        exports: { "./*": "./*" },
      }),
    },
    published,
  };
}
