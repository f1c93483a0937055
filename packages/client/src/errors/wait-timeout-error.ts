import { ClientError } from "./client-error.ts";

/** The time of a wait ran out. */
export class WaitTimeoutError<T = unknown> extends ClientError {
  static override readonly label: string = "WaitTimeoutError";
  /** The object as it was last seen; undefined where no lookup succeeded. */
  declare readonly last: T | undefined;
}
