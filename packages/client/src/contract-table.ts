// What the runtime takes from a contract. The table itself is generated.
import type { Place } from "./authorize.ts";
import type { Row } from "./check.ts";
import type { Parameter, takeParameters } from "./parameters.ts";

/** What the runtime needs to know of a contract. */
export interface ContractTable {
  /** Name and version of the client, as its `User-Agent` says them: `shop-client/1.0.0`. */
  agent: string;
  /** First word of the classes that have the client's name: `Shop`. */
  prefix: string;
  /** What the names of the client's environment variables begin with: `SHOP`. */
  environment: string;
  /** What the contract says of values: checks of requests and responses. */
  rows: Row[];
  operations: Record<string, OperationFacts>;
  /** Errors that say that nothing was done, as `404 NOT_FOUND`: first those with which any operation may be refused. */
  errors: string[];
  /** How many these are. */
  common: number;
  /** Security schemes that operations name. */
  schemes: Record<string, Place>;
  /** Present where an operation has query or header parameters. */
  take?: typeof takeParameters;
  /** Absent where no operation issues tokens. */
  token?: TokenFacts;
}

export interface OperationFacts {
  method: string;
  /** Path, with the names of its parameters in braces. */
  path: string;
  /** Ways to call it: the security schemes that each takes. Absent where it takes no credentials. */
  security?: string[][];
  /** Media types of the body and of what is accepted, where they are not JSON. */
  mediaType?: string;
  accept?: string;
  /** Whether the body may be left out. */
  bodyOptional?: boolean;
  /** Row of the body, where there is one. */
  body?: number;
  /** Query and header parameters. */
  parameters?: Parameter[];
  /** How the idempotency key is treated, where there is one. */
  key?: KeyFacts;
  /** Whether a success is the result itself, not wrapped in an envelope. */
  bare?: boolean;
  /** Row of the result of a success: the `data` of the envelope, or the whole body. */
  response: number;
  /** Fields of a result that repeat what was sent, each with the name of the path parameter or of the field of the body. */
  echoes?: Record<string, string>;
  /** Further errors of the operation that say that nothing was done, by their places in the table's list. */
  refusals?: number[];
  /** Rows of the bodies of errors without a code of their own, by first and last status; the narrowest range first. */
  plain?: [from: number, to: number, row: number][];
}

/** How a request that is sent again is treated. */
export interface KeyFacts {
  /** Header that carries the key. */
  header: string;
  /** Row of the key. */
  row: number;
  /** Status that says that the service has seen the key. */
  conflict: number;
  /** Refusals that the service keeps with the key. */
  settling: number[];
  /** Milliseconds for which the service remembers a key. */
  lifetime: number;
}

/** How tokens are obtained. */
export interface TokenFacts {
  /** Security scheme that takes them. */
  scheme: string;
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
