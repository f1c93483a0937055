import type { Basis, RateLimit } from "@packages/contract/src/behaviour.ts";
import {
  type Document,
  type Operation,
  operationsOf,
  type RequestBody,
  type Response,
  resolve,
  type Schema,
} from "@packages/contract/src/openapi.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { follow } from "@packages/contract/src/shapes/shape.ts";
import { describeRule } from "./describe-fields.ts";

/** Something that the document states: its place, what it is, and whether it says that it is not documented. */
export interface Statement {
  place: string;
  words: string;
  marked: boolean;
}

type Part = Pick<Operation, "callbacks"> & Partial<Pick<Response, "x-errors">> & Schema;

/** Every statement of the document: calls, their limits, parameters, responses and headers; fields, values, changes, prose. */
export function listStatements(document: Document): Statement[] {
  const derived = derivedBases(document);
  return [
    ...serviceStatements(document),
    ...[...operationsOf(document.paths)].flatMap(({ path, method, operation }) =>
      callStatements(document, `${method.toUpperCase()} ${path}`, operation),
    ),
    ...[...operationsOf(document.webhooks)].flatMap(({ path, operation }) => [
      state(`notification ${path}`, operation["x-notification"]?.when ?? "", operation["x-basis"]),
      ...prose(`notification ${path}`, operation, operation["x-basis"]),
    ]),
    ...Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) => {
      const basis = derived.get(`#/components/schemas/${name}`);
      return schemaStatements(document, name, { ...(basis && { "x-basis": basis }), ...schema });
    }),
  ];
}

/**
 * Bases of the schemas that only undocumented operations and errors refer to, such as the envelope of an assumed operation;
 * and of those that only undocumented fields refer to, if they hold no basis themselves. A basis that leaves a part of
 * its statement documented vouches for nothing else.
 */
function derivedBases(document: Document): Map<string, Basis> {
  const documented = new Set<string>();
  const derived = new Map<string, Basis>();
  const visit = (value: unknown, call?: Basis, field?: Basis): void => {
    if (value === null || typeof value !== "object") return;
    const {
      $ref,
      "x-basis": own,
      "x-errors": codes = [],
      callbacks: _,
      examples: __,
      ...parts
    } = value as Part;
    const errors = codes.map((code) => wholeBasis(valueBasis(document, code)));
    const ofErrors = errors.includes(undefined) ? undefined : errors[0];
    const above = call ?? ("responses" in parts ? wholeBasis(own) : ofErrors);
    const below = own ? wholeBasis(own) : field;
    if ($ref !== undefined) {
      const target = resolve(document, { $ref });
      const basis = above ?? (JSON.stringify(target).includes('"x-basis"') ? undefined : below);
      if (!documented.has($ref) && !(basis && derived.has($ref))) {
        if (basis) derived.set($ref, basis);
        else documented.add($ref);
        visit(target, above, below);
      }
    }
    for (const [key, part] of Object.entries(parts))
      if (!key.startsWith("x-")) visit(part, above, below);
  };
  visit([document.paths, document.webhooks]);
  for (const name of documented) derived.delete(name);
  return derived;
}

/** A basis that holds for everything below it. */
function wholeBasis(basis?: Basis): Basis | undefined {
  return basis?.documented ? undefined : basis;
}

/** A statement under a basis, which may leave a keyword of it documented. */
function state(place: string, words: string, basis?: Basis, keyword = ""): Statement {
  return { place, words, marked: basis !== undefined && !basis.documented?.includes(keyword) };
}

/** What a part says in words, if a reader has to ask whether it is documented. */
function prose(
  place: string,
  { description }: { description?: string },
  basis?: Basis,
): Statement[] {
  return description === undefined || description === ""
    ? []
    : [state(`${place} says`, description.replaceAll(/\s+/g, " "), basis, "description")];
}

function callStatements(document: Document, call: string, operation: Operation): Statement[] {
  const {
    operationId: id = "",
    "x-basis": basis,
    "x-rate-limit": limit,
    "x-token": token,
  } = operation;
  const { "x-idempotency": idempotency } = operation;
  const whole = wholeBasis(basis);
  const security = (operation.security ?? []).flatMap((one) => Object.keys(one)).join();
  return [
    state(id, `${call} by ${security}`, basis, "call"),
    ...prose(id, operation, basis),
    limitStatement(id, limit, basis),
    ...(token
      ? [
          state(
            `${id} token`,
            `${token.lifetime} ${token.unit}`,
            token["x-basis"] ?? whole,
            "lifetime",
          ),
        ]
      : []),
    ...(idempotency
      ? [state(`${id} repetition`, idempotency.header, idempotency["x-basis"] ?? whole, "header")]
      : []),
    ...(operation.parameters ?? []).flatMap((reference) => {
      const parameter = resolve(document, reference);
      const place = `${id} ${parameter.name}`;
      const presence = parameter.required ? "required" : "optional";
      const own = parameter["x-basis"] ?? whole;
      const rules = ruleStatements(document, {
        place,
        presence,
        schema: parameter.schema,
        basis: own,
      });
      return [...rules, ...prose(place, parameter, own)];
    }),
    ...bodyStatements(document, `${id} request`, operation.requestBody, whole),
    ...Object.entries(operation.responses).flatMap(([status, response]) => [
      ...bodyStatements(document, `${id} ${status}`, response, whole),
      ...(response["x-errors"] ?? [""]).flatMap((error) =>
        errorStatements(document, `${id} ${status}`, error, basis),
      ),
      ...Object.entries(response.headers ?? {}).map(([name, header]) =>
        state(`${id} ${status}`, name, resolve(document, header)["x-basis"] ?? basis, "rateLimit"),
      ),
    ]),
  ];
}

