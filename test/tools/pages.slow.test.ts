// Redoc and Swagger UI, as somebody who opens the document in them sees it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { contract } from "../support/contract.ts";
import { type OpenViewer, openViewer, serveViewers, type Viewer } from "./support/pages.ts";
import { documentFile, installTools } from "./support/tools.ts";

const browser = useBrowser();
let served: { url: string; close(): void };

beforeAll(async () => {
  await installTools();
  served = await serveViewers(documentFile);
});
afterAll(() => served?.close());

const callbacks =
  contract.operations.find(({ id }) => id === "createCharge")?.callbacks?.events ?? [];
const summaries = contract.notifications
  .filter(({ event }) => callbacks.includes(event))
  .map(({ summary }) => summary);

/** What each viewer shows of an operation: its limit, deliveries, basis, open lists, errors and statuses. */
const shown = [
  "Rate limit. 100 requests in 1 minute for each API key.",
  "Attempts: 8",
  "Assumed.",
  "Values may be added later: accept one that is not listed.",
  "AMOUNT_TOO_LOW",
  "Next: paid when the payer pays (transaction_paid is sent)",
];

/** Opens a viewer in a test, which is skipped where no browser starts. */
async function open(
  viewer: Viewer,
  skip: (reason: string) => void,
): Promise<OpenViewer & { text: string }> {
  const found = browser.get();
  if (typeof found === "string") {
    skip(found);
    throw new Error(found);
  }
  const opened = await openViewer(found, served.url, viewer);
  return { ...opened, text: await opened.page.innerText("body") };
}

test("Redoc shows every operation, notification and callback by its name, and what each does", async ({
  skip,
}) => {
  const { page, complaints, text } = await open("redoc", skip);
  for (const { summary } of [...contract.operations, ...contract.notifications])
    expect.soft(text).toContain(summary);
  expect(text).not.toContain("$REF");
  const charge = await page.locator('[id="tag/transactions/operation/createCharge"]').innerText();
  for (const summary of summaries) expect.soft(charge).toContain(summary);
  for (const words of shown) expect.soft(text).toContain(words);
  expect(text).toContain("for 24 hours, separately for each caller");
  expect(complaints).toEqual([]);
  await page.close();
});

test("Swagger UI shows every operation and notification, no tag that is empty, and callbacks by their names", async ({
  skip,
}) => {
  const { page, complaints, text } = await open("swagger-ui", skip);
  for (const { summary } of [...contract.operations, ...contract.notifications])
    expect.soft(text).toContain(summary);
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
  // Schemas open one level at a click.
  for (let level = 0; level < 2; level++) {
    for (const arrow of await body.locator(".model-toggle.collapsed").all()) await arrow.click();
  }
  const whole = await page.innerText("body");
  for (const words of shown) expect.soft(whole).toContain(words);
  await body.getByText("Callbacks", { exact: true }).click();
  await expect.poll(() => body.innerText()).toContain(summaries[0] ?? "");
  const opened = await body.innerText();
  for (const summary of summaries) expect.soft(opened).toContain(summary);
  for (const event of callbacks) expect.soft(opened).toContain(event);
  expect(complaints).toEqual([]);
  await page.close();
});
