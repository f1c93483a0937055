import { expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { startReceiver } from "../support/receiver.ts";
import { onEachStorage } from "../support/storages.ts";
import { charge, transfer } from "./support/call.ts";

onEachStorage("the clock under load", (makePlace) => {
  test("an advance ends while others keep calling, and the clock is exactly that much ahead", {
    timeout: 120_000,
  }, async () => {
    await using sandbox = await createSandbox({ ...(await makePlace()), settings: { rateLimitMultiplier: 0 } });
    await using receiver = await startReceiver();
    const { control } = sandbox;
    const { id } = await control.transfers.create(transfer);
    let isOver = false;
    const callers = Array.from({ length: 10 }, async () => {
      const end = performance.now() + 100_000;
      while (!isOver && performance.now() < end) {
        await control.charges.create({ ...charge, postbackUrl: receiver.url });
        await control.transfers.create({ ...transfer, amount: 1, postbackUrl: receiver.url });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    const before = await control.clock.read();
    const start = performance.now();
    const { offset, frozen } = await control.clock.advance("2d");
    expect(performance.now() - start).toBeLessThan(90_000);
    expect([offset - before.offset, frozen]).toEqual([172_800_000, false]);
    isOver = true;
    await Promise.all(callers);
    const moved = await control.transfers.read(id);
    expect(moved.status).toBe("completed");
    // At its moment, and not when the clock had arrived.
    expect(Date.parse(moved.completedAt ?? "") - Date.parse(moved.createdAt)).toBeLessThan(10_000);
  });
});
