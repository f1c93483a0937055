import { expect, test } from "vitest";
import { chooseAccepted } from "./choose-accepted.ts";

const types = ["application/json", "text/csv; charset=utf-8", "image/png"];

test.each([
  [undefined, "application/json"],
  ["*/*", "application/json"],
  ["text/csv", "text/csv; charset=utf-8"],
  ["TEXT/*, */*;q=0.1", "text/csv; charset=utf-8"],
  ["application/json;q=0.5, image/png;q=0.9", "image/png"],
  ["application/json;q=0, text/csv;q=0.1", "text/csv; charset=utf-8"],
  ["text/html", undefined],
  ["image/png;q=x", undefined],
])("an Accept of %s prefers %s", (accept, type) => {
  expect(chooseAccepted(accept, types)).toBe(type);
});
