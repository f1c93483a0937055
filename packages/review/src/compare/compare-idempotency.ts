// Idempotency: what a repeat does.
import type { Side } from "../notes.ts";
import { isTree } from "../place.ts";
import { show } from "../schema/finding.ts";
import { noteBasis } from "./compare-basis.ts";
import { type Context, type Pair, placesOf } from "./context.ts";
import { seconds } from "./words.ts";

export function compareIdempotency(context: Context, side: Side, pair: Pair, subject: string): void {
  const [was, is] = [pair.base, pair.head].map(({ value }) => value["x-idempotency"]);
  const place = placesOf(pair, "x-idempotency");
  const note = (kind: string, before?: string, after?: string, name?: string): void =>
    context.notes.add(side, { kind, subject, name, before, after, ...place });
  if (!isTree(was) && !isTree(is)) return;
  if (!isTree(was)) {
    note("idempotency-added", undefined, isTree(is) ? show(is.header) : undefined);
    return;
  }
  if (!isTree(is)) {
    note("idempotency-removed", show(was.header));
    return;
  }
  noteBasis(
    context,
    {
      base: { value: was, at: `${pair.base.at}/x-idempotency` },
      head: { value: is, at: `${pair.head.at}/x-idempotency` },
    },
    subject,
    "x-basis",
  );
  const differs = (key: string): boolean => String(was[key] ?? "") !== String(is[key] ?? "");
  // Names of headers are the same in any case.
  if (String(was.header).toLowerCase() !== String(is.header).toLowerCase())
    note("idempotency-header-changed", show(was.header), show(is.header));
  if (differs("retention") && typeof was.retention === "number" && typeof is.retention === "number") {
    const kind = is.retention < was.retention ? "shortened" : "lengthened";
    note(`idempotency-retention-${kind}`, seconds(was.retention), seconds(is.retention));
  }
  if (differs("scope")) note("idempotency-scope-changed", show(was.scope), show(is.scope));
  if (String(was.replayedHeader).toLowerCase() !== String(is.replayedHeader).toLowerCase())
    note("idempotency-replay-header-changed", show(was.replayedHeader), show(is.replayedHeader));
  if (differs("missing")) note("idempotency-error-changed", show(was.missing), show(is.missing), "a missing key");
  if (differs("conflict"))
    note("idempotency-error-changed", show(was.conflict), show(is.conflict), "a key that was used");
  const [kept, keeps] = [was.keeps, is.keeps].map((list) => (Array.isArray(list) ? list.map(String) : []));
  for (const code of kept ?? [])
    if (!keeps?.includes(code)) note("idempotency-error-no-longer-kept", code, undefined, code);
  for (const code of keeps ?? []) if (!kept?.includes(code)) note("idempotency-error-kept", undefined, code, code);
}
