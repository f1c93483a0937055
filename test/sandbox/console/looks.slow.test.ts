// Who the page is for: everybody, on every screen, in light and dark, in both languages.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { useBrowser } from "../../support/browser.ts";
import { startReceiver } from "../support/receiver.ts";
import { type OpenConsole, openConsole } from "./support/console.ts";

const browsers = useBrowser();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A sandbox with something on every page; gives the addresses of them, with one of each that can be opened. */
async function fill({ control, sandbox, url }: OpenConsole, receiver: string): Promise<string[]> {
  await fetch(`${url}/api/v1/webhook`);
  await control.webhooks.add({ url: `${receiver}/every/event/of/this/company`, name: "Loja" });
  await control.charges.create({ amountInCents: 4_990, description: "Pedido 1041" });
  const paid = await control.charges.create({ amountInCents: 123_456_789 });
  await control.charges.pay(paid.id);
  await control.charges.create({ amountInCents: 100, description: "P".repeat(140) });
  const transfer = await control.transfers.create({ amount: 15_000, pixKey: "a@example.com" });
  await control.transfers.refuse(transfer.id, { reason: "Conta encerrada" });
  await control.faults.add({ operation: "createCharge", kind: "error", count: null });
  await sandbox.settle();
  // Requests are logged in batches, a moment later.
  await vi.waitFor(
    async () => expect((await control.requests.list()).items).toHaveLength(1),
    30_000,
  );
  const opened: string[] = [`charges/${paid.id}`];
  for (const view of ["charges", "transfers", "notifications", "webhooks", "requests"] as const)
    opened.push(view, `${view}/${(await control[view].list()).items[0]?.id}`);
  return ["overview", ...opened, "clock", "faults", "settings", "companies"];
}

/** Opens a page and waits until it shows its data. */
async function showWhole(user: OpenConsole, address: string): Promise<void> {
  const { page } = user;
  await user.show(address);
  const [view, id] = address.split("/");
  await page
    .locator(`[data-view="${view}"]${id ? " .facts" : ""}`)
    .first()
    .waitFor();
  const loading = page.getByText(/^(Loading|Carregando)…$/);
  await loading.first().waitFor({ state: "detached" });
  await page.evaluate(`new Promise((resolve) => requestAnimationFrame(resolve))`);
}

/** What stands where the names of the columns are: each row is a card there. */
function findOutside(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll("td[data-label] *")]
    .filter((element) => {
      const cell = element.closest("td");
      const start = cell.getBoundingClientRect().left + parseFloat(getComputedStyle(cell).paddingLeft);
      const { left, width } = element.getBoundingClientRect();
      return width > 0 && left < start - 1;
    })
    .map((element) => element.outerHTML)`);
}

async function findViolations(page: Page): Promise<string[]> {
  const found = await page.evaluate<AxeResults>(
    `axe.run(document, { resultTypes: ["violations"] })`,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id} ${target} ${any[0]?.message}`),
  );
}

test.for([
  ["en-US", "Create charge"],
  ["pt-BR", "Criar cobrança"],
] as const)(
  "no page has a barrier in %s, in light or in dark",
  async ([locale, create], context) => {
    await using receiver = await startReceiver(503);
    const user = await openConsole(browsers, context, { browser: { locale } });
    const { page } = user;
    const addresses = await fill(user, receiver.url);
    await page.evaluate(axe);
    const check = async (what: string): Promise<void> => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findViolations(page), `${what}, ${colorScheme}`).toEqual([]);
      }
    };
    for (const address of addresses) {
      await showWhole(user, address);
      await check(address);
    }
    await user.show("charges");
    await user.press(create);
    await check("dialog");
    await user.key("Escape");
    await user.key("/");
    await user.type("Pedido");
    await user.see("49,90 · Pedido 1041", page.locator(".search li"));
    await check("search");
  },
);

test("no page is wider than a screen of 320 pixels or more, and the menu leads everywhere", async (context) => {
  await using receiver = await startReceiver(503);
  const user = await openConsole(browsers, context, {
    browser: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
  });
  const { page } = user;
  const findWidth = () => page.evaluate<number>(`document.documentElement.scrollWidth`);
  for (const address of await fill(user, receiver.url)) {
    await showWhole(user, address);
    for (const width of [1210, 910, 768, 320]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await findWidth(), `${address} at ${width}`).toBeLessThanOrEqual(width);
      if (width <= 768) expect(await findOutside(page), `${address} at ${width}`).toEqual([]);
    }
  }
  await page.getByRole("button", { name: /^☰?\s*Menu/ }).tap();
  await page.getByRole("link", { name: "Charges" }).tap();
  await page.getByRole("button", { name: "Create charge" }).tap();
  const dialog = page.getByRole("dialog", { name: "Create charge" });
  await dialog.waitFor();
  expect(await findWidth()).toBeLessThanOrEqual(320);
  await dialog.getByRole("button", { name: "Create charge" }).tap();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  await user.part(/10,00/).getByRole("button", { name: /^Pay/ }).tap();
  await user.part(/10,00 Paid/).waitFor();
});

test.for([
  ["pt-BR", "dark", "pt-BR", "Cobranças"],
  ["de-DE", "light", "en", "Charges"],
] as const)(
  "a browser in %s and %s gets %s; another language may be chosen, and is kept",
  async ([locale, colorScheme, lang, title], context) => {
    const { page } = await openConsole(browsers, context, { browser: { locale, colorScheme } });
    await page.getByRole("heading", { name: title }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe(lang);
    const ground = await page.evaluate<string>(
      `getComputedStyle(document.documentElement).backgroundColor`,
    );
    expect(Number(/\d+/.exec(ground)?.[0]) < 128).toBe(colorScheme === "dark");
    await page.getByLabel(/Idioma|Language/).selectOption("English");
    await page.getByRole("heading", { name: "Charges" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Charges" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
  },
);
