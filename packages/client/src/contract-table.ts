// The runtime's part of a contract. The table itself is generated.
import type { Authorization } from "./authorize.ts";
import type { Check } from "./check.ts";
import type { HttpResponse, OpenCall, Statuses } from "./http.ts";
import type { KeyedCallOptions } from "./options.ts";
import type { Parameter, takeParameters } from "./parameters.ts";
import type { findPlain, PlainErrors } from "./plain-errors.ts";

/** The runtime's part of a contract. */
export interface ContractTable {
  /** Name and version of the client, for its `User-Agent`: `shop-client/1.0.0`. */
  agent: string;
  /** First word of the classes that have the client's name: `Shop`. */
  prefix: string;
  /** Prefix of the client's environment variables: `SHOP`. */
  environment: string;
  operations: Record<string, OperationFacts>;
  /** Errors of every operation that say that nothing was done, as `429 TOO_MANY`. */
  refusals: string[];
  /** Absent if no operation takes credentials. */
  authorization?: Authorization;
  /** Present if an operation has errors without a code. */
  findPlain?: typeof findPlain;
  /** Present if an operation has query or header parameters. */
  take?: typeof takeParameters;
  /** Present if an operation has a choice among media types. */
  choose?: (operation: Operation, options?: KeyedCallOptions) => [Operation, KeyedCallOptions];
  /** Present if an operation has a server of its own. */
  locate?: (
    client: { baseUrl: string; allowInsecure?: boolean | undefined },
    operation: Operation,
    options?: KeyedCallOptions,
  ) => [baseUrl: string, options: KeyedCallOptions];
  /** Absent if no operation issues tokens. */
  token?: TokenFacts;
}

/** An operation as one client calls it. */
export interface Operation extends OperationFacts {
  id: string;
  /** Whether it takes a token that the client obtains. */
  takesToken: boolean;
}

export interface OperationFacts {
  method: string;
  /** Path, with the names of its parameters in braces. */
  path: string;
  /** Write the path parameters that are neither one string nor items with commas between them. */
  expand?: Record<string, (value: unknown) => string>;
  /** Its own server, if it has one: an address, or `/` for the host alone. */
  server?: string;
  /** Its security requirements, which are alternatives. Absent if it takes none, or the client obtains all credentials. */
  security?: string[][];
  /** Media types of the body and of the response, if they are not JSON. */
  headers?: Record<string, string>;
  /** Writes the body, if not as JSON. May set its type among the headers. */
  write?: (body: unknown, headers: Headers) => unknown;
  /** Check of the body, if there is one. */
  body?: Check;
  /** Query and header parameters. */
  parameters?: Parameter[];
  /** How the idempotency key is treated, if there is one. */
  key?: KeyFacts;
  /** Whether a success is the result itself, not wrapped in an envelope. */
  bare?: boolean;
  /** Reads a result that is not JSON. */
  read?: (response: HttpResponse, call: OpenCall) => unknown;
  /** Statuses of results that are read while they come. */
  stream?: Statuses[];
  /** Statuses of its successes, if there are others than 200, 201 and 202. */
  statuses?: number[];
  /** Check of the result of a success: the `data` of the envelope, or the whole body. */
  response: Check;
  /** Further checks of the fields of a result, by name (empty: of the result itself), whose breach is a mismatch. */
  expected?: Record<string, Check>;
  /** Fields of a result that repeat the request, each with the name of the path parameter or of the field of the body. */
  echoes?: Record<string, string>;
  /** Further errors that say that nothing was done, as `404 NOT_FOUND`. */
  refusals?: string[];
  /** Errors without a code. */
  plain?: PlainErrors;
  /** What differs by the media type of the body, and by that of the result, if there is a choice. */
  bodies?: Record<string, ChosenFacts>;
  results?: Record<string, ChosenFacts>;
}

/** The facts of an operation that differ with a media type. */
export type ChosenFacts = { [Name in keyof OperationFacts]?: OperationFacts[Name] | undefined };

/** How a request that is sent again is treated. */
export interface KeyFacts {
  /** Header that carries the key. */
  header: string;
  /** Check of the key. */
  check: Check;
  /** Status that shows that the service has seen the key. */
  conflict: number;
  /** Refusals that the service keeps with the key. */
  settling: string[];
  /** Milliseconds for which the service remembers a key. */
  lifetime: number;
}

/** How tokens are obtained. */
export interface TokenFacts {
  /** Operation that issues them. */
  operation: string;
  /** Field of its response that holds the token. */
  token: string;
  /** Field that holds the lifetime. */
  expiresIn: string;
  /** Milliseconds in the unit of the lifetime. */
  unit: number;
  /** Milliseconds before the end of a token's life at which the next one is obtained. */
  renewEarly: number;
  /** Milliseconds between two requests for a token that keep to the rate limit. */
  spacing: number;
}
