// The line of the head that a removed declaration is shown at.
import { expect, test } from "vitest";
import { findEdited } from "./edited.ts";

const file = "spec/a.tsp";
const base = `model Book {
  title: string;

  /** Pages. */
  @minValue(1)
  pages: int32;

  year: int32;
}

model Gone {
  a: string;
}

model Loan {
  due: string;
}`;

const neighbour = (head: string, line: number) =>
  findEdited(new Map([[file, base]]), new Map([[file, head]])).findNeighbour(file, line);

test("a removed field is shown at the field before it", () => {
  const head = base.replace("\n  /** Pages. */\n  @minValue(1)\n  pages: int32;\n", "");
  expect(neighbour(head, 6)).toEqual({ file, line: 2 });
});

test("without a field before it, at the one after it", () => {
  const head = base.replace("  title: string;\n\n", "");
  expect(neighbour(head, 2)).toEqual({ file, line: 2 });
});

test("what was removed with its holder is shown next to the holder", () => {
  const head = base.replace("model Gone {\n  a: string;\n}\n\n", "");
  expect(neighbour(head, 12)).toEqual({ file, line: 9 });
});

test("what was kept has no such line", () => {
  expect(neighbour(base.replace("@minValue(1)", "@minValue(2)"), 6)).toBeUndefined();
});
