// The console beyond charges and transfers: clock, faults, webhooks, settings, search, companies.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { useBrowser } from "../../support/browser.ts";
import { authorize } from "../control/support/call.ts";
import { startReceiver } from "../support/receiver.ts";
import { openConsole } from "./support/console.ts";

const browsers = useBrowser();

test("the clock is advanced, and a charge expires on the way; frozen, it stands still", async (context) => {
  const { press, fill, see, page, control } = await openConsole(browsers, context, {
    view: "clock",
  });
  const { id } = await control.charges.create({ amountInCents: 100 });
  await press("Freeze");
  await see(/^Frozen$/);
  await press("Advance 1 day");
  await see(/^It is .* now\. \(charges changed: 1\)$/);
  await see("Ahead of the real time: ");
  expect(await control.charges.read(id)).toMatchObject({ status: "canceled" });
  await press("Advance by…");
  await fill("Length of time", "soon");
  await press("Advance");
  await see("has the wrong form");
  expect(await page.getByText("wrong form").count()).toBe(1);
  await fill("Length of time", "2 h 30 m");
  await press("Advance");
  await see(/^It is .* now\. Nothing fell due\.$/);
  await press("Resume");
  await see("Running");
});

test("the dialog of a fault has the fields of its kind, and what removes all asks first, with the focus on Cancel", async (context) => {
  const { press, field, choose, see, show, page, control } = await openConsole(browsers, context, {
    view: "faults",
  });
  await press("Add a fault");
  await page.locator('[name="operation"]:focus').waitFor();
  await field("Error code").waitFor();
  const labels = await page.locator("dialog label").allInnerTexts();
  expect(labels.slice(0, 3)).toEqual(["Affects", "What happens", "Error code"]);
  expect(await field("Delay (s)").count()).toBe(0);
  await choose("What happens", "latency");
  expect(await field("Error code").count()).toBe(0);
  await choose("Affects", "notification");
  await choose("What happens", "reorder");
  expect(await field("Delay (s)").count()).toBe(0);
  await choose("Affects", "createCharge");
  expect(await field("What happens").locator("option").allInnerTexts()).not.toContain(
    "Delivers twice",
  );
  await choose("What happens", "latency");
  await page.locator("dialog [name=delay]").fill("0,25");
  await press("Add a fault");
  await see(/0\.25 s/);
  await show("clock");
  await press("Reset the sandbox…");
  const dialog = page.locator("dialog");
  expect(await dialog.locator("button.bad").allInnerTexts()).toEqual(["Remove everything"]);
  await expect.poll(() => page.locator(":focus").textContent()).toBe("Cancel");
  await press("Cancel");
  expect((await control.faults.list()).items).toHaveLength(1);
});

test("a fault is added, happens to a call, and is gone; the call is in the log with its bodies", async (context) => {
  const { show, press, follow, choose, see, row, part, page, sandbox } = await openConsole(
    browsers,
    context,
    {
      browser: { permissions: ["clipboard-read", "clipboard-write"] },
      view: "faults",
    },
  );
  await press("Add a fault");
  await choose("Affects", "issueToken");
  await choose("Error code", "RATE_LIMIT_EXCEEDED");
  await press("Add a fault");
  await row("RATE_LIMIT_EXCEEDED").waitFor();
  const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
  const authorization = `Basic ${btoa(`${apiKey}:${apiSecret}`)}`;
  const answer = await fetch(`${baseUrl}/api/auth`, { method: "POST", headers: { authorization } });
  expect(answer.status).toBe(429);
  await see(/^No faults/);

  await show("requests");
  await follow("POST /api/auth");
  await see('"code": "RATE_LIMIT_EXCEEDED"', part());
  expect(await page.content()).not.toContain(authorization);
  await press(/^Copy as curl/);
  await see("Copied");
  const command = await page.evaluate<string>("navigator.clipboard.readText()");
  const environment = { ...process.env, PIX_API_KEY: apiKey, PIX_API_SECRET: apiSecret };
  const repeated = await promisify(execFile)("sh", ["-c", `${command} -s`], { env: environment });
  expect(repeated.stdout).toContain("token");
});

test("a company has its credentials; a new secret replaces the one before; another one is added", async (context) => {
  const { press, follow, fill, choose, see, seeNoMore, sandbox } = await openConsole(
    browsers,
    context,
    { view: "companies" },
  );
  const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
  await see(`PIX_BASE_URL=${baseUrl}`);
  await see(apiKey);
  await press("New API secret…");
  await press("New API secret");
  await see("shown this once");
  const authorization = `Basic ${btoa(`${apiKey}:${apiSecret}`)}`;
  const refused = await fetch(`${baseUrl}/api/auth`, {
    method: "POST",
    headers: { authorization },
  });
  expect(refused.status).toBe(401);

  await press("Add company");
  await fill("Name", "Padaria");
  await press("Add company");
  await see("Company added. Its secret is shown this once.");
  await see(/^sk_sandbox_/);
  await follow("Charges");
  await seeNoMore("Company added.");
  await press("Create charge");
  await choose("Company", "Loja Sandbox");
});

test("a webhook of the inbox is suggested, also in a dialog that was opened before its URL came, and the requests to the inbox are shown", async (context) => {
  const { show, press, field, follow, see, part, page, control, sandbox } = await openConsole(
    browsers,
    context,
  );
  const isOpened = Promise.withResolvers<void>();
  await page.route("**/credentials", async (route) => {
    await isOpened.promise;
    await route.continue();
  });
  await show("webhooks");
  await see(/^No webhooks yet\./);
  await press("Create webhook");
  expect(await field("URL").inputValue()).toBe("");
  isOpened.resolve();
  await expect.poll(() => field("URL").inputValue()).toMatch(/\/_sandbox\/inbox$/);
  await press("Create webhook");
  await see(/\/_sandbox\/inbox$/);
  const { id } = await control.charges.create({ amountInCents: 100 });
  await sandbox.settle();
  await follow("Requests to the inbox");
  await follow("POST /_sandbox/inbox");
  await see(`"id": "${id}"`, part());
});

