// Which sandbox a command calls, and what it says of one that is not there.
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressFile } from "../../../packages/sandbox/src/cli/address.ts";
import { makeFolder } from "../../support/folder.ts";
import { runCommand, type SandboxProcess, startSandboxProcess } from "../support/command-line.ts";

const folder = await makeFolder(afterAll);
const elsewhere = await makeFolder(afterAll);
/** Started in the folder, and in another one. */
let own: SandboxProcess;
let other: SandboxProcess;
beforeAll(async () => {
  own = await startSandboxProcess([], { cwd: folder });
  other = await startSandboxProcess([], { cwd: elsewhere });
});
afterAll(() => Promise.all([own.stop(), other.stop()]));

/** A port at which nothing listens. */
const nowhere = "http://127.0.0.1:9";
const file = join(folder, addressFile);

test.for<[string, { flag?: boolean; variable?: string }, "own" | "other"]>([
  ["the sandbox of the folder is called without being named", {}, "own"],
  ["an empty PIX_BASE_URL is none", { variable: "" }, "own"],
  ["PIX_BASE_URL comes before the folder's", { variable: "other" }, "other"],
  ["--url comes before PIX_BASE_URL", { flag: true, variable: nowhere }, "other"],
])("%s, and its address is printed first", async ([, { flag, variable }, expected]) => {
  const words = ["charge", "--no-qr", ...(flag ? ["--url", other.url] : [])];
  const value = variable === "other" ? `${other.url}/` : variable;
  const env = value === undefined ? {} : { PIX_BASE_URL: value };
  const { url } = { own, other }[expected];
  const people = await runCommand(words, { cwd: folder, env });
  expect(people).toMatchObject({ code: 0, stderr: `Sandbox: ${url}\n` });
  const [, id = ""] = /\b(txn_\w+)/.exec(people.stdout) ?? [];
  expect((await fetch(`${url}/_sandbox/api/charges/${id}`)).status).toBe(200);
  const program = await runCommand([...words, "--json"], { cwd: folder, env });
  expect(program).toMatchObject({ code: 0, stderr: `${JSON.stringify({ sandbox: url })}\n` });
  expect(JSON.parse(program.stdout)).toMatchObject({ status: "pending" });
});

test("a command that only reads prints no address", async () => {
  for (const words of [["list"], ["clock"], ["list", "--json"]])
    expect(await runCommand(words, { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
});

describe("what is no sandbox", () => {
  const answers: Record<string, [status: number, type: string, body: string]> = {
    "a page": [200, "text/html", "<p>Hello"],
    "JSON of another service": [200, "application/json", `{"items":[]}`],
    "the error of a service": [
      404,
      "application/json",
      `{"error":{"code":"NOT_FOUND","message":"x"}}`,
    ],
    "an empty error": [502, "text/plain", ""],
  };
  const server = createServer((request, response) => {
    const [status, type, body] = answers[decodeURIComponent(request.url?.split("/")[1] ?? "")] ?? [
      500,
      "",
      "",
    ];
    response.writeHead(status, { "content-type": type }).end(body);
  });
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => void server.close());

  test.for(Object.entries(answers))("%s", async ([path, [status]]) => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/${encodeURIComponent(path)}`;
    const { code, stdout, stderr } = await runCommand(["list"], { env: { PIX_BASE_URL: url } });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      `${url} (PIX_BASE_URL) answers HTTP ${status} and is not a sandbox of this version.\n`,
    );
  });

  test("nothing answers", async () => {
    const env = { PIX_BASE_URL: nowhere };
    expect(await runCommand(["reset", "--yes"], { env, cwd: folder })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`No sandbox answers at ${nowhere} (PIX_BASE_URL).`),
    });
  });

  test.for(["4020", "ftp://x", "http://", "http://user:pass@127.0.0.1", `${nowhere}/?a=1`])(
    "%s is no address",
    async (PIX_BASE_URL) => {
      const { code, stderr } = await runCommand(["reset", "--yes"], { env: { PIX_BASE_URL } });
      expect(code).toBe(2);
      expect(stderr).toContain(`PIX_BASE_URL cannot be '${PIX_BASE_URL}'. It takes a URL like `);
    },
  );
});

describe("the file", () => {
  test("is kept by the first sandbox of a folder", async () => {
    const second = await startSandboxProcess([], { cwd: folder });
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ url: own.url, pid: own.child.pid });
    await second.stop();
    expect(existsSync(file)).toBe(true);
  });

  test("is gone when the sandbox ends; one that was killed leaves it, which is noticed", async () => {
    const place = await makeFolder();
    const ended = await startSandboxProcess([], { cwd: place });
    await ended.stop("SIGINT");
    expect(existsSync(join(place, addressFile))).toBe(false);
    const killed = await startSandboxProcess([], { cwd: place });
    await killed.stop("SIGKILL");
    const refused = await runCommand(["reset", "--yes"], { cwd: place });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(
      `The sandbox of this folder, ${killed.url}, has ended and left ${addressFile} behind.`,
    );
    const next = await startSandboxProcess([], { cwd: place });
    expect(await runCommand(["reset", "--yes"], { cwd: place })).toMatchObject({
      code: 0,
      stderr: `Sandbox: ${next.url}\n`,
    });
    await next.stop();
  });

  test.for(["", "{", "[]", `{"url":"here","pid":1}`, `{"url":"${nowhere}","pid":"x"}`])(
    "%j says nothing",
    async (text) => {
      const place = await makeFolder();
      await writeFile(join(place, addressFile), text);
      expect((await runCommand(["list"], { cwd: place })).stderr).toBe(
        `${addressFile} has no address of a sandbox: remove it, or set PIX_BASE_URL.\n`,
      );
    },
  );
});
