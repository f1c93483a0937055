import { expect, test, vi } from "vitest";
import { isFinal } from "../../generated/client/src/helpers.ts";
import { watch } from "../../generated/client/src/hooks.ts";
import { WaitEndedError } from "../../generated/client/src/waits.ts";
import { useManualTime } from "../support/time.ts";
import { failure } from "./support/client.ts";
import { atFirst, gives, half, ok, type Responder, refuses, reset } from "./support/server.ts";
import { setUpWaits } from "./support/waits.ts";

const transaction = "GET /api/v1/transactions/txn_1";
const transfer = "GET /api/v1/transfers/trf_1";
const quick = { firstInterval: 10, maxInterval: 30, timeout: 60_000 };

/** Answers with one status after the other, the last again and again. */
function statuses(...list: string[]): Responder {
  return (response, nth, seen) =>
    ok(response, { id: seen.path.split("/").at(-1), status: list[Math.min(nth, list.length) - 1] });
}

/** Hooks of a client, and what waits until every call that has begun has ended: the machine's time, not the test's. */
function countCalls() {
  let open = 0;
  let begun = 0;
  const onCallStart = (): void => {
    begun += 1;
    open += 1;
  };
  const onCallEnd = (): void => {
    open -= 1;
  };
  return {
    hooks: watch({ onCallStart, onCallEnd }),
    settled: () => expect.poll(() => begun > 0 && open === 0).toBe(true),
  };
}

test("waits until a charge is paid", async () => {
  const { pix, server } = await setUpWaits({
    [transaction]: statuses("pending", "pending", "paid"),
  });
  const paid = await pix.transactions.waitUntilPaid("txn_1", quick);
  expect(paid.status).toBe("paid");
  expect(server.to(transaction)).toHaveLength(3);
});

test.each(["canceled", "refunded"])("a charge that is %s will not be paid", async (status) => {
  const { pix } = await setUpWaits({ [transaction]: statuses("pending", status) });
  const error = await failure(pix.transactions.waitUntilPaid("txn_1", quick));
  expect(error).toBeInstanceOf(WaitEndedError);
  expect(error).toMatchObject({
    name: "WaitEndedError",
    operation: "getTransaction",
    status,
    last: { status },
  });
});

test.each(["completed", "refused", "canceled"])(
  "a transfer that is %s is at its end",
  async (status) => {
    const { pix } = await setUpWaits({ [transfer]: statuses("queued", "processing", status) });
    expect((await pix.transfers.waitUntilFinal("trf_1", quick)).status).toBe(status);
  },
);

test("lookups that fail for the moment do not end a wait", async () => {
  const faults: Responder[] = [
    reset,
    half,
    refuses(500, "INTERNAL_ERROR"),
    refuses(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "0" }),
    (response) => response.end("<html>"),
  ];
  const repeated: unknown[] = [];
  const { pix, server } = await setUpWaits(
    {
      [transfer]: (response, nth, seen) =>
        (faults[nth - 1] ?? statuses("completed"))(response, nth, seen),
    },
    { hooks: watch({ onRetry: (event) => repeated.push(event) }) },
  );
  expect((await pix.transfers.waitUntilFinal("trf_1", quick)).status).toBe("completed");
  expect(server.to(transfer)).toHaveLength(6);
  // The wait itself is the repetition: none of them takes from the budget of the calls.
  expect(repeated).toEqual([]);
});

test("a lookup that fails for good ends it, with what was last seen", async () => {
  const { pix } = await setUpWaits({
    [transfer]: atFirst(
      gives({ id: "trf_1", status: "queued" }),
      refuses(404, "TRANSFER_NOT_FOUND"),
    ),
  });
  expect(await failure(pix.transfers.waitUntilFinal("trf_1", quick))).toMatchObject({
    code: "TRANSFER_NOT_FOUND",
    last: { status: "queued" },
  });
});

test("Retry-After is kept to, within the time of the wait", async () => {
  const { hooks, settled } = countCalls();
  const { pix, server } = await setUpWaits(
    { [transfer]: refuses(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "3600" }) },
    { hooks },
  );
  useManualTime();
  const failed = failure(pix.transfers.waitUntilFinal("trf_1", { ...quick, timeout: 600_000 }));
  await settled();
  await vi.advanceTimersByTimeAsync(600_000);
  const error = await failed;
  expect(error).toMatchObject({
    name: "WaitTimeoutError",
    last: undefined,
    cause: { status: 429 },
  });
  expect(server.to(transfer)).toHaveLength(1);
});

test("a signal ends a pause and a lookup, with what was last seen", async () => {
  const { hooks, settled } = countCalls();
  const { pix } = await setUpWaits(
    { [transfer]: statuses("queued"), [transaction]: () => undefined },
    { hooks },
  );
  const slow = { firstInterval: 60_000, maxInterval: 60_000, timeout: 600_000 };
  const controller = new AbortController();
  const paused = failure(
    pix.transfers.waitUntilFinal("trf_1", { ...slow, signal: controller.signal }),
  );
  await settled();
  controller.abort();
  expect(await paused).toMatchObject({ name: "AbortedError", last: { status: "queued" } });
  const asking = await failure(
    pix.transactions.waitUntilPaid("txn_1", { ...slow, signal: AbortSignal.timeout(300) }),
  );
  expect(asking).toMatchObject({ name: "AbortedError", last: undefined });
});

test("a notification makes a wait look at once; only the lookup decides", async () => {
  let status = "pending";
  const { pix, server } = await setUpWaits({
    [transaction]: (response) => ok(response, { id: "txn_1", status }),
  });
  const wait = pix.transactions.waitUntilPaid("txn_1", {
    firstInterval: 60_000,
    maxInterval: 60_000,
    timeout: 50_000,
  });
  const about = (id: string) => ({
    id: "wh_1",
    type: "transaction",
    event: "transaction_paid",
    transaction: { id },
  });
  await expect.poll(() => server.to(transaction).length).toBe(1);
  expect(pix.notify(about("txn_2"))).toBe(0);
  // Forged, or early: the charge is not paid yet.
  expect(pix.notify(about("txn_1"))).toBe(1);
  await expect.poll(() => server.to(transaction).length).toBe(2);
  status = "paid";
  expect(pix.notify(about("txn_1"))).toBe(1);
  expect((await wait).status).toBe("paid");
  expect(server.to(transaction)).toHaveLength(3);
  expect(pix.notify(about("txn_1"))).toBe(0);
});

test("final is what nothing leaves", () => {
  expect(["canceled", "refunded", "completed", "refused"].map(isFinal)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["pending", "paid", "queued", "processing", "under_review"].some(isFinal)).toBe(false);
});

test("a charge that was paid and refunded is not said to be refused", async () => {
  const { pix } = await setUpWaits({
    "GET /api/v1/transactions/txn_1": gives({ id: "txn_1", status: "refunded" }),
  });
  const error = await failure(pix.transactions.waitUntilPaid("txn_1"));
  expect(error).toMatchObject({ name: "WaitEndedError", status: "refunded", outcome: "unknown" });
});

test("goods are not shipped for another charge that was paid", async () => {
  const other: Responder = (response) => ok(response, { id: "txn_OTHER", status: "paid" });
  const { pix } = await setUpWaits({ "GET /api/v1/transactions/txn_MINE": other });
  const wait = pix.transactions.waitUntilPaid("txn_MINE", { firstInterval: 5, timeout: 60 });
  expect(await failure(wait)).toMatchObject({ name: "WaitTimeoutError", last: undefined });
});
