import { expect, test } from "vitest";
import { accepted, charge, charges, failure, setUp, transfer, transfers } from "./support/client.ts";
import { half, json, ok, refusal, reset } from "./support/server.ts";

test("one key for all tries of a transfer", async () => {
  const { pix, server } = await setUp({
    [transfers]: (response, nth) => (nth < 3 ? reset(response) : ok(response, accepted)),
  });
  const { data, idempotencyKey } = await pix.transfers.create(transfer).withResponse();
  expect(data.id).toBe("trf_1");
  const keys = server.to(transfers).map(({ headers }) => headers["x-idempotency-key"]);
  expect(keys).toEqual([idempotencyKey, idempotencyKey, idempotencyKey]);
  expect(idempotencyKey).toMatch(/^\d+(-\d+){3}$/);
});

test("each transfer has a key of its own, and a caller's key is kept", async () => {
  const { pix, server } = await setUp({ [transfers]: (response) => ok(response, accepted) });
  await pix.transfers.create(transfer);
  await pix.transfers.create(transfer);
  await pix.transfers.create(transfer, { idempotencyKey: "payout-1" });
  const keys = server.to(transfers).map(({ headers }) => headers["x-idempotency-key"]);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe("payout-1");
});

test("what the caller changes after the call changes no request", async () => {
  const { pix, server } = await setUp({
    [transfers]: (response, nth) => (nth === 1 ? reset(response) : ok(response, accepted)),
  });
  const body = { ...transfer };
  const call = pix.transfers.create(body);
  body.amount = 1;
  await call;
  expect(server.to(transfers).map((seen) => JSON.parse(seen.body).amount)).toEqual([150_000, 150_000]);
});

test.each([
  ["a reset", (response: Parameters<typeof reset>[0]) => reset(response)],
  ["half a body", (response: Parameters<typeof reset>[0]) => half(response)],
  ["a 500", (response: Parameters<typeof reset>[0]) => json(response, 500, refusal("INTERNAL_ERROR"))],
  ["an answer that cannot be read", (response: Parameters<typeof reset>[0]) => response.end("<html>")],
])("a 409 after %s means: accepted before", async (_name, fault) => {
  const { pix } = await setUp({
    [transfers]: (response, nth) =>
      nth === 1 ? fault(response) : json(response, 409, refusal("DUPLICATE_IDEMPOTENCY_KEY")),
  });
  const error = await failure(pix.transfers.create(transfer, { idempotencyKey: "payout-2" }));
  expect(error).toMatchObject({
    name: "ApiError",
    status: 409,
    code: "DUPLICATE_IDEMPOTENCY_KEY",
    outcome: "accepted-before",
    idempotencyKey: "payout-2",
    attempts: 2,
  });
});

test("a 409 to the first try is a refusal", async () => {
  const { pix, server } = await setUp({
    [transfers]: (response) => json(response, 409, refusal("DUPLICATE_IDEMPOTENCY_KEY")),
  });
  expect(await failure(pix.transfers.create(transfer))).toMatchObject({ status: 409, outcome: "refused" });
  expect(server.to(transfers)).toHaveLength(1);
});

test("a 409 after a 429 is a refusal: a limit leaves nothing open", async () => {
  const { pix } = await setUp({
    [transfers]: (response, nth) =>
      nth === 1
        ? json(response, 429, refusal("RATE_LIMIT_EXCEEDED"), { "retry-after": "0" })
        : json(response, 409, refusal("DUPLICATE_IDEMPOTENCY_KEY")),
  });
  expect(await failure(pix.transfers.create(transfer))).toMatchObject({ status: 409, outcome: "refused" });
});

test("a 409 with a pause is asked again: the first request still runs", async () => {
  const { pix, server } = await setUp({
    [transfers]: (response, nth) =>
      nth === 1
        ? json(response, 409, refusal("DUPLICATE_IDEMPOTENCY_KEY"), { "retry-after": "0" })
        : ok(response, accepted, { "idempotent-replayed": "true" }),
  });
  const { data, headers } = await pix.transfers.create(transfer).withResponse();
  expect(data.id).toBe("trf_1");
  expect(headers.get("idempotent-replayed")).toBe("true");
  expect(server.to(transfers)).toHaveLength(2);
});

test("tries that run out leave the outcome unknown, with the key to ask again", async () => {
  const { pix, server } = await setUp({ [transfers]: (response) => reset(response) });
  const error = await failure(pix.transfers.create(transfer));
  expect(error).toMatchObject({ name: "ConnectionError", outcome: "unknown", attempts: 4 });
  expect(error.idempotencyKey).toBe(server.to(transfers)[0]?.headers["x-idempotency-key"]);
  expect(server.to(transfers)).toHaveLength(4);
});

test("a final answer after an open one decides; a limit does not", async () => {
  const answers = [402, 429];
  for (const status of answers) {
    const { pix } = await setUp({
      [transfers]: (response, nth) =>
        nth === 1 ? reset(response) : json(response, status, refusal("SOME_CODE"), { "retry-after": "1000" }),
    });
    const error = await failure(pix.transfers.create(transfer));
    expect(error).toMatchObject({ status, outcome: status === 402 ? "refused" : "unknown" });
  }
});

test.each([
  ["a reset", (response: Parameters<typeof reset>[0]) => reset(response), "unknown"],
  ["half a body", (response: Parameters<typeof reset>[0]) => half(response), "unknown"],
  ["a 503", (response: Parameters<typeof reset>[0]) => json(response, 503, {}), "unknown"],
  ["a 429", (response: Parameters<typeof reset>[0]) => json(response, 429, refusal("RATE_LIMIT_EXCEEDED")), "refused"],
])("a charge, which has no key, is not sent again after %s", async (_name, fault, outcome) => {
  const { pix, server } = await setUp({ [charges]: (response) => fault(response) });
  expect(await failure(pix.transactions.create(charge))).toMatchObject({ outcome, idempotencyKey: undefined });
  expect(server.to(charges)).toHaveLength(1);
});

test("a deletion whose first answer was lost is told apart from one of something unknown", async () => {
  const path = "DELETE /api/v1/webhook/wh_1";
  const { pix } = await setUp({
    [path]: (response, nth) => (nth === 1 ? reset(response) : json(response, 404, refusal("WEBHOOK_NOT_FOUND"))),
  });
  expect(await failure(pix.webhooks.delete("wh_1"))).toMatchObject({ status: 404, outcome: "accepted-before" });
  expect(await failure(pix.webhooks.delete("wh_2"))).toMatchObject({ status: 404, outcome: "refused" });
});
