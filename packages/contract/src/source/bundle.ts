// One document made of several files by Redocly's bundler, and the places of its parts in them.
import { dirname, join, relative, resolve } from "node:path";
import { decode, isTree, splitPointer, step, type Tree, valueAt } from "../pointer.ts";
import { SpecError } from "../spec-error.ts";
import { linesOfYaml, type ReadText, readYaml, type TextLine } from "./read-text.ts";

/** A document, and every file that it was read from. */
export interface ReadDocument extends ReadText {
  files: string[];
}

/** A part of a file. */
interface FilePlace {
  file: string;
  pointer: string;
}

/** Whether a document refers to other files. */
export function hasOuterReferences(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOuterReferences);
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([key, entry]) =>
    key === "$ref" && typeof entry === "string"
      ? !entry.startsWith("#")
      : hasOuterReferences(entry),
  );
}

/**
 * Joins a document with the files that it refers to. Nothing is fetched from the network. A reference that leads nowhere
 * stays as it is.
 *
 * @throws {SpecError} if a file cannot be read, or is not a document
 */
export async function bundle(file: string, text: string): Promise<ReadDocument> {
  const { BaseResolver, bundle: bundleFile, createConfig } = await import("@redocly/openapi-core");
  const main = resolve(file);
  const texts = new Map([[main, text]]);
  class LocalResolver extends BaseResolver {
    override async loadExternalRef(path: string) {
      if (/^\w+:\/\//.test(path))
        throw new Error(`nothing is fetched: save ${path} next to the document`);
      const source = await super.loadExternalRef(path);
      texts.set(path, source.body);
      return source;
    }
  }
  const { bundle: whole, problems } = await bundleFile({
    ref: main,
    config: await createConfig({}),
    externalRefResolver: new LocalResolver(),
  });
  const broken = problems.find(
    ({ message, severity }) => severity === "error" && !/\$ref/.test(message),
  );
  if (broken) throw new SpecError(`${file}: ${broken.message}`);
  const document = whole.parsed as Tree;
  const printed = (path: string): string => join(dirname(file), relative(dirname(main), path));
  return {
    document,
    files: [...texts.keys()],
    async locate(pointers) {
      const origins = findOrigins(document, main, texts);
      const places = pointers.map((pointer) => ({
        from: pointer,
        ...findOrigin(pointer, origins),
      }));
      const found = new Map<string, TextLine>();
      for (const [path, content] of texts) {
        const inFile = places.filter(({ file = main }) => file === path);
        const lines = linesOfYaml(
          content,
          inFile.map(({ from, pointer = from }) => pointer),
        );
        for (const { from, pointer = from } of inFile) {
          const line = lines.get(pointer);
          if (line !== undefined) found.set(from, { file: printed(path), line });
        }
      }
      return found;
    },
  };
}

/** For the parts of a document that come from other files: their places there. */
function findOrigins(
  document: Tree,
  main: string,
  texts: ReadonlyMap<string, string>,
): Map<string, FilePlace> {
  const contents = new Map([...texts].map(([file, source]) => [file, readYaml(source, file)]));
  const origins = new Map<string, FilePlace>();
  const visit = (part: unknown, pointer: string, place: FilePlace): void => {
    const written = valueAt(contents.get(place.file), place.pointer);
    const target = findTarget(written, place.file);
    if (target === undefined || !contents.has(target.file)) {
      if (part === null || typeof part !== "object") return;
      for (const [key, inner] of Object.entries(part))
        visit(inner, step(pointer, key), { ...place, pointer: step(place.pointer, key) });
      return;
    }
    if (target.file === main) return;
    // The bundler either puts the target in the place of the reference, or among the components.
    const moved = isTree(part) && typeof part.$ref === "string" ? part.$ref.slice(1) : pointer;
    if (origins.has(moved)) return;
    origins.set(moved, target);
    visit(valueAt(document, moved), moved, target);
  };
  visit(document, "", { file: main, pointer: "" });
  return origins;
}

function findTarget(written: unknown, file: string): FilePlace | undefined {
  if (!isTree(written) || typeof written.$ref !== "string") return undefined;
  const [path = "", pointer = ""] = written.$ref.split("#").map(decode);
  return { file: path === "" ? file : resolve(dirname(file), path), pointer };
}

function findOrigin(
  pointer: string,
  origins: ReadonlyMap<string, FilePlace>,
): FilePlace | undefined {
  const steps = splitPointer(pointer);
  for (let length = steps.length; length >= 0; length--) {
    const origin = origins.get(steps.slice(0, length).reduce(step, ""));
    if (origin) return { ...origin, pointer: steps.slice(length).reduce(step, origin.pointer) };
  }
  return undefined;
}
