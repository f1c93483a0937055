import { ClientError, type ErrorFacts } from "./client-error.ts";

/** What is known of a call that the service answered with an error. */
export interface ApiErrorFacts extends ErrorFacts {
  status: number;
  code: string;
  details?: unknown;
  retryAfter?: number | undefined;
  headers?: Headers | undefined;
}

/** The service answered that it did not do what was asked. */
export class ApiError<Code extends string = string, Details = unknown> extends ClientError {
  static override readonly label: string = "ApiError";
  /** HTTP status of the response. */
  declare readonly status: number;
  /** Headers of the response; undefined where the error was made without any. */
  declare readonly headers: Headers | undefined;
  /** Code of the error; `HTTP_<status>` where the response names none. An open set: new codes may come. */
  declare readonly code: Code;
  /** Further facts; their type follows from `code`. */
  declare readonly details: Details;
  /** Milliseconds after which the service wants to be asked again, where it says so. */
  declare readonly retryAfter: number | undefined;
}
