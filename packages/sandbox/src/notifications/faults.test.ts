import type { Attempt } from "@pix-contract/server/notifier";
import { expect, onTestFinished, test, vi } from "vitest";
import { openSqlite } from "../storage/open-sqlite.ts";
import { makeDeliveryFaults } from "./faults.ts";

const timeout = 10_000;
const at = 5_000;
const sent: Attempt = { at, duration: 3, status: 200, error: null, response: "seen", headersJson: null };

/** What is planned for the next notification where there is a fault. */
async function planFor(kind: string, options: object = {}) {
  const { db } = await openSqlite();
  onTestFinished(() => db.destroy());
  const row = { id: "flt_1", operation: "notification", kind, remaining: 1, createdAt: 0 };
  await db
    .insertInto("faults")
    .values({ ...row, optionsJson: JSON.stringify(options) })
    .execute();
  const faults = makeDeliveryFaults({ clock: { now: () => at } }, timeout);
  const plan = await faults.plan(db, {} as never);
  if (!plan) throw new Error("Nothing is planned.");
  expect(await faults.plan(db, {} as never), "it is there once").toBeUndefined();
  return { plan, delivered: () => faults.delivered?.() };
}

test.each([
  ["latency", {}, 1_000],
  ["latency", { delay: 60_000 }, 60_000],
  ["reorder", {}, 1_000],
  // Its second attempt may last as long as the first: nobody else is to take it up meanwhile.
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

test("duplicate: two attempts, one after the other", async () => {
  const { plan } = await planFor("duplicate");
  const send = vi.fn(async () => sent);
  expect(await plan.deliver(send, new AbortController().signal)).toEqual([sent, sent]);
  expect(send).toHaveBeenCalledTimes(2);
});

test("error: an attempt that failed, and nothing sent", async () => {
  const { plan } = await planFor("error");
  const send = vi.fn(async () => sent);
  const error = "An injected fault (error): nothing was sent.";
  expect(await plan.deliver(send, new AbortController().signal)).toEqual([
    { at, duration: 0, status: null, error, response: null, headersJson: null },
  ]);
  expect(send).not.toHaveBeenCalled();
});

test("reorder: held back until another one is delivered, or the wait is given up", async () => {
  for (const end of ["delivered", "given up"] as const) {
    const { plan, delivered } = await planFor("reorder", { delay: 600_000 });
    const send = vi.fn(async () => sent);
    const giveUp = new AbortController();
    const attempts = plan.deliver(send, giveUp.signal);
    await new Promise((resolve) => setImmediate(resolve));
    expect(send).not.toHaveBeenCalled();
    if (end === "delivered") delivered();
    else giveUp.abort();
    expect(await attempts).toEqual([sent]);
  }
});

test("latency: held back as long as it says, or until the wait is given up", async () => {
  const { plan } = await planFor("latency", { delay: 600_000 });
  const giveUp = new AbortController();
  const send = vi.fn(async () => sent);
  const attempts = plan.deliver(send, giveUp.signal);
  await new Promise((resolve) => setImmediate(resolve));
  expect(send).not.toHaveBeenCalled();
  giveUp.abort();
  expect(await attempts).toEqual([sent]);
});
