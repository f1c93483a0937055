import { ClientError } from "./client-error.ts";

/** The service answered that it did not do what was asked. */
export class ApiError<Code extends string = string, Details = unknown> extends ClientError {
  static override readonly label: string = "ApiError";
  /** HTTP status of the answer. */
  declare readonly status: number;
  /** Code of the error; `HTTP_<status>` where the answer names none. An open set: new codes may come. */
  declare readonly code: Code;
  /** Further facts; their type follows from `code`. */
  declare readonly details: Details;
  /** Milliseconds after which the service wants to be asked again, where it says so. */
  declare readonly retryAfter: number | undefined;
}
