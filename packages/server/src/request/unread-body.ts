/** A body as it was parsed. */
export interface ParsedBody {
  /** The value, undefined where there is none, or why there is none. */
  body: unknown;
  /** Whether texts may hold what is no text: it takes an escape to write it. */
  mayHoldBadText: boolean;
}

/** Why there is no body to validate. */
export type BodyProblem = "malformed-body" | "body-too-large" | "media-type";

/** A body that could not be read; stands in its place until the request is answered. */
export class UnreadBody {
  readonly cause: BodyProblem;

  constructor(cause: BodyProblem) {
    this.cause = cause;
  }
}

/** What stands in place of a body. */
export function unread(problem: BodyProblem): ParsedBody {
  return { body: new UnreadBody(problem), mayHoldBadText: false };
}
