import { ClientError } from "./client-error.ts";

/** No answer came: the connection could not be made, or broke. `cause` says why, without secrets. */
export class ConnectionError extends ClientError {
  static override readonly label: string = "ConnectionError";
}
