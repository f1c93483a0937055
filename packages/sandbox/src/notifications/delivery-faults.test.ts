import { expect, onTestFinished, test } from "vitest";
import type { SettingsStore } from "../settings.ts";
import { openSqlite } from "../storage/open-sqlite.ts";
import { makeDeliveryFaults } from "./delivery-faults.ts";

const timeout = 10_000;
const at = 5_000;

/** What is planned for the next notification where there is a fault. */
async function planFor(kind: string, options: object = {}) {
  const { db } = await openSqlite();
  onTestFinished(() => db.destroy());
  const row = { id: "flt_1", operation: "notification", kind, remaining: 1, createdAt: 0 };
  await db
    .insertInto("faults")
    .values({ ...row, optionsJson: JSON.stringify(options) })
    .execute();
  const faults = makeDeliveryFaults(
    {
      clock: { now: () => at },
      settings: { current: { hasDeliveryFaults: true } } as SettingsStore,
    },
    timeout,
  );
  const plan = await faults.plan(db, {} as never);
  if (!plan) throw new Error("Nothing is planned.");
  expect(await faults.plan(db, {} as never), "it is there once").toBeUndefined();
  return { plan, delivered: () => faults.delivered?.() };
}

test.each([
  ["latency", {}, 1_000],
  ["latency", { delay: 60_000 }, 60_000],
  ["reorder", {}, 1_000],
  // Its second attempt may last as long as the first: no other process may claim it meanwhile.
  ["duplicate", {}, timeout],
])("a delivery with the fault %s %j may take so much longer", async (kind, options, delay) => {
  expect((await planFor(kind, options)).plan.delay).toBe(delay);
});

test.each(["latency", "reorder", "duplicate"])(
  "%s: what is not sent, since that was given up, is no attempt",
  async (kind) => {
    const { plan } = await planFor(kind, { delay: 1 });
    expect(await plan.deliver(async () => undefined, new AbortController().signal)).toEqual([]);
  },
);
