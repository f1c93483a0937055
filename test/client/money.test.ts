import { expect, test, vi } from "vitest";
import { watch } from "../../generated/client/src/hooks.ts";
import {
  accepted,
  charge,
  charges,
  failure,
  setUp,
  transfer,
  transfers,
} from "./support/client.ts";
import { atFirst, gives, json, refusal, reset } from "./support/server.ts";

test("what the caller changes after the call changes no request", async () => {
  const { pix, server } = await setUp({ [transfers]: atFirst(reset, gives(accepted)) });
  const body = { ...transfer };
  const call = pix.transfers.create(body);
  body.amount = 1;
  await call;
  expect(server.to(transfers).map((seen) => JSON.parse(seen.body).amount)).toEqual([
    150_000, 150_000,
  ]);
});

test("no hook changes the key", async () => {
  const { pix, server } = await setUp(
    { [transfers]: atFirst(reset, gives(accepted)) },
    {
      hooks: watch({
        onAttemptStart: ({ headers, attempts }) =>
          headers.set("x-idempotency-key", `other-${attempts}`),
      }),
    },
  );
  await pix.transfers.create(transfer, { idempotencyKey: "payout-1" });
  expect(server.to(transfers).map(({ headers }) => headers["x-idempotency-key"])).toEqual([
    "payout-1",
    "payout-1",
  ]);
});

test("a response whose body cannot be read was sent, whatever the failure looks like", async () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), {
    code: "ECONNREFUSED",
    syscall: "connect",
  });
  const body = new ReadableStream({ pull: (controller) => controller.error(cause) });
  const { pix } = await setUp(
    { [charges]: gives({ id: "txn_1" }) },
    {
      fetch: async (url, init) =>
        url.endsWith("/api/auth") ? fetch(url, init) : new Response(body),
    },
  );
  expect(await failure(pix.transactions.create(charge))).toMatchObject({
    outcome: "unknown",
    attempts: 1,
  });
});

test("a call without time sends nothing", async () => {
  const { pix, server } = await setUp({ [transfers]: gives(accepted) });
  await pix.transfers.create(transfer);
  const error = await failure(pix.transfers.create(transfer, { timeout: 1e-9 }));
  expect(error).toMatchObject({ name: "TimeoutError", outcome: "not-sent" });
  expect(server.to(transfers)).toHaveLength(1);
});

test.each([
  ["goes on by a day, as after sleep", 25, 1],
  ["goes back by a day", -25, 4],
])(
  "the wall clock %s during a call: only a key that cannot be forgotten yet is sent again",
  async (_name, hours, attempts) => {
    let sent = 0;
    const { pix } = await setUp(
      {},
      {
        fetch: async (url, init) => {
          if (url.endsWith("/api/auth")) return fetch(url, init);
          sent += 1;
          if (sent === 1) vi.setSystemTime(Date.now() + hours * 3_600_000);
          throw new TypeError("fetch failed", {
            cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
          });
        },
      },
    );
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await failure(pix.transfers.create(transfer))).toMatchObject({
      outcome: "unknown",
      attempts,
    });
    expect(sent).toBe(attempts);
  },
);

test("a call that was sent is not said to be unsent because another one settled its key meanwhile", async () => {
  const { pix, server } = await setUp(
    {
      [transfers]: (response, nth) =>
        nth > 1 && json(response, 402, refusal("INSUFFICIENT_BALANCE")),
    },
    { retry: false },
  );
  const controller = new AbortController();
  const first = failure(
    pix.transfers.create(transfer, { idempotencyKey: "payout-1", signal: controller.signal }),
  );
  await expect.poll(() => server.to(transfers).length).toBe(1);
  const second = await failure(pix.transfers.create(transfer, { idempotencyKey: "payout-1" }));
  expect(second).toMatchObject({ outcome: "refused" });
  controller.abort();
  expect(await first).toMatchObject({ name: "AbortedError", outcome: "unknown" });
});
