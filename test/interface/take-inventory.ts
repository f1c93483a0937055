import type { Notification, Operation } from "@packages/contract/src/model.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { describeFields, describeRule } from "./describe-fields.ts";

/** What a contract holds, in the form of inventory.yaml. */
export function takeInventory(document: Document): Inventory {
  const contract = readContract(document);
  return {
    service: {
      version: contract.version,
      versionPolicy: contract.versionPolicy,
      bodyLimit: contract.bodyLimit,
      servers: contract.servers.map(({ url }) => url),
      security: Object.fromEntries(
        Object.entries(contract.securitySchemes).map(([name, { type, scheme }]) => [
          name,
          `${type} ${scheme}`,
        ]),
      ),
    },
    operations: byKey(
      contract.operations.map((operation) => [operation.id, takeOperation(operation, document)]),
    ),
    notifications: byKey(
      contract.notifications.map((found) => [found.event, takeNotification(found, document)]),
    ),
    errors: byKey(
      contract.errors.map(({ code, status, message, retryable, causes, details }) => [
        code,
        {
          is: [status, ...(retryable ? ["retryable"] : []), ...(causes ?? [])].join(" "),
          message,
          ...(details?.schema && {
            details: describeFields(document, {
              properties: { details: details.schema },
              required: details.required ? ["details"] : [],
            }),
          }),
        },
      ]),
    ),
    errorBody: describeFields(document, { $ref: "#/components/schemas/ErrorBody" }),
    lifecycles: byKey(
      contract.lifecycles.map(({ schema, initial, final, waitEndsAt, statuses, transitions }) => [
        schema,
        {
          statuses: Object.keys(statuses),
          initial,
          final,
          waitEndsAt,
          transitions: transitions.map(
            ({ from, to, notification }) => `${from ?? "(none)"} → ${to}: ${notification}`,
          ),
        },
      ]),
    ),
    values: byKey(
      Object.entries(contract.schemas)
        .filter(([, schema]) => schema.enum)
        .map(([name, schema]) => [
          name,
          `${schema.enum?.join("|")}${schema["x-open-set"] ? " (open)" : ""}`,
        ]),
    ),
    formats: byKey(
      Object.entries(contract.schemas)
        .filter(([, schema]) => !schema.properties && !schema.enum)
        .map(([name, schema]) => [name, describeRule(document, schema)]),
    ),
    ...(contract.identity && { identity: withoutBasis(contract.identity) }),
    ...(contract.delivery && { delivery: withoutBasis(contract.delivery) }),
    ...(contract.signature && { signature: withoutBasis(contract.signature) }),
  };
}

/** An inventory: sections by name, whose entries are named in turn. */
type Inventory = { [section: string]: unknown };

function takeOperation(operation: Operation, document: Document): Inventory {
  const {
    method,
    path,
    group,
    scheme,
    rateLimit,
    idempotency,
    token,
    callbacks,
    parameters,
    body,
    responses,
  } = operation;
  return {
    call: `${method} ${path}`,
    group,
    security: scheme ?? "none",
    ...(rateLimit && {
      rateLimit: `${rateLimit.limit} in ${rateLimit.window} s by ${rateLimit.scope.join("+")}`,
    }),
    ...(idempotency && { idempotency: withoutBasis(idempotency) }),
    ...(token && { token: withoutBasis(token) }),
    ...(callbacks && { callbacks }),
    ...(parameters.length > 0 && {
      parameters: byKey(
        parameters.map(({ name, in: place, required, schema }) => [
          name,
          `${place} ${required ? "required" : "optional"} ${describeRule(document, schema)}`,
        ]),
      ),
    }),
    ...(body && {
      body: describeFields(document, body.schema),
      bodyExamples: body.examples.map(({ name }) => name),
    }),
    answers: byKey(
      responses.map(({ status, headers, errors, examples, schema }) => [
        String(status),
        {
          ...(errors.length > 0 && { errors }),
          headers: headers.map(({ name, required }) => (required ? name : `${name} (optional)`)),
          examples: examples.map(({ name }) => name),
          ...(schema && errors.length === 0 && { body: describeFields(document, schema) }),
        },
      ]),
    ),
  };
}

function takeNotification(notification: Notification, document: Document): Inventory {
  return {
    subject: notification.subject,
    callbackOf: notification.callbackOf,
    headers: notification.parameters.map(({ name, required }) =>
      required ? name : `${name} (optional)`,
    ),
    body: describeFields(document, notification.body.schema),
    examples: notification.body.examples.map(({ name }) => name),
  };
}

/** A statement alone: without where it comes from, and without what only shows it. */
function withoutBasis({
  "x-basis": _,
  example: __,
  ...rest
}: object & { "x-basis"?: unknown; example?: unknown }): object {
  return rest;
}

function byKey<T>(entries: [string, T][]): Record<string, T> {
  return Object.fromEntries(entries);
}