/** The limit of an operation, without the scope if the limit's own basis leaves that undocumented. */
function limitStatement(id: string, limit?: RateLimit, basis?: Basis): Statement {
  const place = `${id} limit`;
  if (!limit) return state(place, "none", basis, "rateLimit");
  const { "x-basis": own } = limit;
  const { words: scope, marked } = state(place, ` by ${limit.scope.join("+")}`, own, "scope");
  const words = `${limit.limit} in ${limit.window} s${marked ? "" : scope}`;
  return state(place, words, own && !own.documented?.includes("limit") ? own : basis, "rateLimit");
}

/** The fields of a body whose schema has no name; those that have one state themselves. */
function bodyStatements(
  document: Document,
  place: string,
  { content = {} }: Partial<RequestBody> = {},
  basis?: Basis,
): Statement[] {
  return Object.values(content).flatMap(({ schema }) =>
    fieldStatements(document, place, schema, basis),
  );
}

/** An error that an operation gives: its status may be documented where its code is not. */
function errorStatements(
  document: Document,
  place: string,
  code: string,
  above?: Basis,
): Statement[] {
  const basis =
    above && !above.documented?.includes("responses") ? above : valueBasis(document, code);
  return [
    state(place, code, basis, "value"),
    ...(basis?.documented?.includes("status") ? [state(place, "", basis, "status")] : []),
  ];
}

function valueBasis(document: Document, code: string): Basis | undefined {
  return document.components?.schemas?.ErrorCode?.["x-values"]?.[code]?.["x-basis"];
}

function schemaStatements(document: Document, name: string, schema: Schema): Statement[] {
  const { "x-basis": basis, "x-values": values = {} } = schema;
  return [
    ...prose(name, schema, basis),
    ...fieldStatements(document, name, schema, basis),
    ...(schema.enum ?? []).flatMap((value) => {
      const { description, "x-basis": own } = values[String(value)] ?? {};
      return [
        state(name, String(value), own ?? basis, "value"),
        ...prose(`${name} ${value}`, { ...(description && { description }) }, own ?? basis),
      ];
    }),
    ...(schema["x-lifecycle"]?.transitions ?? []).map(
      ({ from, to, notification, trigger, "x-basis": own }) =>
        state(
          name,
          `${from ?? "(none)"} → ${to}: ${notification} when ${trigger}`,
          own ?? wholeBasis(basis),
        ),
    ),
    // A choice by a discriminator is made of schemas that state themselves.
    ...(schema.properties || schema.enum || schema.discriminator
      ? []
      : ruleStatements(document, { place: name, schema, basis })),
  ];
}

interface Rule {
  place: string;
  presence?: string;
  schema: Schema;
  basis: Basis | undefined;
}

/** What a schema demands; where it has a basis, also the part of it that is documented. */
function ruleStatements(document: Document, { place, presence, schema, basis }: Rule): Statement[] {
  const say = (rules: Schema): string =>
    [presence, ruleWords(document, rules)].filter(Boolean).join(" ");
  if (!basis?.documented) return [state(place, say(schema), basis)];
  const { documented } = basis;
  const kept = Object.entries(schema).filter(([key]) =>
    ["type", "$ref", "anyOf", ...documented].includes(key),
  );
  const rest = documented.filter((key) => key !== "description");
  return [
    { place, words: say(schema), marked: true },
    ...(rest.length > 0 ? [{ place, words: say(Object.fromEntries(kept)), marked: false }] : []),
  ];
}

function ruleWords(document: Document, schema: Schema): string {
  const contract = { schemas: document.components?.schemas ?? {} };
  if (schema.$ref) {
    const byDefault =
      schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`];
    return [schema.$ref.replace(/.*\//, ""), ...byDefault].join(" ");
  }
  return follow(shapesOf(contract).shapeOf(schema)).kind === "object"
    ? "object"
    : describeRule(document, schema);
}

function fieldStatements(
  document: Document,
  above: string,
  schema: Schema,
  inherited?: Basis,
): Statement[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const place = `${above}.${name}`;
    // A form that is named elsewhere stands with its own statement there.
    const basis = field["x-basis"] ?? inherited;
    const presence = schema.required?.includes(name) ? "required" : "optional";
    return [
      ...ruleStatements(document, { place, presence, schema: field, basis }),
      ...prose(place, field, basis),
      ...(field.$ref === undefined ? fieldStatements(document, place, field, basis) : []),
    ];
  });
}

function serviceStatements(document: Document): Statement[] {
  const {
    "x-notification-delivery": delivery,
    "x-notification-identity": identity,
    "x-notification-signature": signature,
  } = document;
  return [
    state("version", document.info.version),
    state("version policy", JSON.stringify(document["x-version-policy"])),
    ...prose("service", document.info, document["x-basis"]),
    state(
      "body limit",
      String(document["x-body-limit"]),
      valueBasis(document, "PAYLOAD_TOO_LARGE"),
    ),
    ...(delivery
      ? [state("delivery", JSON.stringify(delivery.schedule), delivery["x-basis"])]
      : []),
    ...(identity ? [state("identity", identity.fields.join(" + "), identity["x-basis"])] : []),
    ...(signature ? [state("signature", signature.header, signature["x-basis"])] : []),
  ];
}
