import { type Document, methods, operationsOf, type PathItem, referenceTo } from "../openapi.ts";
import { SpecError } from "../spec-error.ts";

/**
 * Moves notifications from the paths, where TypeSpec has to declare them, to the root `webhooks`, and into the
 * `callbacks` of the operations that send them to a URL of the request.
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
  if (Object.keys(webhooks).length > 0) document.webhooks = webhooks;

  for (const { operation } of operationsOf(document.paths)) {
    const notifies = operation["x-notifies"];
    if (!notifies) continue;
    delete operation["x-notifies"];
    operation.callbacks = Object.fromEntries(
      notifies.events.map((event) => [event, { [notifies.url]: { $ref: referenceTo("webhooks", event) } }]),
    );
  }
}
