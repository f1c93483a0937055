// The promises of a contract's `x-` objects: for each of them, which edit of which field is which kind of change.
import { isDeepStrictEqual } from "node:util";
import { duration, size } from "@packages/contract/src/words.ts";
import type { Difference, Side } from "../differences.ts";
import { type Place, type Tree, treeAt } from "../place.ts";
import { outcomeBetween, quoteValue } from "../schema/difference.ts";
import { addBasisDifference, type CompareContext } from "./context.ts";

export type Draft = Pick<Difference, "kind" | "name" | "before" | "after">;
type ComparePromise = (was: Tree, is: Tree) => Draft[];

interface PromiseRules {
  added?: string;
  removed?: string;
  /** The words for it when it is added or removed. */
  words?: (value: Tree) => string | undefined;
  fields: ComparePromise[];
}

/** Makes a comparison of a field that reports any difference as one kind of change. */
export function changed(key: string, kind: string, words = quoteValue, name = key): ComparePromise {
  return (was, is) => {
    const before = was[key];
    const after = is[key];
    return isDeepStrictEqual(before, after)
      ? []
      : [{ kind, name, before: words(before), after: words(after) }];
  };
}

/** A name of a header: its case means nothing. */
function compareHeader(key: string, kind: string): ComparePromise {
  const find = changed(key, kind);
  return (was, is) =>
    quoteValue(was[key]).toLowerCase() === quoteValue(is[key]).toLowerCase() ? [] : find(was, is);
}

/** A number; an absent one is unlimited. */
function compareAmount(
  key: string,
  [less, more]: [string, string],
  words: (value: number) => string,
): ComparePromise {
  return (was, is) => {
    const [before, after] = [was, is].map(({ [key]: value }) =>
      typeof value === "number" ? value : Number.POSITIVE_INFINITY,
    ) as [number, number];
    const shown = (value: number): string =>
      Number.isFinite(value) ? words(value) : "not limited";
    return before === after
      ? []
      : [{ kind: after < before ? less : more, before: shown(before), after: shown(after) }];
  };
}

function compareFlag(key: string, [on, off]: [string, string]): ComparePromise {
  return (was, is) => {
    const before = was[key] === true;
    const after = is[key] === true;
    return before === after
      ? []
      : [{ kind: after ? on : off, before: quoteValue(was[key]), after: quoteValue(is[key]) }];
  };
}

/** Makes a comparison of a list of names, with a kind for each that was removed or added. */
export function members(key: string, [removedKind, addedKind]: [string, string]): ComparePromise {
  return (was, is) => {
    const [before, after] = [was[key], is[key]].map(namesIn) as [string[], string[]];
    return [
      ...before
        .filter((name) => !after.includes(name))
        .map((name) => ({ kind: removedKind, name, before: name })),
      ...after
        .filter((name) => !before.includes(name))
        .map((name) => ({ kind: addedKind, name, after: name })),
    ];
  };
}

/** A map of values. */
function compareEntries(key: string, prefix: string): ComparePromise {
  return (was, is) => {
    const before = treeAt(was, key) ?? {};
    const after = treeAt(is, key) ?? {};
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
      const kind = `${prefix}-${outcomeBetween(before[name], after[name])}`;
      return changed(name, kind)(before, after);
    });
  };
}

export function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

const rateWords = ({ limit, window }: Tree): string =>
  `${limit} requests in ${duration(Number(window))}`;

/** Whether all who kept to the old limit still get through. */
const rate: ComparePromise = (was, is) => {
  const states = { before: rateWords(was), after: rateWords(is) };
  if (states.before === states.after) return [];
  const perSecond = ({ limit, window }: Tree): number => Number(limit) / Number(window);
  const isLower = Number(is.limit) < Number(was.limit) || perSecond(is) < perSecond(was);
  if (isLower) return [{ kind: "rate-limit-lowered", ...states }];
  const isLonger = Number(is.window) > Number(was.window);
  return [{ kind: isLonger ? "rate-limit-stretched" : "rate-limit-raised", ...states }];
};

