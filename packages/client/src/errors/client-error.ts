/**
 * What is proven about a call that failed:
 *
 * - `not-sent`: nothing of this call can have reached the service; `scope` says whether that holds for its key too
 * - `refused`: the service said no. Nothing was done, and nothing that was sent will be; with an idempotency key this
 *   holds for every request that carried the key
 * - `unknown`: neither is proven. The service may have done it: in this call, or in another one with the same key
 */
export type Outcome = "not-sent" | "refused" | "unknown";

/**
 * What `outcome` speaks of: `key`, every request that ever carried the idempotency key; `call`, this call alone: others may
 * have sent the key before.
 */
export type Scope = "call" | "key";

/** What is known of a call that failed; what a class has beyond these is among them too. */
export interface ErrorFacts {
  operation: string;
  outcome: Outcome;
  scope?: Scope;
  idempotencyKey?: string | undefined;
  requestId?: string | undefined;
  attempts?: number;
  cause?: unknown;
}

/** A class of errors, as far as those who throw them see it. */
export type Failure = new (message: string, facts: ErrorFacts) => ClientError;

// A package that is loaded twice, as ESM and as CommonJS, has two classes of a name. Their errors carry the names of
// their classes, so that each class knows the errors of the other.
const labels = Symbol.for("contract-client.error-labels");

/** How many lines of a stack V8 keeps. */
interface StackLimit {
  stackTraceLimit?: number;
}

/** What every error of the client has in common. Holds neither credentials nor tokens. */
export class ClientError extends Error {
  /** Name of the class, which a minifier does not change. */
  static readonly label: string = "ClientError";
  /** Id of the operation that failed. */
  declare readonly operation: string;
  /** What is proven about the call. */
  declare readonly outcome: Outcome;
  /** What `outcome` speaks of. */
  declare readonly scope: Scope;
  /** Key that was sent; the same call with the same key is the same request to the service. */
  declare readonly idempotencyKey: string | undefined;
  /** The service's own id of the request, where its response names one. */
  declare readonly requestId: string | undefined;
  /** How often the request was sent, or tried to be. */
  declare readonly attempts: number;

  constructor(message: string, { cause, ...facts }: ErrorFacts) {
    // The caller's line stands below those of the client.
    const { stackTraceLimit = 10 } = Error as StackLimit;
    (Error as StackLimit).stackTraceLimit = 50;
    super(`${facts.operation}: ${message}`, cause === undefined ? undefined : { cause });
    (Error as StackLimit).stackTraceLimit = stackTraceLimit;
    this.name = new.target.label;
    Object.assign(this, { attempts: 0, scope: "call" }, facts);
    const names: string[] = [];
    for (let one = new.target; one.label; one = Object.getPrototypeOf(one)) names.push(one.label);
    Object.defineProperty(this, labels, { value: names });
  }

  /** What a log that is written as JSON needs: without headers, stack and cause. */
  toJSON(): object {
    const { name, message, ...facts } = this;
    return { name, message, ...facts, headers: undefined };
  }

  /** Whether a value is an error of this class, or of the class of the same name in another copy of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: it is the subclass that is asked.
    return isOneOf(this, value);
  }
}

function isOneOf(Class: { label?: string }, value: unknown): boolean {
  if (!Object.hasOwn(Class, "label")) return Function.prototype[Symbol.hasInstance].call(Class, value);
  return Boolean((value as { [labels]?: unknown[] } | null | undefined)?.[labels]?.includes(Class.label));
}
