// Redoc and Swagger UI, as somebody who opens the document in them sees it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { contract } from "../support/contract.ts";
import { type OpenViewer, openViewer, serveViewers, type Viewer } from "./support/pages.ts";
import { documentFile, installTools } from "./support/tools.ts";

const browser = useBrowser();
let served: { url: string; close(): void };

beforeAll(async () => {
  await installTools();
  served = await serveViewers(documentFile);
}, 400_000);
afterAll(() => served?.close());

const callbacks = contract.operations.find(({ id }) => id === "createCharge")?.callbacks?.events ?? [];
const summaries = contract.notifications.filter(({ event }) => callbacks.includes(event)).map(({ summary }) => summary);

/** Opens a viewer in a test, which is skipped where no browser starts. */
async function open(viewer: Viewer, skip: (reason: string) => void): Promise<OpenViewer & { text: string }> {
  const found = browser.get();
  if (typeof found === "string") {
    skip(found);
    throw new Error(found);
  }
  const opened = await openViewer(found, served.url, viewer);
  return { ...opened, text: await opened.page.innerText("body") };
}

describe("Redoc", () => {
  test("shows every operation, notification and callback by its name, and what each does", async ({ skip }) => {
    const { page, complaints, text } = await open("redoc", skip);
    for (const { summary } of [...contract.operations, ...contract.notifications]) expect.soft(text).toContain(summary);
    expect(text).not.toContain("$REF");
    const charge = await page.locator('[id="tag/transactions/operation/createCharge"]').innerText();
    for (const summary of summaries) expect.soft(charge).toContain(summary);
    expect(charge).toContain("Rate limit. 100 requests in 1 minute for each API key.");
    expect(charge).toContain("Next: paid when the payer pays (transaction_paid is sent)");
    expect(text).toContain("remembered for 24 hours, for each company on its own");
    expect(complaints).toEqual([]);
    await page.close();
  }, 120_000);
});

describe("Swagger UI", () => {
  test("shows every operation and notification, no tag that is empty, and callbacks by their names", async ({
    skip,
  }) => {
    const { page, complaints, text } = await open("swagger-ui", skip);
    for (const { summary } of [...contract.operations, ...contract.notifications]) expect.soft(text).toContain(summary);
    const tags = await page
      .locator(".opblock-tag-section")
      .evaluateAll((sections) =>
        sections.map((section) => [
          section.querySelector(".opblock-tag")?.getAttribute("data-tag"),
          section.querySelectorAll(".opblock").length,
        ]),
      );
    expect(tags).toEqual(contract.groups.map(({ name, operations }) => [name, operations.length]));

    const operation = page.locator("#operations-transactions-createCharge");
    await operation.locator(".opblock-summary-control").click();
    const body = operation.locator(".opblock-body");
    await body.waitFor();
    expect(await body.innerText()).toContain("Rate limit. 100 requests in 1 minute for each API key.");
    await body.getByText("Callbacks", { exact: true }).click();
    await expect.poll(() => body.innerText()).toContain(summaries[0] ?? "");
    const shown = await body.innerText();
    for (const summary of summaries) expect.soft(shown).toContain(summary);
    for (const event of callbacks) expect.soft(shown).toContain(event);
    expect(complaints).toEqual([]);
    await page.close();
  }, 120_000);
});
