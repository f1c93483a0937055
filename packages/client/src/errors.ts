/**
 * The proven outcome of a call that failed:
 *
 * - `not-sent`: nothing of this call can have reached the service; with `scope: "key"` nothing under its key either
 * - `refused`: the service refused. Nothing was done, and nothing that was sent will be; with an idempotency key this
 *   holds for every request that carried the key
 * - `unknown`: neither is proven. The service may have done it: in this call, or in another one with the same key
 */
export type Outcome = "not-sent" | "refused" | "unknown";

/**
 * Scope of `outcome`: `key`, every request that ever carried the idempotency key; `call`, this call alone: others may
 * have sent the key before.
 */
export type Scope = "call" | "key";

/** Facts about a call that failed, with the further fields of its class. */
export type ErrorFacts = Pick<ClientError, "operation" | "outcome"> &
  Partial<Pick<ClientError, "cause" | "scope" | "idempotencyKey" | "requestId" | "attempts">>;

/** Facts about a call that the service answered with an error. */
export type ApiErrorFacts = ErrorFacts &
  Pick<ApiError, "status" | "code"> &
  Partial<Pick<ApiError, "details" | "retryAfter" | "headers">>;

/** A class of errors, for code that throws one. */
export type FailureClass = new (message: string, facts: ErrorFacts) => ClientError;

/** A class of errors, for callers: `instanceof` narrows to it, and tests make errors with `new`. */
export interface ErrorClass<T, Facts> {
  new (message: string, facts: Facts): T;
  [Symbol.hasInstance](value: unknown): value is T;
}

/** A rule that a field breaks: the field, the rule, and what the field must do. Never the value, which may be personal. */
export type Mistake = [field: string, rule: string, expected: string];

// A package that is loaded twice, as ESM and as CommonJS, has two classes of a name. Their errors show their classes, so
// that each class knows the errors of the other by the name.
const lineage: unique symbol = Symbol.for("contract-client.error-class") as never;

// How many lines of a stack V8 keeps.
const stacks = Error as { stackTraceLimit?: number };

/** The common part of all errors of the client. Holds neither credentials nor tokens. */
export class ClientError extends Error {
  // A minifier does not change it.
  static override readonly name: string = "ClientError";
  /** Id of the operation that failed. */
  declare readonly operation: string;
  /** The proven outcome of the call. */
  declare readonly outcome: Outcome;
  /** Scope of `outcome`. */
  declare readonly scope: Scope;
  /**
   * Key of the call, given or made; the same call with the same key is the same request to the service. Absent if the
   * operation takes none, and if the call ended before one was given or made.
   */
  declare readonly idempotencyKey: string | undefined;
  /** The service's own id of the request, if its response names one. */
  declare readonly requestId: string | undefined;
  /** How often the request was sent, or tried to be. */
  declare readonly attempts: number;
  /** The reason behind it, without secrets. Declared for programs with `lib` before ES2022. */
  declare readonly cause: unknown;

  constructor(message: string, { cause, ...facts }: ErrorFacts) {
    // The user's line stands below those of the client.
    const { stackTraceLimit = 10 } = stacks;
    stacks.stackTraceLimit = 50;
    super(`${facts.operation}: ${message}`, cause === undefined ? undefined : { cause });
    stacks.stackTraceLimit = stackTraceLimit;
    this.name = new.target.name;
    Object.assign(this, { attempts: 0, scope: "call" }, facts);
    const names: string[] = [];
    for (let one = new.target; one.name; one = Object.getPrototypeOf(one)) names.push(one.name);
    Object.defineProperty(this, lineage, { value: names });
  }

  /** Fields for a log that is written as JSON: without headers, stack and cause. */
  toJSON(): object {
    const { name, message, ...facts } = this;
    return { name, message, ...facts, headers: undefined };
  }

  /** Whether a value is an error of this class, or of the class of the same name in another copy of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: `this` is the subclass.
    return Boolean((value as { [lineage]?: string[] } | undefined)?.[lineage]?.includes(this.name));
  }
}

/** The service answered that it did not carry out the request. */
export class ApiError<Code extends string = string, Details = unknown> extends ClientError {
  static override readonly name: string = "ApiError";
  /** HTTP status of the response. */
  declare readonly status: number;
  /** Headers of the response; undefined if the error was made without any. */
  declare readonly headers: Headers | undefined;
  /** Code of the error; `HTTP_<status>` if the response names none. An open set: new codes may come. */
  declare readonly code: Code;
  /** Further facts; their type follows from `code`. */
  declare readonly details: Details;
  /** Milliseconds of the service's `Retry-After`, if it sent one. */
  declare readonly retryAfter: number | undefined;
}

/** The user's input breaks a rule of the contract. Nothing was sent. */
export class InvalidRequestError extends ClientError {
  static override readonly name: string = "InvalidRequestError";
  /** The field, as names and positions joined by dots: `customer.email`, `items.0.title`. */
  declare readonly field: string;
  /** The rule that it breaks: `required`, `type`, `minimum`, `maxLength`, … */
  declare readonly rule: string;

  constructor(operation: string, [field, rule, expected]: Mistake, idempotencyKey?: string) {
    const facts = { operation, outcome: "not-sent", idempotencyKey, field, rule } as const;
    super(`\`${field}\` must ${expected} (rule: ${rule})`, facts);
  }
}

/** The service sent an invalid success response: not JSON, too large, or not as in the contract. */
export class InvalidResponseError extends ClientError {
  static override readonly name: string = "InvalidResponseError";
  /** HTTP status of the response. */
  declare readonly status: number;
  /** Headers of the response; undefined if the error was made without any. */
  declare readonly headers: Headers | undefined;
}

/** No answer came: the connection could not be made, or broke. `cause` has the reason, without secrets. */
export class ConnectionError extends ClientError {
  static override readonly name: string = "ConnectionError";
}

/** No answer came in the time that the call had. */
export class TimeoutError extends ClientError {
  static override readonly name: string = "TimeoutError";
}

/** The user's signal ended the call; `cause` is the signal's reason. */
export class AbortedError extends ClientError {
  static override readonly name: string = "AbortedError";
}

/** Adds the user's key to an error of a call that ended before the call had one. */
export function addKey(error: unknown, idempotencyKey: unknown): unknown {
  const lacksKey = error instanceof ClientError && error.idempotencyKey === undefined;
  return lacksKey && typeof idempotencyKey === "string"
    ? Object.assign(error, { idempotencyKey })
    : error;
}

/** Gives a class the name under which a client exports it, which its errors bear. */
export function nameClass<Class>(one: Class, value: string): Class {
  return Object.assign(one as object, { name: value }) as Class;
}
