// Who the page is for: everybody, on every screen, in light and dark, in both languages.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { useBrowser } from "../../support/browser.ts";
import { authorize } from "../control/support/call.ts";
import { startReceiver } from "../support/receiver.ts";
import { type OpenConsole, openConsole } from "./support/console.ts";

const browsers = useBrowser();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A sandbox with something on every page; gives the addresses of them, with what can be opened. */
async function fill({ call, sandbox }: OpenConsole, receiver: string): Promise<string[]> {
  const { baseUrl } = sandbox.credentials;
  const asCompany = { authorization: await authorize(sandbox), "content-type": "application/json" };
  await fetch(`${baseUrl}/api/v1/webhook`, {
    method: "POST",
    headers: asCompany,
    body: JSON.stringify({ url: `${receiver}/every/event/of/this/company`, name: "Loja" }),
  });
  await call("POST", "/charges", { amountInCents: 4_990, description: "Pedido 1041" });
  const paid = await call("POST", "/charges", {
    amountInCents: 123_456_789,
    description: "Pedido 1042",
  });
  await call("POST", `/charges/${paid.id}/pay`, {});
  const pending = await call("POST", "/charges", {
    amountInCents: 100,
    description: "P".repeat(140),
  });
  const transfer = await call("POST", "/transfers", {
    amount: 15_000,
    pixKey: "destino@example.com",
  });
  await call("POST", `/transfers/${transfer.id}/refuse`, { reason: "Conta encerrada" });
  await call("POST", "/faults", {
    operation: "createCharge",
    kind: "error",
    code: "INTERNAL_ERROR",
    count: null,
  });
  await call("POST", "/settle");
  const { items } = (await call("GET", "/notifications")) as { items: { id: string }[] };
  const webhooks = (await call("GET", "/webhooks")) as { items: { id: string }[] };
  // Requests are logged in batches, a moment later.
  const requests = await vi.waitFor(async () => {
    const logged = (await call("GET", "/requests")) as { items: { id: string }[] };
    expect(logged.items).not.toHaveLength(0);
    return logged;
  }, 30_000);
  return [
    "overview",
    "charges",
    `charges/${pending.id}`,
    `charges/${paid.id}`,
    "transfers",
    `transfers/${transfer.id}`,
    "notifications",
    `notifications/${items[0]?.id}`,
    "webhooks",
    `webhooks/${webhooks.items[0]?.id}`,
    "requests",
    `requests/${requests.items[0]?.id}`,
    "clock",
    "faults",
    "settings",
    "companies",
  ];
}

/** Waits until a page shows its data. */
async function settle(page: Page, address: string): Promise<void> {
  const [view, id] = address.split("/");
  await page
    .locator(`[data-view="${view}"]${id ? " .facts" : ""}`)
    .first()
    .waitFor();
  await page
    .getByText(/^(Loading|Carregando)…$/)
    .first()
    .waitFor({ state: "detached" });
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
    const opened = await openConsole(browsers, context, { browser: { locale } });
    const { page, show } = opened;
    const addresses = await fill(opened, receiver.url);
    await page.evaluate(axe);
    const check = async (what: string): Promise<void> => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findViolations(page), `${what}, ${colorScheme}`).toEqual([]);
      }
    };
    for (const address of addresses) {
      await show(address);
      await settle(page, address);
      await check(address);
    }
    await show("charges");
    await page.getByRole("button", { name: create }).click();
    await check("dialog");
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("Pedido");
    await page.locator(".search li").filter({ hasText: "49,90 · Pedido 1041" }).waitFor();
    await check("search");
  },
);

test("no page is wider than a screen of 320 pixels or more, and the menu leads everywhere", async (context) => {
  await using receiver = await startReceiver(503);
  const opened = await openConsole(browsers, context, {
    browser: {
      viewport: { width: 320, height: 640 },
      isMobile: true,
      hasTouch: true,
      locale: "pt-BR",
    },
  });
  const { page, show } = opened;
  for (const address of await fill(opened, receiver.url)) {
    await show(address);
    await settle(page, address);
    for (const width of [1210, 910, 768, 320]) {
      await page.setViewportSize({ width, height: 640 });
      const shown = await page.evaluate<number>(`document.documentElement.scrollWidth`);
      expect(shown, `${address} at ${width}`).toBeLessThanOrEqual(width);
      if (width <= 768) expect(await findOutside(page), `${address} at ${width}`).toEqual([]);
    }
  }
  await page.getByRole("button", { name: /^☰?\s*Menu/ }).tap();
  await page.getByRole("link", { name: "Cobranças" }).tap();
  await page.getByRole("heading", { name: "Cobranças", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Criar cobrança" }).tap();
  const dialog = page.getByRole("dialog", { name: "Criar cobrança" });
  await dialog.waitFor();
  expect(await page.evaluate<number>(`document.documentElement.scrollWidth`)).toBeLessThanOrEqual(
    320,
  );
  await dialog.getByRole("button", { name: "Criar cobrança" }).tap();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  await page
    .getByRole("region", { name: /10,00/ })
    .getByRole("button", { name: /^Pagar/ })
    .tap();
  await page.getByRole("region", { name: /10,00 Paga/ }).waitFor();
});

test("the browser says which language and which theme; the reader may choose another language, and it is kept", async (context) => {
  const { page } = await openConsole(browsers, context, {
    browser: { locale: "pt-BR", colorScheme: "dark" },
  });
  const ground = () =>
    page.evaluate<string>(`getComputedStyle(document.documentElement).backgroundColor`);
  const brightness = async () => Number(/\d+/.exec(await ground())?.[0]);
  await page.getByRole("heading", { name: "Cobranças" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("pt-BR");
  expect(await brightness()).toBeLessThan(60);

  await page.getByLabel("Idioma").selectOption("en");
  await page.getByRole("heading", { name: "Charges" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await page.emulateMedia({ colorScheme: "light" });
  expect(await brightness()).toBeGreaterThan(200);
  await page.reload();
  await page.getByRole("heading", { name: "Charges" }).waitFor();
});

test("a browser in another language gets English", async (context) => {
  const { page } = await openConsole(browsers, context, {
    browser: { locale: "de-DE", colorScheme: "light" },
  });
  await page.getByRole("heading", { name: "Charges" }).waitFor();
});
