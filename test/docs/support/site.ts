// The documentation as it is built, served as it is previewed.
import { execFile, spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { findPort } from "../../support/find-port.ts";

const root = join(import.meta.dirname, "../../..");
const vitepress = join(root, "node_modules/.bin/vitepress");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Where the pages are built. */
export const dist = join(root, "docs/.vitepress/dist");

/** Builds the site; gives the paths of its pages. @throws with the output if it has a warning */
export async function buildSite(): Promise<string[]> {
  const { stdout, stderr } = await promisify(execFile)(vitepress, ["build", "docs"], { cwd: root });
  const output = stdout + stderr;
  if (/warn|deprecat|\(!\)/i.test(output)) throw new Error(`The build warns:\n${output}`);
  return globSync("**/*.html", { cwd: dist }).map((path) => path.replaceAll("\\", "/"));
}

/** Starts the preview. @throws where it ends before it answers */
export async function serveSite(): Promise<{ url: string; stop: () => void }> {
  const port = await findPort();
  const server = spawn(vitepress, ["preview", "docs", "--port", String(port)], {
    cwd: root,
    stdio: "ignore",
  });
  const url = `http://localhost:${port}`;
  for (;;) {
    if (server.exitCode !== null) throw new Error("The preview has ended.");
    const found = await fetch(url).catch(() => undefined);
    if (found?.ok) return { url, stop: () => void server.kill() };
    await sleep(100);
  }
}

/** What axe finds serious or critical on a page that is open, in light and in dark. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page
      .locator(colorScheme === "dark" ? "html.dark" : "html:not(.dark)")
      .waitFor({ state: "attached" });
    // Colours fade in: axe reads the last ones.
    await page.evaluate(
      "Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => {})",
    );
    const serious = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run({ resultTypes: ["violations"] });
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
    });
    found.push(...serious.map((one) => `${colorScheme}: ${one}`));
  }
  return found;
}
