// The page of rules names what each edit of a contract is reported as, or why it is not.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareDocuments } from "./compare-documents.ts";
import { editsOf, publishedKeywords } from "./every-edit.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/guides/review-rules.md"), "utf8");
/** What the page says of each keyword. */
const rows = new Map(
  [...page.matchAll(/^\| (`[^|]+`) \| (.+) \|$/gm)].flatMap(([, keywords = "", said = ""]) =>
    keywords.split(", ").map((keyword): [string, string] => [keyword.slice(1, -1), said]),
  ),
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
