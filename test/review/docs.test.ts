// The table beside oasdiff's rules names kinds that there are.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rules } from "../../packages/review/src/rules.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/guides/oasdiff.md"), "utf8");

test("every kind in the table is a rule", () => {
  const rows = page
    .slice(page.indexOf("## Rule by rule"))
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const kinds = rows.flatMap((row) =>
    [...(row.split(" | ").at(-1) ?? "").matchAll(/`([a-z-]+)`/g)].map(([, kind = ""]) => kind),
  );
  expect(rows.length).toBeGreaterThan(100);
  expect([...new Set(kinds)].filter((kind) => !(kind in rules))).toEqual([]);
});

test("every rule of our own alone is named", () => {
  const own = page.slice(page.indexOf("## Kinds that"), page.indexOf("## Rule by rule"));
  const families = [...own.matchAll(/`([a-z-]+)\*`/g)].map(([, prefix = ""]) => prefix);
  expect(families.filter((prefix) => !Object.keys(rules).some((kind) => kind.startsWith(prefix)))).toEqual([]);
});
