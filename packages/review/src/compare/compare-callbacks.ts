// Callbacks: which notifications an operation sends, to which URL of its request.
import type { Side } from "../notes.ts";
import { canonical, type Place, type Source, treeAt } from "../place.ts";
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
      // A notification that is no longer sent at all is reported as that.
      if (
        !("webhooks" in context.base.root && name in (treeAt(context.base.root, "webhooks") ?? {})) ||
        name in (treeAt(context.head.root, "webhooks") ?? {})
      )
        context.notes.add(side, {
          kind: "callback-removed",
          subject,
          name,
          baseAt: before.place.at,
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
    if (isOfContract(context.base, name, before) && isOfContract(context.head, name, after)) continue;
    const [old] = operationsIn(context.base, name, before.item);
    const [now] = operationsIn(context.head, name, after.item);
    if (old && now) compareNotification(context, old, now, name);
  }
  for (const [name, { place }] of is) {
    if (
      !was.has(name) &&
      (name in (treeAt(context.base.root, "webhooks") ?? {}) ||
        !(name in (treeAt(context.head.root, "webhooks") ?? {})))
    )
      context.notes.add(side, { kind: "callback-added", subject, name, headAt: place.at });
  }
}

/** Whether a callback is a notification of the contract, referred to or written out once more. */
function isOfContract(source: Source, name: string, { item }: Callback): boolean {
  if (item.at.startsWith("/webhooks/")) return true;
  const webhooks = source.child({ value: source.root, at: "" }, "webhooks");
  const notification = webhooks && source.child(webhooks, name);
  if (!notification) return false;
  const [own, shared] = [operationsIn(source, name, item)[0], operationsIn(source, name, notification)[0]];
  return ["parameters", "requestBody", "responses", "security"].every(
    (part) => meaningOf(own?.place.value[part]) === meaningOf(shared?.place.value[part]),
  );
}

/** What explains a part to people, and what a mock answers with: written out once more, it may be left out. */
const explaining = new Set(["description", "summary", "example", "examples"]);

function meaningOf(part: unknown): string {
  const text = JSON.stringify(part, (key, value: unknown) => (explaining.has(key) ? undefined : value)) as
    | string
    | undefined;
  return text === undefined ? "" : canonical(JSON.parse(text));
}

function callbacksOf(source: Source, operation: Place): Map<string, Callback> {
  const found = new Map<string, Callback>();
  for (const [name, place] of source.children(source.child(operation, "callbacks"))) {
    for (const [url, item] of source.children(place)) found.set(name, { url, item, place });
  }
  return found;
}
