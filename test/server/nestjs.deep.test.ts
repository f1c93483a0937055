// The guide's program for NestJS, run with NestJS itself.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installFolder } from "../support/shared.ts";
import { bodyOf } from "./support/call.ts";

const root = join(import.meta.dirname, "../..");
const nest = join(root, "test/nestjs");
let folder: string;
let program: ChildProcess;
let url: string;

/** A module with a route of its own; decorators are called, for Node runs none. */
const module = `import { Controller, Get, Module } from "@nestjs/common";
class Own {
  tell() {
    return "own";
  }
}
Get("own")(Own.prototype, "tell", Object.getOwnPropertyDescriptor(Own.prototype, "tell"));
Controller()(Own);
export class AppModule {}
Module({ controllers: [Own] })(AppModule);
`;

const options = `const caller = { caller: "Loja", callerId: "1" };
export const options = {
  authenticators: { ApiCredentials: () => null, AccessToken: (token) => (token === "a.b.c" ? caller : null) },
  handlers: {
    createTransfer: ({ body: { amount, pixKey }, reply }) =>
      reply.ok({ id: "trf_1", status: "queued", amount, netAmount: amount, fees: 0, pixKey }),
  },
  partial: true,
  logger: false,
};
`;

beforeAll(async () => {
  await installFolder(nest);
  // Inside, so that NestJS is found.
  folder = await mkdtemp(join(nest, "program-"));
  const guide = await readFile(join(root, "docs/guides/server-hosts.md"), "utf8");
  const shown = /^```js\n\/\/ nest\.js\n(.*?)^```$/ms.exec(guide)?.[1] ?? "";
  const entry = JSON.stringify(join(root, "generated/server/src/express.ts"));
  await writeFile(join(folder, "nest.js"), shown.replace('"@pix-contract/server/express"', entry));
  await writeFile(join(folder, "app.module.js"), module);
  await writeFile(join(folder, "options.js"), options);
  // NestJS does not say on which port it listens.
  await writeFile(
    join(folder, "tell-port.js"),
    'import { Server } from "node:http";\nconst { listen } = Server.prototype;\n' +
      "Server.prototype.listen = function (...given) {\n" +
      '  this.once("listening", () => process.send(this.address().port));\n  return listen.apply(this, given);\n};\n',
  );
  program = spawn(
    process.execPath,
    ["--import", join(folder, "tell-port.js"), join(folder, "nest.js")],
    {
      env: { ...process.env, PORT: "0" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  const [port] = (await once(program, "message")) as [number];
  url = `http://localhost:${port}`;
});
afterAll(async () => {
  program?.kill();
  await rm(folder, { recursive: true, force: true });
});

async function send(body: string, authorization = "Bearer a.b.c"): Promise<[number, unknown]> {
  const response = await fetch(`${url}/api/v1/pix/out/pixkey`, {
    method: "POST",
    headers: {
      authorization,
      "content-type": "application/json",
      "x-idempotency-key": crypto.randomUUID(),
    },
    body,
  });
  const { error, data } = (await response.json()) as {
    error?: { code: string };
    data?: { status: string };
  };
  return [response.status, error?.code ?? data?.status];
}

test("operations are the contract's, read and judged before NestJS parses anything", async () => {
  const body = JSON.stringify(bodyOf("createTransfer"));
  expect(await send(body)).toEqual([200, "queued"]);
  expect((await send(body, "Bearer other"))[0]).toBe(401);
  expect(await send("{}")).toEqual([400, "VALIDATION_ERROR"]);
  // Only who reads the text sees it.
  expect((await send(`${body.slice(0, -1)},"amount":1}`))[0]).toBe(400);
});

test("other paths are NestJS's", async () => {
  const own = await fetch(`${url}/own`);
  expect([own.status, await own.text()]).toEqual([200, "own"]);
  const unknown = await fetch(`${url}/unknown`);
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    expect.objectContaining({ message: "Cannot GET /unknown" }),
  ]);
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "ok" });
});
