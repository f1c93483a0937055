// Generated from scripts/client/runtime/errors/api-error.ts by `npm run generate`: edit that, not this file.
import { ClientError, type ErrorFacts } from "./client-error.ts";

/** What an answer says of a failure. */
export interface ApiErrorFacts<Code, Details> extends ErrorFacts {
  status: number;
  code: Code;
  details: Details;
  retryAfter: number | undefined;
}

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

  constructor(text: string, facts: ApiErrorFacts<Code, Details>) {
    super(`${facts.status} ${facts.code}${text && `: ${text}`}`, facts);
  }
}
