// Generated from scripts/client/runtime/contract-table.ts by `npm run generate`: edit that, not this file.
// What the runtime takes from a contract. The table itself is generated.

/** What the runtime needs to know of a contract. */
export interface ContractTable {
  operations: Record<string, OperationFacts>;
  /** Rules of request bodies, by the name of their schema. */
  rules: Record<string, Rule>;
  /** Names of the response headers that report a rate limit. */
  limitHeaders: LimitHeaders;
  token: TokenFacts;
}

export interface OperationFacts {
  method: string;
  /** Path, with the names of its parameters in the order in which a method takes them. */
  path: string;
  /** Name of the body's rule. */
  body?: string;
  /** Rules of query and header parameters. */
  parameters?: Record<string, ParameterRule>;
  /** Requests in a window of so many seconds. */
  limit?: [requests: number, seconds: number];
  /** Header that carries the idempotency key, its rule, and the status of a conflict. */
  key?: [header: string, rule: Rule, conflict: number];
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

/** A rule for a parameter. */
export interface ParameterRule extends Omit<Rule, "required"> {
  in: "query" | "header";
  required?: boolean;
}

/** A rule for a value: the part of JSON Schema that is checked before a request is sent. */
export interface Rule {
  /** Name of the rule that says it all. */
  ref?: string;
  /** A text where nothing is said. */
  type?: "integer" | "number" | "boolean" | "array" | "object" | "any";
  required?: string[];
  fields?: Record<string, Rule>;
  items?: Rule;
  enum?: (string | number | boolean | null)[];
  /** Bounds of a number, of the length of a text in Unicode code points, or of the number of entries. */
  min?: number;
  max?: number;
  pattern?: string;
  /** Whether it has to be an absolute `https:` URL. */
  https?: boolean;
  anyOf?: Rule[];
}
