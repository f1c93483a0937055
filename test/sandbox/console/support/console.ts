import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, type TestContext } from "vitest";
import { createSandbox } from "../../../../packages/sandbox/src/create-sandbox.ts";
import type { SandboxOptions } from "../../../../packages/sandbox/src/options.ts";
import type { useBrowser } from "../../../support/browser.ts";

interface Setup {
  sandbox?: SandboxOptions;
  browser?: BrowserContextOptions;
  view?: string;
}

/**
 * Starts a sandbox in memory and opens its console, in English and on a desktop if nothing else is said. A request that
 * leaves the origin, an error in the page's script, or something that the content security policy stops, fails the test.
 */
export async function openConsole(
  browsers: ReturnType<typeof useBrowser>,
  { skip, onTestFinished }: Pick<TestContext, "skip" | "onTestFinished">,
  { sandbox: options, browser: look, view = "charges" }: Setup = {},
) {
  const browser = browsers.get();
  if (typeof browser === "string") return skip(browser);
  const sandbox = await createSandbox(options);
  const url = await sandbox.listen({ port: 0 });
  const context = await browser.newContext({
    locale: "en-US",
    viewport: { width: 1280, height: 800 },
    ...look,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/_sandbox`) && !request.url().startsWith("data:"))
      problems.push(request.url());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    await sandbox.close();
    expect(problems).toEqual([]);
  });
  const user = makeUser(page, url);
  await user.show(view);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return {
    ...user,
    page,
    sandbox,
    control: sandbox.control,
    /** Address of the sandbox. */
    url,
    /** Mistakes of the page; empty at the end of a test that passes. */
    problems,
  };
}

export type OpenConsole = Awaited<ReturnType<typeof openConsole>>;

/** What people do and see in a page. */
function makeUser(page: Page, url: string) {
  const field = (label: string) => page.getByLabel(label).last();
  /** Text of the element that has the focus. Without a focus the page itself is active, which holds every text. */
  const focused = () =>
    page.evaluate<string>(
      `document.activeElement === document.body ? "" : document.activeElement.textContent`,
    );
  return {
    /** Opens a page of the console by its address. */
    show: async (address: string) => void (await page.goto(`${url}/_sandbox#/${address}`)),
    /** Clicks a button, that of an open dialog first. */
    press: (name: string | RegExp, place: Page | Locator = page) =>
      place.getByRole("button", { name, exact: true }).last().click(),
    follow: (name: string | RegExp, place: Page | Locator = page) =>
      place.getByRole("link", { name }).first().click(),
    field,
    fill: (label: string, text: string) => field(label).fill(text),
    choose: (label: string, option: string) => field(label).selectOption(option),
    /** Waits for a text. */
    see: (text: string | RegExp, place: Page | Locator = page) =>
      place.getByText(text).filter({ visible: true }).first().waitFor(),
    seeNoMore: (text: string | RegExp) =>
      page.getByText(text).first().waitFor({ state: "detached" }),
    row: (text: string | RegExp) => page.getByRole("row").filter({ hasText: text }),
    /** A part of the page with a heading: a chart, or the entry that is opened. */
    part: (name?: string | RegExp) => page.getByRole("region", name === undefined ? {} : { name }),
    focused,
    /** Presses a key until the focus is on a text. */
    key: async (key: string, until = /^/) => {
      for (let count = 0; count < 40; count++) {
        await page.keyboard.press(key);
        if (until.test(await focused())) return;
      }
      throw new Error(`${key} does not lead to ${until}: it is on “${await focused()}”.`);
    },
    type: (text: string) => page.keyboard.type(text),
  };
}
