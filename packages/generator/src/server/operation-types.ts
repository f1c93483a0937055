import { deprecatedTag } from "@packages/contract/src/deprecation.ts";
import { listAccepted, withContentType } from "@packages/contract/src/media-choices.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import type {
  Body,
  Contract,
  Operation,
  Parameter,
  Response,
} from "@packages/contract/src/model.ts";
import { readBodyShape } from "@packages/contract/src/read-layout.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import {
  fieldsOf,
  follow,
  isInput,
  isString,
  type Shape,
} from "@packages/contract/src/shapes/shape.ts";
import { listStatuses } from "@packages/contract/src/successes.ts";
import { ownHeader } from "@packages/server/src/response/own-headers.ts";
import { capitalize } from "../names.ts";
import { banner, comment, isName, key, literal } from "../print-code.ts";
import { isGiven, makeSuccessEntry, successOf } from "./contract-table.ts";
import { printDetailsType } from "./error-details.ts";
import type { ServerNames } from "./names.ts";

/** Names for the component schemas. */
export function printNamedTypes(contract: Contract): string {
  const lines = Object.entries(contract.schemas)
    .filter(([name]) => isName(name))
    .map(([name, { description }]) => {
      return `${comment([description])}export type ${name} = components["schemas"][${literal(name)}];`;
    });
  return [
    banner,
    'import type { components } from "../../openapi/types.d.ts";',
    "",
    lines.join("\n\n"),
    "",
  ].join("\n");
}

/** The types of handlers, authenticators and options. */
export function printHandlers(contract: Contract, { prefix }: ServerNames): string {
  const names = nameOperations(contract);
  const printed = contract.operations.map((operation) =>
    printOperation(contract, operation, names.get(operation) as string),
  );
  const helpers = ["Input", "LowerCaseKeys", "ServerSentEvent", "WithDefaults", "WithFiles"].filter(
    (name) => printed.join("").includes(`${name}<`),
  );
  return [
    banner,
    `import type { ${printed.join("").includes("ErrorDetails[") ? "ErrorDetails, " : ""}operations } from "../../openapi/types.d.ts";`,
    'import type * as credentials from "@packages/server/src/request/credentials.ts";',
    'import type { IdempotencyStore } from "@packages/server/src/idempotency/idempotency.ts";',
    'import type { CommonOptions } from "@packages/server/src/options.ts";',
    'import type { Result } from "@packages/server/src/response/result.ts";',
    'import type { ServerSettings } from "@packages/server/src/hosts/node/settings.ts";',
    `import type { ${["AnyContextOf", "Handler", ...helpers].join(", ")} } from "@packages/server/src/handler-types.ts";`,
    "",
    ...printed,
    "/** Input and results of each operation. */",
    "export interface OperationTypes {",
    ...contract.operations.map((operation) => {
      const name = `${names.get(operation)}Operation`;
      const others = operation.body?.others?.map((_, index) => `${name}${index + 2}`) ?? [];
      return `  ${key(operation.id)}: ${[name, ...others].join(" | ")};`;
    }),
    "}",
    "",
    "/** Id of an operation. */",
    "export type OperationId = keyof OperationTypes;",
    "",
    "/** The argument of the handler of an operation. */",
    "export type ContextOf<Id extends OperationId, Caller, Transaction = undefined> = AnyContextOf<OperationTypes[Id], Caller, Transaction>;",
    "",
    "/**",
    " * A handler for every operation.",
    " *",
    " * @template Caller what the authenticators return about the caller: a type of your own",
    " * @template Transaction what the idempotency store hands to handlers of idempotent operations",
    " */",
    "export interface Handlers<Caller, Transaction = undefined> {",
    ...contract.operations.map(({ id, summary, method, path, deprecated }) => {
      const text = comment([`${summary}: \`${method} ${path}\`.`, deprecatedTag(deprecated)], "  ");
      return `${text}  ${key(id)}: Handler<OperationTypes[${literal(id)}], Caller, Transaction>;`;
    }),
    "}",
    "",
    ...printAuthenticatorTypes(contract),
    ...printOptionTypes(prefix),
  ].join("\n");
}

function printAuthenticatorTypes(contract: Contract): string[] {
  return [
    "/** Who may call: a check for each security scheme. `null` means that the credentials are unknown. */",
    "export interface Authenticators<Caller> {",
    ...printAuthenticators(contract),
    "}",
    "",
  ];
}

