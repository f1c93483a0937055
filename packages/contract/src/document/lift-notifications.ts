import type { Document, NotificationStatement, Operation, Parameter, Schema } from "../openapi.ts";
import { SpecError } from "../spec-error.ts";

/**
 * Makes the root `webhooks` from the unions with `x-notifications`: one for each event, whose body is the model that the
 * union names. The union itself stays as the schema of any notification.
 *
 * @throws {SpecError} where a notification's model has no name
 */
export function liftNotifications(document: Document): void {
  const webhooks = notificationsOf(document).flatMap(([, union]) =>
    Object.entries(union["x-notifications"] ?? {}).map(([event, statement]) => {
      const $ref = union.discriminator?.mapping?.[event];
      const schema = $ref && document.components?.schemas?.[$ref.slice("#/components/schemas/".length)];
      if (!$ref || !schema) throw new SpecError(`The body of the notification '${event}' needs a named model.`);
      describe(schema, statement);
      return [event, { post: deliveryOf(document, event, statement, $ref) }] as const;
    }),
  );
  const { "x-notification-signature": signature } = document;
  if (signature) delete signature.description;
  if (webhooks.length > 0) document.webhooks = Object.fromEntries(webhooks);
}

/** The unions of notifications, by the names of their schemas. */
export function notificationsOf(document: Document): [name: string, union: Schema][] {
  return Object.entries(document.components?.schemas ?? {}).filter(([, schema]) => schema["x-notifications"]);
}

/** The body says what its notification says; its examples stand next to the body. */
function describe(schema: Schema, { description, "x-basis": basis }: NotificationStatement): void {
  if (description !== undefined) schema.description = description;
  if (basis) schema["x-basis"] = basis;
  delete schema.examples;
}

function deliveryOf(
  document: Document,
  event: string,
  { subject, summary, description, examples, "x-basis": basis }: NotificationStatement,
  $ref: string,
): Operation {
  return {
    operationId: event.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase()),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(basis && { "x-basis": basis }),
    security: [{}],
    parameters: signatureHeaderOf(document),
    requestBody: {
      required: true,
      description: "The notification.",
      content: { "application/json": { schema: { $ref }, ...(examples && { examples }) } },
    },
    responses: {
      "200": { description: "The notification was received." },
      "4XX": { description: "The notification was not received, as with any other response that is no success." },
    },
    "x-notification": { event, ...(subject !== "" && { subject }), when: conditionIn(description ?? event) },
  };
}

/** What a first sentence says, as a part of another: `A book was lent.` → `a book was lent`. */
function conditionIn(text: string): string {
  const [sentence = ""] = text.split(/\.(?:\s|$)/);
  return sentence.replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase());
}

/** The header that the signature of `@signature` travels in. */
function signatureHeaderOf({ "x-notification-signature": signature }: Document): Parameter[] {
  if (!signature) return [];
  const { header, description, timestamp, version, "x-basis": basis } = signature;
  return [
    {
      name: header,
      in: "header",
      required: false,
      ...(description !== undefined && { description }),
      schema: { type: "string", pattern: `^${timestamp}=[0-9]+(,${version}=[0-9a-f]{64})+$` },
      ...(basis && { "x-basis": basis }),
    },
  ];
}
