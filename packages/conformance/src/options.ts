import type { CheckName } from "./checks.ts";

/** A check that is left out for a reason, everywhere or for some operations and requests. */
export interface Skip {
  check: CheckName;
  /** Id of an operation; all where absent. */
  operation?: string;
  /** Label of a request, `*` standing for anything; all where absent. */
  request?: string;
  reason: string;
}

/** What a run does. Times are milliseconds. */
export interface ConformanceOptions {
  /** Address of the server, without the contract's paths: `https://api.provider.example`. */
  url: string;
  apiKey: string;
  apiSecret: string;
  /** Credentials of a second company, for what one company must not see of another. */
  otherKey?: string;
  otherSecret?: string;
  /** Control plane of a sandbox, which moves clocks, payers and banks: `http://127.0.0.1:4020`. */
  control?: string;
  controlToken?: string;
  /** Whether transfers are made; only with `control` where absent, because nothing else says that money is not real. */
  transfers?: boolean;
  /** Destination of transfers; a random key without owner if absent. */
  pixKey?: string;
  /** Port on which the suite listens for notifications; a free one where absent. */
  listen?: number;
  /** Address at which the server reaches that port; `http://127.0.0.1` where absent. */
  publicUrl?: string;
  /** Secret that signs the notifications to a `postbackUrl`; read from the control plane where absent. */
  postbackSecret?: string;
  /** Seed of everything that is made by chance; a random one where absent. */
  seed?: number;
  /** Bodies that are made by chance for each operation, and sequences of calls. */
  cases?: number;
  /** How long the run may take; 20 minutes where absent. */
  budget?: number;
  /** Requests that the run may send at most; no limit where absent. */
  maxRequests?: number;
  /** Milliseconds that a response may take; 30 s where absent. */
  timeout?: number;
  /** Checks that are made, or operations that are called; all where absent. */
  only?: { checks: CheckName[]; operations: string[] };
  skip?: Skip[];
  /** Whether the limits of the contract are kept; true where absent. A mock has none. */
  pace?: boolean;
  /** Ends the run early: it cleans up, and reports what it has found. */
  signal?: AbortSignal;
  /** Whether the first finding ends the run. */
  failFast?: boolean;
}
