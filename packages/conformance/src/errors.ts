/** The server cannot be tested at all: it does not answer, or the credentials are wrong. */
export class UnreachableError extends Error {}

/** The run, or a part of it, ends here: its time or its requests are used up, or it was interrupted. */
export class StopError extends Error {}
