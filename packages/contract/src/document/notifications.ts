// Notifications: the document's `webhooks` are made of unions, `callbacks` and the example of the signature of `webhooks`.
import { defined } from "../defined.ts";
import {
  type Document,
  type NotificationStatement,
  type Operation,
  operationsOf,
  type Parameter,
  type PathItem,
  resolve,
  type Schema,
} from "../openapi.ts";
import { referenceTo, valueAt } from "../pointer.ts";
import { signWith } from "../signature.ts";
import { SpecError } from "../spec-error.ts";

/**
 * Makes the root `webhooks` from the unions with `x-notifications`: one for each event, whose body is the model that the
 * union names. The union itself stays as the schema of any notification.
 *
 * @throws {SpecError} if a notification's model has no name
 */
export function liftNotifications(document: Document): void {
  const webhooks = listNotificationUnions(document).flatMap(([, union]) =>
    Object.entries(union["x-notifications"] ?? {}).map(([event, statement]) => {
      const $ref = union.discriminator?.mapping?.[event];
      const schema = valueAt(document, $ref ?? "#/") as Schema | undefined;
      if (!$ref || !schema)
        throw new SpecError(`The body of the notification '${event}' needs a named model.`);
      const { description, "x-basis": basis } = statement;
      // The body repeats its notification's description; its examples stand next to the body.
      Object.assign(
        schema,
        description !== undefined && { description },
        basis && { "x-basis": basis },
      );
      delete schema.examples;
      return [event, { post: readDelivery(document, event, statement, $ref) }] as const;
    }),
  );
  const { "x-notification-signature": signature } = document;
  if (signature) delete signature.description;
  if (webhooks.length > 0) document.webhooks = Object.fromEntries(webhooks);
}

/** The unions of notifications, by the names of their schemas. */
function listNotificationUnions(document: Document): [name: string, union: Schema][] {
  return Object.entries(document.components?.schemas ?? {}).filter(
    ([, schema]) => schema["x-notifications"],
  );
}

function readDelivery(
  document: Document,
  event: string,
  { subject, summary, description, examples, "x-basis": basis }: NotificationStatement,
  $ref: string,
): Operation {
  return defined({
    operationId: toIdentifier(event),
    summary,
    description,
    "x-basis": basis,
    security: [{}],
    parameters: signatureHeaders(document),
    requestBody: {
      required: true,
      description: "The notification.",
      content: { "application/json": defined({ schema: { $ref }, examples }) },
    },
    responses: {
      "200": { description: "The notification was received." },
      "4XX": {
        description:
          "The notification was not received, as with any other response that is not a success.",
      },
    },
    "x-notification": {
      event,
      ...(subject !== "" && { subject }),
      when: conditionIn(description ?? event),
    },
  });
}

/** A name of several words as an identifier: `book_lent` → `bookLent`. */
function toIdentifier(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase());
}

/** A first sentence as a part of another: `A book was lent.` → `a book was lent`. */
function conditionIn(prose: string): string {
  const [sentence = ""] = prose.split(/\.(?:\s|$)/);
  return sentence.replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase());
}

/**
 * The headers of `@signature`.
 *
 * @throws {SpecError} if the signed content is not the one that receivers check
 */
function signatureHeaders({ "x-notification-signature": signature }: Document): Parameter[] {
  if (!signature) return [];
  const { header, id, description, signed, timestamp, version, "x-basis": basis } = signature;
  const expected = `${id === undefined ? "" : "{id}."}{timestamp}.{body}`;
  if (signed !== expected)
    throw new SpecError(`@signature: what is signed has to be "${expected}", not "${signed}".`);
  const one = `${version},[A-Za-z0-9+/]{43}=`;
  const patterns =
    id === undefined
      ? { [header]: `^${timestamp}=[0-9]+(,${version}=[0-9a-f]{64})+$` }
      : { [id]: "^[^.]+$", [timestamp]: "^[0-9]+$", [header]: `^${one}( ${one})*$` };
  return Object.entries(patterns).map(([name, pattern]) => ({
    name,
    in: "header",
    required: false,
    ...(name === header && description !== undefined && { description }),
    schema: { type: "string", pattern },
    ...(basis && { "x-basis": basis }),
  }));
}

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
    const items = events
      ? events.map((event) => [event, webhooks[event] ?? {}] as const)
      : [makeUnion(document, webhooks)];
    operation.callbacks = Object.fromEntries(
      items.map(([name, item]) => [
        name,
        { [url]: callbackItem(item, `${operation.operationId}_${name}`) },
      ]),
    );
  }
  for (const [, union] of listNotificationUnions(document)) delete union["x-notifications"];
}

/**
 * A notification as a callback shows it. Tools do not follow a reference here: they show it as a method. The service's
 * reaction to it stands among the `webhooks`, under the same name.
 */
function callbackItem(item: PathItem, name: string): PathItem {
  const copy = structuredClone(item);
  for (const { operation } of operationsOf({ copy })) {
    // Without a name, generators of clients take the callback's, which its operation among the notifications has already.
    operation.operationId = toIdentifier(name);
    for (const key of Object.keys(operation))
      if (key.startsWith("x-")) Reflect.deleteProperty(operation, key);
  }
  return copy;
}

/** The callback of a URL that receives every notification: its body is the union that the spec makes of them. */
function makeUnion(
  document: Document,
  webhooks: Record<string, PathItem>,
): readonly [string, PathItem] {
  const operations = [...operationsOf(webhooks)];
  const [first] = operations;
  if (!first) throw new SpecError("There is no notification to notify of.");
  const unions = listNotificationUnions(document).map(([name]) => ({
    $ref: referenceTo("components", "schemas", name),
  }));
  const examples = operations.flatMap(({ operation: { operationId, requestBody } }) =>
    Object.values(requestBody?.content ?? {}).flatMap((media) =>
      Object.entries(media.examples ?? {}).map(([name, example]) => [
        `${operationId}.${name}`,
        example,
      ]),
    ),
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

/**
 * Signs an example of a notification, the shortest that there is, with the secret that the spec gives for it. The
 * signature becomes the example of the header, the body stands next to it.
 */
export function signExample(document: Document): void {
  const signature = document["x-notification-signature"];
  const notifications = [...operationsOf(document.webhooks)].map(({ operation }) => operation);
  const bodies = notifications
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    .flatMap(({ examples = {} }) => Object.values(examples))
    .map((example) => JSON.stringify(resolve(document, example).value))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const [body] = bodies;
  if (!signature?.example || body === undefined) return;
  const { secret, timestamp } = signature.example;
  const { id = "" } = JSON.parse(body) as { id?: string };
  const headers = signWith(signature, id, body, { secret, now: timestamp * 1000 });
  signature.example = { ...signature.example, body, value: headers[signature.header] ?? "" };
  for (const reference of notifications.flatMap(({ parameters = [] }) => parameters)) {
    const parameter = resolve<Parameter>(document, reference);
    const example = headers[parameter.name];
    if (parameter.in === "header" && example !== undefined) parameter.example = example;
  }
}
