// The spec as an ordinary TypeSpec project: TypeSpec's own command, and the server that editors talk to.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../packages/support/run.ts";

const home = join(import.meta.dirname, "../..");
const compiler = join(home, "node_modules/@typespec/compiler/cmd");
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tsp-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs `tsp compile spec` as anybody would, into a folder of the test's own. */
function compile(...flags: string[]): Promise<string> {
  return run(process.execPath, [join(compiler, "tsp.js"), "compile", "spec", "--output-dir", folder, ...flags], home);
}

describe("tsp compile spec", () => {
  test("writes the very document that npm run generate writes, and nothing else", async () => {
    await compile();
    expect(await readdir(folder)).toEqual(["openapi.yaml"]);
    const committed = await readFile(join(home, "generated/openapi/openapi.yaml"), "utf8");
    expect(await readFile(join(folder, "openapi.yaml"), "utf8")).toBe(committed);
  }, 60_000);

  test("warns of what TypeSpec's own emitter of OpenAPI leaves out", async () => {
    const said = await compile("--emit", "@typespec/openapi3");
    expect(said).toMatch(/behaviour\/openapi3-alone: .* webhooks and callbacks of 8 notifications and .* errors/);
    const [file = ""] = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".yaml"));
    expect(await readFile(join(folder, file), "utf8")).not.toMatch(/^ {2}\/notifications/m);
  }, 60_000);

  test("writes nothing where it is told so, or where the spec has no document", async () => {
    await compile("--no-emit");
    const entry = "test/generator/library/shared.tsp";
    const flags = ["--emit", "../../../packages/generator/src/emitter.ts", "--output-dir", folder];
    const wrong = run(process.execPath, [join(compiler, "tsp.js"), "compile", entry, ...flags], home);
    await expect(wrong).rejects.toThrow(
      /error no-document: The spec has to declare exactly one @service; it declares 0/,
    );
    expect(await readdir(folder)).toEqual([]);
  }, 60_000);
});

describe("an editor", () => {
  test("shows what the decorators of the contract say of a spec that is being written", async () => {
    const file = join(home, "spec/transactions.tsp");
    const text = (await readFile(file, "utf8")).replace("limit: 100, window: 60", "limit: 0, window: 60");
    const diagnostics = await diagnose(file, text);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringContaining("is not assignable to parameter of type 'Behaviour.RateLimitOptions'"),
        range: expect.objectContaining({
          start: expect.objectContaining({ line: text.split("\n").findIndex((line) => line.includes("limit: 0")) }),
        }),
      }),
    ]);
  }, 60_000);
});

interface Message {
  id?: number;
  method?: string;
  result?: unknown;
  params?: { uri: string; diagnostics: object[] };
}

/** Opens a text in the language server, as an editor does, and gives what the server says of it. */
async function diagnose(file: string, text: string): Promise<object[]> {
  const server = spawn(process.execPath, [join(compiler, "tsp-server.js"), "--stdio"], {
    cwd: home,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const uri = pathToFileURL(file).href;
  const rootUri = pathToFileURL(home).href;
  try {
    return await new Promise((resolve, reject) => {
      server.once("error", reject);
      server.once("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
      readMessages(server.stdout, ({ id, method, result, params }) => {
        if (id === 1 && result) {
          send({ method: "initialized", params: {} });
          send({
            method: "textDocument/didOpen",
            params: { textDocument: { uri, languageId: "typespec", version: 1, text } },
          });
        } else if (method === "textDocument/publishDiagnostics" && params?.uri === uri) resolve(params.diagnostics);
        else if (id !== undefined && method) send({ id, result: null });
      });
      const workspaceFolders = [{ uri: rootUri, name: "contract" }];
      const params = { processId: process.pid, rootUri, capabilities: {}, workspaceFolders };
      send({ id: 1, method: "initialize", params });
    });
  } finally {
    server.kill();
  }
}

/** Reads messages of the language server protocol: a header with the length, an empty line, JSON. */
function readMessages(stream: NodeJS.ReadableStream, take: (message: Message) => void): void {
  let rest = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf("\r\n\r\n"); end >= 0; end = rest.indexOf("\r\n\r\n")) {
      const length = Number(/Content-Length: (\d+)/.exec(rest.subarray(0, end).toString())?.[1]);
      if (rest.length < end + 4 + length) return;
      take(JSON.parse(rest.subarray(end + 4, end + 4 + length).toString()) as Message);
      rest = rest.subarray(end + 4 + length);
    }
  });
}
