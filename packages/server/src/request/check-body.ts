import { makeReaders } from "../../../contract/src/check/read.ts";
import type { AnyOptions } from "../options.ts";
import type { Bindings } from "../service.ts";
import { withoutTolerated } from "./tolerate.ts";
import { plain, type Violation } from "./violations.ts";

/**
 * Makes a function that checks a value as the body of an operation's requests, for what does by other means what the
 * operation does. It returns what is wrong, or nothing.
 */
export function makeBodyCheck({ checks, formats }: Bindings) {
  const readers = makeReaders(checks.table, formats, checks.shells);
  return (id: string, body: unknown, tolerate?: AnyOptions["tolerate"]): Violation[] => {
    const row = checks.requests[id]?.body;
    if (row === undefined) throw new TypeError(`There is no operation ${id} with a body.`);
    return withoutTolerated(readers(row)(body).findings, id, body, tolerate).map(plain);
  };
}

/** Makes a function that finds what the body of a notification breaks of the contract. */
export function makeNotificationCheck({ checks, formats }: Bindings) {
  const readers = makeReaders(checks.table, formats, checks.shells);
  return async (event: string, body: unknown): Promise<Violation[]> => {
    const row = checks.notifications[event];
    return row === undefined ? [] : readers(row)(body).findings.map(plain);
  };
}
