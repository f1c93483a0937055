import { expect, test, vi } from "vitest";
import { watch } from "../../generated/client/src/hooks.ts";
import type { CallEvent, EndEvent, Hooks, RetryEvent } from "../../generated/client/src/index.ts";
import { logTo } from "../../generated/client/src/logger.ts";
import { useManualTime } from "../support/time.ts";
import { accepted, credentials, failure, setUp, transfer, transfers } from "./support/client.ts";
import {
  answers,
  atFirst,
  gives,
  type Responder,
  refusal,
  refuses,
  reset,
} from "./support/server.ts";

/** Hooks that keep their events, with the name of the hook. */
function listen(): {
  hooks: Hooks;
  told: [name: string, event: CallEvent & Record<string, unknown>][];
} {
  const told: [string, CallEvent & Record<string, unknown>][] = [];
  const keep = (name: string) => (event: object) =>
    told.push([name, { ...event } as CallEvent & Record<string, unknown>]);
  const names = ["onCallStart", "onCallEnd", "onAttemptStart", "onAttemptEnd", "onRetry"];
  return { hooks: Object.fromEntries(names.map((name) => [name, keep(name)])), told };
}

test("hooks get the start and the end of each call and attempt, and repetitions", async () => {
  const { hooks, told } = listen();
  const { pix } = await setUp(
    { [transfers]: atFirst(reset, gives(accepted, { "x-request-id": "req-1" })) },
    // What one hook does to an event the next one does not see.
    {
      hooks: watch(
        { onCallStart: (event) => void Object.assign(event, { operation: "other" }) },
        hooks,
      ),
    },
  );
  await pix.transfers.create(transfer, { idempotencyKey: "payout-1" });
  expect(told.map(([name, { operation }]) => `${name} ${operation}`)).toEqual([
    "onCallStart createTransfer",
    "onCallStart issueToken",
    "onAttemptStart issueToken",
    "onAttemptEnd issueToken",
    "onCallEnd issueToken",
    "onAttemptStart createTransfer",
    "onAttemptEnd createTransfer",
    "onRetry createTransfer",
    "onAttemptStart createTransfer",
    "onAttemptEnd createTransfer",
    "onCallEnd createTransfer",
  ]);
  const own = told.filter(([, { operation }]) => operation === "createTransfer");
  expect(new Set(own.map(([, { callId }]) => callId)).size).toBe(1);
  expect(own.at(0)?.[1].callId).toMatch(/.{20}/);
  for (const [, event] of own)
    expect(event).toMatchObject({
      method: "POST",
      path: "/api/v1/pix/out/pixkey",
      idempotencyKey: "payout-1",
    });
  const [first, second] = own.filter(([name]) => name === "onAttemptEnd").map(([, event]) => event);
  expect(first).toMatchObject({ attempts: 1, error: { name: "ConnectionError" } });
  expect(first?.status).toBeUndefined();
  expect(second).toMatchObject({ attempts: 2, status: 200, requestId: "req-1" });
  // A call lasts as long as its attempts, and the pauses between them.
  expect(own.at(-1)?.[1].duration).toBeGreaterThanOrEqual(
    Number(first?.duration) + Number(second?.duration),
  );
  const retry = own.find(([name]) => name === "onRetry")?.[1] as RetryEvent | undefined;
  expect(retry?.error.name).toBe("ConnectionError");
  expect(own.at(-1)?.[1] as EndEvent | undefined).toMatchObject({
    attempts: 2,
    status: 200,
    error: undefined,
  });
});

test("hooks get failures, timeouts and aborts", async () => {
  useManualTime();
  const aborting = new AbortController();
  for (const [route, options, end, name] of [
    [refuses(402, "INSUFFICIENT_BALANCE"), {}, () => {}, "PixApiError"],
    [() => undefined, { timeout: 5_000 }, () => vi.advanceTimersByTime(5_000), "TimeoutError"],
    [() => undefined, { signal: aborting.signal }, () => aborting.abort(), "AbortedError"],
  ] as [Responder, object, () => void, string][]) {
    const { hooks, told } = listen();
    const { pix, server } = await setUp({ [transfers]: route }, { hooks: watch(hooks) });
    const failed = failure(pix.transfers.create(transfer, options));
    await expect.poll(() => server.to(transfers).length).toBe(1);
    end();
    await failed;
    expect(told.map(([hook]) => hook)).not.toContain("onRetry");
    const ends = told.filter(
      ([hook, { operation }]) => hook.endsWith("End") && operation === "createTransfer",
    );
    expect(ends.map(([hook]) => hook)).toEqual(["onAttemptEnd", "onCallEnd"]);
    for (const [, event] of ends)
      expect((event as unknown as EndEvent).error).toMatchObject({ name });
  }
});

