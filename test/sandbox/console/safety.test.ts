// What must not happen: texts that act, calls elsewhere, a page that pretends to be up to date.
import { expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { useBrowser } from "../../support/browser.ts";
import { openConsole } from "./support/console.ts";

const browsers = useBrowser();

const hostile = `<script>document.title="owned"</script><img src=x onerror="document.title='owned'">`;
const rightToLeft = "\u202Egnp.exe\u202C שלום";

test("texts of charges are texts, whatever they look like", async (context) => {
  const { page, call, show } = await openConsole(browsers, context);
  const customer = {
    name: rightToLeft,
    email: "maria@example.com",
    documentType: "cpf",
    document: "52998224725",
  };
  const { id } = await call("POST", "/charges", {
    amountInCents: 100,
    description: hostile,
    customer,
  });
  const row = page.getByRole("row").filter({ hasText: hostile });
  await row.waitFor();
  expect(await page.locator("main script, main img").count()).toBe(0);
  // What runs from right to left ends with its own element.
  expect(await row.locator("bdi").allTextContents()).toEqual([hostile, rightToLeft]);
  await show(`charges/${id}`);
  await page.getByRole("region").getByText(hostile).waitFor();
  await call("POST", `/charges/${id}/pay`, {});
  await page.getByRole("region", { name: /Paid/ }).waitFor();
  await call("POST", `/charges/${id}/refund`, { reason: hostile });
  await page.getByRole("region", { name: /Refunded/ }).waitFor();
  await show(`charges/${encodeURIComponent(hostile)}`);
  await page.getByRole("alert").waitFor();
  await show(`%E0%A4%A/%E0%A4%A`);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(await page.title()).toBe("Overview · PIX Sandbox");
});

test("the page loads and calls its own origin alone, and its headers enforce that", async (context) => {
  const { page, url, problems } = await openConsole(browsers, context);
  expect(problems).toEqual([]);
  const stopped = await page.evaluate(async () => {
    const outcome = (call: Promise<unknown>) =>
      call.then(
        () => "allowed",
        () => "stopped",
      );
    return [
      await outcome(fetch("http://localhost:1/")),
      await outcome(fetch("/_sandbox/api/state")),
    ];
  });
  expect(stopped).toEqual(["stopped", "allowed"]);
  expect(problems.splice(0).join()).toContain("violates");
  const { headers } = await fetch(`${url}/_sandbox`);
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("a lost connection is shown, and what was missed is there when it is back", async (context) => {
  const { page, url, sandbox, call } = await openConsole(browsers, context, {
    sandbox: { automatic: true },
  });
  await call("POST", "/charges", { amountInCents: 100, description: "before" });
  await page.getByText("before").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  const port = Number(new URL(url).port);
  await sandbox.close();
  await page.getByText("Disconnected", { exact: true }).waitFor();
  await page.getByRole("alert").getByText("The connection to the sandbox is lost").waitFor();
  // What was there stays to be read.
  expect(await page.getByText("before").count()).toBe(1);

  await using second = await createSandbox();
  await second.listen({ port });
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByText("No charges yet.").waitFor();
  await call("POST", "/charges", { amountInCents: 100, description: "after" });
  await page.getByText("after").waitFor();
});

test("a control plane that is off says so, and nothing pretends to be tried again", async (context) => {
  const { page } = await openConsole(browsers, context, { sandbox: { exposed: true } });
  await page.getByText("No access", { exact: true }).waitFor();
  await page.getByRole("alert").getByText("You may not use the control plane.").waitFor();
  // What is said where the connection is lost.
  expect(await page.getByText("Trying again").count()).toBe(0);
});

test("a control plane with a token asks for it, refuses a wrong one, and keeps the right one for the tab", async (context) => {
  const { page } = await openConsole(browsers, context, {
    sandbox: { controlToken: "open-sesame" },
  });
  const dialog = page.getByRole("dialog", { name: "Control token" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  // Refusals that come after the answer to the form do not open it again.
  await page.route(/api\/charges/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.getByRole("button", { name: "Enter the token" }).click();
  await dialog.getByLabel("Token").fill("wrong");
  await page.keyboard.press("Enter");
  await dialog.getByText("The last token was refused.").waitFor();
  await dialog.getByLabel("Token").fill("open-sesame");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByText("No charges yet.").waitFor();
  expect(await dialog.count()).toBe(0);
  await page.reload();
  await page.getByText("No charges yet.").waitFor();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});
