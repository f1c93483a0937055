import type { Document, Operation, PathItem, Schema } from "../../../packages/contract/src/openapi.ts";

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

/** The schema of an error, as TypeSpec emits it. */
export function makeError(error: NonNullable<Schema["x-error"]>, details: Schema = {}): Schema {
  return {
    type: "object",
    required: ["success", "error", "timestamp"],
    properties: {
      success: { type: "boolean", enum: [false] },
      error: {
        type: "object",
        required: ["code", "message"],
        properties: { code: { type: "string", enum: [error.code] }, message: { type: "string" }, details },
      },
      timestamp: { type: "string", format: "date-time", examples: ["2026-11-20T15:00:00Z"] },
    },
    "x-error": error,
  };
}
