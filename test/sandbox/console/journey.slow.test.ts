// What people do in the console, as they do it: by mouse, by keyboard alone, and while others use the sandbox.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../../support/browser.ts";
import { startReceiver } from "../support/receiver.ts";
import { openConsole } from "./support/console.ts";

const browsers = useBrowser();

test("a charge is created and paid in the page, and its receiver is notified", async (context) => {
  await using receiver = await startReceiver();
  const { page } = await openConsole(browsers, context);
  await page.getByRole("button", { name: "Create charge" }).click();
  const dialog = page.getByRole("dialog", { name: "Create charge" });
  await dialog.getByLabel("Amount (R$)").fill("1.234,50");
  await dialog.getByLabel("Description").fill("Pedido 1042");
  await dialog.getByLabel("Notification URL").fill(`${receiver.url}/pix`);
  await dialog.getByRole("button", { name: "Create charge" }).click();

  const detail = page.getByRole("region", { name: /1\.234,50/ });
  await detail.getByRole("img", { name: /QR code/ }).waitFor();
  expect(await detail.getByText("br.gov.bcb.pix").count()).toBe(1);
  await detail.getByText("Pending", { exact: true }).first().waitFor();
  await detail.getByRole("button", { name: /^Pay/ }).click();
  await page.getByText(/1\.234,50 paid\./).waitFor();
  await detail.getByText("Paid by").waitFor();

  const paid = detail.getByRole("row").filter({ hasText: /^Notification.*transaction_paid/ });
  await paid.getByText("Delivered", { exact: true }).waitFor();
  expect(receiver.received.map(({ event }) => event).sort()).toEqual([
    "transaction_created",
    "transaction_paid",
  ]);

  await paid.getByRole("link").click();
  const notification = page.getByRole("region", { name: /transaction_paid/ });
  await notification.getByText("Delivered").first().waitFor();
  await notification.getByRole("cell", { name: "200" }).waitFor();
  await notification.getByText('"event": "transaction_paid"').waitFor();

  await notification.getByRole("button", { name: /^Resend/ }).click();
  await expect
    .poll(() => receiver.received.filter(({ event }) => event === "transaction_paid").length)
    .toBe(2);
  const [first, second] = receiver.received.filter(({ event }) => event === "transaction_paid");
  expect(second?.id).toBe(first?.id);
});

test("the overview shows how to fill an empty sandbox, then what happens, and leads to its lists", async (context) => {
  const { page, url, call, show } = await openConsole(browsers, context, { view: "overview" });
  await page.getByText("npm run -s sandbox -- charge 4990").waitFor();
  const { id } = await call("POST", "/charges", { amountInCents: 4_990 });
  await call("POST", "/charges", { amountInCents: 100 });
  await call("POST", `/charges/${id}/pay`, {});
  await fetch(`${url}/api/v1/webhook`);
  const charges = page.getByRole("region", { name: "Charges" });
  await charges.getByRole("img", { name: "Charges: Pending 1, Paid 1" }).waitFor();
  await page.getByRole("img", { name: /^Money: In R\$\s49,90$/ }).waitFor();
  await charges.getByRole("link", { name: /Paid/ }).click();
  await page.getByRole("row").filter({ hasText: "49,90" }).waitFor();
  expect(await page.getByRole("row").filter({ hasText: "Pending" }).count()).toBe(0);
  await show("overview");
  await page.getByRole("link", { name: "INVALID_TOKEN 1" }).click();
  await page.getByRole("row").filter({ hasText: "/api/v1/webhook" }).waitFor();
});

test("a receiver that fails is shown with its answer and the next attempt; all that failed is resent", async (context) => {
  let isClosed = true;
  await using receiver = await startReceiver((_, response) =>
    isClosed ? response.writeHead(503).end("closed for lunch") : response.end(),
  );
  const { page, call } = await openConsole(browsers, context, { view: "notifications" });
  await call("POST", "/charges", { amountInCents: 990, postbackUrl: receiver.url });
  const row = page.getByRole("row").filter({ hasText: "transaction_created" });
  await row.getByText("Retrying").waitFor();
  await row.getByRole("link").click();
  const detail = page.getByRole("region", { name: /transaction_created/ });
  await detail.getByText("closed for lunch").first().waitFor();
  await detail.getByRole("cell", { name: "503" }).first().waitFor();
  await detail.getByText("Next attempt").waitFor();
  await call("POST", "/clock/advance", { by: "30d" });
  isClosed = false;
  await page.getByRole("button", { name: "Resend failed…" }).click();
  await page.getByLabel("Made since").fill("2020-01-31T12:00");
  await page.getByRole("button", { name: "Resend failed", exact: true }).click();
  await page.getByText("Sent again: 2. Without a receiver: 0.").waitFor();
  await row.getByText("Delivered").first().waitFor();
});