/** The types of the options of each adapter. */
function printOptionTypes(prefix: string): string[] {
  return [
    "/** The argument of every handler, identified by its `operation`. */",
    "export type AnyContext<Caller, Transaction = undefined> = {",
    "  [Id in OperationId]: ContextOf<Id, Caller, Transaction> & { readonly operation: Id };",
    "}[OperationId];",
    "",
    "/** Runs between the validation of a request and its handler. */",
    "export interface AroundOptions<Caller, Transaction> {",
    "  /**",
    "   * Called in place of each handler with the same argument, identified by its `operation`; `next` calls the handler,",
    "   * checks its response, and returns its result. It returns that result or another one: for authorisation, a transaction for",
    "   * each request, or a trace. Invalid requests and repeats of an idempotency key do not reach it.",
    "   */",
    "  around?: (context: AnyContext<Caller, Transaction>, next: () => Promise<Result>) => Result | Promise<Result>;",
    "}",
    "",
    "/** With `partial: true` handlers may be left out: their operations answer 501, and are listed at boot. */",
    "export type HandlersOptions<Caller, Transaction = undefined> =",
    "  | { handlers: Partial<Handlers<Caller, Transaction>>; partial: true }",
    "  | { handlers: Handlers<Caller, Transaction>; partial?: false };",
    "",
    "/** Options of every adapter. */",
    `export type ${prefix}Options<Caller, Transaction = undefined> = CommonOptions<Transaction, Caller> & AroundOptions<Caller, Transaction> & {`,
    "  authenticators: Authenticators<Caller>;",
    "} & HandlersOptions<Caller, Transaction>;",
    "",
    "/** Handlers as functions take them: no union, so that TypeScript names a missing one first. */",
    "export type GivenHandlers<Caller, Transaction, Part extends boolean> = {",
    "  [Id in keyof (Part extends true ? Partial<Handlers<unknown>> : Handlers<unknown>)]: Handlers<Caller, Transaction>[Id & OperationId];",
    "};",
    "",
    "/** Options of functions. */",
    `export type Given${prefix}Options<Caller, Transaction, Part extends boolean> = CommonOptions<Transaction, Caller> & AroundOptions<Caller, Transaction> & {`,
    "  authenticators: Authenticators<Caller>;",
    "  handlers: GivenHandlers<Caller, Transaction, Part>;",
    "  partial?: Part;",
    "};",
    "",
    "/** Options of a standalone server. */",
    `export type ${prefix}ServerOptions<Caller, Transaction = undefined> = ${prefix}Options<Caller, Transaction> &`,
    "  ServerSettings;",
    "",
    "/** Handlers that use a transaction need the store that opens it. */",
    "export type StoreOf<Transaction> = [Transaction] extends [undefined]",
    "  ? unknown",
    "  : { idempotency: IdempotencyStore<Transaction> };",
    "",
  ];
}

/** Names that editors show for the types of operations: of their ids if those are names of one operation each. */
function nameOperations({ operations }: Contract): Map<Operation, string> {
  const capital = ({ id }: Operation): string => capitalize(id);
  const taken = operations.map(capital);
  return new Map(
    operations.map((operation, index) => {
      const name = capital(operation);
      const isOwn = isName(name) && taken.indexOf(name) === taken.lastIndexOf(name);
      return [operation, isOwn ? name : `Operation${index + 1}`];
    }),
  );
}

