// The documentation as it is built: links lead somewhere, nothing comes from elsewhere, everybody can read it.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, type TestContext, test } from "vitest";
import { readPages } from "../../docs/.vitepress/pages.ts";
import { useBrowser } from "../support/browser.ts";
import { buildSite, dist, findBarriers, serveSite } from "./support/site.ts";

const root = join(import.meta.dirname, "../..");
const browser = useBrowser();

let site: Awaited<ReturnType<typeof serveSite>>;
let url = "";
let pages: string[] = [];

beforeAll(async () => {
  pages = await buildSite();
  site = await serveSite();
  url = site.url;
});
afterAll(() => site?.stop());

function read(path: string): string {
  return readFileSync(join(dist, path), "utf8");
}

/** One page of each kind. */
const kinds = [
  "index.html",
  "guides/mock.html",
  "figures.html",
  "reference/index.html",
  "reference/resource-transactions.html",
  "reference/errors.html",
  "reference/operation-createTransfer.html",
  "reference/event-transaction_paid.html",
  "packages/client.html",
  "pt/guides/client.html",
  "404.html",
];

test("every kind of page is there", () => {
  expect(pages).toEqual(
    expect.arrayContaining([...kinds, "guides/start.html", "decisions/interface.html"]),
  );
});

test("nothing but the pages is in the site, so search finds no template", () => {
  const listed = readPages(root).map(({ page }) => page.replace(/md$/, "html"));
  expect(pages.toSorted()).toEqual([...listed, "404.html"].sort());
});

test("links lead to pages and headings that there are", () => {
  const lost: string[] = [];
  for (const path of pages) {
    for (const [, href = ""] of read(path).matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const { pathname, hash } = new URL(href.replaceAll("&amp;", "&"), `http://docs/${path}`);
      const file = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
      const target = pages.find((page) => `/${page}` === decodeURI(file));
      if (target === undefined) lost.push(`${path}: ${href}`);
      else if (
        hash.length > 1 &&
        !read(target).includes(`id="${decodeURIComponent(hash.slice(1))}"`)
      ) {
        lost.push(`${path}: ${href}`);
      }
    }
  }
  expect(lost).toEqual([]);
});

/** A page of the site, open until the test ends, and what it complains of. */
async function open(
  { skip, onTestFinished }: TestContext,
  path: string,
  options: object = { viewport: { width: 1280, height: 800 } },
): Promise<[Page, string[]]> {
  const started = browser.get();
  if (typeof started === "string") return skip(started);
  const context = await (started as Browser).newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith("data:"))
      complaints.push(request.url());
  });
  await page.goto(`${url}/${path}`, { waitUntil: "networkidle" });
  return [page, complaints];
}

/** Tables, text and the code of calls that are wider than their place; other code and diagrams scroll by themselves. */
const findWide = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ["the page"] : []),
  ...[...document.querySelectorAll(".vp-doc table, .call-panel pre")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 8)
    .map(({ innerText, scrollWidth }) => scrollWidth + ": " + innerText.slice(0, 40)),
]`;

test.for(kinds)(
  "$0: nothing serious for axe in either theme, nothing from elsewhere, no complaint, fits 320 px and 1280",
  async (path, context) => {
    const [page, complaints] = await open(context, path, {
      bypassCSP: true,
      viewport: { width: 320, height: 700 },
    });
    expect(await page.evaluate(findWide)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await page.evaluate(findWide)).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

test("where there is no room for columns, a cell says which one it is of", async (context) => {
  const [page] = await open(context, "reference/errors.html", {
    viewport: { width: 320, height: 700 },
  });
  const row = page.getByRole("row", { name: "INSUFFICIENT_BALANCE" });
  await row.getByRole("cell", { name: "Basis documented" }).waitFor();
  expect(
    await row
      .locator("td")
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-label"))),
  ).toEqual(["Status", "Code", "Given when", "Retry", "Basis"]);
});

test("the tabs of a request are moved between by arrow keys", async (context) => {
  const [page] = await open(context, "reference/operation-createTransfer.html");
  await page.getByRole("tab", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("tabpanel").innerText()).toContain("pix.transfers.create(");
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("tabpanel").innerText()).toContain("urllib.request");
  await page.reload();
  await page.getByRole("tab", { name: "Python", selected: true }).waitFor();
});

test("a request is tried by the keyboard alone, and what came of it is said", async (context) => {
  const [page] = await open(context, "reference/operation-createCharge.html");
  await page.getByRole("tab", { name: "curl" }).focus();
  const press = async (until: string): Promise<void> => {
    for (let count = 0; count < 40; count++) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate<string>("document.activeElement.textContent")).startsWith(until))
        return;
    }
    throw new Error(`Tab does not lead to ${until}.`);
  };
  await press("Try it");
  await page.keyboard.press("Enter");
  await press("Send to the");
  // No other server runs with the preview.
  await page.keyboard.press("Enter");
  await page
    .getByRole("status")
    .getByText(/^No response from|^\d{3}/)
    .first()
    .waitFor();
});

/** Words that people look for, and the page that they mean. */
const wanted: Readonly<Record<string, string>> = {
  INSUFFICIENT_BALANCE: "/reference/errors.html",
  createCharge: "/reference/operation-createCharge.html",
  cobrança: "/reference/operation-createCharge.html",
  cobranca: "/reference/operation-createCharge.html",
  "qr code": "/reference/operation-createCharge.html",
  chave: "/reference/operation-createTransfer.html",
  transferencia: "/reference/operation-createTransfer.html",
  pagador: "/reference/event-transaction_paid.html",
  cancel: "/reference/event-transaction_canceled.html",
  refund: "/reference/event-transaction_refunded.html",
  estorno: "/reference/event-transaction_refunded.html",
  devolução: "/reference/event-transaction_refunded.html",
  limite: "/reference/limits.html",
  webhook: "/reference/resource-webhooks.html",
  sandbox: "/guides/sandbox.html",
};

test.for([
  ["nothing.html", "Search the documentation", ""],
  ["pt/", "Buscar na documentação", "/pt"],
] as const)(
  "a search from %s, by the keyboard alone, finds the page that is meant first",
  async (from, context) => {
    const [path, button, own] = from;
    const [page] = await open(context, path);
    await page.getByRole("button", { name: button }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".search-input").waitFor();
    const first = page.locator(".results a.result").first();
    for (const [words, expected] of Object.entries(wanted)) {
      await page.keyboard.press("Control+a");
      // At once: a pause while typing would show what the beginning of the words finds.
      await page.keyboard.insertText(words);
      const found = words === "sandbox" ? own + expected : expected;
      await expect
        .poll(() => first.getAttribute("href"), { message: words })
        .toMatch(new RegExp(`^${found}(#|$)`));
    }
    const hrefs = await page
      .locator(".results a.result")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(hrefs.some((href) => href?.startsWith("/pt/"))).toBe(own !== "");
    await page.keyboard.press("Enter");
    await page.waitForURL((found) => found.pathname === `${own}/guides/sandbox.html`);
  },
);

