// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { Reader } from "@packages/contract/src/check/read.ts";
import type { operations as Operations } from "./types.d.ts";

/** How an operation is called, and the checks of what it is given. */
export interface OperationEntry {
  readonly method: string;
  /** As OpenAPI writes it: `/things/{id}`. */
  readonly path: string;
  readonly query: Reader;
  /** Parameters of the query that are whole numbers. */
  readonly integers: readonly string[];
  /** Absent where the operation takes no body. */
  readonly body?: Reader;
  readonly bodyRequired?: boolean;
}

/** By operation id. */
export declare const operations: Readonly<Record<keyof Operations, OperationEntry>>;

/** What a pattern stands for, in words. */
export declare const forms: Readonly<Record<string, string>>;