/** The types of an operation, as interfaces: an editor shows those by name. */
function printOperation(contract: Contract, operation: Operation, name: string): string {
  const { id, body, parameters, security, idempotency, summary } = operation;
  // The printer of the document's types writes its own names with a slash there.
  const own = `operations[${literal(id.replaceAll("#", "/"))}]`;
  const has = (place: string): boolean => parameters.some((parameter) => parameter.in === place);
  const parameter = (place: string): string =>
    has(place)
      ? withDefaults(
          `NonNullable<${own}["parameters"][${literal(place)}]>`,
          namesWithDefaults(contract, parameters, place),
        )
      : "Record<never, never>";
  const bodyShape = body && readBodyShape(contract, body);
  const typeOfBody = bodyShape ? bodyType(own, body, bodyShape) : "undefined";
  const isNamed = isPlainObject(bodyShape);
  const accepted = listAccepted(operation);
  const fields = {
    body: isNamed ? `${name}Body` : typeOfBody,
    params: parameter("path"),
    query: parameter("query"),
    headers: has("header") ? `LowerCaseKeys<${parameter("header")}>` : "Record<never, never>",
    ...(has("cookie") && { cookies: parameter("cookie") }),
    ...(body?.others && { contentType: literal(body.mediaType) }),
    ...(accepted.length > 0 && {
      accepts: accepted.map((type) => literal(type)).join(" | "),
    }),
    data: dataType(contract, operation, own),
    message: String(makeSuccessEntry(contract, operation)?.envelope ?? false),
    secured: String(security.length > 0 && security.every((schemes) => schemes.length > 0)),
    idempotent: String(idempotency !== undefined),
  };
  return [
    ...(isNamed
      ? [
          `${comment([`Body of ${id}.`])}interface ${name}Body extends ${extensible(typeOfBody)} {}\n`,
        ]
      : []),
    `${comment([summary])}interface ${name}Operation {`,
    ...Object.entries(fields).map(([field, type]) => `  ${field}: ${type};`),
    "  errors: {",
    ...operation.responses
      .flatMap(({ errors }) => errors)
      .map((code) => contract.errors.find((error) => error.code === code))
      .map((error) => error && `    ${key(error.code)}: ${printDetailsType(contract, error)};`),
    "  };",
    "  responses: {",
    ...operation.responses.flatMap((response) =>
      printResponses(contract, operation, response, own),
    ),
    "  };",
    "}",
    ...printOtherBodies(contract, operation, own, name),
    "",
  ].join("\n");
}

/** The types of an operation whose requests have other media types. */
function printOtherBodies(
  contract: Contract,
  operation: Operation,
  own: string,
  name: string,
): string[] {
  return (operation.body?.others ?? []).flatMap(({ mediaType }, index) => {
    const { body } = withContentType(operation, mediaType);
    const shape = body && readBodyShape(contract, body);
    const type = shape ? bodyType(own, body, shape) : "undefined";
    return [
      "",
      comment([`${operation.summary}, with a body of ${mediaType}`]).trimEnd(),
      `interface ${name}Operation${index + 2} extends Omit<${name}Operation, "body" | "contentType"> {`,
      `  body: ${type};`,
      `  contentType: ${literal(mediaType)};`,
      "}",
    ];
  });
}

/** Body and headers of the statuses that a response stands for. */
function printResponses(
  contract: Contract,
  operation: Operation,
  response: Response,
  own: string,
): string[] {
  const { status, range, headers } = response;
  const path = `${own}["responses"][${range ? literal(range.key) : status}]`;
  const type = responseType(contract, response, path);
  const fields = headers
    .filter(({ name }) => !ownHeader.test(name) || isTypeWithoutBody(name, response))
    .map(
      (header) =>
        `${key(header.name)}${isGiven(header) ? "" : "?"}: ${path}["headers"][${literal(header.name)}]`,
    );
  const isRange = response.mediaType?.includes("*");
  const usual = response.others && response.mediaType;
  const all = [
    { type, headers: printHeaders(fields, isRange ? "string" : usual, true) },
    ...(response.others ?? []).map((content) => ({
      type: responseType(contract, { ...response, ...content }, path),
      headers: printHeaders(fields, content.mediaType, false),
    })),
  ];
  const printed = all.map((one) => `{ body: ${one.type}; headers: ${one.headers} }`).join(" | ");
  return listStatuses(operation, response).map((one) => `    ${one}: ${printed};`);
}

/** Whether a header is the type of a body that a response does not have, as one to HEAD. */
function isTypeWithoutBody(name: string, { mediaType }: Response): boolean {
  return mediaType === undefined && /^content-type$/i.test(name);
}

/** The type of the headers of a response. @param type by which its body is chosen; `string` if it may be any */
function printHeaders(fields: string[], type: string | undefined, isUsual: boolean): string {
  const value = type === "string" ? type : literal(type);
  const own = type === undefined ? [] : [`"content-type"${isUsual ? "?" : ""}: ${value}`];
  const all = [...fields, ...own];
  return all.length > 0 ? `{ ${all.join("; ")} }` : "Record<string, never>";
}

