// A client in a variable of a worker, and the guide's way: the token in a variable.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { sources } from "../../scripts/from-source.ts";
import { readPrograms } from "../docs/support/programs.ts";
import { makeFolder } from "../support/folder.ts";
import { installWorkers, startWorker } from "../support/workers.ts";
import { issue, type Responder, startServer } from "./support/server.ts";

let folder: string;
beforeAll(async () => {
  await installWorkers();
  folder = await makeFolder(afterAll);
});

const list: Responder = (response) =>
  response
    .writeHead(200, { "content-type": "application/json" })
    .end('{"success":true,"message":"","data":[]}');

/** Starts a program, and gives a service and what sends the worker a request. */
async function serve(program: string, routes: Record<string, Responder>) {
  const server = await startServer({ "GET /api/v1/webhook": list, ...routes });
  onTestFinished(server.close);
  await writeFile(join(folder, "worker.ts"), program);
  const alias = Object.fromEntries(sources.map(({ name, file }) => [name, file.pathname]));
  const input = join(folder, "worker.ts");
  const bundle = await rolldown({
    input,
    platform: "neutral",
    external: [/^node:/],
    resolve: { alias },
  });
  await bundle.write({ file: join(folder, "worker.mjs"), codeSplitting: false });
  const worker = await startWorker(folder, "worker.mjs", [], {
    PIX_BASE_URL: server.url,
    PIX_API_KEY: "key",
    PIX_API_SECRET: "secret",
  });
  onTestFinished(worker.stop);
  const send = async (path = "/"): Promise<string> => (await fetch(worker.url + path)).text();
  return { server, send };
}

test("the guide's worker uses a token for all its requests", async () => {
  const programs = await readPrograms("docs/guides/client-production.md");
  const { text = "" } = programs.find(({ file }) => file === "worker.ts") ?? {};
  const { server, send } = await serve(text, {});
  expect([await send(), await send()]).toEqual(["[]", "[]"]);
  expect(server.to("POST /api/auth")).toHaveLength(1);
});

const sharedClient = `
import { createPixClient } from "@pix-contract/client";
let pix;
export default {
  async fetch({ url }, { PIX_BASE_URL: baseUrl, PIX_API_KEY: apiKey, PIX_API_SECRET: apiSecret }) {
    pix ??= createPixClient({ baseUrl, apiKey, apiSecret });
    const call = pix.webhooks.list().then(() => "done", ({ outcome }) => outcome);
    return new Response(await (url.endsWith("/leave") ? fetch(baseUrl + "/asked") : call).then(String));
  },
};
`;

test("a shared client whose token request was cut off gets another token", async () => {
  const { server, send } = await serve(sharedClient, {
    "POST /api/auth": (response, nth) => nth > 1 && issue(response, `token-number-${nth}`),
    "GET /asked": async (response) => {
      await vi.waitUntil(() => server.to("POST /api/auth").length === 1);
      response.end();
    },
  });
  await send("/leave");
  expect(await send()).toBe("not-sent");
  expect(await send()).toBe("done");
});
