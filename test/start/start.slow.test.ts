// `npm start`, as the README prints it: what it says is there is there, and nothing of it outlives it.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Running, start } from "../docs/support/programs.ts";
import { useBrowser } from "../support/browser.ts";

const root = join(import.meta.dirname, "../..");
const anyPorts = ["--mock-port", "0", "--sandbox-port", "0", "--docs-port", "0"];
/** Milliseconds for starting, checking and building the documentation on a machine with other work. */
const timeLimit = 300_000;

const browser = useBrowser();

/** Starts it as in CI, where some programs colour their output without a terminal. */
const npmStart = (...flags: string[]): Running =>
  start({
    command: ["npm", "start", "--", ...flags],
    cwd: root,
    env: { ...process.env, CI: "true" },
  });

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** The process that npm runs. */
async function startOf(npm: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,ppid=,args="]);
  const rows = stdout.split("\n").map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []);
  const isBelow = (pid: number): boolean => {
    const parent = Number(rows.find(([, own]) => Number(own) === pid)?.[2] ?? 0);
    return parent === npm || (parent > 1 && isBelow(parent));
  };
  const found = rows
    .filter(([, pid, , args = ""]) => args.includes("scripts/start.ts") && isBelow(Number(pid)))
    .at(-1);
  return Number(found?.[1]);
}

describe("everything starts", { timeout: 2 * timeLimit }, () => {
  let run: Running;
  let urls: string[] = [];
  beforeAll(async () => {
    run = npmStart(...anyPorts);
    await run.until(/Ctrl-C stops everything/);
    await run.until(/The pages are built/);
    await run.until(/^check +Generated code agrees with the spec, no lint findings/m);
    urls = [...run.output().matchAll(/^ {2}(?:sandbox|mock|documentation) +(\S+)/gm)].map(
      ([, url = ""]) => url,
    );
  }, 2 * timeLimit);
  afterAll(() => run.stop());

  test("console, sandbox, mock and documentation are there", async () => {
    const [, console = ""] = await run.until(/console +(\S+)/);
    expect(urls).toHaveLength(3);
    for (const url of [console, urls[1] ?? "", urls[2] ?? ""]) {
      const page = await fetch(url, { headers: { accept: "text/html" } });
      expect([url, page.status, page.headers.get("content-type")?.split(";")[0]]).toEqual([
        url,
        200,
        "text/html",
      ]);
    }
    const landing = await (await fetch(urls[1] ?? "", { headers: { accept: "text/html" } })).text();
    expect(landing).toContain(`href="${console}"`);
    expect(landing).toContain(`href="${urls[2]}"`);
  });

  test("an unknown page of the documentation is its own 404 page", async () => {
    // The first page comes when the documentation is built.
    await expect.poll(async () => (await fetch(`${urls[2]}/`)).status).toBe(200);
    const response = await fetch(`${urls[2]}/reference/nowhere`);
    expect(response.status).toBe(404);
    const text = await response.text();
    expect(text).toContain("<title>404");
    expect(text).not.toContain("NotFoundError");
  });

  test("a page of the documentation reaches the servers from its own origin", async () => {
    const response = await fetch(`${urls[2]}/try/sandbox/api/v1/webhook`);
    expect([response.status, response.headers.get("content-type")?.split(";")[0]]).toEqual([
      401,
      "application/json",
    ]);
    expect((await fetch(`${urls[2]}/try/mock/api/v1/webhook`)).status).toBe(401);
  });

  test("a reader sends a request from the reference, and sees in the console what it made", async ({
    skip,
  }) => {
    const started = browser.get();
    if (typeof started === "string") return skip(started);
    const page = await started.newPage();
    await page.goto(`${urls[2]}/reference/operation-createTransfer.html`);
    await page.getByText("Try it", { exact: true }).click();
    await page.getByRole("button", { name: "Send to the sandbox" }).click();
    const shown = page.getByRole("link", { name: "Show it in the console" });
    await shown.waitFor();
    const id = /\/transfers\/(\w+)$/.exec((await shown.getAttribute("href")) ?? "")?.[1] ?? "";
    await shown.click();
    await page.getByText(id).first().waitFor();
    await page.close();
  });

  test("the commands work as they are printed, and requests say where they came", async () => {
    const [, charge = ""] = await run.until(
      /^ {2}a charge.*? {2,}((?:PIX_BASE_URL=\S+ )?npm .*)$/m,
    );
    const [, pay = ""] = await run.until(/^ {2}its payment {2,}((?:PIX_BASE_URL=\S+ )?npm .*)$/m);
    const [, error = ""] = await run.until(/^ {2}any error.*? {2,}(curl .*)$/m);
    const sh = (command: string) => promisify(execFile)("sh", ["-c", command], { cwd: root });
    const [id = ""] = /\btxn_\w+/.exec((await sh(charge)).stdout) ?? [];
    expect(id).not.toBe("");
    expect((await sh(pay)).stdout).toMatch(new RegExp(`${id}[\\s\\S]*paid`));
    expect((await sh(error)).stdout).toContain("429");
    await run.until(/^mock +GET .* 429/m);
    await run.until(/^sandbox +GET \/api\/v1\/webhook → 401/m);
  });

  test.for(["README.md", "docs/guides/start.md"])("%s prints the same commands", (page) => {
    const printed = run
      .output()
      .replaceAll(/PIX_BASE_URL=\S+ /g, "")
      .replaceAll(urls[1] ?? "", "http://127.0.0.1:4010");
    const text = readFileSync(join(root, page), "utf8");
    const commands = [...text.matchAll(/^(?:npm run -s sandbox|curl) .*$/gm)].map(
      ([command]) => command,
    );
    expect(commands).toHaveLength(3);
    for (const command of commands) expect(printed).toContain(command);
  });

  test("a SIGKILL leaves nothing behind", async () => {
    const pid = await startOf(run.child.pid);
    process.kill(pid, "SIGKILL");
    for (const url of urls) await expect.poll(() => answers(url)).toBe(false);
  });
});

test("a port in use is reported first", { timeout: timeLimit }, async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const run = npmStart("--sandbox-port", String(port));
  const code = await run.ended;
  taken.close();
  expect([code, run.output()]).toEqual([
    1,
    expect.stringContaining(`Port ${port} is in use: stop what listens there`),
  ]);
  expect(run.output()).not.toContain("served");
});

test("the README starts it this way", () => {
  expect(readFileSync(join(root, "README.md"), "utf8")).toContain("npm ci && npm start");
});
