import { expect, test } from "vitest";
import { charge, dataOf, noon, openService, type Service, transfer } from "../../../../test/sandbox/support/service.ts";
import { reportDue } from "./report-due.ts";

const call = async (service: Service, operation: string, body: object) =>
  dataOf<{ id: string }>(await service.call(operation, { body })).id;

test("what fell due is what was there before the move and changed on its way, and the attempts on it", async () => {
  await using service = await openService();
  const { db } = service.sandbox.storage;
  const read = async () => ({ now: new Date(noon).toISOString(), offset: 0, frozen: true });
  const attempt = { notificationId: "wh_1", number: 1, duration: 1, status: 200, error: null, answer: "" };
  let moves = 0;
  const move = async () => {
    moves += 1;
    // Created when the move began or after it, changed then or later.
    for (const [created, updated] of [
      [noon - 1, noon + 1],
      [noon, noon + 1],
      [noon - 1, noon],
      [noon + 1, noon + 2],
    ] as const) {
      const times = { createdAt: created, updatedAt: updated };
      const charged = await call(service, "createCharge", charge);
      await db.updateTable("charges").set(times).where("id", "=", charged).execute();
      const sent = await call(service, "createTransfer", transfer);
      await db.updateTable("transfers").set(times).where("id", "=", sent).execute();
    }
    for (const at of [noon, noon + 1, noon + 2, noon + 3]) {
      await db
        .insertInto("attempts")
        .values({ ...attempt, at, headersJson: null })
        .execute();
    }
    return { now: new Date(noon + 60_000).toISOString(), offset: 0, frozen: true };
  };
  const clock = reportDue(service.sandbox, { read, advance: move, set: move } as never);
  const now = new Date(noon + 60_000).toISOString();
  expect(await clock.advance("1m")).toEqual({
    now,
    offset: 0,
    frozen: true,
    due: { charges: 2, transfers: 2, attempts: 3 },
  });
  expect((await clock.set(now)).due).toEqual({ charges: 4, transfers: 4, attempts: 6 });
  expect([moves, (await clock.read()).now]).toEqual([2, new Date(noon).toISOString()]);
});
