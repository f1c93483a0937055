// `npm run docs:screenshots`: pictures for README and home page, taken from a sandbox that runs.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSandbox, type RunningSandbox } from "../../sandbox/src/create-sandbox.ts";
import { launchBrowser } from "../../test/support/browser.ts";

const folder = join(import.meta.dirname, "../public/images");

/** Charges and transfers as a shop has them on a morning. Amounts are centavos. */
async function fill({ control, settle }: RunningSandbox): Promise<void> {
  const amounts = [4990, 12_500, 1990, 259_900, 8750];
  const ids: string[] = [];
  for (const amountInCents of amounts) ids.push((await control.charges.create({ amountInCents })).id);
  for (const id of ids.slice(0, 3)) await control.charges.pay(id);
  await settle();
}

await using sandbox = await createSandbox();
const url = await sandbox.listen({ port: 0 });
await fill(sandbox);
await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 760 }, colorScheme, locale: "en" });
    const page = await context.newPage();
    await page.goto(`${url}/_sandbox`, { waitUntil: "load" });
    await page.getByRole("row").nth(2).getByRole("link").first().click();
    await page.waitForTimeout(1_000);
    await writeFile(join(folder, `console-${colorScheme}.png`), await page.screenshot());
    await context.close();
  }
} finally {
  await browser.close();
}
