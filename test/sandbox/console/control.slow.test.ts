// What people do in the console beyond charges and transfers: clock, faults, webhooks, settings, search, companies.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { useBrowser } from "../../support/browser.ts";
import { authorize } from "../control/support/call.ts";
import { startReceiver } from "../support/receiver.ts";
import { openConsole } from "./support/console.ts";

const browsers = useBrowser();

test("the clock is advanced, and a charge expires on the way; frozen, it stands still", async (context) => {
  const { page, call, show } = await openConsole(browsers, context);
  const { id } = await call("POST", "/charges", { amountInCents: 100 });
  await show("clock");
  await page.getByRole("button", { name: "Freeze" }).click();
  await page.getByText("Frozen", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Advance 1 day" }).click();
  await page.getByText(/^It is .* now\. \(charges changed: 1\)$/).waitFor();
  await page.getByText("Ahead of the real time: ").waitFor();
  expect(await call("GET", `/charges/${id}`)).toMatchObject({ status: "canceled" });
  await page.getByRole("button", { name: "Advance by…" }).click();
  await page.getByLabel("Length of time").fill("soon");
  await page.getByRole("button", { name: "Advance", exact: true }).click();
  await page.getByText("has the wrong form").waitFor();
  expect(await page.getByText("wrong form").count()).toBe(1);
  await page.getByLabel("Length of time").fill("2 h 30 m");
  await page.getByRole("button", { name: "Advance", exact: true }).click();
  await page.getByText(/^It is .* now\. Nothing fell due\.$/).waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByText("Running", { exact: true }).waitFor();
});

test("a fault is added, happens to a call, and is gone; the call is in the log with its bodies", async (context) => {
  const { page, sandbox, show } = await openConsole(browsers, context, {
    browser: { permissions: ["clipboard-read", "clipboard-write"] },
    view: "faults",
  });
  await page.getByRole("button", { name: "Add a fault" }).click();
  await page.getByLabel("Affects").selectOption("issueToken");
  await page.getByLabel("Error code").selectOption("RATE_LIMIT_EXCEEDED");
  await page.getByRole("dialog").getByRole("button", { name: "Add a fault" }).click();
  await page.getByRole("row").filter({ hasText: "RATE_LIMIT_EXCEEDED" }).waitFor();

  const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}`;
  const answer = await fetch(`${baseUrl}/api/auth`, { method: "POST", headers: { authorization } });
  expect(answer.status).toBe(429);
  await page.getByText("No faults: everything works.").waitFor();
  await show("requests");
  await page.getByRole("link", { name: "POST /api/auth" }).click();
  const detail = page.getByRole("region", { name: /POST \/api\/auth/ });
  await detail.getByText('"code": "RATE_LIMIT_EXCEEDED"').waitFor();
  expect(await page.content()).not.toContain(authorization);
  await detail.getByRole("button", { name: /^Copy as curl/ }).click();
  await detail.getByText("Copied").waitFor();
  const command = await page.evaluate<string>("navigator.clipboard.readText()");
  const environment = { ...process.env, PIX_API_KEY: apiKey, PIX_API_SECRET: apiSecret };
  const repeated = await promisify(execFile)("sh", ["-c", `${command} -s`], { env: environment });
  expect(repeated.stdout).toContain("token");
});

test("the credentials are there to be read; a new secret replaces the one before", async (context) => {
  const { page, sandbox, show } = await openConsole(browsers, context);
  const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}`;
  await show("companies");
  await page.getByText(`PIX_BASE_URL=${baseUrl}`).waitFor();
  await page.getByText(apiKey, { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "New API secret…" }).click();
  await page.getByRole("button", { name: "New API secret", exact: true }).click();
  await page.getByText("shown this once").first().waitFor();
  const refused = await fetch(`${baseUrl}/api/auth`, {
    method: "POST",
    headers: { authorization },
  });
  expect(refused.status).toBe(401);
});

