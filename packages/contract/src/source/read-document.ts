// Reads an OpenAPI document from its files: every reference to another file ends here.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Tree } from "../pointer.ts";
import { SpecError } from "../spec-error.ts";
import { bundle, hasOuterReferences, type ReadDocument } from "./bundle.ts";
import { readText, type SourceOptions } from "./read-text.ts";

/** Versions of OpenAPI that are read. */
export const versions = ["2.0", "3.0", "3.1", "3.2"];

/**
 * Reads a document and the files that it refers to, as one document whose references all lead into itself. Nothing is
 * fetched from the network, and Swagger 2.0 is converted to 3.0.
 *
 * @throws {SpecError} if a file cannot be read or is not a document
 */
export async function readDocument(
  file: string,
  options: Omit<SourceOptions, "versions">,
): Promise<ReadDocument> {
  const source = readWhole(file);
  const alone = readText(source, file, basename(file), { ...options, versions });
  const read = hasOuterReferences(alone.document)
    ? await bundle(file, source)
    : { ...alone, files: [file] };
  if (!("swagger" in read.document)) return read;
  return {
    ...read,
    document: await convertSwagger(read.document),
    async locate(pointers) {
      const sources = pointers.map((pointer) =>
        pointer.replace(/^\/components\/schemas\//, "/definitions/"),
      );
      const lines = await read.locate(sources);
      return new Map(
        pointers.flatMap((pointer, index) => {
          const line = lines.get(sources[index] ?? "");
          return line ? [[pointer, line] as const] : [];
        }),
      );
    },
  };
}

/** Reads a file at once: in pieces, a large one takes twice the memory. */
function readWhole(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new SpecError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

async function convertSwagger(document: Tree): Promise<Tree> {
  const { upgradeFromTwoToThree } = await import("@scalar/openapi-upgrader/2.0-to-3.0");
  return upgradeFromTwoToThree(structuredClone(document)) as Tree;
}
