import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type RunningCommand, startCommand } from "../sandbox/support/command-line.ts";
import { token } from "./mock.ts";

const command = join(import.meta.dirname, "../../generated/mock/src/cli.ts");

const running = new Set<RunningCommand>();
afterEach(() => {
  for (const { child } of running) child.kill("SIGKILL");
  running.clear();
});

function startCli(args: string[]): RunningCommand {
  const started = startCommand(args, { program: [process.execPath, command] });
  running.add(started);
  return started;
}

test("--help lists every option, and how to select a response", async () => {
  const { code, stdout, stderr } = await startCli(["--help"]).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const word of [
    "--port",
    "--host",
    "--quiet",
    "--help",
    "Prefer: code=",
    "seed=",
    "up to 60000",
  ])
    expect(stdout).toContain(word);
});

test.for<[string[], RegExp]>([
  [
    ["--help"],
    /^Uso: .*\n\nInicia o mock do contrato\.\n[\s\S]*O cabeçalho Prefer de uma requisição escolhe/,
  ],
  [
    ["--port", "http"],
    /^--port não pode ser 'http'\. É preciso um número inteiro de 0 a 65535\. Veja .* --help\.\n$/,
  ],
  [["--port", "0", "--host", "192.0.2.1"], /^192\.0\.2\.1 não é desta máquina: /],
])("%j in Portuguese", async ([args, text]) => {
  const { stdout, stderr } = await startCli([...args, "--lang", "pt"]).ended;
  expect(stdout || stderr).toMatch(text);
  expect(stdout + stderr).not.toMatch(/\b(?:the|is|of|It|takes)\b/);
});

test.for<[string[], string]>([
  [["--prot", "1"], "--prot"],
  [["4010"], "Too many arguments"],
  [["--port"], "--port"],
  [["--port", "http"], "'http'"],
  [["--port", "65536"], "'65536'"],
  [["--port", "-1"], "--port"],
  [["--port", "1.5"], "'1.5'"],
  [["--port="], "--port"],
  [["--host="], "--host"],
])("%j is refused by name, in one line that says where help is", async ([args, named]) => {
  const { code, stdout, stderr } = await startCli(args).ended;
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(named);
  expect(stderr).toMatch(/^.+ See .+ --help\.\n$/);
});

test("an address of another machine is named in one sentence", async () => {
  const { code, stderr } = await startCli(["--port", "0", "--host", "192.0.2.1"]).ended;
  expect(code).toBe(1);
  expect(stderr).toBe(
    "This machine does not have the address 192.0.2.1: choose another with --host.\n",
  );
});

describe("running", () => {
  test("prints its address, a header to try, and each request in a line", async () => {
    const { child, ended, printed } = startCli(["--port", "0", "--lang", "pt"]);
    const [, url] = await printed(/(http:\/\/127\.0\.0\.1:\d+)\n/);
    const [, prefer = ""] = await printed(/Prefer: (code=\d+)\./);
    const response = await fetch(`${url}/api/v1/webhook`, { headers: { ...token, prefer } });
    expect(response.status).toBe(429);
    await printed(/\nGET \/api\/v1\/webhook → 429 rate-limit-exceeded\n/);
    await fetch(`${url}/api/v1/webhook`, { headers: { ...token, prefer: "code=499" } });
    await printed(/\nGET \/api\/v1\/webhook → 400 listWebhooks não tem resposta com code=499\.\n/);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  });

  test("--quiet prints the address alone", async () => {
    const { child, ended, printed } = startCli(["--port", "0", "--quiet"]);
    const [, url] = await printed(/(http:.+)\n/);
    expect((await fetch(`${url}/api/auth`)).status).toBe(405);
    child.kill("SIGTERM");
    expect(await ended).toEqual({ code: 0, stdout: `${url}\n`, stderr: "" });
  });

  test.for(["SIGINT", "SIGTERM"] as const)(
    "%s ends it at once, with a connection open",
    async (signal) => {
      const { child, ended, printed } = startCli(["--port", "0"]);
      const [, url] = await printed(/(http:.+)\n/);
      const pending = fetch(`${url}/api/v1/webhook`, {
        method: "POST",
        body: new ReadableStream(),
        duplex: "half",
      });
      const broken = expect(pending).rejects.toThrow();
      await (await fetch(`${url}/nothing`)).text();
      child.kill(signal);
      expect(await ended).toMatchObject({ code: 0, stderr: "" });
      await broken;
    },
  );

  test("a reader that goes away does not end it", async () => {
    const { child, printed } = startCli(["--port", "0"]);
    const [, url] = await printed(/(http:.+)\n/);
    child.stdout?.destroy();
    for (let count = 0; count < 3; count++)
      expect((await fetch(`${url}/nothing`)).status).toBe(404);
  });
});
