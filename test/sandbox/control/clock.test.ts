import { describe, expect, test, vi } from "vitest";
import { chargeLifetime } from "../../../packages/sandbox/src/contract.ts";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { makeDatabase, noPostgres } from "../../support/databases.ts";
import { makeCaller } from "../support/caller.ts";
import { startReceiver } from "../support/receiver.ts";
import { onEachStorage } from "../support/storages.ts";
import { charge, logIn, transfer } from "./support/call.ts";

const start = "2027-03-01T12:00:00.000Z";

onEachStorage("the clock", (makePlace) => {
  test("advancing moves what falls due on the way, each at its moment, and delivers it", async () => {
    await using sandbox = await createSandbox(await makePlace());
    await using receiver = await startReceiver();
    const { control } = sandbox;
    await control.clock.freeze();
    expect(await control.clock.set(start)).toMatchObject({ now: start, frozen: true });
    const pending = await control.charges.create({ ...charge, postbackUrl: receiver.url });
    const { id } = await control.transfers.create({ ...transfer, postbackUrl: receiver.url });
    const expired = new Date(Date.parse(start) + chargeLifetime).toISOString();
    const { now } = await control.clock.advance(`${(2 * chargeLifetime) / 1000}s`);
    expect(Date.parse(now)).toBe(Date.parse(start) + 2 * chargeLifetime);
    expect(await control.transfers.read(id)).toMatchObject({
      status: "completed",
      createdAt: start,
      completedAt: "2027-03-01T12:00:01.500Z",
    });
    expect(await control.charges.read(pending.id)).toMatchObject({
      status: "canceled",
      updatedAt: expired,
    });
    expect(receiver.received.map(({ event }) => event).slice(2)).toEqual([
      "transfer_updated",
      "transfer_completed",
      "transaction_canceled",
    ]);
    const { items } = await control.notifications.list({ status: "delivered" });
    expect(items.find(({ event }) => event === "transaction_canceled")?.deliveredAt).toBe(expired);
  });

  test("the attempts of a delivery come at their times, in order", async () => {
    await using sandbox = await createSandbox(await makePlace());
    await using receiver = await startReceiver();
    receiver.reply = 500;
    const { control } = sandbox;
    await control.clock.freeze();
    await control.clock.set(start);
    const { notifications } = await control.notifications.trigger({
      event: "transaction_paid",
      url: receiver.url,
    });
    await control.clock.advance("3d");
    const { attempts, status } = await control.notifications.read(notifications[0]?.id ?? "");
    expect(status).toBe("failed");
    const seconds = attempts.map(({ at }) => (Date.parse(at) - Date.parse(start)) / 1000);
    expect(seconds[0]).toBe(0);
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
    expect(seconds).toHaveLength(8);
    // The schedule's sum, each step a fifth shorter or longer.
    const sum = 5 + 300 + 1800 + 7200 + 18_000 + 36_000 + 36_000;
    expect(seconds.at(-1)).toBeGreaterThan(sum * 0.8);
    expect(seconds.at(-1)).toBeLessThan(sum * 1.2);
    expect((await control.clock.advance("1d")).due, "nothing of before").toMatchObject({
      attempts: 0,
    });
  });

  test("tokens, rate limits and idempotency keys follow it", async () => {
    await using sandbox = await createSandbox(await makePlace());
    const { control, credentials, fetch } = sandbox;
    await control.clock.freeze();
    const token = async (): Promise<string> => {
      const answer = await logIn(sandbox, credentials.apiKey, credentials.apiSecret ?? "");
      return answer.status === 200
        ? ((await answer.json()) as { token: string }).token
        : String(answer.status);
    };
    const held = await token();
    const lookUp = () =>
      fetch("http://localhost/api/v1/webhook", { headers: { authorization: `Bearer ${held}` } });
    expect((await lookUp()).status).toBe(200);
    for (let count = 0; count < 4; count++) await token();
    expect(await token()).toBe("429");
    await control.clock.advance("60s");
    expect(await token()).not.toBe("429");
    await control.clock.advance("28m59s");
    expect((await lookUp()).status).toBe(200);
    await control.clock.advance("1s");
    expect((await lookUp()).status).toBe(401);

    const pix = makeCaller({ credentials, fetch });
    const once = { idempotencyKey: "6f1c1e1e-2a0d-4f43-9c35-1a3f1b9d7a10" };
    const first = await pix.transfers.create(transfer, once);
    expect((await pix.transfers.create(transfer, once)).id).toBe(first.id);
    await control.clock.advance("24h");
    const later = makeCaller({ credentials, fetch });
    expect((await later.transfers.create(transfer, once)).id).not.toBe(first.id);
  });
});