test("what a hook or a logger throws or rejects with changes nothing, and ends no process", async () => {
  for (const hook of [
    (): never => {
      throw new Error("The log is full.");
    },
    () => Promise.reject(new Error("The log is full.")),
  ]) {
    const hooks = {
      onCallStart: hook,
      onCallEnd: hook,
      onAttemptStart: hook,
      onAttemptEnd: hook,
      onRetry: hook,
    };
    const { pix } = await setUp(
      { [transfers]: atFirst(reset, gives(accepted)) },
      { hooks: watch(hooks, logTo({ debug: hook, info: hook, warn: hook, error: hook })) },
    );
    expect((await pix.transfers.create(transfer)).id).toBe("trf_1");
    expect(await failure(pix.webhooks.list())).toMatchObject({ status: 404 });
  }
  // Vitest fails at a rejection that nothing handles, as Node does.
  await new Promise((resolve) => setImmediate(resolve));
});

test("an attempt without a response has no status, whatever the one before it had", async () => {
  const { hooks, told } = listen();
  const { pix } = await setUp(
    { [transfers]: atFirst(refuses(500, "INTERNAL_ERROR"), reset) },
    { hooks: watch(hooks), retry: { attempts: 2, firstDelay: 2 } },
  );
  await failure(pix.transfers.create(transfer));
  const ends = told.filter(
    ([name, { operation }]) => name.endsWith("End") && operation === "createTransfer",
  );
  expect(ends.map(([name, { status }]) => [name, status])).toEqual([
    ["onAttemptEnd", 500],
    ["onAttemptEnd", undefined],
    ["onCallEnd", undefined],
  ]);
});

test("a hook adds headers to an attempt, and neither sees nor sets the token", async () => {
  const seen: string[] = [];
  const { pix, server } = await setUp(
    { [transfers]: atFirst(reset, gives(accepted)) },
    {
      hooks: watch({
        onAttemptStart: ({ headers, callId }) => {
          seen.push([...headers.keys()].join());
          headers.set("traceparent", callId);
          headers.set("authorization", "Bearer mine");
        },
      }),
    },
  );
  await pix.transfers.create(transfer);
  expect(seen).toEqual(["", "", ""]);
  // Once, though two attempts had it set.
  const [, sent] = server.to(transfers);
  expect(sent?.headers.traceparent).toMatch(/^\S{36}$/);
  expect(sent?.headers.authorization).toBe("Bearer token-number-1");
});

test("a logger of pino's and the console's shape gets a line for each end, without secrets and personal data", async () => {
  const lines: [level: string, facts: object, message: string][] = [];
  const write = (level: string) => (facts: object, message: string) =>
    lines.push([level, facts, message]);
  const logger = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  };
  const { pix } = await setUp(
    {
      [transfers]: atFirst(
        reset,
        answers(422, refusal("RECIPIENT_UNAVAILABLE", { pixKey: transfer.pixKey })),
      ),
    },
    { hooks: watch(logTo(logger)) },
  );
  await failure(pix.transfers.create(transfer, { idempotencyKey: "payout-1" }));
  expect(lines.map(([level, , message]) => `${level} ${message}`)).toEqual([
    "debug attempt",
    "info call",
    "debug attempt",
    "warn retry",
    "debug attempt",
    "error call failed",
  ]);
  expect(lines.at(-1)?.[1]).toMatchObject({
    code: "RECIPIENT_UNAVAILABLE",
    outcome: "refused",
    attempts: 2,
    status: 422,
  });
  const text = JSON.stringify(lines);
  for (const secret of [credentials.apiKey, credentials.apiSecret, "token-number", transfer.pixKey])
    expect(text).not.toContain(secret);
});
