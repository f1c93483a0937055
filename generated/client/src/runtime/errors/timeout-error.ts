// Generated from scripts/client/runtime/errors/timeout-error.ts by `npm run generate`: edit that, not this file.
import { ClientError } from "./client-error.ts";

/** No answer came in the time that the call had. */
export class TimeoutError extends ClientError {
  static override readonly label: string = "TimeoutError";
}
