// The suite has valid, difficult and invalid values of every format that a request of the contract has: without them it
// would send none, and pass a server that does not check the format.
import { standardFormats } from "@packages/contract/src/check/formats.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { formats } from "@pix-contract/formats/index.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listEdges, samples } from "../../packages/conformance/src/pix/format-values.ts";
import { document } from "../support/compiled-contract.ts";
import { listRequestFormats } from "./request-formats.ts";

const { edges, wrong } = listEdges(readContract(document));
const values: Record<string, Readonly<Record<string, readonly string[]>>> = { edges, wrong };

const validators: Readonly<Record<string, unknown>> = { ...standardFormats, ...formats };

function isValid(format: string, value: string): boolean {
  const check = validators[format];
  if (typeof check !== "function") throw new Error(`No function checks the format ${format}.`);
  return check(value) === true;
}

const requestFormats = listRequestFormats(document);
const names = [...requestFormats.keys()];

test("requests have formats, also those that another field selects", () =>
  expect(names).toEqual(expect.arrayContaining(["email", "pix-phone", "cnpj"])));

test("a format that a new field has is among those of requests", () => {
  const copy = structuredClone(document);
  const customer = copy.components?.schemas?.Customer;
  Object.assign(customer?.properties ?? {}, { birth: { type: "string", format: "new-format" } });
  expect([...listRequestFormats(copy).keys()]).toContain("new-format");
});

describe.for(names)("packages/conformance/src/pix/format-values.ts, %s", (format) => {
  test.for(["edges", "wrong"])("has values in `%s`", (list) =>
    expect(values[list]?.[format] ?? []).not.toEqual([]),
  );

  test("has valid `samples`", () => {
    const arbitrary = samples[format];
    expect(arbitrary, "an entry of `samples`").toBeDefined();
    const made = arbitrary ? fc.sample(arbitrary, { seed: 1, numRuns: 50 }) : [];
    expect(made.filter((value) => !isValid(format, value))).toEqual([]);
  });
});

test.for(
  Object.entries(edges).flatMap(([format, list]) => list.map((value) => [format, value] as const)),
)("the edge case of %s is valid: %s", ([format, value]) =>
  expect(isValid(format, value)).toBe(true),
);

test.for(
  Object.entries(wrong).flatMap(([format, list]) => list.map((value) => [format, value] as const)),
)(
  "the wrong value of %s breaks its format, or a pattern or length beside it: %s",
  ([format, value]) => {
    const breaksSchema = (requestFormats.get(format) ?? []).some(
      ({ pattern = "", maxLength = Number.POSITIVE_INFINITY }) =>
        value.length > maxLength || !new RegExp(pattern, "u").test(value),
    );
    expect(!isValid(format, value) || breaksSchema).toBe(true);
  },
);
