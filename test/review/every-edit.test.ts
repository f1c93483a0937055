// The page of rules names what each edit of a contract is reported as, or why it is not; the page on oasdiff names rules.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rules } from "../../packages/review/src/rules.ts";
import { compareDocuments } from "./compare-documents.ts";
import { editsOf, publishedKeywords } from "./every-edit.ts";

const read = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../docs/guides", name), "utf8");
const page = read("review-rules.md");
/** What the page says of each keyword. */
const rows = new Map(
  [...page.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, keyword = "", said = ""]) => [
    keyword,
    said,
  ]),
);

test.for(publishedKeywords())("%s", (keyword) => {
  const edits = editsOf(keyword);
  expect(edits, "there is no edit of it").not.toEqual([]);
  const found = edits.flatMap(([base, head]) => compareDocuments(base, head).changes);
  const kinds = [...new Set(found.map(({ kind }) => `\`${kind}\``))].sort();
  const said = rows.get(keyword) ?? "";
  if (kinds.length === 0) expect(said, "silence needs a reason").toMatch(/^silent: \w.{10,}$/);
  else expect(said).toBe(kinds.join(", "));
});

test("the page has no other rows", () => {
  expect([...rows.keys()].filter((keyword) => editsOf(keyword).length === 0)).toEqual([]);
});

test("the page on oasdiff names rules that there are", () => {
  const [own = "", table = ""] = readFileSync(
    join(import.meta.dirname, "oasdiff.md"),
    "utf8",
  ).split("## Rule by rule");
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  const kinds = rows.flatMap(
    (row) => (row.split(" | ").at(-1) ?? "").match(/(?<=`)[a-z-]+(?=`)/g) ?? [],
  );
  expect(rows.length).toBeGreaterThan(100);
  expect(kinds.filter((kind) => !(kind in rules))).toEqual([]);
  const families = own.slice(own.indexOf("## Kinds that")).match(/(?<=`)[a-z-]+(?=\*`)/g) ?? [];
  expect(
    families.filter((prefix) => !Object.keys(rules).some((kind) => kind.startsWith(prefix))),
  ).toEqual([]);
});