test("a test event is sent to try a receiver, and everything is reset", async (context) => {
  await using receiver = await startReceiver();
  const { page, call, show } = await openConsole(browsers, context, { view: "notifications" });
  await page.getByRole("button", { name: "Send a test event…" }).click();
  await page.getByLabel("Event", { exact: true }).selectOption("transfer_completed");
  await page.getByLabel("Notification URL").fill(receiver.url);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("transfer_completed was sent.").waitFor();
  await page.getByRole("region", { name: /transfer_completed Delivered/ }).waitFor();
  expect(receiver.received.map(({ event }) => event)).toContain("transfer_completed");

  await show("clock");
  await page.getByRole("button", { name: "Reset the sandbox…" }).click();
  await page.getByRole("button", { name: "Remove everything" }).click();
  await page.getByText("Done.").waitFor();
  expect(await call("GET", "/state")).toMatchObject({
    transfers: 0,
    notifications: { delivered: 0 },
  });
});

/** What a person without a mouse has: where the focus is, and a key that is pressed until it is somewhere. */
function useKeyboard(page: Page) {
  // Without a focus, the page itself is the active element, which holds every text.
  const focused = () =>
    page.evaluate<string>(
      `document.activeElement === document.body ? "" : document.activeElement?.textContent ?? ""`,
    );
  const press = async (key: string, until: RegExp): Promise<void> => {
    for (let count = 0; count < 40; count++) {
      await page.keyboard.press(key);
      if (until.test(await focused())) return;
    }
    throw new Error(`${key} does not lead to ${until}: the focus is on “${await focused()}”.`);
  };
  return { focused, press };
}

test("by keyboard alone: create a charge, find it in the list, pay it, and keep one's place", async (context) => {
  const { page, call } = await openConsole(browsers, context);
  await call("POST", "/charges", { amountInCents: 500, description: "older" });
  await page.getByText("older").waitFor();
  const { focused, press } = useKeyboard(page);

  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Skip to content");
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("Charges");
  await press("Tab", /^Create charge$/);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create charge" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  expect(await focused()).toBe("Create charge");
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("7,00");
  await page.keyboard.press("Enter");
  await expect.poll(focused).toMatch(/7,00/);

  // Escape closes what is opened, and the focus is on its row.
  await page.keyboard.press("Escape");
  await expect.poll(focused).toMatch(/7,00$/);
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: /7,00/ }).waitFor();
  await press("Tab", /^Pay$/);
  await page.keyboard.press("Enter");
  // The button goes with what it did: the focus goes to the heading, not to the start of the page.
  await expect.poll(focused).toMatch(/7,00 Paid/);
});

test("by keyboard alone: send a transfer, make a webhook, move the clock, and see where one is", async (context) => {
  const { page, call } = await openConsole(browsers, context);
  const { press } = useKeyboard(page);
  const go = async (view: string): Promise<void> => {
    await page.evaluate("document.activeElement?.blur()");
    await press("Tab", new RegExp(`^${view}$`));
    expect(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)).not.toBe(
      "none",
    );
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: view, level: 1 }).waitFor();
  };

  await go("Transfers");
  await press("Tab", /^Create transfer$/);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Create transfer" }).waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("23,45");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: /23,45/ }).waitFor();
  expect(await call("GET", "/transfers")).toMatchObject({
    items: [{ amount: 2_345, pixKey: "destino@example.com" }],
  });

  await go("Webhooks");
  await press("Tab", /^Create webhook$/);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Create webhook" }).waitFor();
  await page.keyboard.type("http://127.0.0.1:9/hook");
  await page.keyboard.press("Enter");
  await page.getByRole("region").getByText("http://127.0.0.1:9/hook").waitFor();

  await go("Clock");
  await press("Tab", /^Advance 1 hour$/);
  await page.keyboard.press("Enter");
  await page.getByText(/^Ahead of the real time: /).waitFor();
});

