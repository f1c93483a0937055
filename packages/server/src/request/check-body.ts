import { makeReaders } from "@packages/contract/src/check/read.ts";
import { writeJson } from "@packages/contract/src/exact-json.ts";
import type { Logger } from "../observe/logger.ts";
import type { AnyOptions } from "../options.ts";
import { toInvalidValue } from "../response/invalid-responses.ts";
import { readOwn } from "../response/read-own.ts";
import type { Bindings } from "../service.ts";
import { isInvalidString } from "./parse-body.ts";
import { plain, type Violation, withoutTolerated } from "./violations.ts";

/**
 * Makes a function that checks a value as the body of an operation's requests, for what does by other means what the
 * operation does. It returns the violations, or nothing.
 */
export function makeBodyCheck({ checks, formats }: Bindings) {
  const readers = makeReaders(checks.table, formats, checks.reads);
  return (id: string, body: unknown, tolerate?: AnyOptions["tolerate"]): Violation[] => {
    const row = checks.requests[id]?.body;
    if (row === undefined) throw new TypeError(`There is no operation ${id} with a body.`);
    return withoutTolerated(readers(row)(body).findings, id, body, tolerate).map(plain);
  };
}

/** A notification whose body breaks the contract: nothing of its change is committed. */
export class InvalidNotificationError extends Error {
  override readonly name = "InvalidNotificationError";

  constructor(event: string, findings: readonly Violation[]) {
    const list = findings.map(({ path, message }) => `${path || "it"} ${message}`).join(", ");
    super(`The notification ${event} breaks the contract: ${list}.`);
  }
}

/** Returns the body of a notification as JSON, without unknown fields. @throws {InvalidNotificationError} */
export type NotificationWriter = (event: string, body: unknown) => string;

/**
 * Makes the writer of notifications. It logs unknown fields, by their names, and values whose form breaks a rule that the
 * provider's document does not state.
 */
export function makeNotificationWriter(
  { checks, formats }: Pick<Bindings, "checks" | "formats">,
  log?: Logger,
): NotificationWriter {
  const readers = makeReaders(checks.table, formats, checks.reads);
  return (event, body) => {
    const row = checks.notifications[event];
    if (row === undefined) throw new TypeError(`The contract has no notification ${event}.`);
    const dropped: string[] = [];
    const { value, findings, mismatches } = readOwn(readers(row), body, {
      dropped,
      isInvalidString,
    });
    if (findings.length > 0) throw new InvalidNotificationError(event, findings);
    if (mismatches.length > 0)
      log?.warn(
        { event, violations: mismatches.map(toInvalidValue) },
        "A notification breaks rules that the provider's document does not state, and is sent.",
      );
    if (dropped.length > 0)
      log?.warn(
        { event, dropped },
        "Fields of a notification are not in the contract and were not sent.",
      );
    return writeJson(value);
  };
}
