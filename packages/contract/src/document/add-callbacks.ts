import { type Document, type MediaType, type Operation, operationsOf, type PathItem, referenceTo } from "../openapi.ts";
import { SpecError } from "../spec-error.ts";
import { notificationsOf } from "./lift-notifications.ts";

/**
 * Gives the operations that take a URL for notifications their `callbacks`: one for each event that is sent there, by
 * its name. An operation whose URL receives all of them has one callback, whose body is the schema `Notification`: one
 * of all.
 */
export function addCallbacks(document: Document): void {
  const { webhooks = {} } = document;
  for (const { operation } of operationsOf(document.paths)) {
    const notifies = operation["x-notifies"];
    if (!notifies) continue;
    delete operation["x-notifies"];
    const { url, events } = notifies;
    const items = events ? events.map((event) => [event, webhooks[event] ?? {}] as const) : [anyOf(document, webhooks)];
    operation.callbacks = Object.fromEntries(items.map(([name, item]) => [name, { [url]: callbackItem(item) }]));
  }
  for (const [, union] of notificationsOf(document)) delete union["x-notifications"];
}

/**
 * A notification as a callback shows it. Tools do not follow a reference here: they show it as a method. What the service
 * does about it stands among the `webhooks`, under the same name.
 */
function callbackItem(item: PathItem): PathItem {
  const copy = structuredClone(item);
  for (const { operation } of operationsOf({ copy })) {
    delete operation.operationId;
    for (const key of Object.keys(operation)) if (key.startsWith("x-")) Reflect.deleteProperty(operation, key);
  }
  return copy;
}

/** The callback of a URL that receives every notification: its body is the union that the spec makes of them. */
function anyOf(document: Document, webhooks: Record<string, PathItem>): readonly [string, PathItem] {
  const operations = [...operationsOf(webhooks)];
  const [first] = operations;
  if (!first) throw new SpecError("There is no notification to notify of.");
  const unions = notificationsOf(document).map(([name]) => ({ $ref: referenceTo("components", "schemas", name) }));
  const examples = operations.flatMap(({ operation }) =>
    Object.entries(mediaOf(operation)?.examples ?? {}).map(([name, example]) => [
      `${operation.operationId}.${name}`,
      example,
    ]),
  );
  const operation = {
    ...first.operation,
    summary: "Any notification",
    description: "Whatever the service notifies of: each event is among the webhooks.",
    requestBody: {
      ...first.operation.requestBody,
      content: {
        "application/json": {
          schema: unions.length === 1 && unions[0] ? unions[0] : { anyOf: unions },
          ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
        },
      },
    },
  };
  return ["notification", { [first.method]: operation }];
}

function mediaOf({ requestBody }: Operation): MediaType | undefined {
  return Object.values(requestBody?.content ?? {})[0];
}
