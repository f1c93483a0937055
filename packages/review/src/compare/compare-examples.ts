// Named examples: a mock is asked for them by name.
import type { Side } from "../notes.ts";
import { canonical, type Place, type Source } from "../place.ts";
import { type Context, type Pair, placesOf } from "./context.ts";

export function compareExamples(context: Context, side: Side, pair: Pair, subject: string): void {
  const was = examplesOf(context.base, pair.base);
  const is = examplesOf(context.head, pair.head);
  for (const [name, place] of was) {
    const other = is.get(name);
    if (!other) context.notes.add(side, { kind: "example-removed", subject, name, baseAt: place.at });
    else if (canonical(place.value.value) !== canonical(other.value.value))
      context.notes.add(side, { kind: "example-changed", subject, name, ...placesOf({ base: place, head: other }) });
  }
  for (const [name, place] of is)
    if (!was.has(name)) context.notes.add(side, { kind: "example-added", subject, name, headAt: place.at });
}

export function examplesOf(source: Source, media: Place): Map<string, Place> {
  return new Map(source.children(source.child(media, "examples")));
}
