import { ClientError } from "./client-error.ts";

/** The caller's signal ended the call; `cause` is the signal's reason. */
export class AbortedError extends ClientError {
  static override readonly label: string = "AbortedError";
}
