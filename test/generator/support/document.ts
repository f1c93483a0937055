import type { Document, Operation, PathItem, Schema } from "@packages/contract/src/openapi.ts";

/** A document as TypeSpec might emit it, of the given parts. */
export function makeDocument(
  paths: Record<string, PathItem>,
  parts: Partial<Document> = {},
): Document {
  return { openapi: "3.1.0", info: { title: "Shelf", version: "1" }, paths, ...parts };
}

/** An operation that answers 204, with the given parts. */
export function makeOperation(operationId: string, parts: Partial<Operation> = {}): Operation {
  return { operationId, tags: ["books"], responses: { "204": { description: "Done." } }, ...parts };
}

/** The schemas of notifications, as TypeSpec emits them: a union and the model of each event. */
export function makeNotifications(...events: string[]): Record<string, Schema> {
  const models = events.map((event, index) => [event, `Notice${index}`] as const);
  const union: Schema = {
    oneOf: models.map(([, name]) => ({ $ref: `#/components/schemas/${name}` })),
    discriminator: {
      propertyName: "event",
      mapping: Object.fromEntries(
        models.map(([event, name]) => [event, `#/components/schemas/${name}`]),
      ),
    },
    "x-open-set": true,
    "x-notifications": Object.fromEntries(
      events.map((event) => [event, { subject: "book", description: "It happened. Twice." }]),
    ),
  };
  const schemas = models.map(([event, name]): [string, Schema] => [
    name,
    {
      type: "object",
      required: ["event"],
      properties: { event: { type: "string", enum: [event] }, kind: {} },
    },
  ]);
  return { Notification: union, ...Object.fromEntries(schemas) };
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
        properties: {
          code: { type: "string", enum: [error.code] },
          message: { type: "string" },
          details,
        },
      },
      timestamp: { type: "string", format: "date-time", examples: ["2026-11-20T15:00:00Z"] },
    },
    "x-error": error,
  };
}
