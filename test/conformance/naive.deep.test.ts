import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { countRequests } from "../../packages/conformance/src/findings.ts";
import {
  flatten,
  pixServerCheckNames,
  pixServerChecks,
  type Report,
  runConformance,
} from "../../packages/conformance/src/index.ts";
import { printReport } from "../../packages/conformance/src/output/formats.ts";
import { splitByBasis } from "../../packages/conformance/src/report.ts";
import { useBrowser } from "../support/browser.ts";
import { makeFolder } from "../support/folder.ts";
import { accounts, startNaive } from "./naive/server.ts";

const browser = useBrowser();
let report: Report;

// What a first try says in the suite, apart from the notifications that it never sends.
beforeAll(async () => {
  using server = await startNaive();
  const [one, two] = accounts;
  report = await runConformance({
    url: server.url,
    transfers: true,
    pace: false,
    seed: 1,
    cases: 5,
    apiKey: one?.key ?? "",
    apiSecret: one?.secret ?? "",
    ...(two && { otherKey: two.key, otherSecret: two.secret }),
    only: {
      operations: [],
      checks: pixServerCheckNames.filter((name) => pixServerChecks[name].group !== "notifications"),
    },
  });
});

test("thousands of failures are a few findings by cause, the worst first", () => {
  const places = flatten(report.findings).reduce((sum, one) => sum + countRequests(one), 0);
  expect(places).toBeGreaterThan(2_000);
  const { documented, assumed } = splitByBasis(report.findings);
  expect(documented.length).toBeLessThanOrEqual(35);
  expect(assumed.length).toBeLessThanOrEqual(15);
  const found = flatten(report.findings).map(({ check }) => check);
  for (const check of [
    "sums",
    "br-code",
    "qr-code",
    "idempotency-replay",
    "isolation",
    "no-leaks",
    "rate-limit",
  ])
    expect(found).toContain(check);
  const rankOf: Record<string, number> = { money: 0, security: 1 };
  const ranks = documented.map(({ area }) => rankOf[area] ?? 2);
  expect([...new Set(ranks)]).toHaveLength(3);
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
});

test("what is printed fits a screen", () => {
  const lines = printReport(report, "text").split("\n");
  expect(lines.length).toBeLessThanOrEqual(85);
  expect(lines.filter((line) => /^ +contract: [^#]/.test(line))).toHaveLength(10);
  expect(lines.filter((line) => line.length > 110 && !/^ +curl |^Conforms in /.test(line))).toEqual(
    [],
  );
});

test.for([1280, 390])("the page fits a window of %i pixels", async (width, { skip }) => {
  const running = browser.get();
  if (typeof running === "string") return skip(running);
  const folder = await makeFolder();
  const page = await running.newPage({ viewport: { width, height: 900 } });
  try {
    await writeFile(join(folder, "report.html"), printReport(report, "html"));
    await page.goto(`file://${join(folder, "report.html")}`);
    const [across, down] = await page.evaluate<number[]>(
      "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]",
    );
    expect(across).toBe(width);
    // On a phone, some lines for each finding.
    expect(down).toBeLessThan(report.findings.length * 230);
    await page.fill("#filter", "isolation");
    expect(await page.locator("[data-finding]:visible").count()).toBe(1);
    if (process.env.PICTURES)
      await page.screenshot({ path: join(process.env.PICTURES, `${width}.png`) });
  } finally {
    await page.close();
  }
});
