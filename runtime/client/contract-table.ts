// What the runtime takes from a contract. The table itself is generated.
import type { Check } from "./checks.ts";
import type { TakeParameters } from "./parameters.ts";

/** What the runtime needs to know of a contract. */
export interface ContractTable {
  operations: Record<string, OperationFacts>;
  /** Names of the response headers that report a rate limit. */
  limitHeaders: LimitHeaders;
  token: TokenFacts;
}

export interface OperationFacts {
  method: string;
  /** Path, with the names of its parameters in braces. */
  path: string;
  /** Check of the body, where there is one. */
  body?: Check;
  /** Takes query and header parameters, where there are any. */
  parameters?: TakeParameters;
  /** Requests in a window of so many seconds. */
  limit?: [requests: number, seconds: number];
  /** Header that carries the idempotency key, its check, and the status of a conflict. */
  key?: [header: string, check: Check, conflict: number];
  /** Whether a success is the result itself, not wrapped in an envelope. */
  bare?: boolean;
}

export interface LimitHeaders {
  limit?: string;
  remaining?: string;
  reset?: string;
  window?: string;
}

/** How tokens are obtained. */
export interface TokenFacts {
  /** Operation that issues them. */
  operation: string;
  /** Field of its answer that holds the token. */
  token: string;
  /** Field that holds the lifetime. */
  expiresIn: string;
  /** Milliseconds in the unit of the lifetime. */
  unit: number;
  /** Milliseconds before the end of a token's life at which the next one is obtained. */
  renewEarly: number;
  /** Codes of a 401 that another token mends. */
  renewOn: string[];
}
