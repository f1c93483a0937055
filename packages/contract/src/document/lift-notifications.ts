import { type Document, methods, operationsOf, type PathItem } from "../openapi.ts";
import { SpecError } from "../spec-error.ts";

/**
 * Moves notifications from the paths, where TypeSpec has to declare them, to the root `webhooks`.
 *
 * @throws {SpecError} where a path holds both a notification and an operation, so that it cannot be moved
 */
export function liftNotifications(document: Document): void {
  const webhooks: Record<string, PathItem> = {};
  for (const [path, item] of Object.entries(document.paths)) {
    const operations = methods.flatMap((method) => item[method] ?? []);
    const events = operations.flatMap((operation) => operation["x-notification"]?.event ?? []);
    const [event] = events;
    if (event === undefined) continue;
    if (operations.length > 1) {
      throw new SpecError(
        `The notification '${event}' shares its path ${path} with another operation: give it its own.`,
      );
    }
    webhooks[event] = item;
    delete document.paths[path];
  }
  if (Object.keys(webhooks).length === 0) return;
  document.webhooks = webhooks;
  dropTags(document);
}

/** Tools list webhooks apart from operations: a tag that has nothing else would stand there empty. */
function dropTags(document: Document): void {
  for (const { operation } of operationsOf(document.webhooks)) delete operation.tags;
  const used = new Set([...operationsOf(document.paths)].flatMap(({ operation }) => operation.tags ?? []));
  if (document.tags) document.tags = document.tags.filter(({ name }) => used.has(name));
}
