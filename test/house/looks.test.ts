// The pages that stand alone, the mock's and both reports: everybody can read them, on every screen, in light and dark.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { expect, test } from "vitest";
import type { Finding } from "../../packages/conformance/src/findings.ts";
import { printReport } from "../../packages/conformance/src/output/formats.ts";
import { landingPage } from "../../packages/mock/src/landing-page.ts";
import type { Change } from "../../packages/review/src/change.ts";
import { print } from "../../packages/review/src/report/print.ts";
import { useBrowser } from "../support/browser.ts";
import { contract } from "../support/contract.ts";

const browsers = useBrowser();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const change: Change = {
  kind: "field-removed",
  fingerprint: "0123456789ab",
  severity: "breaking",
  affects: ["client"],
  messages: [],
  fields: [],
  message: "`createCharge` 200: `data.emv` is gone.",
  instead: "Keep it.",
  where: { pointer: "/paths/~1api~1v1/post", in: "head", subject: "emv", operations: [] },
};

const finding: Finding = {
  check: "lookup",
  area: "money",
  message: "The lookup shows another amount.",
  gist: "lookup",
  cites: "#/paths",
  sentence: "Looks a charge up, by its `id`.",
  causes: [
    {
      operation: "createCharge",
      place: "",
      message: "The lookup shows another amount.",
      request: "minimal",
      curl: `curl -X POST 'http://127.0.0.1:4010/${"a".repeat(200)}'`,
      repeats: 2,
    },
  ],
  consequences: [],
};

const pages = {
  mock: landingPage(contract, "http://127.0.0.1:4010", { Documentation: "/" }, "en").body ?? "",
  review: print(
    {
      verdict: "breaking",
      mayBreak: false,
      packageRelease: null,
      flaws: [],
      release: "major",
      words: 0,
      added: null,
      changes: [change, { ...change, severity: "risky" }, { ...change, severity: "safe" }],
      base: { version: "1.0" },
      head: { version: "1.1" },
      names: { base: "main", head: "work" },
      decided: { accepted: [], stale: [] },
      consumers: [],
      basis: { added: [], removed: [], renamed: [] },
    },
    "html",
  ),
  conformance: printReport(
    {
      conforms: false,
      verdict: "Breaks 1 check.",
      url: "http://127.0.0.1:4010",
      contract: { title: "PIX payments", version: "1.0" },
      startedAt: "2026-11-25T00:00:00Z",
      seed: 1,
      duration: 1,
      requests: 1,
      findings: [finding],
      grade: { checks: 61, passed: 47, failed: 1, untested: 13, leftOut: 0 },
      untested: [{ check: "token", operation: "issueToken", reason: "It needs a second caller." }],
      skipped: [],
      coverage: { createCharge: ["lookup"] },
    },
    "html",
  ),
};

test.for(Object.entries(pages))(
  "the page of %s has no barrier and fits a phone",
  async ([, html], { skip }) => {
    const browser = browsers.get();
    if (typeof browser === "string") return skip(browser);
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } });
      await page.setContent(html);
      for (const width of [1280, 768, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const shown = await page.evaluate<number>("document.documentElement.scrollWidth");
        expect(shown, `${colorScheme}, ${width}`).toBeLessThanOrEqual(width);
      }
      await page.evaluate(axe);
      const { violations } = await page.evaluate<AxeResults>(
        `axe.run(document, { resultTypes: ["violations"] })`,
      );
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)).toEqual([]);
      await page.close();
    }
  },
);
