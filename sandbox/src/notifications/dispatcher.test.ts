import { expect, test } from "vitest";
import { createChargeFor, onlyOne } from "../../../test/sandbox/notifications/support/outbox.ts";
import { openService } from "../../../test/sandbox/support/service.ts";
import { startDispatcher } from "./dispatcher.ts";

test.each([
  ["what another process has claimed is left to it", true, 0],
  ["where there is no other process, what is claimed is nobody's any more", false, 1],
])("when a process starts, %s", async (_, shared, attempts) => {
  await using service = await openService();
  const { storage } = service.sandbox;
  await createChargeFor(service, "http://127.0.0.1:1/");
  await storage.db
    .updateTable("notifications")
    .set({ claimedUntil: storage.now() + 3_600_000 })
    .execute();
  const dispatcher = startDispatcher({ ...service.sandbox, storage: { ...storage, db: storage.db, shared } });
  await dispatcher.settle();
  await dispatcher.stop();
  expect((await onlyOne(service)).attempts).toBe(attempts);
});