test.skipIf(noPostgres)(
  "advances in two processes at once add up, and their own clocks do not matter",
  async () => {
    const databaseUrl = await makeDatabase();
    await using one = await createSandbox({ databaseUrl });
    await using two = await createSandbox({ databaseUrl });
    const readReal = () => Math.floor(performance.timeOrigin + performance.now());
    vi.spyOn(Date, "now").mockImplementation(() => readReal() + 900_000);
    await Promise.all([one, two, one].map(({ control }) => control.clock.advance("1m")));
    expect((await one.control.clock.read()).offset).toBe(180_000);
    const { now } = await two.control.clock.read();
    expect(Math.abs(Date.parse(now) - readReal() - 180_000)).toBeLessThan(600_000);
  },
);

describe("lengths of time", () => {
  test.each([
    ["1h30m", 5_400_000],
    ["2d3h", 183_600_000],
    ["90s", 90_000],
    ["250ms", 250],
    ["1m1ms", 60_001],
    ["3650d", 315_360_000_000],
    [0, 0],
    [1_234, 1_234],
  ])("%s is %i milliseconds", async (by, duration) => {
    await using sandbox = await createSandbox();
    const { clock } = sandbox.control;
    const { now } = await clock.freeze();
    expect(Date.parse((await clock.advance(by)).now) - Date.parse(now)).toBe(duration);
  });

  test.each([
    "",
    "h",
    "1",
    "1y",
    "-1h",
    "1.5h",
    "1h 30m",
    "30m1h",
    "3650d1ms",
    -1,
    1.5,
    Number.NaN,
  ])("%j is none", async (by) => {
    await using sandbox = await createSandbox();
    const { clock } = sandbox.control;
    const { now } = await clock.freeze();
    await expect(clock.advance(by)).rejects.toThrow("by ");
    expect((await clock.read()).now).toBe(now);
  });
});

test.for([
  ["ahead", 3_600_000, 0],
  ["behind", 0, 3_600_000],
  ["where it was", 0, 0],
] as const)("a clock that is %s is that of every response", async ([, ahead, behind]) => {
  // Node writes dates of its own, which no test can move: the sandbox begins earlier.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - behind });
  await using sandbox = await createSandbox();
  const { control, credentials } = sandbox;
  const { now: begun } = await control.clock.freeze();
  if (ahead > 0) await control.clock.advance(ahead);
  vi.useRealTimers();
  const response = await sandbox.fetch(`${credentials.baseUrl}/api/v1/webhook`);
  const shown = Date.parse(response.headers.get("date") ?? "");
  expect(Math.abs(shown - (Date.parse(begun) + ahead))).toBeLessThan(60_000);
});

test.for(["30d", undefined])(
  "after a snapshot is restored, the clock goes on from its time (%s)",
  async (by) => {
    await using sandbox = await createSandbox();
    const { control } = sandbox;
    if (by) await control.clock.advance(by);
    const snapshot = await sandbox.snapshot();
    if (by) await control.clock.advance(by);
    await sandbox.restore(snapshot);
    const passed = Date.parse((await control.clock.read()).now) - Date.parse(snapshot.takenAt);
    expect(passed).toBeGreaterThanOrEqual(0);
    expect(passed).toBeLessThan(600_000);
  },
);
