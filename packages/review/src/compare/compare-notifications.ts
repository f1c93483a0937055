// Notifications: the provider writes them and a receiver reads them, so both change places with those of a request.
import type { Side } from "../notes.ts";
import { isTree, type Place, text } from "../place.ts";
import { noteBasis } from "./compare-basis.ts";
import { compareBodies } from "./compare-bodies.ts";
import { compareExtensions } from "./compare-extensions.ts";
import { compareParameters } from "./compare-parameters.ts";
import { compareResponses } from "./compare-responses.ts";
import { compareSecurity } from "./compare-security.ts";
import { type Context, calls, placesOf } from "./context.ts";
import { noteDeprecation } from "./note-deprecation.ts";
import { isUnchangedOperation, type ReadOperation, readOperations } from "./read-operations.ts";

export function compareNotifications(context: Context): void {
  const base = readOperations(context.base, "webhooks");
  const head = readOperations(context.head, "webhooks");
  for (const was of base) {
    const is = head.find(({ key }) => key === was.key);
    if (is && !isUnchangedOperation(context, was, is)) compareNotification(context, was, is, was.path);
    else if (!is)
      context.notes.add(calls("receiver", was.path), {
        kind: "notification-removed",
        subject: `The notification ${was.path}`,
        baseAt: was.place.at,
      });
  }
  for (const is of head) {
    if (!base.some(({ key }) => key === is.key))
      context.notes.add(calls("receiver", is.path), {
        kind: "notification-added",
        subject: `The notification ${is.path}`,
        headAt: is.place.at,
      });
  }
}

/** Compares two forms of a notification; what a receiver reads is the request here, what it writes the response. */
export function compareNotification(context: Context, was: ReadOperation, is: ReadOperation, name: string): void {
  const side = calls("receiver", name);
  const reads: Side = { ...side, role: "reads", message: "notification" };
  const writes: Side = { ...side, role: "writes", message: "answer" };
  const pair = { base: was.place, head: is.place };
  compareParameters(context, reads, was, is);
  compareBodies(context, reads, pair, `${name} notification`);
  compareResponses(context, writes, pair, name);
  compareSecurity(context, reads, pair, name);
  noteDeprecation(context, side, pair, name);
  compareExtensions(context, side, pair, name);
  compareAbout(context, side, pair, name);
  noteBasis(context, pair, name);
}

function compareAbout(context: Context, side: Side, pair: { base: Place; head: Place }, name: string): void {
  const [was, is] = [pair.base, pair.head].map(({ value }) => value["x-notification"]);
  const place = placesOf(pair, "x-notification");
  const before = text(pair.base, "operationId");
  const after = text(pair.head, "operationId");
  if (before !== undefined && before !== after)
    context.notes.add(side, {
      kind: "operation-id-changed",
      subject: `The notification ${name}`,
      before,
      after: after ?? "nothing",
      ...placesOf(pair, "operationId"),
    });
  if (!isTree(was) || !isTree(is)) return;
  for (const key of ["event", "subject"]) {
    if (was[key] !== is[key])
      context.notes.add(side, {
        kind: "notification-renamed",
        subject: `The notification ${name}`,
        name: key,
        before: String(was[key]),
        after: String(is[key]),
        ...place,
      });
  }
  if (was.when !== is.when)
    context.notes.add(side, {
      kind: "notification-condition-changed",
      subject: `The notification ${name}`,
      before: String(was.when),
      after: String(is.when),
      ...place,
    });
}
