import type { ClientError } from "./errors.ts";
import type { KeyStore } from "./key-store.ts";
import type { Pacing } from "./pacing.ts";

/** Function with the shape of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An `Agent` of `node:http` or `node:https`. */
export interface Agent {
  destroy(): unknown;
}

/** A credential, or a function that returns it: one that has changed is taken without a new client. */
export type Secret = string | (() => string | Promise<string>);

/** A difference of a response from the contract. Never the value, which may be personal. */
export interface Mismatch {
  operation: string;
  /** Status of the response. */
  status: number;
  /** JSON pointer in the body. */
  pointer: string;
  /** The rule that it breaks: `type`, `pattern`, `maxLength`, … */
  rule: string;
  /** The contract's expectation: `be of type string`. */
  expected: string;
}

/** A token as processes share it. Times are epoch milliseconds. */
export interface StoredToken {
  token: string;
  issued: number;
  expires: number;
}

/** Where the processes of a fleet share a token, so that not each of them obtains its own. It holds a secret. */
export interface TokenStore {
  /** The token that was set last. */
  get(): StoredToken | undefined | Promise<StoredToken | undefined>;
  /** Replaces it. */
  set(token: StoredToken): unknown;
}

/** How failures are repeated. */
export interface RetryOptions {
  /**
   * How often a request is sent at most. Default: 4.
   * @example retry: { attempts: 1 } // never repeat
   */
  attempts?: number | undefined;
  /**
   * How many repetitions all calls of the client may make together before some succeed again: each success gives a tenth
   * of one back. Counted for each client. Default: 100.
   * @example retry: { budget: 20 }
   */
  budget?: number | undefined;
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
   * Milliseconds that a pause lasts at most, unless the service sends a longer `Retry-After`. Default: 8000.
   * @example retry: { maxDelay: 2_000 }
   */
  maxDelay?: number | undefined;
}

/** Fields of every event. Bodies and headers are not shown: they hold secrets. */
export interface CallEvent {
  /** Identifies the call: the same in every event of it. */
  callId: string;
  operation: string;
  method: string;
  /** Path of the operation, with the names of its parameters in braces. */
  path: string;
  idempotencyKey: string | undefined;
  /** How often the request was sent so far, or tried to be, with the attempt that the event is about. */
  attempts: number;
}

/** An attempt or a call that ended, well or not. */
export interface EndEvent extends CallEvent {
  /** Milliseconds since the start. */
  duration: number;
  /** Status of the response, if one came. */
  status?: number | undefined;
  /** The service's own id of the request. */
  requestId?: string | undefined;
  /** Why it failed, if it did. */
  error?: ClientError | undefined;
}

/** A request that is about to be sent. */
export interface AttemptStartEvent extends CallEvent {
  /** Headers that a hook sets here are sent: `traceparent`, for example. */
  headers: Headers;
}

/** A request that will be sent again. */
export interface RetryEvent extends CallEvent {
  /** Milliseconds until the next attempt. */
  delay: number;
  error: ClientError;
}

/** A request for a token that used up what the rate limit allows. */
export interface TokenDelayEvent extends CallEvent {
  /** Milliseconds until the next one. Calls keep the token that they have until then. */
  delay: number;
}

/** Functions that are called at each step of a call. They see no secrets; their errors are ignored. */
export interface Hooks {
  /** @example watch({ onCallStart: ({ callId, operation }) => spans.set(callId, tracer.startSpan(operation)) }) */
  onCallStart?: ((event: CallEvent) => unknown) | undefined;
  /** @example watch({ onCallEnd: ({ operation, duration, error }) => metrics.observe(operation, duration, error?.outcome) }) */
  onCallEnd?: ((event: EndEvent) => unknown) | undefined;
  /** @example watch({ onAttemptStart: ({ headers }) => headers.set("traceparent", current()) }) */
  onAttemptStart?: ((event: AttemptStartEvent) => unknown) | undefined;
  /** @example watch({ onAttemptEnd: ({ operation, attempts, status }) => log.debug({ operation, attempts, status }) }) */
  onAttemptEnd?: ((event: EndEvent) => unknown) | undefined;
  /** @example watch({ onRetry: ({ operation, error }) => log.warn({ operation, error }) }) */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** @example watch({ onTokenDelay: ({ delay }) => log.warn({ delay }, "tokens end too soon, or are refused") }) */
  onTokenDelay?: ((event: TokenDelayEvent) => unknown) | undefined;
}

/** The value of the option `hooks`: `watch({ onRetry: … })`, with `watch` from the entry `hooks`. */
export type HooksFromWatch = (call: WatchedCall, ...event: WatchedEvent) => void;

