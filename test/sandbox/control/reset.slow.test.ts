// Reset: the whole state at once, on each storage.
import { expect, test } from "vitest";
import { createPixClient } from "../../../generated/client/src/index.ts";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { startReceiver } from "../support/receiver.ts";
import { onEachStorage } from "../support/storages.ts";
import { charge, quick, transfer } from "./support/call.ts";
import { live, look } from "./support/live.ts";

onEachStorage("reset", (makePlace) => {
  test("reset brings everything back to the start; tokens and secrets of the first company stay good", async () => {
    const settings = { dailyLimit: 777, rateLimitMultiplier: 0 };
    await using sandbox = await createSandbox({ ...(await makePlace()), settings });
    const { control, credentials, fetch } = sandbox;
    const start = await look(control);
    const pix = createPixClient({ ...credentials, strict: true, ...quick, fetch });
    const secret = await control.companies.postbackSecret((await control.credentials()).companyId);
    await control.settings.change({ dailyLimit: 1_000_000 });
    await live(sandbox, "https://127.0.0.1:1/hook");
    await pix.webhooks.list();
    const first = await control.credentials();
    await control.companies.renewSecret(first.companyId);
    await control.clock.advance("3d");
    const state = await control.reset();
    expect(state).toMatchObject({ charges: 0, transfers: 0, companies: 1 });
    expect(withoutTimes(await look(control))).toEqual(withoutTimes(start));
    expect(await control.credentials()).toEqual(first);
    expect(await control.companies.postbackSecret(first.companyId)).toEqual(secret);
    expect(await pix.webhooks.list()).toEqual([]);
  });

  test("reset under load: nothing of before comes back, and the books are right", async () => {
    await using sandbox = await createSandbox({
      ...(await makePlace()),
      settings: { rateLimitMultiplier: 0 },
    });
    await using receiver = await startReceiver();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    receiver.reply = async (_, response) => {
      await gate;
      response.end();
    };
    const { control } = sandbox;
    let isOver = false;
    const load = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        try {
          const { id } = await control.charges.create({ ...charge, postbackUrl: receiver.url });
          await control.charges.pay(id);
          await control.charges.refund(id);
          await control.transfers.create({ ...transfer, postbackUrl: receiver.url });
        } catch (error) {
          // The charge may be gone by the time that it is to be paid.
          expect((error as Error).name).toMatch(/^(NotFoundError|NotAllowedError)$/);
        }
      }
    });
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      await control.reset();
      expect((await control.ledger()).sum).toBe(0);
    }
    isOver = true;
    await Promise.all(load);
    await control.reset();
    open();
    await sandbox.settle();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await control.state()).toMatchObject({
      companies: 1,
      charges: 0,
      transfers: 0,
      notifications: { pending: 0, delivered: 0, failed: 0 },
    });
    const [company] = (await control.companies.list()).items;
    expect(company?.balance).toBe(100_000_000);
  });
});

function withoutTimes(seen: unknown): unknown {
  return JSON.parse(
    JSON.stringify(seen).replaceAll(/"(now|createdAt)":"[^"]+"/g, '"$1":""'),
    (name, value) => (name === "offset" ? 0 : value),
  );
}
