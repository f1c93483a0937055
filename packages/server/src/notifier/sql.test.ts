import { expect, test } from "vitest";
import { columns, list, render, rowsOf, sql } from "./sql.ts";

const upper = (name: string): string => name.toUpperCase();

test("a statement keeps its values out of its text, in the order in which they stand", () => {
  const inner = sql`"b" = ${"two"} and "c" in (${list([3, sql`lower(${"Four"})`, null])})`;
  const statement = sql`update "t" set "a" = ${1} where ${inner}`;
  expect(render(statement, "postgres", upper)).toEqual({
    text: 'update "T" set "A" = $1 where "B" = $2 and "C" in ($3, lower($4), $5)',
    values: [1, "two", 3, "Four", null],
  });
  expect(render(statement, "sqlite", upper).text).toBe(
    'update "T" set "A" = ? where "B" = ? and "C" in (?, lower(?), ?)',
  );
  // A value is no name, whatever it reads like.
  expect(render(sql`${'"name"'}`, "sqlite", upper)).toEqual({ text: "?", values: ['"name"'] });
  expect(render(list([]), "sqlite", upper)).toEqual({ text: "", values: [] });
});

test("rows stand beside one another, each with all columns", () => {
  const names = ["a", "b"];
  const statement = sql`(${columns(names)}) values ${rowsOf(
    [
      { a: 1, c: 9 },
      { a: 0, b: "x" },
    ],
    names,
  )}`;
  expect(render(statement, "postgres", (name) => name)).toEqual({
    text: '("a", "b") values ($1, $2), ($3, $4)',
    values: [1, null, 0, "x"],
  });
});
