// docs/guides/policy.md and the rules of the review say the same.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rules } from "../../packages/review/src/rules.ts";
import { compareDocuments } from "./compare-documents.ts";
import { shelf } from "./shelf.ts";
import { copy, type Json, set, type Tree } from "./tree.ts";

const page = readFileSync(new URL("../../docs/guides/policy.md", import.meta.url), "utf8");

test("what clients and receivers must accept is safe to add", () => {
  const [, list = ""] = /must accept unknown ([^.]+)\. Adding one is safe\./.exec(page) ?? [];
  expect(list).toBe("fields, events, error codes, and values of open sets");
  const kinds = [
    "field-added",
    "notification-added",
    "error-added",
    "error-listed",
    "known-value-added",
    "known-alternative-added",
    "error-response-added",
  ];
  for (const kind of kinds)
    for (const ruling of Object.values(rules[kind] ?? {}))
      expect([kind, ruling.severity]).toEqual([kind, "safe"]);
});

const columns = ["request", "response", "notification"] as const;
const fields = (required: string[], names: Record<string, Json>): Json => ({
  type: "object",
  required,
  properties: names,
});
const text = { type: "string" };
const open = { "x-open-set": true };
const list = (...values: string[]): Json => ({ type: "string", enum: values });

/** The edit of each row of the table of severities. */
const rows: Record<string, [base: Json, head: Json]> = {
  "a field becomes required": [fields([], { a: text }), fields(["a"], { a: text })],
  "a field becomes optional": [fields(["a"], { a: text }), fields([], { a: text })],
  "a field is removed": [fields([], { a: text, b: text }), fields([], { b: text })],
  "a value is added to a closed set": [list("a"), list("a", "b")],
  "a value is added to an open set": [
    { ...(list("a") as Tree), ...open },
    { ...(list("a", "b") as Tree), ...open },
  ],
  "a value is removed, also from an open set": [list("a", "b"), list("a")],
  "every value is replaced, or one is spelled anew": [list("a"), list("b")],
  "a maximum falls": [
    { type: "integer", maximum: 5 },
    { type: "integer", maximum: 4 },
  ],
  "a maximum rises": [
    { type: "integer", maximum: 5 },
    { type: "integer", maximum: 6 },
  ],
};

test("every row of the table of severities is what the review says", () => {
  const [, table = ""] = /\| change \| a client's request(.*?)\n\n/s.exec(page) ?? [];
  const printed = table
    .split("\n")
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(printed.map(([title]) => title)).toEqual(Object.keys(rows));
  for (const [title = "", ...cells] of printed) {
    const said = cells.map((cell) => /^(breaking|risky|safe)/.exec(cell)?.[1]);
    const [base, head] = rows[title] as [Json, Json];
    const found = columns.map(
      (column) => compareDocuments(documentOf(base, column), documentOf(head, column)).verdict,
    );
    expect([title, ...found]).toEqual([title, ...said]);
  }
});

function documentOf(schema: Json, column: (typeof columns)[number]): Tree {
  const body = { content: { "application/json": { schema } } };
  const answer = { "200": { description: "Done." } };
  const call = {
    ...(column !== "response" && { requestBody: body }),
    responses: column === "response" ? { "200": { description: "Done.", ...body } } : answer,
  };
  const area = column === "notification" ? "webhooks" : "paths";
  return {
    openapi: "3.1.0",
    info: { title: "Policy", version: "1.0" },
    [area]: { "/it": { post: call } },
  };
}

const sunset = "2026-11-20";
const parts: [part: string, pointer: string, value: Json][] = [
  ["an operation", "/paths/~1loans/get", undefined as never],
  ["a parameter", "/paths/~1loans/get/parameters/9", { name: "old", in: "query", schema: text }],
  ["a header", "/paths/~1loans/get/responses/200/headers/X-Old", { schema: text }],
  ["a field", "/components/schemas/Loan/properties/old", text],
];

test.for(parts)(
  "%s that is removed after its last day is risky, before it is not",
  ([part, pointer, value]) => {
    expect(page).toContain("Removing it after that day is risky");
    expect(page).toContain(part);
    const verdictOn = (today: string) => {
      const head: Tree = copy(shelf);
      const base: Tree = copy(shelf);
      if (value) set(base, pointer, { ...(value as Tree), deprecated: true, "x-sunset": sunset });
      else {
        set(base, `${pointer}/deprecated`, true);
        set(base, `${pointer}/x-sunset`, sunset);
        set(head, pointer, undefined);
      }
      const { changes } = compareDocuments(base, head, { today, noticeMonths: 0 });
      return changes.filter(({ kind }) => /remove/.test(kind));
    };
    for (const { kind, severity } of verdictOn("2026-11-21"))
      expect([kind, severity]).toEqual(["removed-after-sunset", "risky"]);
    expect(verdictOn("2026-11-21")).not.toEqual([]);
    for (const { kind } of verdictOn("2026-11-20")) expect(kind).not.toBe("removed-after-sunset");
  },
);
