// Every page of the documentation, where the slow test opens one of each kind.
import { afterAll, beforeAll, expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { buildSite, findBarriers, type Site, serveSite } from "./support/site.ts";

const browser = useBrowser();

let site: Site;
let pages: string[] = [];
beforeAll(async () => {
  pages = await buildSite();
  site = await serveSite();
}, 180_000);
afterAll(() => site?.stop());

test("axe finds nothing serious on any page, in either theme", { timeout: 600_000 }, async ({ skip }) => {
  const started = browser.get();
  if (typeof started === "string") return skip(started);
  const page = await (await started.newContext({ bypassCSP: true })).newPage();
  const found: string[] = [];
  for (const path of pages) {
    await page.goto(`${site.url}/${path}`, { waitUntil: "networkidle" });
    found.push(...(await findBarriers(page)).map((one) => `${path}: ${one}`));
  }
  expect(found).toEqual([]);
});
