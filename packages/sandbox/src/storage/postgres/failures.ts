import pg from "pg";
import { InterruptedError, UnavailableError } from "../storage.ts";

/**
 * The action after an error of PostgreSQL:
 *
 * - `discard`: the session has ended or cannot be used, and the work is done again on another one;
 * - `repeat`: the transaction was rolled back in favour of something else, and is run again;
 * - `wait`: PostgreSQL has no connection to give at the moment, and is tried again;
 * - `unavailable`: the database cannot do it at present, whichever call needs it: an outage;
 * - `fail`: the error comes from this statement or its values.
 */
export type Cure = "discard" | "repeat" | "wait" | "unavailable" | "fail";

/**
 * Cures by code, or by class (the first two characters) for its other codes. Classes that are missing are `fail`.
 * Source: PostgreSQL 18, appendix A.
 */
export const cures: Readonly<Record<string, Cure>> = {
  // Connection exception
  "08": "discard",
  // Feature not supported; here a plan that another version of the tables has made invalid.
  "0A000": "discard",
  // Invalid transaction state; the others are mistakes in the order of statements.
  "25006": "discard", // read only: the old primary after a failover
  "25P03": "discard", // idle in a transaction for too long
  "25P04": "discard", // transaction timeout
  // A prepared statement that is missing or there already: whoever pools connections has exchanged the session.
  "26000": "discard",
  "42P05": "discard",
  // Authorization, and a database or schema that is missing: nothing works until somebody mends it.
  "28": "unavailable",
  "3D": "unavailable",
  "3F": "unavailable",
  // Transaction rollback
  "40": "repeat",
  "40002": "fail", // a constraint that was checked at the commit
  "40003": "discard", // whether the statement was completed is not known
  // Tables, columns or rights that are missing
  "42": "unavailable",
  // Insufficient resources: a full disk stays full for a while, memory is free again with the session.
  "53": "unavailable",
  "53200": "discard",
  "53300": "wait",
  // Object not in prerequisite state
  "55": "fail",
  "55P03": "repeat", // the lock was not available in time
  // Operator intervention
  "57": "discard",
  "57014": "repeat", // the statement was canceled
  // System error
  "58": "unavailable",
  // Internal error: most are about the state of the session.
  XX: "discard",
  XX001: "unavailable", // corrupted data
  XX002: "unavailable", // corrupted index
};

/** @param error of a statement or a connection; an error that PostgreSQL did not answer comes from the connection */
export function cureFor(error: unknown): Cure {
  if (!(error instanceof pg.DatabaseError)) return "discard";
  const { code = "" } = error;
  return cures[code] ?? cures[code.slice(0, 2)] ?? "fail";
}

/** Milliseconds in which an interrupted transaction is run again, from the first interruption on. */
const lockLimit = 9_000;
const lossLimit = 5_000;

/** The error of a call, for an error of PostgreSQL; the same one if it comes from the statement. */
export function explainFailure(error: unknown): Error {
  if (error instanceof UnavailableError) return error;
  const cause = error as Error;
  switch (cureFor(error)) {
    case "fail":
      return cause;
    case "unavailable": {
      const action = isOfDisk(error) ? "write" : "be used";
      return new UnavailableError(`The database cannot ${action}: ${messageOf(error)}.`, { cause });
    }
    case "repeat": {
      const message = `The database aborted the transaction: ${messageOf(error)}.`;
      const limit = (cause as pg.DatabaseError).code === "57014" ? lossLimit : lockLimit;
      return new InterruptedError(message, limit, { cause });
    }
    default: {
      const message = `The database cannot be reached: ${messageOf(error)}.`;
      return new ConnectionLostError(message, lossLimit, { cause });
    }
  }
}

function isOfDisk(error: unknown): boolean {
  return ["53100", "58030"].includes((error as pg.DatabaseError).code ?? "");
}

/** The connection is lost or of no use: work that was not committed by then has not happened. */
export class ConnectionLostError extends InterruptedError {}

export function messageOf(error: unknown): string {
  // A refused connection to a name with several addresses has its reasons inside.
  if (error instanceof AggregateError)
    return error.errors.map((inner: Error) => inner.message).join("; ");
  return error instanceof Error ? error.message : String(error);
}
