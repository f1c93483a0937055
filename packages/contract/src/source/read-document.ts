// Reads an OpenAPI document from its files: every reference to another file ends here.
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { Tree } from "../pointer.ts";
import { SpecError } from "../spec-error.ts";
import { type ReadText, readText, type SourceOptions } from "./read-text.ts";

/** A document, and every file that it was read from. */
export interface ReadDocument extends ReadText {
  files: string[];
}

/**
 * Reads a document and the files that it refers to, as one document whose references all lead into itself. Nothing is
 * fetched from the network, and Swagger 2.0 is converted to 3.0.
 *
 * @throws {SpecError} if a file cannot be read or is not a document, or a reference leads nowhere
 */
export async function readDocument(file: string, options: SourceOptions): Promise<ReadDocument> {
  const name = basename(file);
  const text = await readFile(file, "utf8").catch(({ message }: Error) => {
    throw new SpecError(`${file} cannot be read: ${message}.`);
  });
  const read = readText(text, file, name, options);
  const bundled = hasOuterReferences(read.document)
    ? await bundle(file)
    : { document: read.document, files: [file] };
  const document =
    "swagger" in bundled.document ? await convertSwagger(bundled.document) : bundled.document;
  return { ...read, ...bundled, document };
}

function hasOuterReferences(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOuterReferences);
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([key, entry]) =>
    key === "$ref" && typeof entry === "string"
      ? !entry.startsWith("#")
      : hasOuterReferences(entry),
  );
}

async function bundle(file: string): Promise<{ document: Tree; files: string[] }> {
  const { BaseResolver, bundle: bundleFile, createConfig } = await import("@redocly/openapi-core");
  const files = new Set([resolve(file)]);
  class LocalResolver extends BaseResolver {
    override async loadExternalRef(path: string) {
      if (/^\w+:\/\//.test(path))
        throw new Error(`nothing is fetched: save ${path} next to the document`);
      files.add(path);
      return super.loadExternalRef(path);
    }
  }
  const { bundle: whole, problems } = await bundleFile({
    ref: resolve(file),
    config: await createConfig({}),
    externalRefResolver: new LocalResolver(),
  });
  // A dangling reference stays as it is: code that needs its target reports it.
  const broken = problems.find(
    ({ message, severity }) => severity === "error" && !/\$ref/.test(message),
  );
  if (broken) throw new SpecError(`${file}: ${broken.message}`);
  return { document: whole.parsed as Tree, files: [...files] };
}

async function convertSwagger(document: Tree): Promise<Tree> {
  const { upgradeFromTwoToThree } = await import("@scalar/openapi-upgrader/2.0-to-3.0");
  return upgradeFromTwoToThree(structuredClone(document)) as Tree;
}
