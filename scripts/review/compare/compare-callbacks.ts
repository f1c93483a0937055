// Callbacks: which notifications an operation sends, to which URL of its request.
import type { Side } from "../notes.ts";
import type { Place, Source } from "../place.ts";
import { compareNotification } from "./compare-notifications.ts";
import { type Context, type Pair, placesOf } from "./context.ts";
import { operationsIn } from "./read-operations.ts";

interface Callback {
  /** Where in the request the URL is. */
  url: string;
  item: Place;
  place: Place;
}

export function compareCallbacks(context: Context, side: Side, pair: Pair, subject: string): void {
  const was = callbacksOf(context.base, pair.base);
  const is = callbacksOf(context.head, pair.head);
  for (const [name, before] of was) {
    const after = is.get(name);
    if (!after) {
      context.notes.add(side, {
        kind: "callback-removed",
        subject,
        name,
        baseAt: before.place.at,
        headAt: pair.head.at,
      });
      continue;
    }
    if (before.url !== after.url)
      context.notes.add(side, {
        kind: "callback-url-changed",
        subject,
        name,
        before: before.url,
        after: after.url,
        ...placesOf({ base: before.place, head: after.place }),
      });
    // What is a notification of the whole contract is compared as that.
    if ([before, after].every(({ item }) => item.at.startsWith("/webhooks/"))) continue;
    const [old] = operationsIn(context.base, name, before.item);
    const [now] = operationsIn(context.head, name, after.item);
    if (old && now) compareNotification(context, old, now, name);
  }
  for (const [name, { place }] of is) {
    if (!was.has(name)) context.notes.add(side, { kind: "callback-added", subject, name, headAt: place.at });
  }
}

function callbacksOf(source: Source, operation: Place): Map<string, Callback> {
  const found = new Map<string, Callback>();
  for (const [name, place] of source.children(source.child(operation, "callbacks"))) {
    for (const [url, item] of source.children(place)) found.set(name, { url, item, place });
  }
  return found;
}
