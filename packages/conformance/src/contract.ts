import type { Lifecycle } from "@packages/contract/src/behaviour.ts";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import type { Json, Schema } from "@packages/contract/src/openapi.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { type Form, fieldsOf, follow } from "@packages/contract/src/shapes/shape.ts";
import { listSuccesses } from "@packages/contract/src/successes.ts";

export type { Lifecycle } from "@packages/contract/src/behaviour.ts";
export { errorSchema } from "@packages/contract/src/error-schema.ts";
export type { Contract, Notification, Operation, Response } from "@packages/contract/src/model.ts";
export type { Json, Schema } from "@packages/contract/src/openapi.ts";

export type JsonObject = { [key: string]: Json };

/** An error as the contract gives it: its status and code. */
export interface ExpectedError {
  status: number;
  code: string;
}

/** Operations on one kind of object: its creation, and those that take its id. */
export interface Resource {
  /** Tag of the operations. */
  name: string;
  create: Operation;
  read: Operation | undefined;
  list: Operation | undefined;
  remove: Operation | undefined;
  lifecycle: Lifecycle | undefined;
}

/** The error that a server raises for a cause, as an operation lists it; undefined if it lists none. */
export function errorForCause(
  contract: Contract,
  cause: string,
  operation?: Operation,
): ExpectedError | undefined {
  return contract.errors.find(
    ({ code, causes, anywhere }) =>
      causes?.includes(cause) &&
      (operation === undefined ||
        anywhere ||
        operation.responses.some(({ errors }) => errors.includes(code))),
  );
}

/** Statuses with which a server refuses requests by itself, by the cause. */
const ownStatuses: Readonly<Record<string, number>> = {
  "unknown-path": 404,
  "unknown-method": 405,
  "malformed-body": 400,
  "media-type": 415,
  "body-too-large": 413,
  ...Object.fromEntries(
    ["missing", "malformed", "invalid", "expired"].map((one) => [`credentials-${one}`, 401]),
  ),
};

/** Whether the contract leaves a refusal open: its status belongs to a cause for which the contract lists no error. */
export function isLeftOpen(contract: Contract, status: number, code: string | undefined): boolean {
  if (errorByCode(contract, code ?? "")) return false;
  return Object.entries(ownStatuses).some(
    ([cause, own]) => own === status && !errorForCause(contract, cause),
  );
}

/** An error by its code, as the catalogue has it. */
export function errorByCode(contract: Contract, code: string): ExpectedError | undefined {
  return contract.errors.find((error) => error.code === code);
}

/** The content of a success: the object inside the envelope, or the body itself if there is no envelope. */
export function getPayload(body: Json | undefined): Json | undefined {
  return isJsonObject(body) && "data" in body ? body.data : body;
}

/** The shape of a schema of the contract; of anything if there is none. */
export function getShape(contract: Contract, schema: Schema = {}): Form {
  return follow(shapesOf(contract).shapeOf(schema));
}

/** The shape of the result of a success. */
export function payloadShape(contract: Contract, operation: Operation): Form {
  const body = getShape(contract, listSuccesses(operation)[0]?.schema);
  return follow(fieldsOf(body).data?.shape ?? body);
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Name of the one parameter in an operation's path. */
export function pathParameter(operation: Operation): string | undefined {
  return operation.parameters.find((parameter) => parameter.in === "path")?.name;
}

/** Path of an operation about an object. */
export function buildPath({ path }: Operation, id?: string): string {
  return id === undefined ? path : path.replace(/\{[^}]+\}/, encodeURIComponent(id));
}

/** The kinds of objects of a contract, found by the operations of each tag. */
export function findResources(contract: Contract): Resource[] {
  return contract.groups.flatMap(({ name, operations }) => {
    const members = operations.flatMap(
      ({ id }) => contract.operations.find((operation) => operation.id === id) ?? [],
    );
    const create = members.find(
      (operation) =>
        operation.method === "POST" &&
        operation.body &&
        pathParameter(operation) === undefined &&
        fieldsOf(payloadShape(contract, operation)).id !== undefined,
    );
    if (!create) return [];
    const withId = members.filter((operation) => pathParameter(operation) !== undefined);
    const read = withId.find(({ method }) => method === "GET");
    const remove = withId.find(({ method }) => method === "DELETE");
    const list = members.find(
      (operation) =>
        operation.method === "GET" && payloadShape(contract, operation).kind === "array",
    );
    const { status } = fieldsOf(payloadShape(contract, create));
    const lifecycle = contract.lifecycles.find(
      ({ schema }) => status && follow(status.shape).annotations.name === schema,
    );
    return [{ name, create, read, list, remove, lifecycle }];
  });
}
