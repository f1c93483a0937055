import { expect, test } from "vitest";
import { openCore, type TestRequest } from "../../../test/server/support/core.ts";
import type { OperationEntry } from "./contract-table.ts";

const errors = { INVALID: { code: "INVALID", status: 400, message: "Invalid.", list: true } };

/** Code of the error of a request to an operation with an id of four characters and a size that is 9 at most. */
async function codeOf(causes: OperationEntry["causes"], request: TestRequest): Promise<string> {
  const { call } = await openCore({
    contract: { errors },
    operation: { path: "/things/{id}", body: "application/json", causes },
    bindings: {
      checks: {
        table: [
          { kind: "number", rules: [["maximum", 9]], codes: { maximum: "NOWHERE" } },
          { kind: "object", fields: [["size", 0]] },
          { kind: "string", rules: [["maxLength", 4]] },
          { kind: "object", fields: [["id", 2]] },
        ],
        requests: { makeThing: { body: 1, path: 3 } },
      },
    },
  });
  return (await call({ url: "/things/5", body: { size: 1 }, ...request })).body.error.code;
}

test("a path whose id breaks its rule leads nowhere, unless the operation has an error for it", async () => {
  const wrongId = { url: "/things/12345" };
  const wrongSize = { body: { size: 10 } };
  expect(await codeOf({}, wrongId)).toBe("NOT_FOUND");
  expect(await codeOf({ validation: "INVALID" }, wrongId)).toBe("INVALID");
  expect(await codeOf({}, { ...wrongId, ...wrongSize })).toBe("VALIDATION_ERROR");
  expect(await codeOf({}, wrongSize)).toBe("VALIDATION_ERROR");
  // A code that the contract does not explain is no code.
  expect(await codeOf({ validation: "INVALID" }, wrongSize)).toBe("INVALID");
});
