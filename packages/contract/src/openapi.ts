// The part of OpenAPI 3.1 that contracts use, with the `x-` fields of packages/behaviour.

import type * as behaviour from "./behaviour.ts";
import { valueAt } from "./pointer.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Reference {
  $ref: string;
}

export interface Document {
  openapi: string;
  info: Info;
  servers?: Server[];
  tags?: Tag[];
  security?: SecurityRequirement[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components?: Components;
  "x-basis"?: behaviour.Basis;
  "x-body-limit"?: number;
  "x-error-catalogue"?: CataloguedError[];
  "x-left-out"?: LeftOut[];
  "x-notification-delivery"?: behaviour.Delivery;
  "x-notification-identity"?: behaviour.Identity;
  "x-notification-signature"?: behaviour.Signature;
  "x-version-policy"?: Json;
}

export interface Info {
  title: string;
  version: string;
  description?: string;
  contact?: Json;
  license?: Json;
}

export interface Server {
  url: string;
  description?: string;
  variables?: Record<
    string,
    { default: string; description?: string; "x-basis"?: behaviour.Basis }
  >;
}

export interface Tag {
  name: string;
  description?: string;
}

export type SecurityRequirement = Record<string, string[]>;

export interface SecurityScheme {
  type: string;
  scheme?: string;
  bearerFormat?: string;
  /** The place of an API key. */
  in?: "header" | "query" | "cookie";
  /** Name of the header, the parameter or the cookie that holds an API key. */
  name?: string;
  description?: string;
  "x-basis"?: behaviour.Basis;
}

export interface Components {
  schemas?: Record<string, Schema>;
  headers?: Record<string, Header>;
  parameters?: Record<string, Parameter>;
  examples?: Record<string, Example | Reference>;
  securitySchemes?: Record<string, SecurityScheme>;
}

export const methods = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
] as const;
export type Method = (typeof methods)[number];

export type PathItem = { [method in Method]?: Operation };

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  servers?: Server[];
  security?: SecurityRequirement[];
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, Response>;
  callbacks?: Record<string, Record<string, PathItem>>;
  deprecated?: boolean;
  "x-sunset"?: string;
  /** Name of the method of generated clients. */
  "x-client-name"?: string;
  "x-basis"?: behaviour.Basis;
  "x-rate-limit"?: behaviour.RateLimit;
  "x-idempotency"?: behaviour.Idempotency;
  "x-token"?: behaviour.Token;
  "x-pages"?: behaviour.Pagination;
  /** Id of the operation that takes its requests, if a server cannot distinguish them: it is for clients alone. */
  "x-served-by"?: string;
  "x-notifies"?: { url: string; events?: string[] };
  "x-notification"?: { event: string; subject?: string; when: string };
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  description?: string;
  schema: Schema;
  /** Has one media type, and stands instead of `schema`. */
  content?: Record<string, MediaType>;
  style?: string;
  explode?: boolean;
  example?: Json;
  /** Instead of `example` in what is published. */
  examples?: Record<string, Example>;
  deprecated?: boolean;
  "x-sunset"?: string;
  "x-example"?: Json;
  "x-basis"?: behaviour.Basis;
}

export interface RequestBody {
  required?: boolean;
  description?: string;
  content: Record<string, MediaType>;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
  /** Codes of the errors that the response may hold, in the order in which the spec lists them. */
  "x-errors"?: string[];
}

export interface Header {
  description?: string;
  required?: boolean;
  schema: Schema;
  example?: Json;
  "x-example"?: Json;
  "x-basis"?: behaviour.Basis;
  "x-rate-limit-part"?: RateLimitPart;
}

/** How a field of a form is written. */
export interface Encoding {
  contentType?: string;
  style?: string;
  explode?: boolean;
}

export interface MediaType {
  schema: Schema;
  encoding?: Record<string, Encoding>;
  example?: Json;
  examples?: Record<string, Example | Reference>;
}

export interface Example {
  summary?: string;
  description?: string;
  value: Json;
}

export type RateLimitPart = "limit" | "remaining" | "reset" | "window" | "retryAfter";

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: Json[];
  const?: Json;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  not?: Schema;
  if?: Schema;
  then?: Schema;
  else?: Schema;
  prefixItems?: Schema[];
  contains?: Schema;
  unevaluatedItems?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  dependentSchemas?: Record<string, Schema>;
  propertyNames?: Schema;
  $defs?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean | Schema;
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  default?: Json;
  deprecated?: boolean;
  /** Marks a field that requests do not have. */
  readOnly?: boolean;
  "x-sunset"?: string;
  examples?: Json[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  contentEncoding?: string;
  "x-basis"?: behaviour.Basis;
  /** On an integer of 64 bits: it is a `bigint` in programs. */
  "x-bigint"?: boolean;
  "x-error"?: behaviour.ErrorStatement & { details?: Json };
  "x-format-by"?: { property: string; formats: Record<string, string> };
  "x-invalid"?: Record<string, string>;
  "x-lifecycle"?: Omit<behaviour.Lifecycle, "schema" | "statuses">;
  /** On a union of notifications, by event; the built document has `webhooks` instead. */
  "x-notifications"?: Record<string, NotificationStatement>;
  "x-open-set"?: boolean;
  "x-personal"?: boolean;
  "x-rate-limit-part"?: RateLimitPart;
  "x-values"?: Record<string, { description?: string; "x-basis"?: behaviour.Basis }>;
}

/** The statements of a union of notifications about one of them. */
export interface NotificationStatement {
  /** Empty if no lifecycle sends it. */
  subject: string;
  summary?: string;
  description?: string;
  "x-basis"?: behaviour.Basis;
  examples?: NonNullable<MediaType["examples"]>;
}

/** The content of an error besides its code and its message. */
export interface ErrorDetails {
  /** Absent if any facts may stand there. */
  schema?: Schema;
  /** Whether they are always there. */
  required: boolean;
  example?: Json;
}

/** An operation of the source that is not in the document, because no package can carry it out. */
export interface LeftOut {
  /** Its id, or its method and path. */
  operation: string;
  method: string;
  path: string;
  reason: string;
}

export interface CataloguedError extends behaviour.ErrorStatement {
  details?: ErrorDetails;
  operations: string[];
  "x-basis"?: behaviour.Basis;
}

/** Every operation of a map of path items, with its place. */
export function* operationsOf(
  items: Record<string, PathItem> | undefined,
): Generator<{ path: string; method: Method; operation: Operation }> {
  for (const [path, item] of Object.entries(items ?? {})) {
    for (const method of methods) {
      const operation = item[method];
      if (operation) yield { path, method, operation };
    }
  }
}

/** The target of a local reference. Throws an error that names a dangling reference. */
export function resolve<T extends object>(document: Document, value: T | Reference): T {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as T;
  const target = valueAt(document, value.$ref);
  if (target === undefined) throw new Error(`The reference ${value.$ref} has no target.`);
  return resolve(document, target as T | Reference);
}
