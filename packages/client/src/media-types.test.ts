import { expect, test } from "vitest";
import type { Operation } from "./contract-table.ts";
import { chooseMediaTypes } from "./media-types.ts";

const write = (): string => "";
const read = (): string => "";
const operation = {
  id: "add",
  headers: { Accept: "application/json", "X-Own": "1" },
  bare: true,
  bodies: {
    "application/json": {},
    "text/plain": { headers: { "Content-Type": "text/plain" }, write },
  },
  results: {
    "application/json": {},
    "text/csv": { headers: { Accept: "text/csv" }, read, bare: undefined },
  },
} as unknown as Operation;

test("the facts of the chosen media types replace the usual ones", () => {
  const options = { contentType: "text/plain", accept: "text/csv", timeout: 1 };
  const [chosen, rest] = chooseMediaTypes(operation, options);
  expect(rest).toEqual({ timeout: 1 });
  expect(chosen).toMatchObject({ write, read, bare: undefined });
  expect(chosen.headers).toEqual({
    Accept: "text/csv",
    "Content-Type": "text/plain",
    "X-Own": "1",
  });
});

test("without a choice, and with the usual media types, nothing changes", () => {
  for (const options of [undefined, { contentType: "application/json" }])
    expect(chooseMediaTypes(operation, options)).toEqual([operation, {}]);
});

test("a media type that the contract does not have is refused", () => {
  expect(() => chooseMediaTypes(operation, { accept: "toString" })).toThrow(
    "`accept` must be one of application/json, text/csv",
  );
  const { bodies: _, ...plain } = operation;
  expect(() => chooseMediaTypes(plain as Operation, { contentType: "text/plain" })).toThrow(
    "`contentType` must be left out",
  );
});
