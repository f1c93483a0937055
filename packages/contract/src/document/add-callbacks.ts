import {
  type Document,
  type MediaType,
  type Operation,
  operationsOf,
  type PathItem,
  referenceTo,
  resolve,
  type Schema,
} from "../openapi.ts";
import { SpecError } from "../spec-error.ts";

const schemaName = "Notification";

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

/** The callback of a URL that receives every notification; adds the schema that is one of all. */
function anyOf(document: Document, webhooks: Record<string, PathItem>): readonly [string, PathItem] {
  const operations = [...operationsOf(webhooks)];
  const bodies = operations.map(({ path, operation }) => [path, bodyOf(operation)] as const);
  const [first] = operations;
  if (!first) throw new SpecError("There is no notification to notify of.");
  const schemas = document.components?.schemas ?? {};
  if (schemas[schemaName])
    throw new SpecError(`The schema ${schemaName} needs another name: it is that of all notifications.`);
  const schema = {
    description: "Any notification: the event says which it is.",
    oneOf: [...new Map(bodies.map(([, body]) => [body.$ref ?? JSON.stringify(body), body])).values()],
    ...discriminatorOf(document, bodies),
  };
  document.components = { ...document.components, schemas: { ...schemas, [schemaName]: schema } };
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
          schema: { $ref: referenceTo("components", "schemas", schemaName) },
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

function bodyOf(operation: Operation): Schema {
  return mediaOf(operation)?.schema ?? {};
}

/** The field that names the event in every body, if there is one. */
function discriminatorOf(
  document: Document,
  bodies: readonly (readonly [event: string, body: Schema])[],
): Pick<Schema, "discriminator" | "x-open-set"> {
  const names = bodies.map(([event, body]) => {
    const { properties = {}, required = [] } = resolve<Schema>(document, body);
    const fixed = Object.entries(properties).filter(([name, field]) => required.includes(name) && isOnly(field, event));
    return new Set(body.$ref ? fixed.map(([name]) => name) : []);
  });
  const propertyName = [...(names[0] ?? [])].find((name) => names.every((found) => found.has(name)));
  if (propertyName === undefined) return {};
  return {
    discriminator: {
      propertyName,
      mapping: Object.fromEntries(bodies.map(([event, body]) => [event, body.$ref ?? ""])),
    },
    "x-open-set": true,
  };
}

function isOnly({ const: value, enum: values }: Schema, event: string): boolean {
  return value === event || (values?.length === 1 && values[0] === event);
}
