import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { contract } from "../../../test/generator/support/library.ts";
import { errorSchema } from "./error-schema.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "contract", components: { schemas: contract.schemas } });

function fits(code: string, body: object): boolean {
  const error = contract.errors.find((candidate) => candidate.code === code);
  const text = JSON.stringify(error && errorSchema(contract, error));
  return ajv.validate(
    JSON.parse(text.replaceAll('"#/components/', '"contract#/components/')),
    body,
  );
}

test("the sample of every error has its schema, and no other's", () => {
  for (const { code, sample } of contract.errors) {
    const fitting = contract.errors
      .filter((other) => fits(other.code, sample as object))
      .map((other) => other.code);
    expect(fitting).toEqual([code]);
  }
});

test("details have the form of their error", () => {
  const body = (details: unknown) => ({
    success: false,
    error: { code: "TOO_OFTEN", message: "", details },
    timestamp: "",
  });
  expect(fits("TOO_OFTEN", body({ limit: 1, window: 1, wait: 1 }))).toBe(true);
  expect(fits("TOO_OFTEN", body({ limit: "1" }))).toBe(false);
});
