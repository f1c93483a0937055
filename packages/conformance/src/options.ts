/** A check that is left out for a reason, everywhere or for some operations and requests. */
export interface Skip {
  check: string;
  /** Id of an operation; all if absent. */
  operation?: string;
  /** Label of a request, `*` standing for anything; all if absent. */
  request?: string;
  reason: string;
}

/** The options of a run. Times are milliseconds. */
export interface ConformanceOptions {
  /** Address of the server, without the contract's paths: `https://api.provider.example`. */
  url: string;
  apiKey: string;
  apiSecret: string;
  /** Credentials of a second caller, to check that one caller sees nothing of another. */
  otherKey?: string;
  otherSecret?: string;
  /** Port on which the suite listens for notifications; a free one if absent. */
  listen?: number;
  /** Address at which the server reaches that port; `http://127.0.0.1` if absent. */
  publicUrl?: string;
  /** Secret that signs the notifications to the URL of a call; read from the control plane if absent. */
  callbackSecret?: string;
  /** Seed of everything that is made by chance; a random one if absent. */
  seed?: number;
  /** Bodies that are made by chance for each operation, and sequences of calls. */
  cases?: number;
  /** How long the run may take; 20 minutes if absent. */
  budget?: number;
  /** Milliseconds that a response may take; 30 s if absent. */
  timeout?: number;
  /** Checks that are made, or operations that are called; all if absent. */
  only?: { checks: string[]; operations: string[] };
  skip?: Skip[];
  /** Whether the limits of the contract are kept; true if absent. A mock does not have any. */
  pace?: boolean;
  /** Ends the run early: it cleans up, and reports its findings so far. */
  signal?: AbortSignal;
  /** Whether findings about statements that the provider's document does not make count; false if absent. */
  strict?: boolean;
  /** Whether the first finding ends the run. */
  failFast?: boolean;
}
