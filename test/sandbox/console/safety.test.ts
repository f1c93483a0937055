// What must not happen: texts that act, calls elsewhere, a page that pretends to be up to date.
import { expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { useBrowser } from "../../support/browser.ts";
import { openConsole } from "./support/console.ts";

const browsers = useBrowser();

const hostile = `<script>document.title="owned"</script><img src=x onerror="document.title='owned'">`;
const rightToLeft = "\u202Egnp.exe\u202C שלום";

test("texts of charges are texts, whatever they look like", async (context) => {
  const { show, see, row, part, page, control } = await openConsole(browsers, context);
  const { id } = await control.charges.create({
    amountInCents: 100,
    description: hostile,
    customer: {
      name: rightToLeft,
      email: "maria@example.com",
      documentType: "cpf",
      document: "52998224725",
    },
  });
  const listed = row(hostile);
  await listed.waitFor();
  expect(await page.locator("main script, main img").count()).toBe(0);
  // What runs from right to left ends with its own element.
  expect(await listed.locator("bdi").allTextContents()).toEqual([hostile, rightToLeft]);
  await show(`charges/${id}`);
  await see(hostile, part());
  await control.charges.pay(id);
  await control.charges.refund(id, { reason: hostile });
  await part(/Refunded/).waitFor();
  await show(`charges/${encodeURIComponent(hostile)}`);
  await page.getByRole("alert").waitFor();
  await show(`%E0%A4%A/%E0%A4%A`);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(await page.title()).toBe("Overview · PIX Sandbox");
});

test("the page loads and calls its own origin alone, and its headers enforce that", async (context) => {
  const { page, problems } = await openConsole(browsers, context);
  expect(problems).toEqual([]);
  const outcome = (url: string): Promise<string> =>
    page.evaluate<string>(`fetch("${url}").then(() => "allowed", () => "stopped")`);
  expect(await outcome("/_sandbox/api/state")).toBe("allowed");
  expect(await outcome("http://localhost:1/")).toBe("stopped");
  expect(problems.splice(0).join()).toContain("violates");
});

test("a lost connection is shown, and what was missed is there when it is back", async (context) => {
  const { see, page, sandbox, control, url } = await openConsole(browsers, context, {
    sandbox: { automatic: true },
  });
  await control.charges.create({ amountInCents: 100, description: "before" });
  await see("before");
  await see(/^Live$/);
  await sandbox.close();
  await see(/^Disconnected$/);
  await see("The connection to the sandbox is lost", page.getByRole("alert"));
  // The old data stays to be read.
  expect(await page.getByText("before").count()).toBe(1);

  await using second = await createSandbox();
  await second.listen({ port: Number(new URL(url).port) });
  await see(/^Live$/);
  await see(/^No charges yet\./);
  await second.control.charges.create({ amountInCents: 100, description: "after" });
  await see("after");
});

test("a control plane that is off says so, and nothing pretends to be tried again", async (context) => {
  const { see, page } = await openConsole(browsers, context, { sandbox: { exposed: true } });
  await see(/^No access$/);
  await see("You may not use the control plane.", page.getByRole("alert"));
  // A lost connection would say that.
  expect(await page.getByText("Trying again").count()).toBe(0);
});

test("a control plane with a token asks for it, refuses a wrong one, and keeps the right one for the tab", async (context) => {
  const { press, fill, see, key, page } = await openConsole(browsers, context, {
    sandbox: { controlToken: "open-sesame" },
  });
  const dialog = page.getByRole("dialog", { name: "Control token" });
  await dialog.waitFor();
  await key("Escape");
  // Refusals that come after the answer to the form do not open it again.
  await page.route(/api\/charges/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await press("Enter the token");
  await fill("Token", "wrong");
  await key("Enter");
  await see("The last token was refused.");
  await fill("Token", "open-sesame");
  await key("Enter");
  await dialog.waitFor({ state: "detached" });
  await see(/^Live$/);
  await see(/^No charges yet\./);
  expect(await dialog.count()).toBe(0);
  await page.reload();
  await see(/^No charges yet\./);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});