/** The type of a body as a handler gives it. */
function responseType(
  contract: Contract,
  { mediaType, schema = {} }: Response,
  path: string,
): string {
  if (mediaType === undefined) return "undefined";
  const kind = bodyKind(mediaType);
  if (kind === "bytes") return "Uint8Array";
  const shape = shapesOf(contract).shapeOf(schema);
  if (kind === "lines" || kind === "events") {
    const isOpen = follow(shape).kind === "anything";
    const item = isOpen ? "unknown" : `${path}["content"][${literal(mediaType)}]`;
    return `AsyncIterable<${kind === "lines" ? item : `ServerSentEvent<${item}>`}>`;
  }
  const isStringBody = kind === "text" && isString(shape);
  return isStringBody ? "string" : `${path}["content"][${literal(mediaType)}]`;
}

/** A type as an interface takes it: by a name. */
function extensible(type: string): string {
  return type.startsWith("WithDefaults<") ? type : `WithDefaults<${type}, never>`;
}

/** Whether an interface can extend the type of a shape: its fields are known. */
function isPlainObject(shape: Shape | undefined): boolean {
  const form = shape && follow(shape);
  return form?.kind === "object" && typeof form.rest === "string" && !form.nullable;
}

function bodyType(own: string, { mediaType, form }: Body, shape: Shape): string {
  const kind = bodyKind(mediaType);
  if (kind === "bytes") return "Uint8Array";
  if (kind === "text" && isString(shape)) return "string";
  const content = `NonNullable<${own}["requestBody"]>["content"][${literal(mediaType)}]`;
  if (kind === "lines")
    return shape.kind === "array" && follow(shape.items).kind === "anything"
      ? "unknown[]"
      : `${content}[]`;
  const plain = isInput(shape) ? `Input<${content}>` : content;
  const files = form?.files?.map((name) => literal(name)).join(" | ");
  const type = files ? `WithFiles<${plain}, ${files}>` : plain;
  const filled = Object.entries(fieldsOf(shape)).filter(([, field]) => hasDefault(field.shape));
  return withDefaults(
    type,
    filled.map(([name]) => name),
  );
}

/** Names of the parameters of a place that the server fills in. */
function namesWithDefaults(
  contract: Contract,
  parameters: readonly Parameter[],
  place: string,
): string[] {
  const { shapeOf } = shapesOf(contract);
  return parameters
    .filter((one) => one.in === place && hasDefault(shapeOf(one.schema)))
    .map(({ name }) => name);
}

function hasDefault(shape: Shape): boolean {
  return follow(shape).annotations.default !== undefined;
}

function withDefaults(type: string, names: readonly string[]): string {
  return names.length > 0
    ? `WithDefaults<${type}, ${names.map((name) => literal(name)).join(" | ")}>`
    : type;
}

function dataType(contract: Contract, operation: Operation, own: string): string {
  const success = successOf(operation);
  const rule = makeSuccessEntry(contract, operation);
  // Several successes are told apart by their status.
  if (!rule || !success) return "never";
  const type = responseType(contract, success, `${own}["responses"][${success.status}]`);
  if (type === "undefined") return type;
  const { envelope, constants } = rule;
  if (envelope) return `${type}["data"]`;
  const names = Object.keys(constants).map((name) => literal(name));
  const union = names.join(" | ");
  return union ? `Omit<${type}, ${union}> & Partial<Pick<${type}, ${union}>>` : type;
}

function printAuthenticators(contract: Contract): string[] {
  const used = new Set(contract.operations.flatMap(({ security }) => security.flat()));
  return [...used].map((name) => {
    const { description = name } = contract.securitySchemes[name] ?? {};
    const codes = contract.operations
      .filter(({ security }) => security.flat().includes(name))
      .flatMap(({ responses }) =>
        responses.filter(({ status }) => status === 401 || status === 403),
      )
      .flatMap(({ errors }) => errors);
    const union = [...new Set(codes)].map((code) => literal(code)).join(" | ") || "never";
    return `${comment([description], "  ")}  ${key(name)}: credentials.${authenticatorType(contract, name)}<Caller, ${union}>;`;
  });
}

/** The type of the authenticator of a security scheme. */
function authenticatorType({ securitySchemes }: Contract, name: string): string {
  const { scheme = "", apiKey } = securitySchemes[name] ?? {};
  if (apiKey) return "ApiKeyAuthenticator";
  return scheme.toLowerCase() === "basic" ? "BasicAuthenticator" : "BearerAuthenticator";
}
