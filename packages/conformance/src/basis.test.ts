import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findBasis } from "./basis.ts";
import { cite } from "./citation.ts";
import type { Contract } from "./contract.ts";

const contract = JSON.parse(
  readFileSync(new URL("../../../generated/openapi/contract.json", import.meta.url), "utf8"),
) as Contract;

const createTransfer = "#/paths/~1api~1v1~1pix~1out~1pixkey/post";

test.for([
  [
    "the status of a success that is not shown",
    "#/paths/~1api~1v1~1webhook/post/responses",
    201,
    "The status 201 is not one of 200, 400.",
    "assumed",
  ],
  [
    "the status of a success that is shown",
    `${createTransfer}/responses`,
    201,
    "The status 201 is not one of 200, 400.",
    undefined,
  ],
  [
    "a status of no response",
    "#/paths/~1api~1v1~1webhook/post/responses",
    500,
    "The status is 500.",
    undefined,
  ],
  [
    "a documented code",
    `${createTransfer}/requestBody`,
    400,
    "200 instead of 400 INVALID_PIX_KEY.",
    undefined,
  ],
  [
    "a code of ours",
    `${createTransfer}/requestBody`,
    400,
    "404 instead of 400 VALIDATION_ERROR.",
    "assumed",
  ],
  [
    "a status whose code is ours",
    "#/paths/~1api~1v1~1pix~1in~1qrcode/post/requestBody",
    404,
    "404 instead of 400 INVALID_EMAIL.",
    undefined,
  ],
  [
    "the code of such a status",
    "#/paths/~1api~1v1~1pix~1in~1qrcode/post/requestBody",
    400,
    "400 X instead of 400 INVALID_EMAIL.",
    "assumed",
  ],
  [
    "one of several errors is ours",
    `${createTransfer}/requestBody`,
    404,
    "404 instead of 400 INVALID_AMOUNT or 400 MALFORMED_JSON.",
    "assumed",
  ],
  [
    "an error of ours that a success should have been",
    `${createTransfer}/responses/401`,
    200,
    "Of three requests 3 were accepted.",
    "assumed",
  ],
  [
    "a right request, though the status is that of errors of ours",
    "#/paths/~1api~1v1~1pix~1in~1qrcode/post/requestBody",
    422,
    "amountInCents: 1, the minimum: 422 AMOUNT_TOO_LOW.",
    undefined,
  ],
  [
    "a status of which one error is documented, without a code",
    `${createTransfer}/responses/400`,
    400,
    "No code.",
    undefined,
  ],
  ["statuses of a response", `${createTransfer}/responses/200`, 200, "Wrong.", undefined],
  [
    "a status whose errors are all ours",
    `${createTransfer}/responses/401`,
    401,
    "No code.",
    "assumed",
  ],
  [
    "a header of ours",
    `${createTransfer}/responses/409/headers/Retry-After`,
    200,
    "Wrong.",
    "assumed",
  ],
  [
    "an event that the document lacks",
    "#/webhooks/transaction_refunded/post/requestBody",
    undefined,
    "Wrong.",
    "observed",
  ],
  ["the limit of bodies", "#/x-body-limit", 413, "a body of 262144 bytes: 413.", "assumed"],
  ["a response to an unknown path", "#/paths", 404, "The content type is text/html.", "assumed"],
  ["a failure of an unknown path", "#/paths", 500, "The status is 500.", undefined],
  [
    "an event of the document",
    "#/webhooks/transaction_paid/post/requestBody",
    undefined,
    "Wrong.",
    undefined,
  ],
] as const)("%s", ([, cites, status, message, expected]) => {
  expect(findBasis(contract, { cites, status, message, operation: "createTransfer" })).toBe(
    expected,
  );
});

/** A contract with these errors, each with a basis or without, and parts that are ours. */
function made(
  errors: [status: number, kind: "assumed" | undefined, operation?: string][],
  parts: Record<string, "assumed" | "implied" | "observed"> = {},
) {
  return {
    errors: errors.map(([status, kind, operation], index) => ({
      code: `CODE_${"ABC"[index]}`,
      status,
      anywhere: operation === undefined,
      operations: operation === undefined ? [] : [operation],
      ...(kind && { basis: { kind, reason: "" } }),
    })),
    basis: Object.entries(parts).map(([pointer, kind]) => ({ pointer, kind })),
  } as unknown as Contract;
}

const place = "#/paths/~1a/get";
const find = (contract: Contract, cites: string, status = 0, message = "Wrong.") =>
  findBasis(contract, { cites, status, message, operation: "getA" });

test.for([
  [399, undefined],
  [400, "assumed"],
  [499, "assumed"],
  [500, undefined],
] as const)("the basis of errors with the status %d", ([status, expected]) => {
  expect(find(made([[status, "assumed"]]), `${place}/responses/${status}`)).toBe(expected);
  expect(find(made([[status, "assumed"]]), `${place}/responses`, status)).toBe(expected);
});

test.for<[string, Parameters<typeof made>[0], string | undefined]>([
  ["one of any operation", [[400, "assumed"]], "assumed"],
  ["one of the operation", [[400, "assumed", "getA"]], "assumed"],
  ["one of another operation", [[400, "assumed", "getB"]], undefined],
  [
    "two of ours",
    [
      [400, "assumed"],
      [400, "assumed"],
    ],
    "assumed",
  ],
  [
    "one of ours, one documented",
    [
      [400, "assumed"],
      [400, undefined],
    ],
    undefined,
  ],
  [
    "one documented, one of ours",
    [
      [400, undefined],
      [400, "assumed"],
    ],
    undefined,
  ],
  [
    "one of ours, one documented with another status",
    [
      [400, "assumed"],
      [401, undefined],
    ],
    "assumed",
  ],
  [
    "one of ours, one documented of another operation",
    [
      [400, "assumed"],
      [400, undefined, "getB"],
    ],
    "assumed",
  ],
  ["none", [], undefined],
])("of a status with %s", ([, errors, expected]) => {
  expect(find(made(errors), `${place}/responses/400`, 200)).toBe(expected);
});

test.for([
  [`${place}/parameters/0`, "observed"],
  [`${place}/parameters/01`, "implied"],
  [`${place}/parameters`, "implied"],
  [`${place}/parameters/0/schema`, "observed"],
  [`${place}/requestBody`, undefined],
  ["#/components/schemas/A", undefined],
] as const)("the nearest part around %s that is ours: %s", ([cites, expected]) => {
  const parts = {
    "": "assumed",
    "/paths/~1a/get": "assumed",
    "/paths/~1a/get/parameters": "implied",
    "/paths/~1a/get/parameters/0": "observed",
  } as const;
  expect(find(made([], parts), cites)).toBe(expected);
  const reversed = Object.fromEntries(Object.entries(parts).reverse());
  expect(find(made([], reversed), cites)).toBe(expected);
});

test("a status that an operation does not list is about its list", () => {
  const ofStatus = (status: number) =>
    cite(contract, "@/responses/{status}", "deleteWebhook", status).cites;
  expect(ofStatus(200)).toBe("#/paths/~1api~1v1~1webhook~1{id}/delete/responses/200");
  expect(ofStatus(204)).toBe("#/paths/~1api~1v1~1webhook~1{id}/delete/responses");
});
