import { expect, test } from "vitest";
import type { RequestEvent, ResponseEvent, RetryEvent } from "../../generated/client/src/index.ts";
import { accepted, setUp, transfer, transfers } from "./support/client.ts";
import { ok, reset } from "./support/server.ts";

test("hooks are told of requests, answers and repetitions", async () => {
  const requests: RequestEvent[] = [];
  const responses: ResponseEvent[] = [];
  const retries: RetryEvent[] = [];
  const { pix } = await setUp(
    {
      [transfers]: (response, nth) =>
        nth === 1 ? reset(response) : ok(response, accepted, { "x-request-id": "req-1" }),
    },
    {
      hooks: {
        onRequest: (event) => requests.push(event),
        onResponse: (event) => responses.push(event),
        onRetry: (event) => retries.push(event),
      },
    },
  );
  await pix.transfers.create(transfer, { idempotencyKey: "payout-1" });
  expect(requests.map(({ operation, attempt }) => `${operation} ${attempt}`)).toEqual([
    "issueToken 1",
    "createTransfer 1",
    "createTransfer 2",
  ]);
  expect(responses.at(-1)).toMatchObject({
    operation: "createTransfer",
    method: "POST",
    path: "/api/v1/pix/out/pixkey",
    attempt: 2,
    status: 200,
    requestId: "req-1",
    idempotencyKey: "payout-1",
  });
  expect(retries).toHaveLength(1);
  expect(retries[0]?.error.name).toBe("ConnectionError");
});

test("what a hook throws changes nothing", async () => {
  const hook = (): never => {
    throw new Error("The log is full.");
  };
  const { pix } = await setUp(
    { [transfers]: (response, nth) => (nth === 1 ? reset(response) : ok(response, accepted)) },
    { hooks: { onRequest: hook, onResponse: hook, onRetry: hook } },
  );
  expect((await pix.transfers.create(transfer)).id).toBe("trf_1");
});
