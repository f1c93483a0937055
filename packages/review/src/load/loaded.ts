import type { Tree } from "../place.ts";

/** Where a part of a contract was written. */
export interface Written {
  file: string;
  /** From 1 on. */
  line: number;
  /** The declaration: `Book.title`, `lendBook`; absent where only the line is known. */
  name?: string;
}

export interface Loaded {
  /** The argument that named it: `main`, `openapi.yaml`. */
  name: string;
  document: Tree;
  /** Where places of the document were written, by JSON pointer, as far as that is known. */
  locate(pointers: readonly string[]): Promise<Map<string, Written>>;
  /** Texts of the files that it was compiled from, by their paths. */
  sources?(): Promise<Map<string, string>>;
}
