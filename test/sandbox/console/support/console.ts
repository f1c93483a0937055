import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, type TestContext } from "vitest";
import {
  createSandbox,
  type RunningSandbox,
} from "../../../../packages/sandbox/src/create-sandbox.ts";
import type { SandboxOptions } from "../../../../packages/sandbox/src/options.ts";
import type { useBrowser } from "../../../support/browser.ts";
import { control } from "../../support/control.ts";

export interface OpenConsole {
  readonly page: Page;
  readonly sandbox: RunningSandbox;
  /** Where the sandbox listens. */
  readonly url: string;
  /** What the page has done that it must not; empty at the end of a test that passes. */
  readonly problems: string[];
  /** Calls the control plane, as somebody else does while the page is open. */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Opens a page of the console by its menu name in the address. */
  show(view: string): Promise<void>;
}

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
): Promise<OpenConsole> {
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
  const show = async (name: string): Promise<void> =>
    void (await page.goto(`${url}/_sandbox#/${name}`));
  await show(view);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, sandbox, url, problems, show, call: (...call) => control(url, ...call) };
}
