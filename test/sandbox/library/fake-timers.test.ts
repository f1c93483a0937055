// A test that fakes time: the sandbox goes on, and its clock follows the faked date.
import { createPixClient } from "@pix-contract/client";
import { withWaits } from "@pix-contract/client/waits";
import { describe, expect, test, vi } from "vitest";
import { chargeLifetime } from "../../../packages/sandbox/src/contract.ts";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { startReceiver } from "../support/receiver.ts";

describe("with fake timers", () => {
  test.for(["before", "after"] as const)(
    "that were put in place %s it was made, everything works",
    async (when) => {
      await using receiver = await startReceiver();
      if (when === "before") vi.useFakeTimers();
      await using sandbox = await createSandbox();
      if (when === "after") vi.useFakeTimers();
      const pix = withWaits(
        createPixClient({ ...sandbox.credentials, strict: true, fetch: sandbox.fetch }),
      );
      const { id } = await sandbox.control.charges.create({
        amountInCents: 4990,
        postbackUrl: receiver.url,
      });
      expect((await pix.transactions.get(id)).status).toBe("pending");
      const transfer = await pix.transfers.create({ pixKey: "maria@example.com", amount: 1500 });
      await sandbox.settle();
      expect(receiver.received.map(({ event }) => event)).toEqual(["transaction_created"]);
      await sandbox.control.clock.advance(`${chargeLifetime / 1000 + 60}s`);
      expect((await pix.transactions.get(id)).status).toBe("canceled");
      expect((await pix.transfers.get(transfer.id)).status).toBe("completed");
      expect((await sandbox.control.requests.list()).items).not.toHaveLength(0);
    },
  );

  test("the clock follows the faked date; what falls due by it is done", async () => {
    vi.useFakeTimers({ now: Date.parse("2027-03-01T12:00:00.000Z") });
    await using sandbox = await createSandbox();
    const { id, expiresAt } = await sandbox.control.charges.create({ amountInCents: 4990 });
    expect(expiresAt).toBe(new Date(Date.now() + chargeLifetime).toISOString());
    vi.setSystemTime(Date.now() + 2 * chargeLifetime);
    await sandbox.settle();
    expect((await sandbox.control.charges.read(id)).status).toBe("canceled");
  });

  test("a client that waits is woken by the test's timers", async () => {
    vi.useFakeTimers();
    await using sandbox = await createSandbox();
    const pix = withWaits(
      createPixClient({ ...sandbox.credentials, strict: true, fetch: sandbox.fetch }),
    );
    const { id } = await sandbox.control.charges.create({ amountInCents: 4990 });
    const waiting = pix.transactions.waitUntilPaid(id, { timeout: 600_000 });
    await sandbox.control.charges.pay(id);
    const paid = vi.waitUntil(async () => {
      await vi.advanceTimersByTimeAsync(10_000);
      return Promise.race([waiting, undefined]);
    });
    expect((await paid)?.status).toBe("paid");
  });
});
