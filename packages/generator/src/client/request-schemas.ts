import type { Contract } from "../../../contract/src/model.ts";
import { shapesOf } from "../../../contract/src/shapes/normalise.ts";
import { shapesWithin } from "../../../contract/src/shapes/shape.ts";

/** Names of the schemas that requests are made of. */
export function requestSchemas(contract: Contract): Set<string> {
  const { shapeOf } = shapesOf(contract);
  const found = new Set<string>();
  for (const { body } of contract.operations) {
    for (const { notes } of body ? shapesWithin(shapeOf(body.schema), found) : [])
      if (notes.name) found.add(notes.name);
  }
  return found;
}
