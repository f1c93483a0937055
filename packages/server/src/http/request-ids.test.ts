import { expect, test } from "vitest";
import { makeRequestIds } from "./request-ids.ts";

test("a request keeps the id that it brings where it is sound, and gets one of its own otherwise", () => {
  const makeId = makeRequestIds();
  for (const id of ["550e8400-e29b-41d4-a716-446655440000", "req_12345", "a".repeat(128)])
    expect(makeId(id)).toBe(id);
  const unsound = [
    undefined,
    null,
    "",
    "short",
    "a".repeat(129),
    "two, of them",
    "line\nbreak",
    "<img onerror>",
    ["a", "b"],
  ];
  const made = unsound.map((given) => makeId(given));
  for (const id of made) expect(id).toMatch(/^[\da-f-]{18}-[\da-z]+$/);
  expect(new Set(made).size).toBe(made.length);
});
