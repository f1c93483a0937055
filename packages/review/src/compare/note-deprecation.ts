import type { Side } from "../notes.ts";
import type { Place } from "../place.ts";
import { compareDeprecation } from "../schema/compare-notes.ts";
import { type Context, noteFinding, type Pair } from "./context.ts";

/** Deprecation of an operation, a parameter or a header. */
export function noteDeprecation(context: Context, side: Side, pair: Pair, subject: string): void {
  const said = ({ value, at }: Place, key: string) =>
    key in value ? { value: value[key], at: `${at}/${key}` } : undefined;
  const found = compareDeprecation(
    { base: said(pair.base, "deprecated"), head: said(pair.head, "deprecated") },
    { base: said(pair.base, "x-sunset"), head: said(pair.head, "x-sunset") },
    { baseAt: pair.base.at, headAt: pair.head.at },
  );
  for (const finding of found) noteFinding(context, side, finding, subject);
}
