import { ClientError } from "./client-error.ts";

/** No answer came in the time that the call had. */
export class TimeoutError extends ClientError {
  static override readonly label: string = "TimeoutError";
}
