import type { Document, Schema } from "../openapi.ts";
import { listParts } from "../parts.ts";

/** Marks each integer of 64 bits as one that is a `bigint` in programs. Changes the document. */
export function markExactIntegers(document: Document): void {
  for (const { part, kind } of listParts(document)) {
    if (kind !== "words") continue;
    const { type, format = "", enum: values } = part as Schema;
    const isInteger = [type].flat().every((one) => one === "integer" || one === "null");
    if (isInteger && !values && /^u?int64$/.test(format)) (part as Schema)["x-bigint"] = true;
  }
}
