import type { Field, RowOf } from "@packages/contract/src/check/table.ts";

/** A row of a table of checks for objects with these fields. */
export const object = (...fields: Field[]): RowOf<"object"> => ({ kind: "object", fields });
