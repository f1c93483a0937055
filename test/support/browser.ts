import { setTimeout as sleep } from "node:timers/promises";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

/** A browser for all tests of a file; where it does not start, the reason, with which they are skipped. */
export function useBrowser(): { get(): Browser | string } {
  let browser: Browser | string = "The browser has not been started.";
  beforeAll(async () => {
    try {
      browser = await launchBrowser();
    } catch (error) {
      if (process.env.CI) throw error;
      browser = `Chromium does not start here: ${error instanceof Error ? error.message.split("\n")[0] : error}`;
      console.warn(browser);
    }
  });
  afterAll(async () => {
    if (typeof browser !== "string") await browser.close();
  });
  return { get: () => browser };
}

/** Milliseconds for which another process may be unpacking the browser. */
const timeLimit = 30_000;

/**
 * What the package asks for and tests do not want: no same-origin policy, and one process, which ends with the first
 * page that is closed.
 */
const unwanted = ["--disable-web-security", "--single-process", "--no-zygote"];

/**
 * Starts the Chromium that comes in a package of the registry.
 *
 * @throws where it does not start
 */
export async function launchBrowser(): Promise<Browser> {
  const end = Date.now() + timeLimit;
  const args = chromium.args.filter((flag) => !unwanted.includes(flag));
  for (;;) {
    try {
      return await playwright.launch({
        args,
        executablePath: await chromium.executablePath(),
        headless: true,
      });
    } catch (error) {
      // The package unpacks in place: a file that is still being written cannot be run.
      if (!(error instanceof Error && /ETXTBSY/.test(error.message)) || Date.now() > end)
        throw error;
      await sleep(250);
    }
  }
}
