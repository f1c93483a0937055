import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findBasis } from "./basis.ts";
import type { Contract } from "./contract.ts";

const contract = JSON.parse(
  readFileSync(new URL("../../../generated/openapi/contract.json", import.meta.url), "utf8"),
) as Contract;

const createTransfer = "#/paths/~1api~1v1~1pix~1out~1pixkey/post";

test.for([
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
