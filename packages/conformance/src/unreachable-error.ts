/** The server cannot be tested at all. */
export class UnreachableError extends Error {}
