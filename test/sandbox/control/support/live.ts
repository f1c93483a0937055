import type { Control } from "../../../../packages/sandbox/src/control/make-control.ts";
import type { RunningSandbox } from "../../../../packages/sandbox/src/create-sandbox.ts";
import { makeCaller } from "../../support/caller.ts";
import { charge, transfer } from "./call.ts";

/** Makes a state with something in every table. */
export async function live(sandbox: RunningSandbox, url: string): Promise<void> {
  const { control } = sandbox;
  const pix = makeCaller(sandbox);
  await pix.webhooks.create({ url: "https://127.0.0.1:1/hook" });
  const paid = await control.charges.create({
    ...charge,
    postbackUrl: url,
    items: [{ title: "Café", amountInCents: 4_990, quantity: 1, tangible: true }],
  });
  await control.charges.pay(paid.id);
  await control.charges.refund(paid.id);
  await control.charges.create(charge);
  await pix.transfers.create(transfer);
  await control.companies.add({ name: "Padaria", balance: 5 });
  await control.faults.add({ operation: "createCharge", kind: "latency", count: null, delay: 1 });
  await control.settings.change({ dailyLimit: 5_000_000 });
}

/** All that can be seen of a state. */
export async function look(control: Control): Promise<unknown> {
  const notifications = (await control.notifications.list({ limit: 200 })).items;
  return {
    state: await control.state(),
    clock: await control.clock.read(),
    settings: await control.settings.read(),
    companies: (await control.companies.list()).items,
    charges: (await control.charges.list()).items,
    transfers: (await control.transfers.list()).items,
    webhooks: (await control.webhooks.list()).items,
    notifications: await Promise.all(notifications.map(({ id }) => control.notifications.read(id))),
    ledger: await control.ledger(),
    faults: await control.faults.list(),
  };
}
