// The contract model: the whole contract, in the shape in which emitters, tests and reports read it.
// `readContract` makes it from an OpenAPI document alone, so two versions of a contract can be read side by side.
import type * as behaviour from "./behaviour.ts";
import type { ObjectLayout, ValueLayout } from "./layout.ts";
import type { ErrorDetails, Json, Schema } from "./openapi.ts";
import type { PathExpansion } from "./path-expansion.ts";
import type { FormLayout } from "./read-form.ts";

/** A contract, read from its OpenAPI document. */
export interface Contract {
  title: string;
  version: string;
  description: string;
  servers: { url: string; description?: string; variables: Record<string, string> }[];
  securitySchemes: Record<string, SecurityScheme>;
  /** Operations by group, in the order of their names. */
  groups: Group[];
  /** Every operation, in the order of the document. */
  operations: Operation[];
  /** Every notification that the service sends, by event. */
  notifications: Notification[];
  /** Every error, by status and code. */
  errors: CataloguedError[];
  /** Every lifecycle, by the name of its schema. */
  lifecycles: behaviour.Lifecycle[];
  /** Component schemas by name, as the document has them. */
  schemas: Record<string, Schema>;
  /** Bytes that a request body may have at most, if the contract limits it. */
  bodyLimit?: number;
  /** How versions differ, if the contract has a version policy. */
  versionPolicy?: Json;
  /** How notifications are delivered, if the contract describes it. */
  delivery?: behaviour.Delivery;
  /** Fields that identify the change that a notification reports, if the contract names them. */
  identity?: behaviour.Identity;
  /** How notifications are signed, if the contract describes it. */
  signature?: behaviour.Signature;
  /** Every statement that is not documented, in the order of the document. */
  basis: BasisStatement[];
}

/** A statement that is not documented, and its place in the OpenAPI document. */
export interface BasisStatement extends behaviour.Basis {
  /** JSON pointer of the part that carries the statement. */
  pointer: string;
  /** The same place in words: `lendBook`, `Book.title`, `LoanStatus.late`. */
  subject: string;
}

export interface SecurityScheme {
  type: string;
  /** Scheme of the `Authorization` header; that of OAuth 2 and OpenID Connect is Bearer. A scheme other than Basic takes a token. */
  scheme?: string;
  /** The place of an API key. */
  apiKey?: { in: "header" | "query" | "cookie"; name: string };
  description?: string;
}

/** Operations under one tag, or of one interface. A client calls them `group.method`; those of no group, `method`. */
export interface Group {
  name: string;
  description: string;
  operations: { id: string; method: string }[];
}

export interface Operation {
  /** `operationId`, unique in the contract. */
  id: string;
  /** Tag that it stands under; without one its interface, or nothing. */
  group: string;
  /** Name of its method: `create`, `get`, `list`, `getReceipt`. */
  name: string;
  method: string;
  path: string;
  /** Id of the operation that takes its requests, if a server cannot distinguish them: it is for clients alone. */
  servedBy?: string;
  /** Address that its path stands under, if it is not that of the contract: `/` is the host alone. */
  server?: string;
  summary: string;
  description: string;
  /** Name of the security scheme that calls usually take, or null if there is none. */
  scheme: string | null;
  /** Its security requirements: the names of the schemes that each needs. Empty if it takes no credentials. */
  security: string[][];
  parameters: Parameter[];
  body?: Body;
  /** Responses by ascending status. */
  responses: Response[];
  rateLimit?: behaviour.RateLimit;
  idempotency?: behaviour.Idempotency;
  token?: behaviour.Token;
  /** Present if it lists in pages. */
  pages?: behaviour.Pagination;
  /** The operation's callbacks: their URL and their events. */
  callbacks?: { url: string; events: string[] };
  /** Present if it is deprecated. */
  deprecated?: Deprecation;
  basis?: behaviour.Basis;
}

/** Something that will be removed. */
export interface Deprecation {
  /** The last day on which it works, as `2027-06-30`. */
  sunset?: string;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required: boolean;
  description: string;
  schema: Schema;
  /** How a list or an object stands in a request. Absent for other values. */
  layout?: ValueLayout | ObjectLayout;
  /** How it stands in a path, if it has no layout and is not one string. */
  expansion?: PathExpansion;
  example?: Json;
  deprecated?: Deprecation;
  basis?: behaviour.Basis;
}

/** A body of one media type. */
export interface Content {
  mediaType: string;
  /** That of an item, if it is a stream. */
  schema: Schema;
  /** Present if it is a form. */
  form?: FormLayout;
  examples: Example[];
}

export interface Body extends Content {
  required: boolean;
  description: string;
  /** Contents of other media types that may be sent in its place. */
  others?: Content[];
}

/** A named example; on a mock, `Prefer: example=<name>` selects it. */
export interface Example {
  name: string;
  summary: string;
  value: Json;
}

export interface Response {
  /** The status, or the first of several. */
  status: number;
  /** Present if it stands for several: the last of them, and how the document calls them (`4XX`, `default`). */
  range?: { to: number; key: string };
  description: string;
  headers: ResponseHeader[];
  /** Absent if the response has no body. */
  mediaType?: string;
  schema?: Schema;
  examples: Example[];
  /** Contents of other media types that the response may have in its place. */
  others?: Content[];
  /** Codes of the errors that this response may hold, in the order of the document. */
  errors: string[];
}

export interface ResponseHeader {
  name: string;
  required: boolean;
  description: string;
  schema: Schema;
  example?: Json;
  /** The part of a rate limit that it reports. */
  rateLimitPart?: string;
  basis?: behaviour.Basis;
}

export interface CataloguedError extends behaviour.ErrorStatement {
  /** Name of its examples: the code in kebab case. */
  example: string;
  /** A whole body with this error. */
  sample: Json;
  /** Absent if nothing is known of them. */
  details?: ErrorDetails;
  /** Ids of the operations that list it. */
  operations: string[];
  basis?: behaviour.Basis;
}

export interface Notification {
  event: string;
  /** `operationId` of its path item. */
  id: string;
  subject: string;
  when: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  body: Body;
  /** Ids of the operations whose callbacks it is among. */
  callbackOf: string[];
  basis?: behaviour.Basis;
}
