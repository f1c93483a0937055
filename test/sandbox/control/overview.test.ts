import { expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { onEachStorage } from "../support/storages.ts";

function total(steps: readonly number[] = []): number {
  return steps.reduce((sum, count) => sum + count, 0);
}

onEachStorage("overview", (makePlace) => {
  test("what happened in the last minutes is counted by status and step; what is older is not", async () => {
    const settings = { transferSteps: { queued: null, processing: null } };
    await using sandbox = await createSandbox({ ...(await makePlace()), settings });
    const { control } = sandbox;
    await control.clock.freeze();
    await control.charges.create({ amountInCents: 77 });
    await control.clock.advance("20m");

    const first = await control.charges.create({ amountInCents: 1_000 });
    const second = await control.charges.create({ amountInCents: 2_000 });
    await control.charges.create({ amountInCents: 4_000 });
    await control.charges.pay(first.id);
    await control.charges.pay(second.id);
    await control.clock.advance("1m");
    await control.charges.refund(second.id);
    const { id } = await control.transfers.create({ amount: 500, pixKey: "destino@example.com" });
    await control.transfers.complete(id);
    await sandbox.fetch(`${sandbox.credentials.baseUrl}/api/v1/webhook`);

    const overview = await control.overview();
    expect(overview).toMatchObject({ step: 30_000, refusals: { INVALID_TOKEN: 1 } });
    const { charges, transfers, moneyIn, moneyOut } = overview;
    expect(Object.keys(charges).sort()).toEqual(["paid", "pending", "refunded"]);
    expect([charges.paid, charges.pending, charges.refunded].map(total)).toEqual([1, 1, 1]);
    expect(total(transfers.completed)).toBe(1);
    // All three charges are of one step, two before the step of the refund and the transfer.
    const place = moneyIn.findIndex((amount) => amount > 0);
    expect(moneyIn[place]).toBe(3_000);
    expect(moneyOut[place + 2]).toBe(2_500);
    expect([moneyIn, moneyOut].map(total)).toEqual([3_000, 2_500]);
    expect(Date.parse(overview.since) + moneyIn.length * overview.step).toBeGreaterThan(
      Date.parse((await control.clock.read()).now),
    );

    const wider = await control.overview({ minutes: 60 });
    expect(total(wider.charges.pending)).toBe(2);
  });
});
