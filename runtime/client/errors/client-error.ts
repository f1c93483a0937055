/**
 * What became of a call that failed, as far as can be known:
 *
 * - `not-sent`: nothing was sent that could have had an effect
 * - `refused`: the service answered, and did not do what was asked
 * - `unknown`: the service may have done it, because an answer is missing, cannot be read or says nothing about it
 * - `accepted-before`: an earlier try of this call failed without an answer, and the service says now that it was accepted
 */
export type Outcome = "not-sent" | "refused" | "unknown" | "accepted-before";

/** What is known of a call that failed; what a class has beyond these is among them too. */
export interface ErrorFacts {
  operation: string;
  outcome: Outcome;
  idempotencyKey?: string | undefined;
  requestId?: string | undefined;
  attempts?: number;
  cause?: unknown;
}

/** A class of errors, as far as those who throw them see it. */
export type Failure = new (message: string, facts: ErrorFacts) => ClientError;

/** What every error of the client has in common. Holds neither credentials nor tokens. */
export class ClientError extends Error {
  /** Name of the class, which a minifier does not change. */
  static readonly label: string = "ClientError";
  /** Id of the operation that failed. */
  declare readonly operation: string;
  /** What became of the call. */
  declare readonly outcome: Outcome;
  /** Key that was sent; the same call with the same key is the same request to the service. */
  declare readonly idempotencyKey: string | undefined;
  /** The service's own id of the request, where its answer names one. */
  declare readonly requestId: string | undefined;
  /** How often the request was sent, or tried to be. */
  declare readonly attempts: number;

  constructor(message: string, { cause, ...facts }: ErrorFacts) {
    super(`${facts.operation}: ${message}`, cause === undefined ? undefined : { cause });
    this.name = new.target.label;
    Object.assign(this, { attempts: 0 }, facts);
  }
}
