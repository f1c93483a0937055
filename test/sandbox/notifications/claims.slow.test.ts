import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startReceiver } from "../support/receiver.ts";
import { noon, openService } from "../support/service.ts";
import { onEachStorage } from "../support/storages.ts";
import { createChargeFor, createCharges, dispatch, onlyOne, outbox, register } from "./support/outbox.ts";

onEachStorage("claims", (makePlace, kind) => {
  test("a slow receiver does not keep another waiting", async () => {
    await using service = await openService(await makePlace());
    await using slow = await startReceiver(() => {});
    await using quick = await startReceiver();
    await using dispatcher = dispatch(service, { timeout: 60_000 });
    await register(service, slow.url);
    await createCharges(service, Array(500));
    dispatcher.wake();
    await expect.poll(() => slow.open.now).toBe(8);
    await createCharges(service, Array(20).fill(quick.url));
    dispatcher.wake();
    await expect.poll(() => quick.received.length).toBe(20);
    const states = (await outbox(service)).filter(({ url }) => url.startsWith(slow.url));
    expect(states.every(({ status, attempts }) => status === "pending" && attempts === 0)).toBe(true);
    // It takes no more than its share.
    expect(slow.open.most).toBeLessThanOrEqual(8);
  });

  test("what a dispatcher leaves behind is delivered after a restart", async () => {
    const place = await makePlace();
    await using receiver = await startReceiver(({ path }, response) => {
      if (path !== "/hangs" || receiver.received.length > 1) response.end();
    });
    {
      await using service = await openService(place);
      await using dispatcher = dispatch(service);
      await createChargeFor(service, `${receiver.url}/hangs`);
      dispatcher.wake();
      await expect.poll(() => receiver.received.length).toBe(1);
    }
    await using service = await openService(place);
    expect(await onlyOne(service)).toMatchObject({ status: "pending", attempts: 0, claimedUntil: null, nextAt: noon });
    await using dispatcher = dispatch(service);
    await dispatcher.settle();
    expect(receiver.received.map(({ id }) => id)).toEqual(Array(2).fill((await onlyOne(service)).id));
    expect(await onlyOne(service)).toMatchObject({ status: "delivered", attempts: 1 });
  });

  // A folder belongs to one process: there is nobody to share it with.
  if (kind === "sqlite") return;

  test("several processes never send the same notification at once", async () => {
    const place = await makePlace();
    await using first = await openService(place);
    await using second = await openService(place);
    const open = new Set<string>();
    const doubles: string[] = [];
    await using receiver = await startReceiver(async ({ id }, response) => {
      if (open.has(id)) doubles.push(id);
      open.add(id);
      await sleep(1);
      open.delete(id);
      response.end();
    });
    await createCharges(first, Array(150).fill(receiver.url));
    await using one = dispatch(first);
    await using another = dispatch(second);
    await using third = dispatch(second);
    for (const dispatcher of [one, another, third]) dispatcher.wake();
    await Promise.all([one.settle(), another.settle(), third.settle()]);
    expect(doubles).toEqual([]);
    const rows = await outbox(first);
    expect(receiver.received.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(rows.every(({ status, attempts }) => status === "delivered" && attempts === 1)).toBe(true);
  });

  test("what another process has claimed is waited for", async () => {
    const place = await makePlace();
    await using first = await openService(place);
    await using second = await openService(place);
    await using receiver = await startReceiver((_, response) => void setTimeout(() => response.end(), 150));
    await createChargeFor(first, receiver.url);
    await using one = dispatch(first);
    await using another = dispatch(second);
    one.wake();
    await expect.poll(() => receiver.open.now).toBe(1);
    await another.settle();
    expect(receiver.received).toHaveLength(1);
    expect(await onlyOne(second)).toMatchObject({ status: "delivered", attempts: 1 });
  });
});
