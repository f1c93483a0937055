import { expect, test } from "vitest";
import { createChargeFor, outbox } from "../../../../test/sandbox/notifications/support/outbox.ts";
import { openService } from "../../../../test/sandbox/support/service.ts";
import { makeSandboxNotifier } from "./notifier.ts";

test.each([
  ["what another process has claimed is left to it", true, 0],
  ["where there is no other process, what is claimed is nobody's any more", false, 1],
])("when a process starts, %s", async (_, shared, attempts) => {
  await using service = await openService();
  const { storage } = service.sandbox;
  const claimed = await createChargeFor(service, "http://127.0.0.1:1/claimed");
  const claimedUntil = storage.now() + 3_600_000;
  await storage.db.updateTable("outbox_notifications").set({ claimedUntil }).execute();
  const free = await createChargeFor(service, "http://127.0.0.1:1/free");
  const notifier = makeSandboxNotifier({ ...service.sandbox, storage: { ...storage, db: storage.db, shared } });
  try {
    const attemptsOf = async (id: string) => (await outbox(service)).find(({ objectId }) => objectId === id)?.attempts;
    notifier.wake();
    // Whatever may be attempted is attempted at the same time.
    await expect.poll(() => attemptsOf(free)).toBe(1);
    await expect.poll(() => attemptsOf(claimed)).toBe(attempts);
  } finally {
    await notifier.close();
  }
});
