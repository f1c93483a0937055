import type { Tree } from "../place.ts";

/** The place in the source that a part of a contract was written at. */
export interface Written {
  file: string;
  /** Counted from 1. */
  line: number;
  /** The declaration: `Book.title`, `lendBook`; absent if only the line is known. */
  name?: string;
}

export interface Loaded {
  /** The argument that named it: `main`, `openapi.yaml`. */
  name: string;
  document: Tree;
  /** The source of places of the document, by JSON pointer, as far as it is known. */
  locate(pointers: readonly string[]): Promise<Map<string, Written>>;
  /** Diagnostics of the compiler that did not keep it from making the document. */
  flaws?: string[];
  /** Contents of the files that it was compiled from, by their paths. */
  sources?(): Promise<Map<string, string>>;
}
