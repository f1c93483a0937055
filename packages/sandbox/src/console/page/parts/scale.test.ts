import { expect, test } from "vitest";
import { findScale } from "./scale.ts";

test.for([
  [0, 4],
  [1, 4],
  [5, 6],
  [11, 20],
  [74, 80],
  [250_000, 400_000],
])("an axis for %d ends at %d", ([largest = 0, end]) => {
  expect(findScale(largest)).toBe(end);
});
