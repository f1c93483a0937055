import { expect, test } from "vitest";
import { now, openCore, secured } from "../../../../test/server/support/core.ts";
import type { OperationEntry } from "../contract-table.ts";
import { Running } from "./deadline.ts";

type Part = "authenticator" | "limits" | "keys" | "handler";

const counting = (countsUnauthenticated: boolean) => ({
  rateLimit: {
    limit: 2,
    window: 60,
    scope: ["ip"],
    countsUnauthenticated,
    headers: { limit: "X-Limit" },
    details: {},
  },
});
const idempotency = {
  header: "key",
  retention: 60,
  scope: "caller",
  replayedHeader: "Replayed",
  missing: "NO_KEY",
  keeps: [],
};
const caller = { caller: {}, callerId: "cmp_1" };
const beyond = { count: 3, resetsAt: now };
const kept = { kind: "replayed", response: { status: 200, body: "{}" } };
const failure = new Error("The database is away.");

test.for<[name: string, part: Part, given: unknown, operation?: Partial<OperationEntry>]>([
  ["an authenticator lets a caller in", "authenticator", caller, counting(false)],
  ["an authenticator refuses a caller", "authenticator", null],
  ["a limit is exceeded before the caller is known", "limits", beyond, counting(true)],
  ["a limit of the caller is exceeded", "limits", beyond, counting(false)],
  ["a store has a response", "keys", kept, { idempotency }],
  ["a key is in use", "keys", { kind: "running", retryAfter: 1 }, { idempotency }],
  ["a store begins the work", "keys", "begin", { idempotency }],
  ["a handler answers", "handler", "an answer"],
  ["a handler fails", "handler", failure],
])("once the deadline is over, nothing changes if %s", async ([, part, given, operation]) => {
  const late = Promise.withResolvers<unknown>();
  const events: string[] = [];
  const worked: unknown[] = [];
  const when = (own: Part, otherwise: unknown) => (own === part ? late.promise : otherwise);
  const run = async (_request: unknown, work: (transaction: undefined) => Promise<unknown>) => {
    const outcome = await late.promise;
    if (outcome !== "begin") return outcome;
    worked.push(await work(undefined));
    return { kind: "ran", result: undefined };
  };
  const { call, service, logged } = await openCore({
    operation: { security: secured.security, ...operation },
    handle: async ({ reply }) => {
      events.push("handled");
      await when("handler", undefined);
      return reply.ok({});
    },
    options: {
      deadline: 1,
      authenticators: { Key: () => when("authenticator", caller) } as never,
      rateLimits: {
        hit: () => {
          events.push("counted");
          return when("limits", beyond) as never;
        },
      },
      idempotency: { run } as never,
    },
  });
  expect((await call({ headers: { ...secured.headers, key: "k" } })).status).toBe(500);
  expect(await service.running.settled(1), "it still waits").toBe(false);
  events.length = 0;
  if (given instanceof Error) late.reject(given);
  else late.resolve(given);
  expect(await service.running.settled(60_000)).toBe(true);
  await new Promise((done) => setImmediate(done));
  expect(events).toEqual([]);
  // The key stays free.
  expect(worked).toEqual(given === "begin" ? [{ result: undefined }] : []);
  // A header or a response after the first one would be an error of the exchange, and logged.
  expect(logged).toHaveLength(given === failure ? 2 : 1);
});

test("`settled` waits for the last of several requests", async () => {
  const running = new Running();
  for (let count = 0; count < 2; count++) running.start();
  const settled = running.settled(60_000);
  running.end();
  await Promise.resolve();
  running.end();
  expect(await settled).toBe(true);
});
