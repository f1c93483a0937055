// Three generators on one document: what their clients send, and what their callers get. Right is what OpenAPI and RFC 6570 say.
import { existsSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { buildPackages } from "../generator/support/server-package.ts";
import { makeFolder } from "../support/folder.ts";
import { type Calls, callHeyApi, callOrval, callOurs, type Generated } from "./generators/calls.ts";
import { type Arrived, answerTo, clientProbes } from "./generators/probes.ts";
import { runStep } from "./support/run-peer.ts";

const peers = join(import.meta.dirname, "../bench/peers");
const document = join(import.meta.dirname, "generators/probe.yaml");

const arrived: Arrived[] = [];
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const { method = "", url = "", headers } = request;
  const one: Arrived = { method, url, headers, body: Buffer.concat(parts).toString() };
  arrived.push(one);
  const { status, body } = answerTo(one);
  response.writeHead(status, { "content-type": "application/json" }).end(body);
});
await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

/** Generates with each, and gives the calls of its client by its name and version. */
async function makeCalls(): Promise<Record<string, Calls>> {
  if (!existsSync(join(peers, "node_modules")))
    await runStep("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: peers });
  const { dependencies } = JSON.parse(await readFile(join(peers, "package.json"), "utf8"));
  const folder = await makeFolder();
  await copyFile(document, join(folder, "probe.yaml"));
  const input = "probe.yaml";
  const heyApi = {
    input,
    output: "hey-api",
    plugins: [
      "@hey-api/client-fetch",
      "@hey-api/typescript",
      { name: "@hey-api/transformers", bigInt: true },
      { name: "@hey-api/sdk", transformer: true },
    ],
  };
  const orval = {
    probe: {
      input,
      output: {
        target: "orval/api.ts",
        client: "fetch",
        baseUrl,
        urlEncodeParameters: true,
        override: { useBigInt: true },
      },
    },
  };
  const settings = { "hey-api.cjs": heyApi, "orval.cjs": orval };
  for (const [name, value] of Object.entries(settings))
    await writeFile(join(folder, name), `module.exports = ${JSON.stringify(value)};\n`);
  const inPeers = (path: string): string => join(peers, "node_modules", path);
  const run = (args: string[]) => runStep(process.execPath, args, { cwd: folder });
  await run([inPeers("@hey-api/openapi-ts/bin/run.js"), "-f", "hey-api.cjs"]);
  await run([inPeers("orval/dist/bin/orval.mjs"), "--config", "orval.cjs"]);
  const load = (path: string): Promise<Generated> => import(pathToFileURL(join(folder, path)).href);
  const text = await readFile(document, "utf8");
  const ours = await buildPackages("probe", text, afterAll, { int64: "bigint" });
  return {
    ours: callOurs(await ours.load("client/src/index.ts"), baseUrl),
    [`@hey-api/openapi-ts ${dependencies["@hey-api/openapi-ts"]}`]: callHeyApi(
      await load("hey-api/sdk.gen.ts"),
      await load("hey-api/client.gen.ts"),
      baseUrl,
    ),
    [`orval ${dependencies.orval}`]: callOrval(await load("orval/api.ts")),
  };
}

/** What went wrong, as short as a table has room for. */
function describe(got: unknown): string {
  const requests = arrived.map(({ method, url, headers, body }) =>
    [method, url, headers.authorization, headers["content-type"], body].filter(Boolean).join(" "),
  );
  const value = JSON.stringify(got, (_, one) => (typeof one === "bigint" ? `${one}n` : one));
  return `\`${requests.join("; ") || "no request"}\` → \`${value}\``.replaceAll("|", "\\|");
}

test("three generators, eight probes", async () => {
  const all = await makeCalls();
  const names = Object.keys(all);
  const rows: string[] = [];
  const wrong: string[] = [];
  const counts = new Map(names.map((name) => [name, 0]));
  for (const { name: probe, right, run, isRight } of clientProbes) {
    const cells: string[] = [];
    for (const [name, calls] of Object.entries(all)) {
      arrived.length = 0;
      const got = await run(calls).catch((error: unknown) => String(error));
      const is = isRight(arrived, got);
      if (is) counts.set(name, (counts.get(name) ?? 0) + 1);
      else wrong.push(`- ${probe}, ${name}: ${describe(got)}`);
      cells.push(is ? "right" : "wrong");
    }
    rows.push(`| ${probe} | ${right} | ${cells.join(" | ")} |`);
  }
  const total = names.map((name) => `${counts.get(name)} of ${clientProbes.length}`);
  const page = `<!-- Written by \`npx vitest run --project deep test/peers/generators.deep.test.ts -u\`. -->
# Three generators on the wire

Clients that three generators make of \`generators/probe.yaml\` call one service. Each has its options that help: \`--int64 bigint\`,
hey-api's transformers with \`bigInt\`, orval's \`urlEncodeParameters\` and \`useBigInt\`. Orval's client takes no credentials: its
users add headers to each call.

| probe | right is | ${names.join(" | ")} |
|---|---|${names.map(() => "---|").join("")}
${rows.join("\n")}
| | right | ${total.join(" | ")} |

What arrived, and what the caller got, where it is wrong:

${wrong
  .join("\n")
  .replaceAll(baseUrl, "http://service")
  .replace(/127\.0\.0\.1:\d+/g, "service")}
`;
  await expect(page).toMatchFileSnapshot("generators.md");
  expect(counts.get("ours")).toBe(clientProbes.length);
});
