import type { Document, Operation, PathItem } from "../../contract/openapi.ts";

/** A document as TypeSpec might emit it, of the given parts. */
export function makeDocument(paths: Record<string, PathItem>, parts: Partial<Document> = {}): Document {
  return { openapi: "3.1.0", info: { title: "Shelf", version: "1" }, paths, ...parts };
}

/** An operation that answers 204, with the given parts. */
export function makeOperation(operationId: string, parts: Partial<Operation> = {}): Operation {
  return { operationId, tags: ["books"], responses: { "204": { description: "Done." } }, ...parts };
}

/** A notification, as TypeSpec has to declare it: among the paths. */
export function makeNotification(event: string): Operation {
  return makeOperation(event.replaceAll(/\W/g, ""), {
    "x-notification": { event, subject: "book", when: "it happens" },
    requestBody: { content: { "application/json": { schema: { type: "string" } } } },
  });
}
