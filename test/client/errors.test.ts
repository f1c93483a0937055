// Errors as unit tests of others make them.
import { expect, test } from "vitest";
import {
  AbortedError,
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  PixApiError,
  PixError,
  TimeoutError,
} from "../../generated/client/src/index.ts";
import { WaitEndedError, WaitTimeoutError } from "../../generated/client/src/waits.ts";
import { failure, setUp, transfers } from "./support/client.ts";
import { refuses } from "./support/server.ts";

const body = { pixKey: "a@example.com", amount: 100 };
const facts = {
  operation: "createTransfer",
  outcome: "unknown",
  idempotencyKey: "payout-1",
  attempts: 4,
} as const;
const transfer = {
  id: "trf_1",
  status: "canceled",
  amount: 100,
  netAmount: 90,
  fees: 10,
  pixKey: "a@example.com",
  description: "",
  createdAt: "2026-11-20T15:00:00Z",
  updatedAt: "2026-11-20T15:00:00Z",
};

test.each([
  [new AbortedError("ended by the caller", facts), AbortedError],
  [
    new ConnectionError("no response came", { ...facts, cause: new Error("reset") }),
    ConnectionError,
  ],
  [new TimeoutError("late", facts), TimeoutError],
  [new InvalidResponseError("lacks `id`", facts), InvalidResponseError],
  [
    new InvalidRequestError("createTransfer", ["amount", "type", "be a number"]),
    InvalidRequestError,
  ],
  [new PixApiError("402", { ...facts, status: 402, code: "INSUFFICIENT_BALANCE" }), PixApiError],
  [new WaitTimeoutError("the time ran out", { ...facts, last: undefined }), WaitTimeoutError],
  [new WaitEndedError("ended", { ...facts, last: transfer, status: "canceled" }), WaitEndedError],
])("%s can be constructed by a program", (error, Class) => {
  expect(error).toMatchObject({ name: Class.name, operation: "createTransfer" });
  expect(error.message).toMatch(/^createTransfer: /);
  expect(error).toBeInstanceOf(Class);
  expect(error).toBeInstanceOf(PixError);
  expect(error).toBeInstanceOf(Error);
  const others = [AbortedError, ConnectionError, TimeoutError, PixApiError].filter(
    (one) => one !== (Class as unknown),
  );
  for (const other of others) expect(error).not.toBeInstanceOf(other);
});

test("as JSON an error says what a log needs, and its stack ends in the caller's line", async () => {
  const { pix } = await setUp({
    [transfers]: refuses(402, "INSUFFICIENT_BALANCE", { "x-request-id": "req-1" }),
  });
  async function payOut(): Promise<unknown> {
    return await pix.transfers.create(body, { idempotencyKey: "payout-1" });
  }
  const error = await failure(payOut());
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: "PixApiError",
    message: error.message,
    operation: "createTransfer",
    outcome: "refused",
    scope: "key",
    idempotencyKey: "payout-1",
    requestId: "req-1",
    status: 402,
    code: "INSUFFICIENT_BALANCE",
    attempts: 1,
  });
  expect(error.stack).toMatch(
    /^PixApiError: createTransfer: 402 .*\n( .*\n)*? +at payOut .*errors\.test\.ts/,
  );
  const pending = pix.transfers.create({ ...body, amount: 0 });
  expect((await failure(pending)).stack).toContain("errors.test.ts");
});

test("what is no error of the client is none", () => {
  for (const other of [undefined, null, "text", {}, new Error("x"), { name: "PixApiError" }])
    expect(other instanceof PixError).toBe(false);
});
