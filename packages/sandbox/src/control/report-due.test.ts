import { expect, test } from "vitest";
import { noon, openService } from "../../../../test/sandbox/support/service.ts";
import { reportDue } from "./report-due.ts";

test("what fell due is what was moved meanwhile, and the attempts that were made", async () => {
  await using service = await openService();
  const { sandbox } = service;
  const { db } = sandbox.storage;
  const read = async () => ({ now: new Date(noon).toISOString(), offset: 0, frozen: true });
  const attempt = { notificationId: "wh_1", duration: 1, status: 200, error: null, response: "", headersJson: null };
  const move = async () => {
    sandbox.moved.charges += 2;
    sandbox.moved.transfers += 3;
    for (const number of [1, 2]) {
      await db
        .insertInto("outbox_attempts")
        .values({ ...attempt, number, at: noon })
        .execute();
    }
    return read();
  };
  const clock = reportDue(sandbox, { read, advance: move, set: move } as never);
  const due = { charges: 2, transfers: 3, attempts: 2 };
  expect(await clock.advance("1m")).toEqual({ ...(await read()), due });
  expect((await clock.set(new Date(noon))).due).toEqual(due);
});
