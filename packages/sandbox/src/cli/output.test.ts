import { afterEach, expect, test } from "vitest";
import { makeOutput, showLine } from "./output.ts";

const usual = process.stdout.columns;
afterEach(() => {
  process.stdout.columns = usual;
});

const charge = {
  createdAt: "2026-11-30T03:59:53.938Z",
  id: "txn_0mx1ytvbmU2EkzTkbAoS",
  status: "paid",
  amount: 4_990,
  customer: { name: "Maria Silva" },
};
const show = (columns: number): string => {
  process.stdout.columns = columns;
  return showLine(charge, { amount: "money" }, makeOutput({})).replaceAll(/\p{Cc}\[\d+m/gu, "");
};

test("an object of a list stands in a line, which breaks between its fields where the terminal is narrower", () => {
  const start = "2026-11-30T03:59:53.938Z  txn_0mx1ytvbmU2EkzTkbAoS";
  expect(show(91)).toBe(`${start}  paid        R$ 49,90        Maria Silva`);
  expect(show(90)).toBe(`${start}  paid        R$ 49,90\n    Maria Silva`);
  expect(show(56)).toBe(`${start}  paid\n    R$ 49,90        Maria Silva`);
  expect(show(55)).toBe(`${start}\n    paid        R$ 49,90        Maria Silva`);
});
