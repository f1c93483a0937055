import { expect, test } from "vitest";
import { object } from "../../../../test/support/rows.ts";
import { printReads } from "./print-reads.ts";

test("a field that is not sent is absent, whatever every object inherits under its name", () => {
  const names = ["constructor", "toString", "valueOf", "plain"];
  const fields = names.map((name): [string, number, 0] => [name, 1, 0]);
  const code = printReads([object(...fields), { kind: "string" }], {}, [0]);
  const make = new Function(`return (${code})`)() as (tools: object) => Record<number, Read>;
  type Read = (value: unknown, options: object) => unknown;
  const { 0: read } = make({ isObject: () => true, hasOthers: () => false });
  expect(read?.({}, {})).toEqual({});
  for (const name of names) expect(read?.({ [name]: "a" }, {})).toEqual({ [name]: "a" });
});