test("a Portuguese browser begins in Portuguese, and keeps English where that is chosen", async (context) => {
  const [page] = await open(context, "nothing.html", {
    locale: "pt-BR",
    viewport: { width: 1280, height: 800 },
  });
  await page.getByRole("heading", { name: "Esta página não existe" }).waitFor();
  await page.goto(`${url}/`);
  await page.waitForURL(`${url}/pt/`, { waitUntil: "networkidle" });
  const labels = await page
    .locator("[aria-label], [title], span.visually-hidden")
    .evaluateAll((elements) =>
      elements.map((element) => {
        const hidden = element.matches(".visually-hidden") ? element.textContent : "";
        return `${element.getAttribute("aria-label")} ${element.getAttribute("title")} ${hidden}`;
      }),
    );
  expect(labels.join("\n")).toContain("Navegação principal");
  expect(labels.join("\n")).not.toMatch(/navigation|Permalink|Copy Code|Pager/);
  await page.getByRole("button", { name: "Mudar de idioma" }).first().hover();
  await page.getByRole("banner").getByRole("link", { name: "English" }).first().click();
  await page.getByRole("heading", { level: 1 }).getByText("everything made from it").waitFor();
  await page.getByRole("navigation", { name: "Main Navigation" }).waitFor();
  await page.reload({ waitUntil: "networkidle" });
  expect(page.url()).toBe(`${url}/`);
});

test("every page has a description, an icon, a main landmark, and at most 250 kB of script", () => {
  for (const path of pages.filter((one) => one !== "404.html")) {
    const html = read(path);
    expect.soft(html, path).toMatch(/<meta name="description" content="[^"]{10,}">/);
    expect.soft(html, path).toMatch(/<link rel="icon" [^>]*href="\/icon\.svg">/);
    expect.soft(html.match(/<main\b/g), path).toHaveLength(1);
    expect
      .soft(html, path)
      .toContain(path.startsWith("pt/") ? '<html lang="pt-BR"' : '<html lang="en"');
    if (path.startsWith("pt/"))
      expect.soft(html, path).toMatch(/Editar esta página[\s\S]*(?:Próxima|Anterior)/);
    const edited =
      /<a [^>]*href="([^"]+)"[^>]*>(?:<[^>]*>)*(?:<!--[^>]*-->)?\s*(?:Edit this page|Editar esta)/.exec(
        html,
      )?.[1];
    expect.soft(edited ?? "", path).not.toMatch(/\/(docs\/reference|generated)\//);
    const scripts = [...html.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="\/([^"]+\.js)"/g)].map(
      ([, file = ""]) => file,
    );
    const bytes = [...new Set(scripts)].reduce(
      (sum, file) => sum + statSync(join(dist, file)).size,
      0,
    );
    expect.soft(bytes, path).toBeGreaterThan(100_000);
    expect.soft(bytes, path).toBeLessThan(250_000);
  }
});

test("requests are for the server that the reader has set, on every page", async (context) => {
  const [page] = await open(context, "");
  const visit = async (id: string) => {
    await page.goto(`${url}/reference/operation-${id}.html`, { waitUntil: "networkidle" });
    return page.getByRole("tabpanel").innerText();
  };
  expect(await visit("createTransfer")).toContain(
    "http://127.0.0.1:4020/api/auth \\\n  -u sandbox-key:sandbox-secret",
  );
  await page.getByText(/^For the sandbox at/).click();
  await page.getByLabel("Server").selectOption("another");
  await page.getByLabel("Address").fill("https://pix.example");
  await page.getByLabel("API key").fill("own-key'$(x)<b>");
  await page.getByLabel("Secret", { exact: true }).fill("own-secret");
  const text = await visit("createCharge");
  expect(text).toContain("https://pix.example/api/auth \\\n  -u own-keyxb:own-secret");
  expect(text).not.toMatch(/BASEURL|APIKEY|APISECRET/);
});
