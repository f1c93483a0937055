// Which operations there are, and what each says of itself.

import type { Side } from "../notes.ts";
import { type Place, text } from "../place.ts";
import { noteBasis } from "./compare-basis.ts";
import { compareBodies } from "./compare-bodies.ts";
import { compareCallbacks } from "./compare-callbacks.ts";
import { compareErrorsOf } from "./compare-errors.ts";
import { compareExtensions } from "./compare-extensions.ts";
import { compareIdempotency } from "./compare-idempotency.ts";
import { compareParameters } from "./compare-parameters.ts";
import { compareRateLimits } from "./compare-rate-limits.ts";
import { compareResponses } from "./compare-responses.ts";
import { compareSecurity } from "./compare-security.ts";
import { compareOwnServers } from "./compare-service.ts";
import { compareTokens } from "./compare-tokens.ts";
import { type Context, calls, type Pair, placesOf } from "./context.ts";
import { noteDeprecation } from "./note-deprecation.ts";
import { isUnchangedOperation, type ReadOperation, readOperations } from "./read-operations.ts";

export function compareOperations(context: Context): void {
  const base = readOperations(context.base, "paths");
  const head = readOperations(context.head, "paths");
  const pairs = pairUp(base, head);
  for (const [was, is] of pairs) if (!isUnchangedOperation(context, was, is)) compareOperation(context, was, is);
  for (const operation of base) {
    if (pairs.some(([was]) => was === operation)) continue;
    const sunset = text(operation.place, "x-sunset");
    const over = operation.place.value.deprecated === true && sunset !== undefined && new Date(sunset) <= new Date();
    context.notes.add(calls("client", operation.id), {
      kind: over ? "operation-removed-after-sunset" : "operation-removed",
      subject: titleOf(operation),
      before: sunset,
      baseAt: operation.place.at,
    });
  }
  for (const operation of head) {
    if (pairs.some(([, is]) => is === operation)) continue;
    context.notes.add(calls("client", operation.id), {
      kind: "operation-added",
      subject: titleOf(operation),
      headAt: operation.place.at,
    });
  }
}

function titleOf({ id, method, path }: ReadOperation): string {
  const call = `${method.toUpperCase()} ${path}`;
  return id === call ? call : `${id} (${call})`;
}

/** What makes two operations the same, the surest first: the path as it is written, the call, the id after a move. */
const sameness: ((operation: ReadOperation) => string)[] = [
  ({ method, path }) => `${method} ${path}`,
  ({ key }) => key,
  ({ id }) => id,
];

function pairUp(base: ReadOperation[], head: ReadOperation[]): [ReadOperation, ReadOperation][] {
  const left = { base: new Set(base), head: new Set(head) };
  return sameness.flatMap((nameOf) => {
    const named = new Map([...left.head].reverse().map((is) => [nameOf(is), is]));
    return [...left.base].flatMap((was): [ReadOperation, ReadOperation][] => {
      const is = named.get(nameOf(was));
      if (!is || !left.head.delete(is)) return [];
      left.base.delete(was);
      return [[was, is]];
    });
  });
}

function compareOperation(context: Context, was: ReadOperation, is: ReadOperation): void {
  const side = calls("client", is.id);
  const pair: Pair = { base: was.place, head: is.place };
  if (was.key !== is.key) {
    context.notes.add(side, {
      kind: "operation-moved",
      subject: is.id,
      before: `${was.method.toUpperCase()} ${was.path}`,
      after: `${is.method.toUpperCase()} ${is.path}`,
      ...placesOf(pair),
    });
  }
  compareNames(context, side, pair, was, is);
  const writes: Side = { ...side, role: "writes", message: "request" };
  const reads: Side = { ...side, role: "reads", message: "response" };
  compareParameters(context, writes, was, is);
  compareBodies(context, writes, pair, `${is.id} request`);
  compareResponses(context, reads, pair, is.id);
  compareErrorsOf(context, side, pair, is.id);
  compareOwnServers(context, side, was, is);
  compareSecurity(context, side, pair, is.id);
  compareCallbacks(context, side, pair, is.id);
  compareRateLimits(context, side, pair, is.id);
  compareIdempotency(context, side, pair, is.id);
  compareTokens(context, side, pair, is.id);
  compareExtensions(context, side, pair, is.id);
  noteBasis(context, pair, is.id);
}

function compareNames(context: Context, side: Side, pair: Pair, was: ReadOperation, is: ReadOperation): void {
  const [before, after] = [text(pair.base, "operationId"), text(pair.head, "operationId")];
  if (before !== undefined && before !== after)
    context.notes.add(side, {
      kind: "operation-id-changed",
      subject: `${is.method.toUpperCase()} ${is.path}`,
      before,
      after: after ?? "nothing",
      ...placesOf(pair, "operationId"),
    });
  const [from, to] = [firstTag(was.place), firstTag(is.place)];
  if (from !== undefined && from !== to)
    context.notes.add(side, {
      kind: "group-changed",
      subject: is.id,
      before: from,
      after: to ?? "no tag",
      ...placesOf(pair, "tags"),
    });
  noteDeprecation(context, side, pair, is.id);
}

function firstTag({ value }: Place): string | undefined {
  const tag = Array.isArray(value.tags) ? value.tags[0] : undefined;
  return typeof tag === "string" ? tag : undefined;
}
