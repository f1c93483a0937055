import type { LeftOut } from "@packages/contract/src/openapi.ts";
import type { Files } from "../output.ts";
import { bulletList, code, inline } from "./markdown.ts";

/** Adds a list of the operations that are left out to the README of an output. */
export function listLeftOut(files: Files, leftOut: readonly LeftOut[] = []): Files {
  const { "README.md": readme } = files;
  if (leftOut.length === 0 || readme === undefined) return files;
  const lines = leftOut.map(
    ({ method, path, reason }) => `${code(`${method} ${path}`)}: ${inline(reason)}`,
  );
  return {
    ...files,
    "README.md": `${readme.trimEnd()}

## Operations that are left out

The generator does not support these operations of the document:

${bulletList(lines)}
`,
  };
}
