import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { token } from "./mock.ts";

const command = join(import.meta.dirname, "../../generated/mock/src/cli.ts");

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

function spawnCli(args: string[], nodeArgs: string[] = []) {
  const child = spawn(process.execPath, [...nodeArgs, command, ...args], { stdio: "pipe" });
  running.add(child);
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.stderr += chunk;
  });
  const ended = once(child, "close").then(([code]) => {
    running.delete(child);
    return { code: code as number | null, ...output };
  });
  /** Waits for a text on standard output. */
  const printed = async (pattern: RegExp): Promise<RegExpMatchArray> => {
    for (;;) {
      const match = output.stdout.match(pattern);
      if (match) return match;
      if (child.exitCode !== null) throw new Error(`It ended without printing ${pattern}: ${output.stderr}`);
      await once(child.stdout, "data");
    }
  };
  return { child, ended, printed };
}

test("--help lists every option, and how to select a response", async () => {
  const { code, stdout, stderr } = await spawnCli(["--help"]).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const word of ["--port", "--host", "--quiet", "--help", "Prefer: code="]) expect(stdout).toContain(word);
});

test.for<[string[], string]>([
  [["--prot", "1"], "--prot"],
  [["4010"], "too many arguments"],
  [["--port"], "--port"],
  [["--port", "http"], "'http'"],
  [["--port", "65536"], "'65536'"],
  [["--port", "-1"], "--port"],
  [["--port", "1.5"], "'1.5'"],
  [["--port="], "--port"],
  [["--host="], "--host"],
])("%j is refused by name, with the usage", async ([args, named]) => {
  const { code, stdout, stderr } = await spawnCli(args).ended;
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr.split("\n")[0]).toContain(named);
  expect(stderr).toContain("--port <N>");
  expect(stderr).not.toMatch(/^ +at /m);
});

test("an address of another machine is named in one sentence", async () => {
  const { code, stderr } = await spawnCli(["--port", "0", "--host", "192.0.2.1"]).ended;
  expect(code).toBe(1);
  expect(stderr).toBe("This machine does not have the address 192.0.2.1: choose another with --host.\n");
});

describe("running", () => {
  test("prints its address, a header to try, and each request in a line", async () => {
    const { child, ended, printed } = spawnCli(["--port", "0"]);
    const [, url] = await printed(/(http:\/\/127\.0\.0\.1:\d+)\n/);
    const [, prefer = ""] = await printed(/Prefer: (code=\d+)\./);
    const response = await fetch(`${url}/api/v1/webhook`, { headers: { ...token, prefer } });
    expect(response.status).toBe(429);
    await printed(/\nGET \/api\/v1\/webhook → 429 rate-limit-exceeded\n/);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  });

  test("--quiet prints the address alone", async () => {
    const { child, ended, printed } = spawnCli(["--port", "0", "--quiet"]);
    const [, url] = await printed(/(http:.+)\n/);
    expect((await fetch(`${url}/api/auth`)).status).toBe(405);
    child.kill("SIGTERM");
    expect(await ended).toEqual({ code: 0, stdout: `${url}\n`, stderr: "" });
  });

  test.for(["SIGINT", "SIGTERM"] as const)("%s ends it at once, with a connection open", async (signal) => {
    const { child, ended, printed } = spawnCli(["--port", "0"]);
    const [, url] = await printed(/(http:.+)\n/);
    const pending = fetch(`${url}/api/v1/webhook`, { method: "POST", body: new ReadableStream(), duplex: "half" });
    const broken = expect(pending).rejects.toThrow();
    await (await fetch(`${url}/nothing`)).text();
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
    await broken;
  });

  test("a reader that goes away does not end it", async () => {
    const { child, printed } = spawnCli(["--port", "0"]);
    const [, url] = await printed(/(http:.+)\n/);
    child.stdout.destroy();
    for (let count = 0; count < 3; count++) expect((await fetch(`${url}/nothing`)).status).toBe(404);
  });
});
