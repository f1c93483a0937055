// What the runtime takes from a contract. The table itself is generated.
import type { Check } from "./checks.ts";
import type { TakeParameters } from "./parameters.ts";

/** What the runtime needs to know of a contract. */
export interface ContractTable {
  /** Name and version of the client, as its `User-Agent` says them: `shop-client/1.0.0`. */
  agent: string;
  /** What the names of the client's environment variables begin with: `SHOP`. */
  environment: string;
  operations: Record<string, OperationFacts>;
  /** Errors, as `404 NOT_FOUND`, with which any operation may be refused before anything is done. */
  refusals: string[];
  /** Names of the response headers that report a rate limit. */
  limitHeaders: LimitHeaders;
  /** Security schemes that operations name. */
  schemes: Record<string, SchemeFacts>;
  /** Absent where no operation issues tokens. */
  token?: TokenFacts;
}

/** Where the credentials of a security scheme stand in a request. */
export type SchemeFacts =
  | { kind: "basic" }
  | {
      kind: "bearer";
      /** Word before the token, where it is not `Bearer`. */
      prefix?: string;
    }
  | { kind: "apiKey"; in: "header" | "query" | "cookie"; name: string };

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
  /** Check of the body, where there is one. */
  body?: Check;
  /** Takes query and header parameters, where there are any. */
  parameters?: TakeParameters;
  /** Requests in a window of so many seconds. */
  limit?: [requests: number, seconds: number];
  /** How the idempotency key is treated, where there is one. */
  key?: KeyFacts;
  /** Whether a success is the result itself, not wrapped in an envelope. */
  bare?: boolean;
  /** Check of the result of a success: the `data` of the envelope, or the whole body. */
  response: Check;
  /** Fields of a result that repeat what was sent, each with the name of the path parameter or of the field of the body. */
  echoes?: Record<string, string>;
  /** Errors of the operation, as `409 OUT_OF_STOCK`, that say that nothing was done. */
  refusals: string[];
}

/** How a request that is sent again is treated. */
export interface KeyFacts {
  /** Header that carries the key. */
  header: string;
  check: Check;
  /** Status that says that the service has seen the key. */
  conflict: number;
  /** Those among the refusals that the service keeps with the key. */
  settling: string[];
  /** Milliseconds for which the service remembers a key. */
  lifetime: number;
}

export interface LimitHeaders {
  limit?: string;
  remaining?: string;
  reset?: string;
  window?: string;
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
}
