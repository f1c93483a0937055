// `x-` fields that no rule knows: a change of one is told of all the same, because somebody may act on it.
import type { Side } from "../notes.ts";
import { canonical, step } from "../place.ts";
import { show } from "../schema/finding.ts";
import { type Context, type Pair, placesOf } from "./context.ts";

/** Fields that are compared elsewhere, or say nothing to those who call. */
export const known = new Set([
  ...["x-basis", "x-body-limit", "x-error", "x-error-catalogue", "x-example", "x-format-by", "x-idempotency", "x-invalid"],
  ...["x-lifecycle", "x-notification", "x-notification-delivery", "x-notification-signature", "x-notifies", "x-open-set"],
  ...["x-personal", "x-rate-limit", "x-rate-limit-part", "x-sunset", "x-token", "x-values", "x-version-policy"],
]);

export function compareExtensions(context: Context, side: Side, pair: Pair, subject: string): void {
  const [was, is] = [pair.base.value, pair.head.value];
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (!key.startsWith("x-") || known.has(key) || canonical(was[key]) === canonical(is[key])) continue;
    const kind = !(key in was) ? "extension-added" : !(key in is) ? "extension-removed" : "extension-changed";
    context.notes.add(side, {
      kind,
      subject,
      name: key,
      before: show(was[key]),
      after: show(is[key]),
      ...placesOf(pair, key),
      ...(key in is && { headAt: step(pair.head.at, key) }),
    });
  }
}