/** The facts of a call that its events are made of. */
export interface WatchedCall {
  operation: { id: string; method: string; path: string };
  idempotencyKey: string | undefined;
  attempts: number;
  start: number;
  request: { headers: Headers };
  http: { status: number; headers: Headers } | undefined;
  client: { redact: (string: string) => string };
  /** The notes of `watch` on it. */
  callId: string | undefined;
  attemptStart: number | undefined;
}

/** The events of a call. */
export type WatchedEvent = [name: keyof Hooks, error?: ClientError | undefined, delay?: number];

/** User and password of HTTP Basic. */
export interface BasicCredentials {
  username: string;
  password: string;
}

/** Credentials of a security scheme, or a function that gives them for each request. */
export type Credential = string | BasicCredentials | (() => string | Promise<string>);

/** How to make a client. */
export interface ClientOptions {
  /**
   * Address of the service. `https:`, or `http:` on this machine. Default: `…_BASE_URL` of the environment.
   * @example baseUrl: "https://api.example.com"
   */
  baseUrl?: string | undefined;
  /**
   * API key, or a function that returns it for each request of a token. Default: `…_API_KEY` of the environment.
   * @example apiKey: process.env.API_KEY
   */
  apiKey?: Secret | undefined;
  /**
   * Secret of the API key, or a function that returns it for each request of a token. Default: `…_API_SECRET` of the
   * environment.
   * @example apiSecret: () => vault.get("api-secret")
   */
  apiSecret?: Secret | undefined;
  /**
   * Credentials by the name of their security scheme, for what the client does not obtain itself: user and password of
   * HTTP Basic, a bearer token, an API key; or a function that gives them for each request.
   * @example credentials: { ApiKeyAuth: process.env.API_KEY }
   */
  credentials?: Record<string, Credential> | undefined;
  /**
   * Function to send requests with, each once: it must neither repeat them nor follow redirects. After it has failed the
   * request counts as sent, unless the error has `neverSent: true`. Default: on Node its own `http`, which shows whether a
   * connection stood, elsewhere the global `fetch`.
   * @example fetch: (url, init) => fetch(url, { ...init, cache: "no-store" })
   */
  fetch?: Fetch | undefined;
  /**
   * Node alone: the `Agent` of `node:https` or `node:http` that makes the connections, for a client certificate, a
   * certificate authority of your own or a proxy. Default: Node's global agent.
   * @example agent: new Agent({ cert, key, ca })
   */
  agent?: Agent | undefined;
  /**
   * Where idempotency keys are remembered with the request that each belongs to: another request under a known key is
   * refused before it is sent. Default: in memory, so that a restart forgets them.
   * @example keyStore: fileKeyStore("keys.json")
   */
  keyStore?: KeyStore | undefined;
  /**
   * Where the processes of a fleet share their token. Default: each client has its own.
   * @example tokenStore: { get: () => cache.get("token"), set: (token) => cache.set("token", token) }
   */
  tokenStore?: TokenStore | undefined;
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
   * Lets calls wait until the service's rate limit has room for them. Default: they are sent at once.
   * @example pacing: createPacing()
   */
  pacing?: Pick<Pacing, "admit" | "observe"> | undefined;
  /**
   * Whether `http:` is allowed to other machines. Credentials are then sent in the clear. Default: false.
   * @example allowInsecure: true // a sandbox in the same private network
   */
  allowInsecure?: boolean | undefined;
  /**
   * Whether the client may run in a page. Everybody who opens the page can then read its secret. Default: false.
   * @example allowBrowser: true // a test page
   */
  allowBrowser?: boolean | undefined;
  /**
   * Headers of every request.
   * @example defaultHeaders: { "X-Tenant": "loja-1" }
   */
  defaultHeaders?: Record<string, string> | undefined;
  /**
   * Called with each difference of a response from the contract that does not change its meaning: a field of another type or
   * form. The call returns all the same. A response to another request, or without what a result needs, is refused anyway.
   * @example onMismatch: (mismatch) => log.warn(mismatch, "the provider differs from the contract")
   */
  onMismatch?: ((mismatch: Mismatch) => unknown) | undefined;
  /**
   * Whether such a difference is an error: an `InvalidResponseError`, whose outcome is `unknown`. Default: false.
   * @example strict: true // tests of your own fake of the service
   */
  strict?: boolean | undefined;
  /**
   * Functions that are called at each step of a call.
   * @example hooks: watch(logTo(pino()), { onRetry: ({ error }) => console.warn(error.message) })
   */
  hooks?: HooksFromWatch | undefined;
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
   * Key of this request. Default: one that is made once, before the first try. Give your own, stored with what is
   * paid for, if the call must be repeatable after a crash.
   * @example { idempotencyKey: `payout-${order.id}` }
   */
  idempotencyKey?: string | undefined;
}
