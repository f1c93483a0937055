// `node docs/screenshots/tools.ts [DOCUMENT [SUFFIX]]`: what Redoc and Swagger UI show of the callbacks of a charge.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launchBrowser } from "../../test/support/browser.ts";
import { openViewer, serveViewers } from "../../test/tools/support/pages.ts";
import { documentFile, toolFile } from "../../test/tools/support/tools.ts";

const [document = documentFile, suffix = ""] = process.argv.slice(2);
const folder = join(import.meta.dirname, "../public/images");

if (!existsSync(toolFile("redoc")))
  execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: toolFile(".."), stdio: "inherit" });
await mkdir(folder, { recursive: true });
const served = await serveViewers(document);
const browser = await launchBrowser();
try {
  const { page: redoc } = await openViewer(browser, served.url, "redoc");
  await redoc.getByRole("heading", { name: "Callbacks" }).first().scrollIntoViewIfNeeded();
  await redoc.evaluate("scrollBy(0, 500)");
  await redoc.waitForTimeout(1_000);
  await writeFile(join(folder, `redoc${suffix}.png`), await redoc.screenshot());

  const { page: swagger } = await openViewer(browser, served.url, "swagger-ui");
  const operation = swagger.locator("#operations-transactions-createCharge");
  await operation.locator(".opblock-summary-control").click();
  await operation.locator(".opblock-body").waitFor();
  await operation.scrollIntoViewIfNeeded();
  await swagger.waitForTimeout(1_000);
  await writeFile(join(folder, `swagger-ui${suffix}.png`), await swagger.screenshot());
} finally {
  await browser.close();
  served.close();
}
