// The contract table: the contract as data. The generator writes it; nothing here is specific to one contract.
import type { Idempotency, RateLimit } from "@packages/contract/src/behaviour.ts";
import type { PrintedReads } from "@packages/contract/src/check/read.ts";
import type { CheckTable } from "@packages/contract/src/check/table.ts";
import type { Layouts } from "@packages/contract/src/layout.ts";
import type { PathExpansion } from "@packages/contract/src/path-expansion.ts";
import type { FormLayout } from "@packages/contract/src/read-form.ts";

/** Parts of a server that raise errors without the handler. */
export type Cause =
  | "validation"
  | "malformed-body"
  | "body-too-large"
  | "media-type"
  | "not-acceptable"
  | "credentials-missing"
  | "credentials-malformed"
  | "credentials-invalid"
  | "credentials-expired"
  | "rate-limit"
  | "idempotency-key-missing"
  | "idempotency-conflict"
  | "unknown-path"
  | "unknown-method"
  | "malformed-request"
  | "request-timeout"
  | "headers-too-large"
  | "not-implemented"
  | "internal";

/** The parts of the body of an error. */
export interface ErrorBodyParts {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
}

/** Makes the body of an error, in the form that the contract declares. */
export type MakeErrorBody = (facts: ErrorBodyParts) => unknown;

/** An error of the contract. */
export interface ErrorEntry {
  readonly code: string;
  readonly status: number;
  /** Message for people if a handler gives none: that of the contract's example. `{limit}` stands for a figure. */
  readonly message: string;
  /** The figures of the example, by the names of the details that they come from. */
  readonly figures?: Readonly<Record<string, string>>;
  /** Whether `details` is a list of invalid fields; otherwise it is an object. */
  readonly list: boolean;
  /** Form of its body; the contract's if absent. */
  readonly body?: MakeErrorBody;
  /** Content type of its body; that of the contract's errors if absent. */
  readonly type?: string;
}

/** A scheme of credentials, with those that one call needs besides. */
export interface SecurityRequirement {
  /** Name of the security scheme. */
  readonly name: string;
  readonly kind: "basic" | "bearer" | "apiKey";
  /** Word before a bearer token, if it is not `Bearer`. */
  readonly prefix?: string;
  /** Where an API key stands; the name of a header in lower case. */
  readonly apiKey?: { readonly in: "header" | "query" | "cookie"; readonly name: string };
  /** Value of `WWW-Authenticate` on a 401. */
  readonly challenge: string;
  /** Other schemes whose credentials the same call needs. */
  readonly also?: readonly SecurityRequirement[];
}

export interface RateLimitEntry extends Readonly<RateLimit> {
  /** Whether calls with wrong credentials are counted as well. */
  readonly countsUnauthenticated: boolean;
  /** Names of the headers that report the limit, by their meaning. */
  readonly headers: Partial<Record<"limit" | "remaining" | "reset" | "window", string>>;
  /** Names of the fields of the error's details, by their meaning. */
  readonly details: Partial<Record<"limit" | "window" | "retryAfter", string>>;
}

/** The header that carries the key is in lower case. */
export type IdempotencyEntry = Readonly<
  Pick<Idempotency, "header" | "retention" | "scope" | "replayedHeader" | "missing" | "keeps">
>;

