import type { Document } from "../openapi.ts";
import { describeBehaviour } from "./describe-behaviour.ts";
import { printFormatConditions } from "./format-conditions.ts";
import { narrowErrors } from "./narrow-errors.ts";
import { orderKeys } from "./order-keys.ts";

/**
 * The document as it is published: a copy in which each response lists the errors that it may have, and in which descriptions
 * and conditions also state the effect of the `x-` fields, for tools that do not know the fields. Nothing in this project reads it.
 */
export function publishDocument(document: Document): Document {
  const published = structuredClone(document);
  narrowErrors(published);
  describeBehaviour(published);
  printFormatConditions(published);
  return orderKeys(published);
}
