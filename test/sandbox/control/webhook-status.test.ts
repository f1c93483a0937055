import { expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { startReceiver } from "../support/receiver.ts";

test("a webhook whose last attempts failed is failing, and receiving again after a success", async () => {
  await using receiver = await startReceiver(500);
  await using sandbox = await createSandbox();
  const { control, settle } = sandbox;
  const { id } = await control.webhooks.add({ url: receiver.url });
  const readStatus = async (): Promise<string> => (await control.webhooks.read(id)).status;
  expect(await readStatus()).toBe("receiving");
  await control.charges.create({ amountInCents: 100 });
  await settle();
  expect(await readStatus()).toBe("failing");
  const [notification] = (await control.notifications.list()).items;
  expect(notification).toMatchObject({ status: "pending", attemptCount: 1 });
  receiver.reply = 200;
  await control.charges.create({ amountInCents: 200 });
  await settle();
  expect(await readStatus()).toBe("receiving");
});
