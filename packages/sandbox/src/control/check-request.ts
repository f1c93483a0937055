import { checkBody } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import { operations, schemas } from "../contract.ts";
import { makeTolerance } from "../notifications/destinations.ts";
import { type InvalidField, InvalidInputError } from "./invalid-input-error.ts";

/** Operation of the service's contract that an operation here stands for. */
type Operation = "createCharge" | "createTransfer" | "createWebhook";

/** Checks a body against the service's contract, as a request's would be. @throws {InvalidInputError} */
export function checkRequest(sandbox: Sandbox, operation: Operation, body: unknown): void {
  const wrong = checkBody(operation, body, makeTolerance(sandbox));
  if (wrong.length > 0) throw new InvalidInputError(wrong.map(({ path, message }) => ({ path, message })));
}

/**
 * Checks that an operation's body has the fields that somebody names: in a request one that it does not have would be
 * passed over, and who names it by hand has made a mistake. @throws {InvalidInputError}
 */
export function checkFieldNames(operation: Operation, fields: object): void {
  const body = operations.find(({ id }) => id === operation)?.body;
  const unknown = body ? findUnknown(body.schema, fields, "") : [];
  if (unknown.length > 0) throw new InvalidInputError(unknown);
}

interface ObjectSchema {
  $ref?: string;
  properties?: Readonly<Record<string, ObjectSchema>>;
}

function findUnknown(schema: ObjectSchema, fields: object, place: string): InvalidField[] {
  const { properties } = resolve(schema);
  if (!properties) return [];
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    const path = `${place}${name}`;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) return [{ path, message: `is not one of ${Object.keys(properties).join(", ")}` }];
    return typeof value === "object" && value !== null ? findUnknown(property, value, `${path}.`) : [];
  });
}

function resolve(schema: ObjectSchema): ObjectSchema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : ((schemas as Readonly<Record<string, ObjectSchema>>)[name] ?? {});
}
