// People in the console: by mouse, by keyboard alone, and while others use the sandbox.
import { expect, test } from "vitest";
import { useBrowser } from "../../support/browser.ts";
import { startReceiver } from "../support/receiver.ts";
import { openConsole } from "./support/console.ts";

const browsers = useBrowser();

test("a charge is created and paid in the page, and its receiver is notified", async (context) => {
  await using receiver = await startReceiver();
  const { press, follow, fill, see, part } = await openConsole(browsers, context);
  await press("Create charge");
  await fill("Amount (R$)", "1.234,50");
  await fill("Description", "Pedido 1042");
  await fill("Notification URL", `${receiver.url}/pix`);
  await press("Create charge");
  const charge = part(/1\.234,50/);
  await charge.getByRole("img", { name: /QR code/ }).waitFor();
  expect(await charge.getByText("br.gov.bcb.pix").count()).toBe(1);
  await see("Pending", charge);
  await press(/^Pay/, charge);
  await see(/1\.234,50 paid\./);
  await see("Paid by", charge);

  const paid = charge.getByRole("row").filter({ hasText: /^Notification.*transaction_paid/ });
  await see("Delivered", paid);
  await follow(/./, paid);
  const notification = part(/transaction_paid/);
  await notification.getByRole("cell", { name: "200" }).waitFor();
  await see('"event": "transaction_paid"', notification);
  await press(/^Resend/, notification);
  const received = () => receiver.received.filter(({ event }) => event === "transaction_paid");
  await expect.poll(() => received().length).toBe(2);
  expect(received()[1]?.id).toBe(received()[0]?.id);
  expect(receiver.received).toHaveLength(3);
});

test("the overview shows how to fill an empty sandbox, then what happens, and leads to its lists", async (context) => {
  const { show, follow, see, row, part, page, control, url } = await openConsole(
    browsers,
    context,
    { view: "overview" },
  );
  await see("npm run -s sandbox -- charge 4990");
  const { id } = await control.charges.create({ amountInCents: 4_990 });
  await control.charges.create({ amountInCents: 100 });
  await control.charges.pay(id);
  await fetch(`${url}/api/v1/webhook`);
  await page.getByRole("img", { name: "Charges: Pending 1, Paid 1" }).waitFor();
  await page.getByRole("img", { name: /^Money: In R\$\s49,90$/ }).waitFor();
  await follow(/Paid/, part("Charges"));
  await row("49,90").waitFor();
  expect(await row("Pending").count()).toBe(0);
  await show("overview");
  await follow("INVALID_TOKEN 1");
  await row("/api/v1/webhook").waitFor();
});

test("a receiver that fails is shown with its answer and the next attempt; all that failed is resent", async (context) => {
  let isClosed = true;
  await using receiver = await startReceiver((_, response) =>
    isClosed ? response.writeHead(503).end("closed for lunch") : response.end(),
  );
  const { press, follow, fill, see, row, part, control } = await openConsole(browsers, context, {
    view: "notifications",
  });
  await control.charges.create({ amountInCents: 990, postbackUrl: receiver.url });
  const failing = row("transaction_created");
  await see("Pending", failing);
  await follow(/./, failing);
  const detail = part(/transaction_created/);
  for (const text of ["closed for lunch", "503", "Next attempt"]) await see(text, detail);
  await control.clock.advance("30d");
  isClosed = false;
  await press("Resend failed…");
  await fill("Made since", "2020-01-31T12:00");
  await press("Resend failed");
  await see("Sent again: 2. Without a receiver: 0.");
  await see("Delivered", failing);
});

test("a test event is sent to try a receiver, and everything is reset", async (context) => {
  await using receiver = await startReceiver();
  const { show, press, fill, choose, see, part, control } = await openConsole(browsers, context, {
    view: "notifications",
  });
  await press("Send a test event…");
  await choose("Event", "transfer_completed");
  await fill("Notification URL", receiver.url);
  await press("Send");
  await see("transfer_completed was sent.");
  await part(/transfer_completed Delivered/).waitFor();
  expect(receiver.received.map(({ event }) => event)).toContain("transfer_completed");
  await show("clock");
  await press("Reset the sandbox…");
  await press("Remove everything");
  await see("Done.");
  expect(await control.state()).toMatchObject({
    transfers: 0,
    notifications: { delivered: 0 },
  });
});

