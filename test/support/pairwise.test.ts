import { expect, test } from "vitest";
import { pairwise } from "./pairwise.ts";

test("any two values meet, in far fewer rows than there are combinations", () => {
  const options = { a: [0, 1, 2], b: ["x", "y"], c: [true, false], d: [1, 2, 3, 4] } as const;
  const rows = pairwise(options);
  for (const [one, values] of Object.entries(options))
    for (const [other, others] of Object.entries(options).filter(([name]) => name > one))
      for (const value of values)
        for (const otherValue of others) {
          const found = rows.filter(
            (row) =>
              row[one as keyof typeof options] === value &&
              row[other as keyof typeof options] === otherValue,
          );
          expect(found.length, `${one} ${value}, ${other} ${otherValue}`).toBeGreaterThan(0);
        }
  expect(rows.length).toBeLessThan(20);
});
