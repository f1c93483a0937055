import type { CheckTable } from "@packages/contract/src/check/table.ts";
import { expect, test } from "vitest";
import { object } from "../../../../test/support/rows.ts";
import { makeParser, parseJson, UnreadBody } from "./parse-body.ts";

const has = (text: string): boolean => parseJson(Buffer.from(text)).body instanceof UnreadBody;

test.for([
  '{"a":1,"a":2}',
  '{"a" \n:1,"a"\t:2}',
  '[[{"x":{"a":1,"b":{},"a":[]}}]]',
  '{"\\u0061":1,"a":2}',
  '{"__proto__":1,"__proto__":2}',
  '{"a":"\\":","a":":"}',
  '{"":1,"":2}',
  '{"a\\\\":1,"b":"\\\\\\"","a\\\\":1}',
])("%s has a name twice", (text) => expect(has(text)).toBe(true));

test.for([
  "null",
  "[]",
  "{}",
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"{\\"a\\":1,\\"a\\":2}"}',
  '{"a":":\\"","b":"\\":"}',
  '{"1":1,"01":2}',
  '{"a\\\\":1,"a\\"":"x:\\\\\\",y:"}',
])("%s has none twice", (text) => expect(has(text)).toBe(false));

const table: CheckTable = [
  object(["id", 1], ["tags", 2], ["kind", 4], ["tree", 6]),
  { kind: "string" },
  { kind: "array", items: 3, rules: [["maxItems", 10]] },
  { kind: "nullable", of: 1 },
  { kind: "discriminated", field: "a", variants: { one: 5, two: 1 } },
  { kind: "object", fields: [["a", 1]] },
  { kind: "boolean" },
  { kind: "object", fields: [["self", 7]] },
  { kind: "record", values: 1 },
  { kind: "array", items: 1 },
  { kind: "union", variants: [1, 0] },
  { kind: "object", fields: [], rest: 1 },
];
/** Colons and commas that the rows 0 and 10 have a place for, and what may come in addition. */
const max = 2 * 4 + 10 + 2 + 6000;

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

test.for([
  ["lists", (levels: number) => nested(levels)],
  ["objects", (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`],
  ["lists beside others", (levels: number) => `[${"[],".repeat(2_000)}${nested(levels - 1)}]`],
] as const)("a thousand levels of %s are read, and not one more", ([, write]) => {
  const inText = `"${'[{\\"'.repeat(3_000)}"`;
  expect([write(1_000), write(1_001), inText].map(has)).toEqual([false, true, false]);
});

test.for([
  ["texts in a list", (count: number) => JSON.stringify(Array.from({ length: count + 1 }, String))],
  [
    "lists",
    (count: number) => {
      const left = count + 4_000 - 1;
      const deep = Array(Math.floor(left / 999)).fill(nested(999));
      return `[${[...deep, nested(left % 999)].join()}]`;
    },
  ],
  [
    "names",
    (count: number) => `{${Array.from({ length: count / 2 }, (_, at) => `"${at}":",:"`).join()}}`,
  ],
] as const)("no more %s than the contract has a place for", ([, write]) => {
  const isRead = (row: number, count: number) =>
    !(
      makeParser("application/json", table, row)(Buffer.from(write(count))).body instanceof
      UnreadBody
    );
  for (const row of [0, 10])
    expect([isRead(row, max), isRead(row, max + 2)], `row ${row}`).toEqual([true, false]);
  expect([isRead(6, 6000), isRead(6, 6002)]).toEqual([true, false]);
  for (const row of [7, 8, 9, 11])
    expect(isRead(row, 10_000), `row ${row} has no bound`).toBe(true);
});

test.for<[string, string, unknown]>([
  ["application/jwt", "a.b.c", "a.b.c"],
  ["text/plain", "text", "text"],
  ["application/json; charset=utf-8", '{"id":1}', { id: 1 }],
])("a body of %s is read by its kind", ([mediaType, text, value]) =>
  expect(makeParser(mediaType, [], undefined)(Buffer.from(text)).body).toEqual(value),
);

test.for([
  ['"\\ud800"', true],
  ['{"a":"\\uDFFF"}', true],
  ['"\\u0000"', true],
  ['"a"', false],
  ['"é"', false],
] as const)("whether %s may hold a lone surrogate or U+0000: %s", ([json, may]) =>
  expect(parseJson(Buffer.from(json)).mayHaveInvalidStrings).toBe(may),
);
