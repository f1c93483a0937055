// `x-` fields that no rule knows: a change of one is told of all the same, because somebody may act on it.

import { knownExtensions } from "../known-extensions.ts";
import type { Side } from "../notes.ts";
import { canonical } from "../place.ts";
import { show } from "../schema/finding.ts";
import { type Context, type Pair, placesOf } from "./context.ts";

export function compareExtensions(context: Context, side: Side, pair: Pair, subject: string): void {
  const [was, is] = [pair.base.value, pair.head.value];
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (!key.startsWith("x-") || knownExtensions.has(key) || canonical(was[key]) === canonical(is[key])) continue;
    const kind = !(key in was) ? "extension-added" : !(key in is) ? "extension-removed" : "extension-changed";
    context.notes.add(side, {
      kind,
      subject,
      name: key,
      before: show(was[key]),
      after: show(is[key]),
      ...placesOf(pair, key),
    });
  }
}
