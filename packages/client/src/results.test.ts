import { expect, test } from "vitest";
import type { Check } from "./check.ts";
import type { HttpResponse } from "./http.ts";
import { byStatus, readAs, writeText } from "./results.ts";

const response = (status: number): HttpResponse =>
  ({
    status,
    parts: [Uint8Array.of(123), Uint8Array.of(125)],
    text: "{}",
    body: {},
  }) as never;

test.each([
  [200, {}],
  [201, "{}"],
  [202, "{}"],
  [203, Uint8Array.of(123, 125)],
  [204, undefined],
  // Not in the contract: read like the first.
  [299, {}],
])("the result of a %d", (status, result) => {
  const read = readAs(
    [200, 200, "json"],
    [201, 202, "text"],
    [203, 203, "bytes"],
    [204, 204, "nothing"],
  );
  expect(read(response(status), undefined as never)).toEqual(result);
});

test.each([
  [200, "first"],
  [201, "second"],
  [202, "first"],
])("the result of a %d is checked by its status", (status, name) => {
  const named =
    (rule: string): Check =>
    () => [rule, "type", "differ"];
  const check = byStatus([200, 200, named("first")], [201, 201, named("second")]);
  expect(check({}, status)?.[0]).toBe(name);
});

test.each([
  [0, "0"],
  [false, "false"],
  ["text", "text"],
])("%o is written as text", (body, text) => {
  expect(writeText(body)).toBe(text);
});