test("by keyboard alone: create a charge, find it in the list, pay it, and keep one's place", async (context) => {
  const { see, part, focused, key, type, page, control } = await openConsole(browsers, context);
  await control.charges.create({ amountInCents: 500, description: "older" });
  await see("older");
  await key("Tab");
  expect(await focused()).toBe("Skip to content");
  await key("Enter");
  expect(await focused()).toBe("Charges");
  const dialog = page.getByRole("dialog", { name: "Create charge" });
  await key("Tab", /^Create charge$/);
  await key("Enter");
  await dialog.waitFor();
  await key("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  expect(await focused()).toBe("Create charge");
  await key("Enter");
  await dialog.waitFor();
  await key("Control+a");
  await type("7,00");
  await key("Enter");
  await expect.poll(focused).toMatch(/7,00/);

  // Escape closes what is opened, and the focus is on its row.
  await key("Escape");
  await expect.poll(focused).toMatch(/7,00$/);
  await key("Enter");
  await part(/7,00/).waitFor();
  await key("Tab", /^Pay$/);
  await key("Enter");
  // The button goes with what it did: the focus goes to the heading, not to the start of the page.
  await expect.poll(focused).toMatch(/7,00 Paid/);
});

test.for([
  ["Transfers", "Create transfer", "23,45", /^R\$.23,45/],
  ["Webhooks", "Create webhook", "http://127.0.0.1:9/hook", "http://127.0.0.1:9/hook"],
  ["Clock", "Advance by…", "1h", /^Ahead of the real time: /],
] as const)("by keyboard alone: %s, %s", async ([view, button, text, seen], context) => {
  const { see, key, type, page } = await openConsole(browsers, context);
  await key("Tab", new RegExp(`^${view}$`));
  expect(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)).toBe(
    "solid",
  );
  await key("Enter");
  await page.getByRole("heading", { name: view, level: 1 }).waitFor();
  await key("Tab", new RegExp(`^${button}$`));
  await key("Enter");
  await page.getByRole("dialog").waitFor();
  await key("Control+a");
  await type(text);
  await key("Enter");
  await see(seen);
});

test("what others do is seen without a reload, and the focus stays", async (context) => {
  const { see, row, page, control } = await openConsole(browsers, context);
  await see(/^No charges yet\./);
  const { charges } = control;
  const first = await charges.create({ amountInCents: 1_000, description: "one" });
  const link = row("one").getByRole("link");
  await link.focus();
  await charges.create({ amountInCents: 2_000, description: "two" });
  await see("two");
  await charges.pay(first.id);
  await see("Paid", row("one"));
  expect(await page.locator("a:focus").getAttribute("href")).toBe(await link.getAttribute("href"));
});

test.for([
  ["charges", /11,00$/],
  ["charges?status=pending", /^Charges$/],
] as const)(
  "a charge that is paid in the list %s keeps the focus in it",
  async ([view, place], context) => {
    const { focused, key, page, control } = await openConsole(browsers, context, { view });
    await control.charges.create({ amountInCents: 1_100 });
    await page.getByRole("button", { name: /^Pay.*11,00$/ }).focus();
    await key("Enter");
    await expect.poll(focused).toMatch(place);
  },
);

test("a form says what is wrong at its fields until they are mended, and loses nothing", async (context) => {
  const { press, see, seeNoMore, page } = await openConsole(browsers, context);
  await press("Create charge");
  const dialog = page.getByRole("dialog");
  const amount = dialog.getByLabel("Amount (R$)");
  const url = dialog.getByLabel("Notification URL");
  await amount.fill("ten");
  await press("Create charge");
  await see("not an amount");
  expect(await amount.getAttribute("aria-invalid")).toBe("true");
  await amount.fill("0");
  await seeNoMore("not an amount");
  await press("Create charge");
  await see(/^must be at least R\$\s0,01$/);
  await amount.fill("10");
  await url.fill("ftp://nowhere");
  await press("Create charge");
  await expect.poll(() => url.getAttribute("aria-invalid")).toBe("true");
  expect(await url.inputValue()).toBe("ftp://nowhere");
  expect(await dialog.getByRole("alert").count()).toBe(0);
});

test("a charge is canceled, another refunded with a reason", async (context) => {
  const { show, press, fill, see, part, control } = await openConsole(browsers, context);
  const open = async (): Promise<void> => {
    const { id } = await control.charges.create({ amountInCents: 4_200 });
    await show(`charges/${id}`);
  };
  await open();
  await press("Cancel…");
  await press("Cancel the charge");
  await part(/42,00 Canceled/).waitFor();
  await open();
  await press(/^Pay/, part(/42,00/));
  await press("Refund…");
  await fill("Reason", "Out of stock");
  await press("Refund");
  await see("Out of stock", part(/42,00 Refunded/));
});

test("a transfer waits for a manual step, is refused with a reason, and the money is back", async (context) => {
  const { show, press, fill, see, part, page, control } = await openConsole(browsers, context, {
    view: "transfers",
  });
  await control.settings.change({ transferSteps: { queued: null, processing: null } });
  await press("Create transfer");
  await fill("Amount (R$)", "250,00");
  await press("Create transfer");
  await see("Waits until you move it", part(/250,00/));
  await press("Process");
  await part(/250,00 Processing/).waitFor();
  await show("companies");
  await see("R$ 999.750,00");
  await page.goBack();
  await press("Refuse…");
  await fill("Reason", "Account closed");
  await press("Refuse the transfer");
  await see("Account closed", part(/250,00 Refused/));
  await show("companies");
  await see("R$ 1.000.000,00");
});
