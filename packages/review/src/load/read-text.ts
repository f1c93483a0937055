import { SpecError } from "@packages/contract/src/spec-error.ts";
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { isTree, splitPointer, type Tree } from "../place.ts";
import { parseJson, parseYaml } from "./large-numbers.ts";
import type { Loaded } from "./loaded.ts";

/**
 * Reads an OpenAPI document from YAML or JSON.
 *
 * @throws {SpecError} if it is not one, with the mistake and, for a syntax error, the line
 */
export function readText(text: string, file: string, name: string): Omit<Loaded, "name"> {
  // As JSON, a document of many megabytes takes a tenth of the time and memory; its lines are left out then.
  const isJson = /^\s*\{/.test(text);
  const document: unknown = isJson ? parseJsonText(text, name) : readYaml(text, name);
  if (!isTree(document))
    throw new SpecError(`${name} is not an OpenAPI document: it has no fields.`);
  checkVersion(document, name);
  return {
    document,
    async locate(pointers) {
      const lines =
        isJson && text.length > 2_000_000 ? new Map<string, number>() : linesOfYaml(text, pointers);
      return new Map([...lines].map(([pointer, line]) => [pointer, { file, line }]));
    },
  };
}

function parseJsonText(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // YAML holds JSON, and its parser says in which line the mistake is.
    return readYaml(text, name);
  }
}

/** @throws {SpecError} if it is no YAML, saying in which line */
export function readYaml(text: string, name: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    const [message = ""] = error instanceof Error ? error.message.split("\n") : [];
    throw new SpecError(`${name} cannot be read: ${message.replace(/:$/, ".")}`);
  }
}

function linesOfYaml(text: string, pointers: readonly string[]): Map<string, number> {
  const counter = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: counter });
  return new Map(
    pointers.flatMap((pointer): [string, number][] => {
      const offset = findOffset(contents, splitPointer(pointer));
      return offset === undefined ? [] : [[pointer, counter.linePos(offset).line]];
    }),
  );
}

function checkVersion(document: Tree, name: string): void {
  if (typeof document.swagger === "string")
    throw new SpecError(
      `${name} is a Swagger ${document.swagger} document; OpenAPI 3.0 or 3.1 is read.`,
    );
  if (typeof document.openapi !== "string")
    throw new SpecError(
      `${name} is not an OpenAPI document: its field \`openapi\` has to be 3.0.x or 3.1.x.`,
    );
  if (!/^3\.[01]\.\d+(-.*)?$/.test(document.openapi))
    throw new SpecError(`${name} is OpenAPI ${document.openapi}; 3.0.x or 3.1.x is read.`);
  for (const key of ["paths", "webhooks", "components"]) {
    if (document[key] !== undefined && !isTree(document[key]))
      throw new SpecError(`${name}: \`${key}\` has to be an object.`);
  }
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
