// Rate limits: whether everybody who kept to the old limit still gets through.
import type { Side } from "../notes.ts";
import { isTree } from "../place.ts";
import { type Context, type Pair, placesOf } from "./context.ts";
import { seconds } from "./words.ts";

interface Limit {
  limit: number;
  window: number;
  scope: string[];
}

export function compareRateLimits(context: Context, side: Side, pair: Pair, subject: string): void {
  const was = read(pair.base.value["x-rate-limit"]);
  const is = read(pair.head.value["x-rate-limit"]);
  const place = placesOf(pair, "x-rate-limit");
  const note = (kind: string, before?: string, after?: string): void =>
    context.notes.add(side, { kind, subject, before, after, ...place });
  if (!was && !is) return;
  if (!was) {
    note("rate-limit-added", undefined, is && words(is));
    return;
  }
  if (!is) {
    note("rate-limit-removed", words(was));
    return;
  }
  const rate = ({ limit, window }: Limit): number => limit / window;
  if (was.limit !== is.limit || was.window !== is.window) {
    const kind =
      is.limit < was.limit || rate(is) < rate(was) ? "lowered" : is.window > was.window ? "stretched" : "raised";
    note(`rate-limit-${kind}`, amount(was), amount(is));
  }
  const [before, after] = [was.scope, is.scope];
  const gone = before.some((part) => !after.includes(part));
  const come = after.some((part) => !before.includes(part));
  // Fewer parts tell fewer callers apart.
  const scope = gone && come ? "changed" : gone ? "widened" : come ? "narrowed" : undefined;
  if (scope) note(`rate-limit-scope-${scope}`, before.join(" and "), after.join(" and "));
}

function read(value: unknown): Limit | undefined {
  if (!isTree(value) || typeof value.limit !== "number" || typeof value.window !== "number") return undefined;
  return { limit: value.limit, window: value.window, scope: Array.isArray(value.scope) ? value.scope.map(String) : [] };
}

function amount({ limit, window }: Limit): string {
  return `${limit} requests in ${seconds(window)}`;
}

function words(limit: Limit): string {
  return `${amount(limit)} by ${limit.scope.join(" and ")}`;
}
