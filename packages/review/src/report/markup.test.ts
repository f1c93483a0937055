import { expect, test } from "vitest";
import type { Change, Severity } from "../change.ts";
import { print } from "./print.ts";
import type { Report } from "./report.ts";

/** A report with the same text in every field of a document that a person may have written. */
function reportOf(text: string): Report {
  const change = (severity: Severity, index: number): Change => ({
    ...{
      kind: index > 1 ? "field-removed" : `field-removed-${index}`,
      fingerprint: "0123456789ab",
      severity,
      affects: ["client"],
      message: text,
    },
    where: { pointer: "/paths", in: "head", subject: text, operations: [text], source: "spec/a.tsp:1" },
    ...{ instead: text, before: text, after: text },
  });
  const acceptance = { fingerprint: "0123456789ab", reason: text, by: text, until: "2030-01-01" };
  return {
    ...{ verdict: "breaking", majorMoved: false, release: "major", words: 1, added: null },
    // More than three of one kind are shown as a group.
    changes: (["breaking", "risky", "safe", "breaking", "breaking", "breaking", "breaking"] as const).map(change),
    ...{ base: { version: text }, head: { version: `${text} 2` }, names: { base: text, head: text } },
    decided: {
      accepted: [{ change: change("breaking", 4), acceptance }],
      stale: [{ acceptance, isOver: true }],
    },
    consumers: [{ place: "1.0/checkout.ts:12", message: text }],
    basis: { added: [], removed: [] },
  };
}

test.for(["md", "html"] as const)("no text of a contract becomes markup in %s", (format) => {
  const [tame, wild] = ["text", "<img src=x onerror=alert(1)>"].map((text) => print(reportOf(text), format));
  const tags = (page = ""): number => page.replaceAll(/`[^`]*`/g, "").split("<").length;
  expect(tags(wild)).toBe(tags(tame));
});