test("what others do is seen without a reload, and the focus stays", async (context) => {
  const { page, call } = await openConsole(browsers, context);
  await page.getByText("No charges yet.").waitFor();
  const first = await call("POST", "/charges", { amountInCents: 1_000, description: "one" });
  await page.getByRole("row").filter({ hasText: "one" }).waitFor();
  const link = page.getByRole("row").filter({ hasText: "one" }).getByRole("link");
  await link.focus();
  for (const description of ["two", "three"])
    await call("POST", "/charges", { amountInCents: 2_000, description });
  await page.getByRole("row").filter({ hasText: "three" }).waitFor();
  await call("POST", `/charges/${first.id}/pay`, {});
  await page.getByRole("row").filter({ hasText: "one" }).getByText("Paid").waitFor();
  expect(await page.locator("a:focus").getAttribute("href")).toBe(await link.getAttribute("href"));
});

test("a charge that is paid in the list keeps the focus on its row, or on the list where the row goes", async (context) => {
  const { page, call, show } = await openConsole(browsers, context);
  await call("POST", "/charges", { amountInCents: 1_100, description: "one" });
  await page.getByRole("button", { name: /^Pay.*11,00$/ }).focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate<string>(`document.activeElement?.textContent ?? ""`))
    .toMatch(/11,00$/);
  await call("POST", "/charges", { amountInCents: 2_200, description: "two" });
  await show("charges?status=pending");
  await page.getByRole("button", { name: /^Pay.*22,00$/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Nothing found.").waitFor();
  await expect
    .poll(() => page.evaluate<string>(`document.activeElement?.textContent ?? ""`))
    .toBe("Charges");
});

test("what a form has wrong is said in the form, and nothing of it is lost", async (context) => {
  const { page } = await openConsole(browsers, context);
  await page.getByRole("button", { name: "Create charge" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount (R$)").fill("ten");
  await dialog.getByRole("button", { name: "Create charge" }).click();
  const amount = dialog.getByLabel("Amount (R$)");
  await dialog.getByText("not an amount").waitFor();
  expect(await amount.getAttribute("aria-invalid")).toBe("true");
  await amount.fill("0");
  await dialog.getByText("not an amount").waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Create charge" }).click();
  await dialog.getByText(/^must be at least R\$\s0,01$/).waitFor();
  await amount.fill("10");
  const url = dialog.getByLabel("Notification URL");
  await url.fill("ftp://nowhere");
  await dialog.getByRole("button", { name: "Create charge" }).click();
  await expect.poll(() => url.getAttribute("aria-invalid")).toBe("true");
  expect(await url.inputValue()).toBe("ftp://nowhere");
  expect(await dialog.getByRole("alert").count()).toBe(0);
});

test("a charge is canceled, another refunded with a reason", async (context) => {
  const { page, call, show } = await openConsole(browsers, context);
  const open = async (): Promise<void> => {
    const { id } = await call("POST", "/charges", { amountInCents: 4_200 });
    await show(`charges/${id}`);
  };
  await open();
  await page.getByRole("button", { name: "Cancel…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the charge" }).click();
  await page.getByRole("region", { name: /42,00 Canceled/ }).waitFor();
  await open();
  await page.getByRole("region", { name: /42,00/ }).getByRole("button", { name: /^Pay/ }).click();
  await page.getByRole("button", { name: "Refund…" }).click();
  await page.getByLabel("Reason").fill("Out of stock");
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await page
    .getByRole("region", { name: /42,00 Refunded/ })
    .getByText("Out of stock")
    .waitFor();
});

test("a transfer waits for a manual step, is refused with a reason, and the money is back", async (context) => {
  const { page, call, show } = await openConsole(browsers, context, { view: "transfers" });
  await call("PATCH", "/settings", { transferSteps: { queued: null, processing: null } });
  await page.getByRole("button", { name: "Create transfer" }).click();
  await page.getByLabel("Amount (R$)").fill("250,00");
  await page.getByRole("button", { name: "Create transfer" }).last().click();
  const detail = page.getByRole("region", { name: /250,00/ });
  await detail.getByText("Waits until you move it").waitFor();
  await detail.getByRole("button", { name: "Process", exact: true }).click();
  await page.getByRole("region", { name: /250,00 Processing/ }).waitFor();
  await show("companies");
  await page.getByText("R$ 999.750,00").first().waitFor();
  await page.goBack();
  await detail.getByRole("button", { name: "Refuse…" }).click();
  await page.getByLabel("Reason").fill("Account closed");
  await page.getByRole("button", { name: "Refuse", exact: true }).click();
  await page
    .getByRole("region", { name: /250,00 Refused/ })
    .getByText("Account closed")
    .waitFor();
  await show("companies");
  await page.getByText("R$ 1.000.000,00").first().waitFor();
});
