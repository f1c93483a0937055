import { bySeverity, verdictOf } from "../../packages/review/src/change.ts";
import { collectDifferences } from "../../packages/review/src/compare.ts";
import type { Tree } from "../../packages/review/src/place.ts";
import type { Calendar } from "../../packages/review/src/schema/comparison.ts";
import type { Json } from "./tree.ts";

/** Compares two documents, whose sources are not known. */
export function compareDocuments(base: Tree, head: Tree, calendar?: Calendar) {
  const changes = collectDifferences(base, head, calendar).changes().sort(bySeverity);
  return { changes, verdict: verdictOf(changes) };
}

/** Where a schema is in a document. */
export type Place = "request" | "response";

/** A document with a schema as the body of its only request or response. */
export function makeDocument(schema: Json, place: Place): Tree {
  const body = { content: { "application/json": { schema } } };
  const operation = {
    operationId: "callIt",
    ...(place === "request" && { requestBody: body }),
    responses: { "200": { description: "Done.", ...(place === "response" && body) } },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Pairs", version: "1.0" },
    paths: { "/it": { post: operation } },
  };
}
