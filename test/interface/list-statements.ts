import {
  type Document,
  type Operation,
  operationsOf,
  resolve,
  type Schema,
} from "../../packages/contract/src/openapi.ts";
import { facetsOf } from "../../packages/contract/src/schemas.ts";
import { describeRule } from "./describe-fields.ts";

/** Something that the document states: its place, what it is, and whether it says that it is not documented. */
export interface Statement {
  place: string;
  words: string;
  marked: boolean;
}

/** Every statement of the document: calls, their limits, parameters, responses and headers; fields, values and changes. */
export function listStatements(document: Document): Statement[] {
  const schemas = document.components?.schemas ?? {};
  return [
    ...[...operationsOf(document.paths)].flatMap(({ path, method, operation }) =>
      callStatements(document, `${method.toUpperCase()} ${path}`, operation),
    ),
    ...[...operationsOf(document.webhooks)].map(({ path, operation }) => ({
      place: `notification ${path}`,
      words: operation["x-notification"]?.when ?? "",
      marked: operation["x-basis"] !== undefined,
    })),
    ...Object.entries(schemas).flatMap(([name, schema]) => schemaStatements(document, name, schema)),
    ...serviceStatements(document),
  ];
}

function callStatements(document: Document, call: string, operation: Operation): Statement[] {
  const { operationId: id = "", "x-basis": basis, "x-rate-limit": limit, "x-token": token } = operation;
  const marked = basis !== undefined;
  const security = (operation.security ?? []).flatMap((one) => Object.keys(one)).join();
  return [
    { place: id, words: `${call} by ${security}`, marked: false },
    ...(limit
      ? [
          {
            place: `${id} limit`,
            words: `${limit.limit} in ${limit.window} s by ${limit.scope.join("+")}`,
            marked: false,
          },
        ]
      : [{ place: `${id} limit`, words: "none", marked }]),
    ...(token ? [{ place: `${id} token`, words: `${token.lifetime} ${token.unit}`, marked: false }] : []),
    ...(operation["x-idempotency"]
      ? [{ place: `${id} repetition`, words: "", marked: operation["x-idempotency"].basis !== undefined }]
      : []),
    ...(operation.parameters ?? []).map((reference) => {
      const { name, required, schema, ...parameter } = resolve(document, reference);
      const words = `${required ? "required" : "optional"} ${describeRule(document, schema)}`;
      return { place: `${id} ${name}`, words, marked: parameter["x-basis"] !== undefined };
    }),
    ...Object.entries(operation.responses).flatMap(([status, response]) => [
      ...(response["x-errors"] ?? [""]).map((error) => ({
        place: `${id} ${status}`,
        words: error,
        marked: marked || isMarkedError(document, error),
      })),
      ...Object.entries(response.headers ?? {}).map(([name, header]) => ({
        place: `${id} ${status}`,
        words: name,
        marked: resolve(document, header)["x-basis"] !== undefined,
      })),
    ]),
  ];
}

function isMarkedError(document: Document, code: string): boolean {
  return document.components?.schemas?.ErrorCode?.["x-values"]?.[code]?.basis !== undefined;
}

function schemaStatements(document: Document, name: string, schema: Schema): Statement[] {
  const marked = schema["x-basis"] !== undefined;
  const statements = schema["x-values"] ?? {};
  return [
    ...fieldStatements(document, name, schema, marked),
    ...(schema.enum ?? []).map((value) => ({
      place: name,
      words: String(value),
      marked: marked || statements[String(value)]?.basis !== undefined,
    })),
    ...(schema["x-lifecycle"]?.transitions ?? []).map(({ from, to, notification, basis }) => ({
      place: name,
      words: `${from ?? "(none)"} → ${to}: ${notification}`,
      marked: basis !== undefined,
    })),
    // A choice by a discriminator is made of schemas that state themselves.
    ...(schema.properties || schema.enum || schema.discriminator
      ? []
      : [{ place: name, words: describeRule(document, schema), marked }]),
  ];
}

function fieldStatements(document: Document, place: string, schema: Schema, above: boolean): Statement[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${place}.${name}`;
    const contract = { schemas: document.components?.schemas ?? {} };
    // A form that is named elsewhere stands with its own statement there.
    const own = field["x-basis"] !== undefined || above;
    const target = [...facetsOf(contract, field)].find(({ properties, enum: values }) => properties ?? values);
    const rule = field.$ref
      ? field.$ref.replace(/.*\//, "")
      : target?.properties
        ? "object"
        : describeRule(document, field);
    const presence = schema.required?.includes(name) ? "required" : "optional";
    const inside = field.$ref === undefined ? fieldStatements(document, path, field, own) : [];
    return [{ place: path, words: `${presence} ${rule}`, marked: own }, ...inside];
  });
}

function serviceStatements(document: Document): Statement[] {
  const {
    "x-notification-delivery": delivery,
    "x-notification-signature": signature,
    "x-body-limit": limit,
  } = document;
  return [
    { place: "version", words: document.info.version, marked: false },
    { place: "version policy", words: JSON.stringify(document["x-version-policy"]), marked: false },
    { place: "unknown fields and values", words: "", marked: document["x-basis"] !== undefined },
    { place: "body limit", words: String(limit), marked: isMarkedError(document, "PAYLOAD_TOO_LARGE") },
    { place: "delivery", words: "", marked: delivery?.basis !== undefined },
    { place: "signature", words: "", marked: signature?.basis !== undefined },
  ];
}
