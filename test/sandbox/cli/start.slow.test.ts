import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { makeFolder } from "../../support/folder.ts";
import {
  fromSource,
  type RunningCommand,
  type RunOptions,
  runCommand,
  startCommand,
} from "../support/command-line.ts";

const running = new Set<RunningCommand>();
afterEach(() => {
  for (const { child } of running) child.kill("SIGKILL");
  running.clear();
});
const folder = await makeFolder(afterAll);

/** Starts a sandbox on a free port; resolves with the command and where it listens. */
async function start(
  words: string[] = [],
  options?: RunOptions,
): Promise<RunningCommand & { url: string }> {
  const command = startCommand(["--port", "0", ...words], options);
  running.add(command);
  const [, url = ""] = await command.printed(/^PIX sandbox \S+: (\S+)$/m);
  await command.printed(/Ctrl-C stops the sandbox/);
  return { ...command, url };
}

async function issueToken(url: string, apiKey: string, apiSecret: string): Promise<Response> {
  return fetch(`${url}/api/auth`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}` },
  });
}

test("takes every option of the library", async () => {
  const { url, printed, stop } = await start([
    "--signature-header",
    "X-Provider-Signature",
    "--setting",
    "dailyLimit=700",
    "--setting",
    "transferSteps.queued=null",
    "--company-name",
    "Padaria",
    "--api-key",
    "own-key",
    "--api-secret",
    "own-secret",
    "--private-networks",
  ]);
  await printed(/PIX_API_KEY=own-key PIX_API_SECRET=own-secret\n/);
  expect((await issueToken(url, "own-key", "own-secret")).status).toBe(200);
  const read = async (path: string) =>
    (await fetch(`${url}/_sandbox/api${path}`)).json() as Promise<never>;
  expect(await read("/settings")).toMatchObject({
    dailyLimit: 700,
    transferSteps: { queued: null, processing: 1_000 },
  });
  expect(await read("/companies")).toMatchObject({ items: [{ name: "Padaria" }] });
  await stop();
});

describe("what it prints", () => {
  test("--write-env sets the variables of the client and keeps other lines", async () => {
    const file = join(folder, ".env");
    await writeFile(file, "OTHER=1\nPIX_API_KEY=old\n");
    const { url, stop } = await start(["--write-env", file]);
    const expected = `OTHER=1\nPIX_BASE_URL=${url}\nPIX_API_KEY=sandbox-key\nPIX_API_SECRET=sandbox-secret\n`;
    expect(await readFile(file, "utf8")).toBe(expected);
    await stop();
    const { code, stderr } = await runCommand([
      "--port",
      "0",
      "--write-env",
      join(folder, "missing/.env"),
    ]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("missing/.env cannot be written: its folder does not exist."),
    });
  });

  test("says where it is, where the state is, and credentials that work", async () => {
    const { url, printed, stop } = await start();
    await printed(/state +in memory/);
    const [, consoleUrl = ""] = await printed(/console +(\S+)$/m);
    expect((await fetch(consoleUrl)).headers.get("content-type")).toContain("text/html");
    const [, baseUrl = "", key = "", secret = ""] = await printed(
      /PIX_BASE_URL=(.*) PIX_API_KEY=(.*) PIX_API_SECRET=(.*)\n/,
    );
    expect(baseUrl).toBe(url);
    expect((await issueToken(baseUrl, key, secret)).status).toBe(200);
    expect(await stop()).toMatchObject({ code: 0, stderr: "" });
  });

  test("has commands that work when they are pasted", async () => {
    // In the folder of the project, where npm knows the command.
    const { url, printed, ended, child } = await start([], { cwd: process.cwd() });
    const [, pasted = ""] = await printed(/another terminal:\n\n(.* charge\n.* pay)\n.* listen /);
    const { stdout, stderr } = await promisify(execFile)("sh", ["-e", "-c", pasted]);
    expect(stderr).toBe(`Sandbox: ${url}\n`.repeat(2));
    expect(stdout).toMatch(/status +paid/);
    child.kill();
    await ended;
  });

  test("is a line of JSON with --json, and has colours where it is a terminal or they are forced", async () => {
    const command = startCommand(["start", "--port", "0", "--json"]);
    running.add(command);
    const [line] = await command.printed(/.*\n/);
    expect(JSON.parse(line)).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      apiKey: "sandbox-key",
    });
    for (const [env, hasColours] of [
      [{}, false],
      [{ FORCE_COLOR: "1" }, true],
    ] as const) {
      const command = startCommand(["--port", "0"], { env });
      running.add(command);
      await command.printed(/Ctrl-C/);
      expect((await command.stop()).stdout.includes("\u001b[")).toBe(hasColours);
    }
  });
});

describe("what keeps it from starting", () => {
  test("a port that is in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const ended = await runCommand(["start", "--port", `${port}`]);
    taken.close();
    const sentence = `Port ${port} is in use: stop what listens there or choose another with --port.\n`;
    expect(ended).toEqual({ code: 1, stdout: "", stderr: sentence });
  });

  test("a folder that is in use", async () => {
    const data = join(folder, "used");
    const first = await start(["--data", data]);
    const { code, stdout, stderr } = await runCommand(["--port", "0", "--data", data]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^The folder .*used is in use by another sandbox\..*\n$/);
    await first.stop();
  });

  test.for<
    [what: string, words: string[], env: Record<string, string>, code: number, sentence: RegExp]
  >([
    [
      "an address of another machine",
      ["--host", "192.0.2.1"],
      {},
      1,
      /^This machine does not have the address 192\.0\.2\.1: choose another with --host\.\n$/,
    ],
    [
      "a database that cannot be reached, without its password",
      [],
      { DATABASE_URL: "postgres://someone:hidden@127.0.0.1:9/none" },
      1,
      /^The database at postgres:\/\/someone@127\.0\.0\.1:9\/none cannot be used: .*\n$/,
    ],
    [
      "a database of another kind",
      [],
      { DATABASE_URL: "mysql://127.0.0.1/shop" },
      2,
      /^DATABASE_URL is not a PostgreSQL URL .*--memory\. See .* --help\.\n$/,
    ],
    [
      "a key that is too short",
      [],
      { PIX_SANDBOX_KEY: "c2hvcnQ=" },
      1,
      /^The key has to be at least 32 bytes in Base64; it has 5\.\n$/,
    ],
  ])("%s", async ([, words, env, code, sentence]) => {
    const ended = await runCommand(["--port", "0", ...words], { env });
    expect(ended).toEqual({ code, stdout: "", stderr: expect.stringMatching(sentence) });
  });
});

describe("where the state is", () => {
  test("--data keeps it in the folder, and goes before DATABASE_URL", async () => {
    const env = { DATABASE_URL: "postgres://127.0.0.1:9/none" };
    const data = join(folder, "kept");
    const first = await start(["--data", data], { env });
    await first.printed(/state +in the folder .*kept\n/);
    const [, secret = ""] = await first.printed(/PIX_API_SECRET=(.*)\n/);
    const { token } = (await (await issueToken(first.url, "sandbox-key", secret)).json()) as {
      token: string;
    };
    await first.stop();
    expect(await readdir(data)).toEqual(expect.arrayContaining(["sandbox.db", "sandbox.lock"]));
    const second = await start(["--data", data]);
    // The key that tokens are signed with is part of what is kept.
    const answer = await fetch(`${second.url}/api/v1/webhook`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    await second.stop();
  });

  test("--memory goes before DATABASE_URL too", async () => {
    const { printed, stop } = await start(["--memory"], {
      env: { DATABASE_URL: "postgres://127.0.0.1:9/none" },
    });
    await printed(/state +in memory/);
    await stop();
  });
});

describe("where others can reach it", () => {
  test("the console's data is off, and the well-known secret opens nothing", async () => {
    const { url, printed, stop } = await start(["--host", "0.0.0.0"]);
    await printed(/console +off/);
    const [, secret = ""] = await printed(/PIX_API_SECRET=(sk_sandbox_.*)\n/);
    expect((await issueToken(url, "sandbox-key", "sandbox-secret")).status).toBe(401);
    expect((await issueToken(url, "sandbox-key", secret)).status).toBe(200);
    expect((await fetch(`${url}/_sandbox/api/state`)).status).toBe(403);
    await stop();
  });

  test("the control plane asks for the token", async () => {
    const env = { PIX_SANDBOX_CONTROL_TOKEN: "a-token-of-the-test" };
    const { url, stop } = await start(["--host", "0.0.0.0"], { env });
    expect((await fetch(`${url}/_sandbox/api/state`)).status).toBe(401);
    const refused = await runCommand(["clock", "--url", url]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("--control-token or PIX_SANDBOX_CONTROL_TOKEN");
    const { code, stdout } = await runCommand([
      "clock",
      "--url",
      url,
      "--control-token",
      "a-token-of-the-test",
    ]);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/frozen +false/),
    });
    await stop();
  });

  test("a state that was used on this machine alone gets another secret, and keeps it", async () => {
    const data = join(folder, "exposed");
    const local = await start(["--data", data]);
    await local.printed(/PIX_API_SECRET=sandbox-secret\n/);
    await local.stop();
    const exposed = await start(["--data", data, "--host", "0.0.0.0"]);
    const [, secret = ""] = await exposed.printed(/PIX_API_SECRET=(sk_sandbox_.*)\n/);
    expect((await issueToken(exposed.url, "sandbox-key", "sandbox-secret")).status).toBe(401);
    await exposed.stop();
    const again = await start(["--data", data]);
    await again.printed(new RegExp(`PIX_API_SECRET=${secret}\n`));
    expect((await issueToken(again.url, "sandbox-key", secret)).status).toBe(200);
    await again.stop();
  });
});

test("--strict takes https: URLs alone, and --public-url stands in the codes of charges", async () => {
  const { url, stop } = await start(["--strict", "--public-url", "http://pix.localhost:9999/"]);
  const refused = await runCommand([
    "charge",
    "--url",
    url,
    "--postback-url",
    "http://127.0.0.1:3000/",
  ]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("--postback-url");
  const receiver = ["--postback-url", "https://shop.example.com/"];
  const { stdout } = await runCommand(["charge", "--url", url, "--json", ...receiver]);
  expect(JSON.parse(stdout)).toMatchObject({
    pix: { emv: expect.stringContaining("pix.localhost:9999/qr/") },
  });
  await stop();
});

test("a line of the log is one line of JSON without anything hidden", async () => {
  const text = "\u001b[31m\r\n\u0085\u2028\u202e\ufeff\u009b2J\u007f";
  const library = join(import.meta.dirname, "../../../packages/sandbox/src/index.ts");
  const code = `import { createSandbox } from ${JSON.stringify(library)};
    const sandbox = await createSandbox({ logLevel: "info" });
    const text = ${JSON.stringify(text)};
    sandbox.app.log.warn({ [text]: text, err: new Error(text) }, text);
    await sandbox.close();`;
  const [flag = "", source = ""] = fromSource;
  const { stderr } = await runCommand(["--input-type=module", "-e", code], {
    program: [process.execPath, flag, source],
  });
  expect(stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  const [line = "", ...others] = stderr.trimEnd().split("\n");
  expect(others).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ msg: text, [text]: text, err: { message: text } });
});

describe("how it ends", () => {
  test("it does not outlive the npm that runs it", async () => {
    const { url, child } = await start([], {
      env: { npm_lifecycle_event: "start" },
      // As npm does: by a shell, which is killed without a word to what it runs.
      program: ["sh", "-c", '"$0" "$@"; true', process.execPath, ...fromSource],
    });
    child.kill("SIGKILL");
    const isAnswering = (): Promise<boolean> => fetch(url).then(Boolean, () => false);
    await expect.poll(isAnswering).toBe(false);
  });

  test.for(["SIGINT", "SIGTERM"] as const)(
    "%s ends it with exit code 0, with connections open",
    async (signal) => {
      const { url, stop } = await start();
      const stream = await fetch(`${url}/_sandbox/api/stream`);
      expect(stream.status).toBe(200);
      expect(await stop(signal)).toMatchObject({ code: 0, stderr: "" });
      await stream.body?.cancel().catch(() => {});
    },
  );

  test("the second signal ends it at once", async () => {
    const { url, child, ended } = await start();
    const basic = { authorization: `Basic ${btoa("sandbox-key:sandbox-secret")}` };
    const issued = await fetch(`${url}/api/auth`, { method: "POST", headers: basic });
    const { token } = (await issued.json()) as { token: string };
    // A request that is let in and never comes to its end holds it up.
    const pending = fetch(`${url}/api/v1/pix/in/qrcode`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
      }),
      duplex: "half",
    } as RequestInit);
    const broken = pending.catch(() => {});
    await fetch(`${url}/api/auth`, { method: "POST" });
    child.kill("SIGTERM");
    // Until the first one has been taken notice of: the port is closed then.
    while (await fetch(`${url}/api/auth`, { method: "POST" }).then(Boolean, () => false));
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 130 });
    await broken;
  });

  test("a reader of its output that goes away does not end it", async () => {
    const { url, child, stop } = await start(["--log", "info"]);
    child.stdout?.destroy();
    for (let count = 0; count < 3; count++)
      expect((await fetch(`${url}/api/auth`, { method: "POST" })).status).toBe(401);
    await stop();
  });
});
