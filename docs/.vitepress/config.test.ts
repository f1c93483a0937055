// The configuration as VitePress reads it. test/docs/site.slow.test.ts builds the site with it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import config from "./config.ts";
import { readPages } from "./pages.ts";

const root = join(import.meta.dirname, "../..");
const pages = readPages(root);
const sites = [config.themeConfig, config.locales?.pt?.themeConfig];

/** The facts that a page has in addition to its text. */
const transform = async (filePath: string, frontmatter: object = {}) =>
  await config.transformPageData?.({ filePath, frontmatter } as never, {} as never);

test.for([
  ["docs/guides/client.md", true],
  ["docs/decisions/README.md", true],
  ["packages/generated/README.md", true],
  ["README.md", true],
  ["docs/reference/README.md", false],
  ["docs/reference/errors.md", false],
  ["generated/client/README.md", false],
] as const)("that %s can be edited is %s: generated pages are not", async ([file, isEdited]) => {
  const { frontmatter } = (await transform(file, { title: "Kept" })) ?? {};
  expect(frontmatter).toMatchObject({ title: "Kept" });
  expect(frontmatter?.editLink !== false).toBe(isEdited);
});

test("a page has its own first sentence as its description; an operation has a panel", async () => {
  for (const { file, description } of pages.slice(0, 10))
    expect((await transform(file))?.description).toBe(description);
  expect((await transform("404.md"))?.description).toBe("This page does not exist.");
  const { frontmatter } = (await transform("docs/reference/operation-createCharge.md")) ?? {};
  expect(frontmatter).toMatchObject({ pageClass: "call-page", aside: false, panel: {} });
  expect((await transform("docs/guides/client.md"))?.frontmatter).not.toHaveProperty("panel");
});

test("each file that is a page has its address, and any other keeps its own", () => {
  const rewrite = config.rewrites as (path: string) => string;
  expect(pages.map(({ file }) => rewrite(file))).toEqual(pages.map(({ page }) => page));
  expect(rewrite("elsewhere.md")).toBe("elsewhere.md");
});

test("a page loads nothing from elsewhere, and calls servers of this machine alone", () => {
  const policies = (config.head ?? []).flatMap(([tag, { "http-equiv": name, content }]) =>
    tag === "meta" && name === "Content-Security-Policy" ? [content] : [],
  );
  expect(policies).toHaveLength(1);
  const sources = new Map(
    policies[0]?.split("; ").map((line): [string, string[]] => {
      const [name = "", ...places] = line.split(" ");
      return [name, places];
    }),
  );
  expect(sources.get("connect-src")?.sort()).toEqual([
    "'self'",
    "http://127.0.0.1:*",
    "http://localhost:*",
  ]);
  for (const name of ["default-src", "script-src", "style-src", "img-src", "font-src"])
    expect(
      sources.get(name)?.filter((place) => !/^'|^data:$/.test(place)),
      name,
    ).toEqual([]);
  expect([sources.get("base-uri"), sources.get("form-action")]).toEqual([["'none'"], ["'none'"]]);
});

test("what the header leads to is a page, and lies in the part that it marks", () => {
  const paths = pages.map(({ page }) => `/${page.replace(/(?:index)?\.md$/, "")}`);
  const links = sites.flatMap((site) => site?.nav ?? []).filter((one) => "link" in one);
  expect(links.length).toBeGreaterThan(4);
  for (const { link = "", activeMatch = "" } of links) {
    expect(paths).toContain(link);
    expect(link).toMatch(new RegExp(activeMatch));
  }
  for (const site of sites) expect(site?.servers?.length).toBeGreaterThan(0);
  expect(existsSync(join(root, "docs/public/icon.svg"))).toBe(true);
});
