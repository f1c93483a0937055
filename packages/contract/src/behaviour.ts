// The behaviour that a contract states: the values of the `x-` fields of packages/behaviour.

/** The source of a statement that the provider's document does not make. */
export interface Basis {
  kind: "implied" | "observed" | "assumed";
  reason: string;
  /** Keywords of the statement that are documented all the same. */
  documented?: string[];
}

/** A fixed window, counted from its first request. */
export interface RateLimit {
  limit: number;
  /** Seconds. */
  window: number;
  scope: string[];
  "x-basis"?: Basis;
}

/** How a request that is sent again is treated. */
export interface Idempotency {
  /** Request header that carries the key. */
  header: string;
  /** Seconds for which keys are remembered. */
  retention: number;
  /** The owner of keys: `caller`, `apiKey`, `ip` or a name of the contract's own. */
  scope: string;
  /** Response header of an answer that is given a second time. */
  replayedHeader?: string;
  /** Code of the error for a request without a key. */
  missing?: string;
  /** Code of the error for a key of another request. */
  conflict?: string;
  /** Codes of the errors that are remembered as successes are. */
  keeps: string[];
  "x-basis"?: Basis;
}

/** How a token is obtained and renewed. */
export interface Token {
  scheme: string;
  token: string;
  expiresIn: string;
  unit: "milliseconds" | "seconds";
  lifetime: number;
  /** Seconds. */
  renewEarly: number;
  /** Form of the token: `JWT`. */
  format?: string;
  claims: Record<string, string>;
  "x-basis"?: Basis;
}

/** How a list comes in pages: `x-pages` of an operation. */
export interface Pagination {
  /** The path to the items in a page: names of fields, from the outside in. */
  items: string[];
  /** The choice of a page: how many items or pages are skipped, the token or the link that the page before it holds. */
  by: "offset" | "page" | "token" | "link";
  /** Query or header parameter that chooses it; absent with links. */
  parameter?: string;
  /** The path to the token or the link of the next page, as with `items`; or the header that has it. */
  next?: string[] | string;
}

/** The catalogue's entry for an error. */
export interface ErrorStatement {
  code: string;
  status: number;
  /** When it is given. */
  condition: string;
  /** Human-readable message that a server sends with it. */
  message: string;
  retryable: boolean;
  /** Parts of a server that raise it without the handler. */
  causes?: string[];
  /** Whether it may answer any request, so that no operation lists it. */
  anywhere?: boolean;
}

export interface Lifecycle {
  /** Name of the schema that lists the statuses. */
  schema: string;
  subject: string;
  initial: string;
  /** Statuses that nothing leaves. */
  final: string[];
  /** Statuses that end a wait: the final ones and others. */
  waitEndsAt: string[];
  statuses: Record<string, { description?: string; "x-basis"?: Basis }>;
  transitions: Transition[];
  /** Statuses that are final, and those that end a wait. */
  "x-basis"?: Basis;
}

export interface Transition {
  /** Null for a new object. */
  from: string | null;
  to: string;
  trigger: string;
  /** Seconds after which it happens by itself. */
  after?: number;
  notification?: string;
  "x-basis"?: Basis;
}

export interface Delivery {
  guarantee: string;
  ordered: boolean;
  success: string;
  timeout: number;
  redirects: boolean;
  schedule: number[];
  jitter: number;
  disabledAfter: number;
  "x-basis"?: Basis;
}

/** Fields that identify the change that a notification reports. Without one of them, a digest of the body does. */
export interface Identity {
  /** Paths of fields, by dots; `{type}` stands for the value of the field `type`. */
  fields: string[];
  "x-basis"?: Basis;
}

export interface Signature {
  header: string;
  /** Header that carries the notification's id: the form is that of Standard Webhooks. */
  id?: string;
  /** Value of the header; in the built document it stands there. */
  description?: string;
  algorithm: string;
  signed: string;
  timestamp: string;
  version: string;
  tolerance: number;
  /** A header that verifies, and the inputs that it was made with. */
  example?: SignatureExample;
  "x-basis"?: Basis;
}

/** A signature with the secret and the body that it was made with. */
export interface SignatureExample {
  secret: string;
  /** Epoch seconds. */
  timestamp: number;
  /** Raw body of a notification. */
  body?: string;
  /** Value of the header. */
  value?: string;
}
