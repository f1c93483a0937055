import { type Document, operationsOf, type Schema } from "../openapi.ts";

/**
 * Leaves out of a version's document the statements about events and statuses that the version does not have: they are
 * made of the types of all versions. Changes the document.
 */
export function narrowVersion(document: Document): void {
  const schemas = Object.values(document.components?.schemas ?? {});
  const unions = schemas.filter((schema) => schema["x-notifications"]);
  const events = new Set(
    unions.flatMap(({ discriminator }) => Object.keys(discriminator?.mapping ?? {})),
  );
  for (const union of unions)
    union["x-notifications"] = pickVersion(union["x-notifications"] ?? {}, (event) =>
      events.has(event),
    );
  for (const { operation } of operationsOf(document.paths)) {
    const notifies = operation["x-notifies"];
    if (notifies?.events) notifies.events = notifies.events.filter((event) => events.has(event));
  }
  for (const schema of schemas) narrowStatuses(schema, events);
}

function narrowStatuses(schema: Schema, events: ReadonlySet<string>): void {
  const { enum: values, "x-lifecycle": lifecycle, "x-values": meanings } = schema;
  if (!values) return;
  const has = (status: unknown): boolean => values.includes(status as never);
  if (meanings) schema["x-values"] = pickVersion(meanings, has);
  if (!lifecycle) return;
  const transitions = lifecycle.transitions
    .filter(({ from, to }) => (from === null || has(from)) && has(to))
    .map(({ notification, ...rest }) => ({
      ...rest,
      ...(notification && events.has(notification) && { notification }),
    }));
  const final = values
    .map(String)
    .filter((status) => transitions.every(({ from }) => from !== status));
  schema["x-lifecycle"] = {
    ...lifecycle,
    final,
    waitEndsAt: [...new Set([...final, ...lifecycle.waitEndsAt.filter(has)])],
    transitions,
  };
}

function pickVersion<Value>(
  record: Record<string, Value>,
  isKept: (name: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)));
}
