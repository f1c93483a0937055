import type { ClientError } from "./errors/client-error.ts";

/** Function with the shape of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How failures are repeated. */
export interface RetryOptions {
  /**
   * How often a request is sent at most. Default: 4.
   * @example retry: { attempts: 1 } // never repeat
   */
  attempts?: number | undefined;
  /**
   * Milliseconds that one try may take. Default: 10000.
   * @example retry: { attemptTimeout: 3_000 }
   */
  attemptTimeout?: number | undefined;
  /**
   * Milliseconds up to which the first pause may last; each further one up to twice as long. Default: 250.
   * @example retry: { firstDelay: 1_000 }
   */
  firstDelay?: number | undefined;
  /**
   * Milliseconds that a pause lasts at most, unless the service asks for more. Default: 8000.
   * @example retry: { maxDelay: 2_000 }
   */
  maxDelay?: number | undefined;
}

/** A request that is about to be sent. Its headers and body are not shown: they hold secrets. */
export interface RequestEvent {
  operation: string;
  method: string;
  path: string;
  /** 1 for the first try. */
  attempt: number;
  idempotencyKey: string | undefined;
}

/** An answer that came. */
export interface ResponseEvent extends RequestEvent {
  status: number;
  /** Milliseconds since the request was sent. */
  duration: number;
  requestId: string | undefined;
}

/** A request that will be sent again. */
export interface RetryEvent extends RequestEvent {
  /** Milliseconds until then. */
  delay: number;
  error: ClientError;
}

/** Functions that are told what happens. They see no secrets, and what they throw is ignored. */
export interface Hooks {
  /** @example hooks: { onRequest: ({ operation, attempt }) => log.debug({ operation, attempt }) } */
  onRequest?: ((event: RequestEvent) => void) | undefined;
  /** @example hooks: { onResponse: ({ operation, duration }) => metrics.observe(operation, duration) } */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** @example hooks: { onRetry: ({ operation, error }) => log.warn({ operation, error }) } */
  onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** How to make a client. */
export interface ClientOptions {
  /**
   * Address of the service. `https:`, or `http:` on this machine.
   * @example baseUrl: "https://api.example.com"
   */
  baseUrl: string;
  /**
   * API key.
   * @example apiKey: process.env.API_KEY
   */
  apiKey: string;
  /**
   * Secret of the API key.
   * @example apiSecret: process.env.API_SECRET
   */
  apiSecret: string;
  /**
   * Function to send requests with. Default: the global `fetch`.
   * @example fetch: (url, init) => fetch(url, { ...init, dispatcher: proxy })
   */
  fetch?: Fetch | undefined;
  /**
   * Milliseconds that a call may take, with every repetition and pause. Default: 30000.
   * @example timeout: 10_000
   */
  timeout?: number | undefined;
  /**
   * How failures are repeated; `false` for never.
   * @example retry: { attempts: 2 }
   */
  retry?: RetryOptions | false | undefined;
  /**
   * Whether calls wait until the service's rate limit has room for them. Default: false.
   * @example pace: true
   */
  pace?: boolean | undefined;
  /**
   * Whether `http:` is allowed to other machines. Credentials are then sent in the clear. Default: false.
   * @example allowInsecure: true // a sandbox in the same private network
   */
  allowInsecure?: boolean | undefined;
  /**
   * Functions that are told what happens.
   * @example hooks: { onRetry: ({ error }) => console.warn(error.message) }
   */
  hooks?: Hooks | undefined;
}

/** How to make one call. */
export interface CallOptions {
  /**
   * Ends the call, whatever it is doing.
   * @example { signal: AbortSignal.timeout(5_000) }
   */
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds that this call may take.
   * @example { timeout: 5_000 }
   */
  timeout?: number | undefined;
  /**
   * How failures of this call are repeated.
   * @example { retry: false }
   */
  retry?: RetryOptions | false | undefined;
  /**
   * Further request headers.
   * @example { headers: { "X-Trace": "9f3c" } }
   */
  headers?: Record<string, string> | undefined;
}

/** How to make one call that carries an idempotency key. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * Key of this request. Default: one that is made once, before the first try. Give your own, stored beside what is
   * paid for, where the call must be repeatable after a crash.
   * @example { idempotencyKey: `payout-${order.id}` }
   */
  idempotencyKey?: string | undefined;
}
