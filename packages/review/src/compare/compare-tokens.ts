// Tokens: where a client finds one, and for how long it holds.
import type { Side } from "../notes.ts";
import { isTree, type Tree } from "../place.ts";
import { show } from "../schema/finding.ts";
import { type Context, type Pair, placesOf } from "./context.ts";
import { seconds } from "./words.ts";

export function compareTokens(context: Context, side: Side, pair: Pair, subject: string): void {
  const [was, is] = [pair.base, pair.head].map(({ value }) => value["x-token"]);
  const place = placesOf(pair, "x-token");
  const note = (kind: string, about: { name?: string; before?: string; after?: string } = {}): void =>
    context.notes.add(side, { kind, subject, ...about, ...place });
  if (!isTree(was) && !isTree(is)) return;
  if (!isTree(was)) {
    note("token-added");
    return;
  }
  if (!isTree(is)) {
    note("token-removed");
    return;
  }
  for (const key of ["scheme", "token", "expiresIn", "unit"]) {
    if (was[key] !== is[key]) note("token-field-changed", { name: key, before: show(was[key]), after: show(is[key]) });
  }
  const [before, after] = [lifetime(was), lifetime(is)];
  if (before !== undefined && after !== undefined && before !== after)
    note(`token-lifetime-${after < before ? "shortened" : "lengthened"}`, {
      before: seconds(before),
      after: seconds(after),
    });
  if (was.renewEarly !== is.renewEarly)
    note("token-renewal-changed", { before: seconds(Number(was.renewEarly)), after: seconds(Number(is.renewEarly)) });
  const [from, to] = [was.claims, is.claims].map((claims) => (isTree(claims) ? claims : {}));
  for (const claim of new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])) {
    const [old, now] = [from?.[claim], to?.[claim]];
    if (old === now) continue;
    const kind = old === undefined ? "added" : now === undefined ? "removed" : "changed";
    note(`token-claim-${kind}`, { name: claim, before: show(old), after: show(now) });
  }
}

/** Seconds that a token lives. */
function lifetime({ lifetime: value, unit }: Tree): number | undefined {
  return typeof value === "number" ? value / (unit === "milliseconds" ? 1000 : 1) : undefined;
}
