import type { Tree } from "../place.ts";

/** Where a part of a contract was written. */
export interface Written {
  file: string;
  line: number;
}

export interface Loaded {
  /** What it was asked for as: `main`, `openapi.yaml`. */
  name: string;
  document: Tree;
  /** Where a place of the document was written, if that is known. */
  locate(pointer: string): Written | undefined;
}
