import { SpecError } from "@packages/contract/src/spec-error.ts";
import type { Tree } from "../place.ts";

/** The place in the source that a part of a contract was written at. */
export interface Written {
  file: string;
  /** Counted from 1. */
  line: number;
  /** The declaration: `Book.title`, `lendBook`; absent if only the line is known. */
  name?: string;
}

/** A mistake that the compiler finds in a spec. */
export interface Flaw {
  severity: "error" | "warning";
  /** Absent for one of the whole spec. */
  file?: string;
  line?: number;
  text: string;
}

/** As the compiler prints it. */
export function printFlaw({ severity, file, line, text }: Flaw): string {
  return `${file === undefined ? "" : `${file}:${line} - `}${severity} ${text}`;
}

/** The compiler makes no document of a spec. */
export class UnreadSpecError extends SpecError {
  readonly flaws: readonly Flaw[];

  constructor(flaws: readonly Flaw[]) {
    super(flaws.map(printFlaw).join("\n"));
    this.flaws = flaws;
  }
}

export interface Loaded {
  /** The argument that named it: `main`, `openapi.yaml`. */
  name: string;
  document: Tree;
  /** The source of places of the document, by JSON pointer, as far as it is known. */
  locate(pointers: readonly string[]): Promise<Map<string, Written>>;
  /** Mistakes of the spec. */
  flaws?: readonly Flaw[];
  /** Whether no document could be made of the spec, so that it stands in with the base's. */
  isUnread?: true;
  /** Contents of the files that it was compiled from, by their paths. */
  sources?(): Promise<Map<string, string>>;
}