/** The scope of a limit. Fewer parts distinguish fewer callers, so more of them share one limit. */
const scope: ComparePromise = (was, is) => {
  const before = namesIn(was.scope);
  const after = namesIn(is.scope);
  const losesPart = before.some((part) => !after.includes(part));
  const gainsPart = after.some((part) => !before.includes(part));
  if (!losesPart && !gainsPart) return [];
  const direction = losesPart ? "widened" : "narrowed";
  const kind = `rate-limit-scope-${losesPart && gainsPart ? "changed" : direction}`;
  return [{ kind, before: before.join(" and "), after: after.join(" and ") }];
};

const schedule: ComparePromise = (was, is) => {
  const before = namesIn(was.schedule).map(Number);
  const after = namesIn(is.schedule).map(Number);
  if (before.join() === after.join()) return [];
  const span = (waits: number[]): number => waits.reduce((sum, wait) => sum + wait, 0);
  const isShorter = after.length < before.length || span(after) < span(before);
  // The same tries at the same times, and more after them, take nothing away.
  const isKept = before.every((wait, index) => after[index] === wait);
  const longer = isKept ? "extended" : "changed";
  const kind = isShorter ? "reduced" : longer;
  const words = (waits: number[]): string =>
    `${waits.length} times within ${duration(span(waits))}`;
  return [{ kind: `delivery-tries-${kind}`, before: words(before), after: words(after) }];
};

/** Exactly once keeps the promises of at least once and of at most once. */
const guarantee: ComparePromise = (was, is) =>
  changed(
    "guarantee",
    `delivery-guarantee-${is.guarantee === "exactly-once" ? "strengthened" : "weakened"}`,
  )(was, is);

/** The answers that count, such as `2xx`. */
const success: ComparePromise = (was, is) => {
  const pattern = quoteValue(is.success)
    .toLowerCase()
    .replaceAll(/[^\w]/g, "\\$&")
    .replaceAll("x", "[x\\d]");
  const isWider = new RegExp(`^${pattern}$`).test(quoteValue(was.success).toLowerCase());
  return changed("success", `delivery-success-${isWider ? "widened" : "narrowed"}`)(was, is);
};

/** The lifetime is in the token's unit. */
const lifetime: ComparePromise = (was, is) => {
  const inSeconds = ({ lifetime: value, unit }: Tree): Tree =>
    typeof value === "number" ? { value: value / (unit === "milliseconds" ? 1000 : 1) } : {};
  const before = inSeconds(was);
  const after = inSeconds(is);
  if (!("value" in before && "value" in after)) return [];
  return compareAmount(
    "value",
    ["token-lifetime-shortened", "token-lifetime-lengthened"],
    duration,
  )(before, after);
};

const comparePolicy: ComparePromise = (was, is) =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])]
    // The version itself is reported as the document's.
    .filter((key) => key !== "interfaceVersion")
    .flatMap((key) => {
      const isPath = (key === "prefix" || key === "scheme") && was[key] !== undefined;
      return changed(key, isPath ? "version-path-changed" : "version-policy-changed")(was, is);
    });

const seconds = (value: unknown): string => duration(Number(value));

