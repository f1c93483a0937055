// Generated from scripts/client/runtime/errors/connection-error.ts by `npm run generate`: edit that, not this file.
import { ClientError } from "./client-error.ts";

/** No answer came: the connection could not be made, or broke. `cause` says why, without secrets. */
export class ConnectionError extends ClientError {
  static override readonly label: string = "ConnectionError";
}
