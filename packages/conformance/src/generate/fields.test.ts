import { expect, test } from "vitest";
import { change } from "./fields.ts";

test("a field of what holds no fields is left alone", () => {
  for (const address of ["x", null, 1])
    expect(change({ address }, ["address", "zipCode"], "0")).toEqual({ address });
  expect(change({ address: {} }, ["address", "zipCode"], "0")).toEqual({
    address: { zipCode: "0" },
  });
});
