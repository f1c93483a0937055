// `npm run docs -- screenshots`: pictures for README and home page, taken from a sandbox that runs.
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createSandbox, type RunningSandbox } from "../../packages/sandbox/src/create-sandbox.ts";
import { launchBrowser } from "../../test/support/browser.ts";

const folder = join(import.meta.dirname, "../public/images");

/** Charges as a shop has them on a morning, and a webhook that receives them. Amounts are centavos. */
async function fill({ control, settle }: RunningSandbox, receiver: string): Promise<void> {
  await control.webhooks.add({ url: receiver, name: "Loja" });
  const sales = [
    { amountInCents: 4990, description: "Pedido 1041" },
    { amountInCents: 12_500, description: "Pedido 1042" },
    { amountInCents: 1990, description: "Pedido 1043" },
    { amountInCents: 259_900, description: "Pedido 1044" },
    { amountInCents: 8750, description: "Pedido 1045" },
  ];
  const ids: string[] = [];
  for (const sale of sales) ids.push((await control.charges.create(sale)).id);
  for (const id of ids.slice(0, 3)) await control.charges.pay(id);
  await settle();
}

await using sandbox = await createSandbox();
const url = await sandbox.listen({ port: 0 });
const receiver = createServer((request, response) =>
  request.resume().on("end", () => response.end()),
).listen(0, "127.0.0.1");
await once(receiver, "listening");
await fill(sandbox, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/pix`);
await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 760 },
      colorScheme,
      locale: "en",
    });
    const page = await context.newPage();
    await page.goto(`${url}/_sandbox#/charges`, { waitUntil: "load" });
    await page.getByRole("row").nth(2).getByRole("link").first().click();
    await page.mouse.move(0, 0);
    await page.waitForTimeout(1_000);
    await writeFile(join(folder, `console-${colorScheme}.png`), await page.screenshot());
    await context.close();
  }
} finally {
  receiver.close();
  await browser.close();
}
