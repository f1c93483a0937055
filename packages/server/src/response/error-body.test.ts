import { expect, test } from "vitest";
import { plainOperation } from "../../../../test/server/support/core.ts";
import type { ContractRules } from "../rules.ts";
import { errorBody, errorFor } from "./error-body.ts";

const error = (code: string) => ({ code, status: 418, message: `${code}.`, list: true });
const contract: ContractRules = {
  ...{ title: "", version: "", bodyLimit: null, operations: [], sensitive: [] },
  errors: { OWN: error("OWN"), GENERAL: error("GENERAL") },
  anywhere: { validation: "GENERAL", internal: "NOWHERE" },
};

test("a cause has the operation's error, or the contract's, or a substitute with details that are no list", () => {
  const operation = { ...plainOperation, causes: { validation: "OWN" } };
  expect(errorFor(contract, "validation", operation)).toEqual(error("OWN"));
  expect(errorFor(contract, "validation", plainOperation)).toEqual(error("GENERAL"));
  expect(errorFor(contract, "validation")).toEqual(error("GENERAL"));
  const substitute = { code: "INTERNAL_ERROR", status: 500, message: "Something went wrong.", list: false };
  expect(errorFor(contract, "internal")).toEqual(substitute);
  expect(errorFor(contract, "rate-limit", operation)).toMatchObject({ status: 429, list: false });
});

test("an error's body has its own message unless another is given, and details where there are some", () => {
  const timestamp = "1970-01-01T00:00:01.000Z";
  expect(errorBody(error("OWN"), 1000)).toEqual({ success: false, error: { code: "OWN", message: "OWN." }, timestamp });
  expect(errorBody(error("OWN"), 1000, "Not so.", 0)).toEqual({
    ...{ success: false, timestamp },
    error: { code: "OWN", message: "Not so.", details: 0 },
  });
});
