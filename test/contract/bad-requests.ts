import type { Operation } from "../../scripts/contract/model.ts";
import { type Json, resolve, type Schema } from "../../scripts/contract/openapi.ts";
import { contract, document } from "../support/contract.ts";
import { breakRules } from "./break-rules.ts";

/** A request that breaks one rule of the contract, and the answer that the contract gives it. */
export interface BadRequest {
  /** Field and rule: `customer.email: format`. */
  name: string;
  body?: Json;
  /** The body's text, where it is not the JSON of a value. */
  rawBody?: string;
  /** The path, where it is not that of the operation. */
  path?: string;
  headers?: Record<string, string | undefined>;
  status: number;
  code: string;
}

/** One bad request for each rule of each field and header of an operation. */
export function badRequests(operation: Operation): BadRequest[] {
  return [...badBodies(operation), ...badHeaders(operation)];
}

function badBodies(operation: Operation): BadRequest[] {
  if (!operation.body) return [];
  const example = operation.body.examples[0]?.value;
  if (example === undefined) throw new Error(`${operation.id} has no example of its body to break.`);
  return [
    ...fieldsOf(operation.body.schema, example).flatMap(({ path, schema, value, required, siblings }) => {
      const replace = (changed?: Json): Json => change(example, path, changed);
      const broken = breakRules(document, schema, value, siblings).map(({ rule, label, value }) =>
        expectError(operation, schema, rule, { name: `${path.join(".")}: ${label}`, body: replace(value) }),
      );
      const missing = expectError(operation, schema, "required", {
        name: `${path.join(".")}: missing`,
        body: replace(),
      });
      return required ? [missing, ...broken] : broken;
    }),
    ...[null, "text", [], 1].map((body) =>
      expectError(operation, {}, "type", { name: `the body is ${JSON.stringify(body)}`, body }),
    ),
  ];
}

function badHeaders(operation: Operation): BadRequest[] {
  return operation.parameters
    .filter((parameter) => parameter.in === "header")
    .flatMap(({ name, schema, example = "", required }) => {
      const { missing } = operation.idempotency ?? {};
      const broken = breakRules(document, schema, example, {})
        .filter(({ rule, value }) => rule !== "type" && value !== "")
        .map(({ rule, label, value }) =>
          expectError(operation, schema, rule, { name: `${name}: ${label}`, headers: { [name]: String(value) } }),
        );
      if (!required) return broken;
      const absent = { name: `${name}: missing`, headers: { [name]: undefined } };
      const isKey = operation.idempotency?.header === name;
      return [
        isKey && missing ? withCode(operation, missing, absent) : expectError(operation, {}, "required", absent),
        ...broken,
      ];
    });
}

interface Field {
  path: string[];
  /** The property's own keywords over those of the schema that it refers to. */
  schema: Schema;
  value: Json;
  required: boolean;
  siblings: Record<string, Json>;
}

/** Every field of a body, however deep, with its value in an example. */
export function fieldsOf(schema: Schema, value: Json, path: string[] = []): Field[] {
  const { properties = {}, required = [] } = resolve<Schema>(document, schema);
  const siblings = value as Record<string, Json>;
  return Object.entries(properties).flatMap(([name, property]) => {
    const inner = siblings[name];
    // Every field is in the complete example; one that is not cannot be broken there.
    if (inner === undefined) throw new Error(`The example has no ${[...path, name].join(".")} to break.`);
    const merged = { ...resolve<Schema>(document, property), ...property };
    const here = { path: [...path, name], schema: merged, value: inner, required: required.includes(name), siblings };
    if (merged.properties) return [here, ...fieldsOf(merged, inner, here.path)];
    if (!merged.items || !Array.isArray(inner)) return [here];
    const [first] = inner;
    const items = resolve<Schema>(document, merged.items);
    return items.properties && first !== undefined ? [here, ...fieldsOf(items, first, [...here.path, "0"])] : [here];
  });
}

/** The answer that the contract gives to a broken rule: the field's own code, or the general error. */
function expectError(
  operation: Operation,
  schema: Schema,
  rule: string,
  request: Omit<BadRequest, "status" | "code">,
): BadRequest {
  const general = rule === "required" || rule === "type";
  const own = general ? undefined : (schema["x-invalid"]?.[rule] ?? schema["x-invalid"]?.["*"]);
  return withCode(operation, own ?? codeFor("validation"), request);
}

function withCode(operation: Operation, code: string, request: Omit<BadRequest, "status" | "code">): BadRequest {
  const status = operation.responses.find(({ errors }) => errors.includes(code))?.status;
  if (status === undefined) throw new Error(`${operation.id} does not list ${code}.`);
  return { ...request, status, code };
}

/** Code of the error that a part of the server raises by itself. */
export function codeFor(cause: string, operation?: Operation): string {
  const found = contract.errors.find(
    ({ code, causes }) =>
      causes?.includes(cause) && (!operation || operation.responses.some(({ errors }) => errors.includes(code))),
  );
  if (!found) throw new Error(`No error has the cause ${cause}.`);
  return found.code;
}

/** A copy of a value with one field changed, or removed where nothing is given. */
export function change(value: Json, [step, ...rest]: string[], changed?: Json): Json {
  if (step === undefined) return value;
  const copy = structuredClone(value) as Record<string, Json>;
  const inner = copy[step];
  if (rest.length > 0 && inner !== undefined) copy[step] = change(inner, rest, changed);
  else if (changed === undefined) delete copy[step];
  else copy[step] = changed;
  return copy;
}