test("a webhook is created, tried, and deleted", async (context) => {
  await using receiver = await startReceiver();
  const { show, press, field, fill, see, part, control } = await openConsole(browsers, context, {
    view: "webhooks",
  });
  await press("Create webhook");
  await fill("URL", "ftp://nowhere");
  await press("Create webhook");
  await expect.poll(() => field("URL").getAttribute("aria-invalid")).toBe("true");
  await fill("URL", `${receiver.url}/hook`);
  await fill("Name", "Loja");
  await press("Create webhook");
  await part(/Loja Receiving/).waitFor();
  await press("Show");
  const [webhook] = (await control.webhooks.list()).items;
  expect(webhook?.url).toBe(`${receiver.url}/hook`);
  await see((await control.webhooks.secret(webhook?.id ?? "")).secret);

  await press("Send a test event…");
  await press("Send");
  await see(/^t=\d+,v1=/, part(/transaction_paid Delivered/));
  expect(receiver.received.map(({ event }) => event)).toEqual([
    "transaction_created",
    "transaction_paid",
  ]);
  await show(`webhooks/${webhook?.id}`);
  await press("Delete…");
  await press("Delete the webhook");
  await see(/^No webhooks yet\./);
});

test("settings are changed for what happens next; all that is wrong is said at its field, in its unit", async (context) => {
  const { press, field, fill, see, page, control } = await openConsole(browsers, context, {
    view: "settings",
  });
  const wrong = [
    ["Daily limit per company (R$)", "much", /not an amount/],
    ["Transfer fee (%)", "150", /^must be at most 100 %$/],
    ["Charge expires after (hours)", "9999999", /^must be at most \d+ hours$/],
    ["Keep requests", "1,5", /not a whole number/],
  ] as const;
  for (const [label, typed] of wrong) await fill(label, typed);
  await press("Save");
  for (const [label, , problem] of wrong) {
    await see(problem);
    expect(await field(label).getAttribute("aria-invalid")).toBe("true");
  }
  await page.reload();
  await fill("Daily limit per company (R$)", "1.234,56");
  await fill("Transfer fee (%)", "0,5");
  await fill("Transfer in the queue (s)", "");
  await press("Save");
  await see("Done.");
  expect(await control.settings.read()).toMatchObject({
    dailyLimit: 123_456,
    transferFee: { fixed: 100, basisPoints: 50 },
    transferSteps: { queued: null, processing: 1_000 },
  });
});

test("lists are searched and filtered; requests show the code of an error and lead to their object", async (context) => {
  const {
    show,
    press,
    follow,
    fill,
    choose,
    see,
    seeNoMore,
    row,
    part,
    key,
    type,
    page,
    sandbox,
    control,
    url,
  } = await openConsole(browsers, context);
  const { charges } = control;
  await charges.create({ amountInCents: 100, description: "Pedido azul" });
  const { id } = await charges.create({ amountInCents: 200, description: "Pedido verde" });
  await see("Pedido verde");
  await key("/");
  await type("AZUL");
  await seeNoMore("Pedido verde");
  await row("Pedido azul").waitFor();
  await fill("Search", "nothing like it");
  await see("Nothing found.");

  const headers = {
    authorization: await authorize(sandbox),
    "content-type": "application/json",
  };
  const body = '{"amountInCents": oops';
  await fetch(`${url}/api/v1/pix/in/qrcode`, { method: "POST", headers, body });
  await fetch(`${url}/api/v1/transactions/${id}`, { headers });
  await show("requests");
  await choose("Status", "Failed");
  await follow(/./, row("MALFORMED_JSON"));
  await see(body, part());
  await choose("Status", "Succeeded");
  await follow(/./, row("/api/v1/transactions/"));
  await follow(id, part());
  const charge = part(/2,00 Pending/);
  await follow(/^Request.*GET \/api\/v1\/transactions\//, charge);
  await press("Send again");
  await see("Done.");
  await see("Repeats", part());

  await show("clock");
  await key("/");
  await type(id.slice(0, 20));
  await page.getByRole("link", { name: `Charges ${id}` }).waitFor();
  await key("Enter");
  await charge.waitFor();
});

test("in Portuguese the sandbox's own sentences and statuses are Portuguese too", async (context) => {
  const { show, press, follow, fill, see, row, part, key, sandbox, control } = await openConsole(
    browsers,
    context,
    {
      browser: { locale: "pt-BR" },
      view: "faults",
    },
  );
  await press("Adicionar falha");
  await fill("Quantas vezes", "0");
  await press("Adicionar falha");
  await see("deve ser no mínimo 1");
  await key("Escape");
  const { objectId } = await control.notifications.trigger({
    event: "transaction_paid",
    url: "http://127.0.0.1:9/nobody",
  });
  await sandbox.settle();
  await show("notifications");
  await follow(/./, row("transaction_paid"));
  await see(/^A conexão foi recusada: nenhum servidor escuta lá/);
  await show(`charges/${objectId}`);
  const facts = part().locator("dl");
  await see(/\bPaga\b/, part());
  expect(await facts.innerText()).not.toMatch(/\b(paid|pending)\b/);
});