test("a webhook is created, tried, and deleted", async (context) => {
  await using receiver = await startReceiver();
  const { page, call, show } = await openConsole(browsers, context, { view: "webhooks" });
  await page.getByRole("button", { name: "Create webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "Create webhook" });
  await dialog.getByLabel("URL").fill("ftp://nowhere");
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect.poll(() => dialog.getByLabel("URL").getAttribute("aria-invalid")).toBe("true");
  await dialog.getByLabel("URL").fill(`${receiver.url}/hook`);
  await dialog.getByLabel("Name").fill("Loja");
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  const detail = page.getByRole("region", { name: /Loja Active/ });
  await detail.getByRole("button", { name: "Show" }).click();
  const { items } = (await call("GET", "/webhooks")) as { items: { id: string }[] };
  expect(items).toMatchObject([{ url: `${receiver.url}/hook` }]);
  const { secret } = await call("GET", `/webhooks/${items[0]?.id}/secret`);
  await detail.getByText(String(secret), { exact: true }).waitFor();

  await detail.getByRole("button", { name: "Send a test event…" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const notification = page.getByRole("region", { name: /transaction_paid Delivered/ });
  await notification.getByText(/^t=\d+,v1=/).waitFor();
  expect(receiver.received.map(({ event }) => event)).toEqual([
    "transaction_created",
    "transaction_paid",
  ]);

  await show(`webhooks/${items[0]?.id}`);
  await detail.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete the webhook" }).click();
  await page.getByText("No webhooks yet.").waitFor();
});

test("settings are changed for what happens next; all that is wrong is said at its field, in its unit", async (context) => {
  const { page, call } = await openConsole(browsers, context, { view: "settings" });
  const limit = page.getByLabel("Transfers of a company per day (R$)");
  const percentage = page.getByLabel("Fee of a transfer, part of the amount (%)");
  const lifetime = page.getByLabel("A charge can be paid for (minutes)");
  const usual = await lifetime.inputValue();
  const kept = page.getByLabel("Requests that are kept");
  await limit.fill("much");
  await percentage.fill("150");
  await lifetime.fill("9999999");
  await kept.fill("1,5");
  await page.getByRole("button", { name: "Save" }).click();
  for (const text of [
    /not an amount/,
    /^must be at most 100 %$/,
    /^must be at most \d+ minutes$/,
    /not a whole number/,
  ])
    await page.getByText(text).waitFor();
  expect(await limit.getAttribute("aria-invalid")).toBe("true");
  await limit.fill("1.234,56");
  await kept.fill("1000");
  await lifetime.fill(usual);
  await percentage.fill("0,5");
  await page.getByLabel("Transfer in the queue (ms)").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Done.").waitFor();
  expect(await call("GET", "/settings")).toMatchObject({
    dailyLimit: 123_456,
    transferFee: { fixed: 100, basisPoints: 50 },
    transferSteps: { queued: null, processing: 1_000 },
  });
});

test("lists are searched and filtered; requests show the code of an error and lead to their object", async (context) => {
  const { page, sandbox, url, call, show } = await openConsole(browsers, context);
  await call("POST", "/charges", { amountInCents: 100, description: "Pedido azul" });
  await call("POST", "/charges", { amountInCents: 200, description: "Pedido verde" });
  await page.getByText("Pedido verde").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("AZUL");
  await page.getByText("Pedido verde").waitFor({ state: "detached" });
  await page.getByRole("row").filter({ hasText: "Pedido azul" }).waitFor();
  await page.getByRole("searchbox").fill("nothing like it");
  await page.getByText("Nothing found.").first().waitFor();

  const headers = { authorization: await authorize(sandbox), "content-type": "application/json" };
  await fetch(`${url}/api/v1/pix/in/qrcode`, {
    method: "POST",
    headers,
    body: '{"amountInCents": oops',
  });
  const { items } = (await call("GET", "/charges")) as { items: { id: string }[] };
  await fetch(`${url}/api/v1/transactions/${items[0]?.id}`, { headers });
  await show("requests");
  await page.getByLabel("Status").selectOption("Failed");
  const failed = page.getByRole("row").filter({ hasText: "MALFORMED_JSON" });
  await failed.getByRole("link").click();
  await page.getByText('{"amountInCents": oops').first().waitFor();
  await page.getByLabel("Status").selectOption("Succeeded");
  await page
    .getByRole("row")
    .filter({ hasText: "/api/v1/transactions/" })
    .getByRole("link")
    .click();
  await page
    .getByRole("region")
    .getByRole("link", { name: items[0]?.id ?? "" })
    .click();
  const detail = page.getByRole("region", { name: /2,00 Pending/ });
  await detail.getByRole("link", { name: /^Request.*GET \/api\/v1\/transactions\// }).click();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Done.").waitFor();
  await page.getByRole("region").getByText("Repeats").waitFor();

  await show("clock");
  await page.keyboard.press("/");
  await page.keyboard.type(items[0]?.id.slice(0, 20) ?? "");
  await page.getByRole("link", { name: `Charges ${items[0]?.id}` }).waitFor();
  await page.keyboard.press("Enter");
  await detail.waitFor();
});

test("a company is added; what is said ends with its page", async (context) => {
  const { page } = await openConsole(browsers, context, { view: "companies" });
  await page.getByRole("button", { name: "Add company" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Padaria");
  await page.getByRole("dialog").getByRole("button", { name: "Add company" }).click();
  await page.getByText("Company added. Its secret is shown this once.").waitFor();
  await page.getByText(/^sk_sandbox_/).waitFor();
  await page.getByRole("link", { name: "Charges" }).click();
  await page.getByText("Company added.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Create charge" }).click();
  await page.getByLabel("Company").selectOption("Loja Sandbox");
});

test("in Portuguese the sandbox's own sentences are Portuguese too", async (context) => {
  const { page, call, show } = await openConsole(browsers, context, {
    browser: { locale: "pt-BR" },
    view: "faults",
  });
  await page.getByRole("button", { name: "Adicionar falha" }).click();
  await page.getByLabel("Quantas vezes").fill("0");
  await page.getByRole("dialog").getByRole("button", { name: "Adicionar falha" }).click();
  await page.getByText("deve ser no mínimo 1").waitFor();
  await page.keyboard.press("Escape");
  await call("POST", "/notifications/trigger", {
    event: "transaction_paid",
    url: "http://127.0.0.1:9/nobody",
  });
  await call("POST", "/settle");
  await show("notifications");
  await page.getByRole("row").filter({ hasText: "transaction_paid" }).getByRole("link").click();
  await page
    .getByText(/^Nada escuta lá: a conexão foi recusada/)
    .first()
    .waitFor();
});