export const promises = {
  "x-rate-limit": {
    added: "rate-limit-added",
    removed: "rate-limit-removed",
    words: (limit) => `${rateWords(limit)} by ${namesIn(limit.scope).join(" and ")}`,
    fields: [rate, scope],
  },
  "x-idempotency": {
    added: "idempotency-added",
    removed: "idempotency-removed",
    words: (value) => quoteValue(value.header),
    fields: [
      compareHeader("header", "idempotency-header-changed"),
      compareAmount(
        "retention",
        ["idempotency-retention-shortened", "idempotency-retention-lengthened"],
        duration,
      ),
      changed("scope", "idempotency-scope-changed"),
      compareHeader("replayedHeader", "idempotency-replay-header-changed"),
      changed("missing", "idempotency-error-changed", quoteValue, "a missing key"),
      changed("conflict", "idempotency-error-changed", quoteValue, "a key that was used"),
      members("keeps", ["idempotency-error-no-longer-kept", "idempotency-error-kept"]),
    ],
  },
  "x-token": {
    added: "token-added",
    removed: "token-removed",
    fields: [
      ...["scheme", "token", "expiresIn", "unit", "format"].map((key) =>
        changed(key, "token-field-changed"),
      ),
      lifetime,
      changed("renewEarly", "token-renewal-changed", seconds),
      compareEntries("claims", "token-claim"),
    ],
  },
  "x-notification": {
    fields: [
      ...["event", "subject"].map((key) => changed(key, "notification-renamed")),
      changed("when", "notification-condition-changed"),
    ],
  },
  "x-notification-delivery": {
    added: "delivery-added",
    removed: "delivery-removed",
    fields: [
      guarantee,
      success,
      schedule,
      compareFlag("ordered", ["delivery-order-promised", "delivery-order-dropped"]),
      compareFlag("redirects", ["delivery-redirects-followed", "delivery-redirects-refused"]),
      compareAmount(
        "timeout",
        ["delivery-timeout-shortened", "delivery-timeout-lengthened"],
        duration,
      ),
      compareAmount(
        "disabledAfter",
        ["delivery-switched-off-earlier", "delivery-switched-off-later"],
        duration,
      ),
      changed("jitter", "delivery-jitter-changed", (value) => `±${Number(value ?? 0) * 100} %`),
    ],
  },
  "x-notification-identity": {
    added: "identity-added",
    removed: "identity-removed",
    words: ({ fields }) => namesIn(fields).join(", "),
    fields: [changed("fields", "identity-changed", (value) => namesIn(value).join(", "))],
  },
  "x-notification-signature": {
    added: "signature-added",
    removed: "signature-removed",
    fields: [
      compareHeader("header", "signature-changed"),
      ...["algorithm", "id", "signed", "timestamp", "version"].map((key) =>
        changed(key, "signature-changed"),
      ),
      compareAmount(
        "tolerance",
        ["signature-tolerance-shortened", "signature-tolerance-lengthened"],
        duration,
      ),
    ],
  },
  "x-error": {
    fields: [
      changed("status", "error-status-changed"),
      compareFlag("retryable", ["error-retryable", "error-not-retryable"]),
      compareFlag("anywhere", ["error-everywhere", "error-not-everywhere"]),
      changed("condition", "error-condition-changed"),
      changed("causes", "error-cause-changed", (value) => namesIn(value).join(", ") || "nothing"),
    ],
  },
  "x-lifecycle": {
    added: "lifecycle-added",
    removed: "lifecycle-removed",
    fields: [changed("subject", "lifecycle-renamed"), changed("initial", "initial-status-changed")],
  },
  "x-version-policy": { fields: [comparePolicy] },
  "x-body-limit": {
    fields: [compareAmount("x-body-limit", ["body-limit-lowered", "body-limit-raised"], size)],
  },
} satisfies Record<string, PromiseRules>;

/** Compares the promises of both sides under a name; a side may have none. */
export function comparePromise(
  context: CompareContext,
  side: Side,
  name: keyof typeof promises,
  subject: string,
  base: Place | undefined,
  head: Place | undefined,
): void {
  const { added, removed, words, fields }: PromiseRules = promises[name];
  const at = { baseAt: base?.at, headAt: head?.at };
  const add = (draft: Draft): void => context.differences.add(side, { subject, ...at, ...draft });
  if (base && head) {
    for (const draft of fields.flatMap((compare) => compare(base.value, head.value))) add(draft);
    addBasisDifference(context, { base, head }, subject);
  } else if (head && added !== undefined) add({ kind: added, after: words?.(head.value) });
  else if (base && removed !== undefined) add({ kind: removed, before: words?.(base.value) });
}
