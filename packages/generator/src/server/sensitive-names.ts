import type { Contract } from "../../../contract/src/model.ts";
import { shapesIn } from "../../../contract/src/shapes/contract-shapes.ts";
import { partsOf, type Shape } from "../../../contract/src/shapes/shape.ts";

/** Names of the fields that the contract calls personal or that have one of some formats, in order. */
export function sensitiveNames(contract: Contract, formats: readonly string[]): string[] {
  const names = new Set<string>();
  for (const shape of shapesIn(contract)) {
    if (shape.kind !== "object") continue;
    for (const [name, { shape: field, formatBy }] of Object.entries(shape.fields)) {
      const chosen = Object.values(formatBy?.formats ?? {});
      if (chosen.some((format) => formats.includes(format)) || isSensitive(field, formats)) names.add(name);
    }
  }
  return [...names].sort();
}

/** A list or a record of sensitive values is as sensitive as they are; of an object, each field is by itself. */
function isSensitive(shape: Shape, formats: readonly string[], seen: readonly string[] = []): boolean {
  if (shape.notes.personal) return true;
  if (shape.kind === "text" || shape.kind === "number") return formats.includes(shape.format ?? "");
  if (shape.kind === "object") return false;
  if (shape.kind !== "reference") return partsOf(shape).some((part) => isSensitive(part, formats, seen));
  return !seen.includes(shape.name) && isSensitive(shape.target(), formats, [...seen, shape.name]);
}
