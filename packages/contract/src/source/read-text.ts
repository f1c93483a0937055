import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parse,
  parseDocument,
} from "yaml";
import { isTree, splitPointer, type Tree } from "../pointer.ts";
import { SpecError } from "../spec-error.ts";
import { row } from "../words.ts";
import { parseJsonExactly, parseYaml } from "./large-numbers.ts";

/** A place in a file: the file, and its line from 1 on. */
export interface TextLine {
  file: string;
  line: number;
}

/** The content of a file, and the lines of its parts by JSON pointer. */
export interface ReadText {
  document: Tree;
  locate(pointers: readonly string[]): Promise<Map<string, TextLine>>;
}

/** How a document is read. */
export interface SourceOptions {
  /** Versions of OpenAPI that the caller takes. */
  versions: readonly string[];
  /** Whether whole numbers beyond 2^53 are read as `bigint`; otherwise they are rounded. */
  exact: boolean;
}

/**
 * Reads an OpenAPI document from YAML or JSON.
 *
 * @throws {SpecError} if it is not one, with the mistake and, for a syntax error, the line
 */
export function readText(
  source: string,
  file: string,
  name: string,
  { versions, exact }: SourceOptions = { versions: ["3.0", "3.1", "3.2"], exact: true },
): ReadText {
  // As JSON, a document of many megabytes takes a tenth of the time and memory; its lines are left out then.
  const isJson = /^\s*\{/.test(source);
  const document: unknown = isJson
    ? parseJsonText(source, name, exact)
    : readYaml(source, name, exact);
  if (!isTree(document))
    throw new SpecError(`${name} is not an OpenAPI document: it has no fields.`);
  checkVersion(document, name, versions);
  const isLarge = isJson && source.length > 2_000_000;
  return { document, locate: isLarge ? async () => new Map() : locateText(source, file) };
}

/** Keeps the text, which a large document's `locate` does without. */
function locateText(source: string, file: string): ReadText["locate"] {
  return async (pointers) => {
    const lines = linesOfYaml(source, pointers);
    return new Map([...lines].map(([pointer, line]) => [pointer, { file, line }]));
  };
}

function parseJsonText(json: string, name: string, exact: boolean): unknown {
  try {
    return exact ? parseJsonExactly(json) : (JSON.parse(json) as unknown);
  } catch {
    // YAML includes JSON, and its parser reports the line of the mistake.
    return readYaml(json, name, exact);
  }
}

/**
 * @param exact whether whole numbers beyond 2^53 are read as `bigint`
 * @throws {SpecError} if it is not YAML, with the line
 */
export function readYaml(yaml: string, name: string, exact = true): unknown {
  try {
    return exact ? parseYaml(yaml) : (parse(yaml) as unknown);
  } catch (error) {
    const [message = ""] = error instanceof Error ? error.message.split("\n") : [];
    throw new SpecError(`${name} cannot be read: ${message.replace(/:$/, ".")}`);
  }
}

/** The line of each pointer in YAML or JSON; for a part that is absent, the line of the nearest part around it. */
export function linesOfYaml(yaml: string, pointers: readonly string[]): Map<string, number> {
  const counter = new LineCounter();
  const { contents } = parseDocument(yaml, { lineCounter: counter });
  return new Map(
    pointers.flatMap((pointer): [string, number][] => {
      const offset = findOffset(contents, splitPointer(pointer));
      return offset === undefined ? [] : [[pointer, counter.linePos(offset).line]];
    }),
  );
}

function checkVersion(document: Tree, name: string, versions: readonly string[]): void {
  const { swagger, openapi } = document;
  if (typeof swagger === "string" && !versions.includes(swagger))
    throw new SpecError(
      `${name} is a Swagger ${swagger} document; OpenAPI ${row(versions, "or")} is supported.`,
    );
  const words = row(
    versions.filter((one) => one >= "3").map((one) => `${one}.x`),
    "or",
  );
  if (typeof (swagger ?? openapi) !== "string")
    throw new SpecError(
      `${name} is not an OpenAPI document: its field \`openapi\` has to be ${words}.`,
    );
  if (typeof openapi === "string" && !isPatchOfAny(openapi, versions))
    throw new SpecError(`${name} is OpenAPI ${openapi}; ${words} is supported.`);
  for (const key of ["paths", "webhooks", "components"]) {
    if (document[key] !== undefined && !isTree(document[key]))
      throw new SpecError(`${name}: \`${key}\` has to be an object.`);
  }
}

/** Whether a version, as `3.1.1`, is a patch of one of some. */
function isPatchOfAny(openapi: string, versions: readonly string[]): boolean {
  const [, minor = ""] = /^(\d+\.\d+)\.\d+(-.*)?$/.exec(openapi) ?? [];
  return versions.includes(minor);
}

/** The offset of the deepest part of a path that exists. */
function findOffset(root: unknown, path: string[]): number | undefined {
  let node: unknown = root;
  let offset = nodeStart(node);
  for (const key of path) {
    if (isAlias(node)) return offset;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
      if (!pair) return offset;
      offset = nodeStart(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      if (node === undefined) return offset;
      offset = nodeStart(node) ?? offset;
    } else return offset;
  }
  return offset;
}

function nodeStart(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}
