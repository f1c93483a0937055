import { ClientError } from "./client-error.ts";

/** What was waited for will not come: the object ended otherwise. */
export class WaitEndedError<T = unknown> extends ClientError {
  static override readonly label: string = "WaitEndedError";
  /** The object as it ended. */
  declare readonly last: T;
  /** Its status. */
  declare readonly status: string;
}
