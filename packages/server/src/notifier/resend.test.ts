import { expect, test } from "vitest";
import { openOutbox, start } from "../../../../test/server/support/outbox.ts";
import { resend } from "./resend.ts";

test("what is sent again is due now, from the start of its schedule, and no other notification is", async () => {
  const { outbox, transact, addNotification, addReceiver, notifications, changes, time } = await openOutbox();
  await addReceiver({ id: "on" });
  await addReceiver({ id: "off", active: 0 });
  const done = { status: "delivered", step: 2, attempts: 3, nextAt: null, deliveredAt: 4 } as const;
  const again = [
    await addNotification({ id: "a", ...done }),
    await addNotification({ id: "b", ...done, receiverId: "on", status: "failed", deliveredAt: null }),
    // An attempt that is under way counts as the first.
    await addNotification({ id: "c", step: 1, attempts: 1, nextAt: 5, claimedUntil: 6 }),
  ];
  const not = [
    await addNotification({ id: "d", ...done, receiverId: "off" }),
    await addNotification({ id: "e", ...done, receiverId: "gone" }),
    await addNotification({ id: "f", ...done }),
  ];
  time.now = start + 77;
  const outcomes: string[] = [];
  for (const id of ["a", "b", "c", "d", "e", "none"]) {
    outcomes.push(await transact((transaction) => resend(transaction, outbox, id)));
  }
  expect(outcomes).toEqual([...["resent", "resent", "resent", "receiver-inactive", "receiver-deleted", "not-found"]]);
  expect(await notifications()).toEqual([
    ...again.map((row) => ({ ...row, status: "pending", step: 0, nextAt: start + 77, deliveredAt: null })),
    ...not,
  ]);
  expect(changes()).toBe(3);
});
