import { ClientError } from "./client-error.ts";

/** The service answered with a success that is none: not JSON, too large, or without what the contract says it has. */
export class InvalidResponseError extends ClientError {
  static override readonly label: string = "InvalidResponseError";
  /** HTTP status of the response. */
  declare readonly status: number;
  /** Headers of the response; undefined where the error was made without any. */
  declare readonly headers: Headers | undefined;
}