export interface SuccessEntry {
  readonly status: number;
  /** Whether the result stands in `data`, besides a `message`. */
  readonly envelope: boolean;
  /** Fields of the response that can have one value only. */
  readonly constants: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** The body of a response. */
export interface ContentEntry {
  /** Absent if it has no body. */
  readonly mediaType?: string;
  /** Present if its body is a stream. */
  readonly stream?: "lines" | "events";
}

/** A response that the contract has for some statuses. */
export interface ResponseEntry extends ContentEntry {
  /** First and last status. */
  readonly from: number;
  readonly to: number;
  /** Bodies of other media types that a handler may choose. */
  readonly others?: readonly ContentEntry[];
  /** Names of its headers in lower case; absent without headers. */
  readonly headers?: readonly string[];
  /** Makes its body if it is an error that the server raises by itself and the catalogue does not have. */
  readonly error?: MakeErrorBody;
}

/** A body of a request. */
export interface BodyEntry {
  readonly mediaType: string;
  readonly form?: FormLayout;
}

/** An operation of the contract. */
export interface OperationEntry {
  readonly id: string;
  readonly method: string;
  /** As OpenAPI writes it: `/things/{id}`. */
  readonly path: string;
  /** The security requirement that calls usually satisfy. */
  readonly security: SecurityRequirement | null;
  /** The requirements that are alternatives to it; null is none. */
  readonly otherRequirements?: readonly (SecurityRequirement | null)[];
  readonly rateLimit: RateLimitEntry | null;
  readonly idempotency: IdempotencyEntry | null;
  /** Media type of the body, or null if there is none. */
  readonly body: string | null;
  readonly bodyRequired: boolean;
  /** Present if the body is a form. */
  readonly form?: FormLayout;
  /** Bodies of other media types that a request may have. */
  readonly otherBodies?: readonly BodyEntry[];
  /** The success that `reply.ok` gives; null if there is not exactly one. */
  readonly success: SuccessEntry | null;
  /** Every response, those of single statuses first. */
  readonly responses: readonly ResponseEntry[];
  /** Codes that may answer the operation. */
  readonly errors: readonly string[];
  /** Codes of the errors that the server raises by itself. */
  readonly causes: Partial<Record<Cause, string>>;
  /** Value of the header `Sunset` (RFC 8594), if the operation has a sunset date. */
  readonly sunset?: string;
}

/** A contract, as far as a server has to know it. */
export interface ContractTable {
  readonly title: string;
  readonly version: string;
  /** Bytes of the largest body that is read, or null if the contract sets no limit. */
  readonly bodyLimit: number | null;
  readonly operations: readonly OperationEntry[];
  readonly errors: Readonly<Record<string, ErrorEntry>>;
  /** Form of the errors, and their content type; problem details (RFC 9457) if the contract declares none. */
  readonly errorBody?: MakeErrorBody;
  readonly errorType?: string;
  /** Codes of the errors that may answer any request, by their cause. */
  readonly anywhere: Partial<Record<Cause, string>>;
  /** Names of fields that logs must not show. */
  readonly sensitive: readonly string[];
}

/** The rows of an operation's request in the table of checks; a place without one takes nothing. */
export interface RequestRows {
  readonly body?: number;
  /** Those of bodies of other media types. */
  readonly otherBodies?: Readonly<Record<string, number>>;
  readonly path?: number;
  readonly query?: number;
  /** Headers that the contract knows, in lower case. */
  readonly headers?: number;
  readonly headerNames?: readonly string[];
  readonly cookies?: number;
  readonly cookieNames?: readonly string[];
  /** How lists and objects stand in their places, by name. */
  readonly layouts?: Readonly<Partial<Record<"path" | "query" | "headers" | "cookies", Layouts>>>;
  /** How values stand in the path, by name, if not as one string or as items with commas between them. */
  readonly expansions?: Readonly<Record<string, PathExpansion>>;
}

/** A contract's rules for values: a table, and the row for each of its uses. */
export interface ContractChecks {
  readonly table: CheckTable;
  /** Functions for values that fit. */
  readonly reads?: PrintedReads;
  readonly requests: Readonly<Record<string, RequestRows>>;
  /** Bodies of successes by operation and status; a status without one has no body. */
  readonly results: Readonly<Record<string, Readonly<Record<number, number>>>>;
  /** Those of other media types than the preferred one, by operation, status and media type. */
  readonly otherResults?: Readonly<
    Record<string, Readonly<Record<number, Readonly<Record<string, number>>>>>
  >;
  /** Headers of responses by operation and first status, as fields of an object. */
  readonly headers: Readonly<Record<string, Readonly<Record<number, number>>>>;
  /** Details of errors by code; an error without a row has no details. */
  readonly details: Readonly<Record<string, { readonly row: number; readonly required: boolean }>>;
  /** Bodies of notifications by event. */
  readonly notifications: Readonly<Record<string, number>>;
}
