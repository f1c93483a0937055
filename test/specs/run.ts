// `npm run docs -- specs`: every spec of TypeSpec's suite through our generator, every scenario through what it made; the
// table goes to test/specs/results.md. With --check nothing is written, and a difference is an error.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "@packages/contract/src/command.ts";
import { build, listSpecs, makeFolder } from "./build.ts";
import { contradictory, readScenarios } from "./scenarios.ts";
import { startMock, tryClient } from "./try-client.ts";
import { tryServer } from "./try-server.ts";

if (!existsSync(join(import.meta.dirname, "node_modules"))) {
  const { status } = spawnSync("npm", ["ci", "--prefix", import.meta.dirname], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(1);
}
const page = join(import.meta.dirname, "results.md");
const options = { check: { type: "boolean" }, only: { type: "string" } } as const;

interface Row {
  name: string;
  reason?: string;
  scenarios: number;
  server: Map<string, string>;
  client: Map<string, string>;
}

async function runSpec(name: string, folder: string): Promise<Row> {
  const built = await build(name, folder);
  const none = new Map<string, string>();
  const scenarios = await readScenarios(name);
  const row = { name, scenarios: scenarios.length, server: none, client: none };
  if ("reason" in built) return { ...row, reason: built.reason };
  const mock = await startMock(scenarios);
  const all = (error: Error) => new Map(scenarios.map((one) => [one.name, error.message]));
  try {
    const server = await tryServer(built, scenarios).catch(all);
    return { ...row, server, client: await tryClient(built, scenarios, mock.url).catch(all) };
  } finally {
    mock.close();
  }
}

function printPage(rows: Row[]): string {
  const accepted = rows.filter(({ reason }) => reason === undefined);
  const sum = (count: (row: Row) => number): number =>
    accepted.reduce((total, row) => total + count(row), 0);
  const scenarios = sum((row) => row.scenarios);
  const lines = rows.map(({ name, reason, scenarios: all, server, client }) => {
    if (reason !== undefined)
      return `| ${name} | refused: ${reason.replaceAll("|", "\\|").replaceAll("<", "&lt;")} | | | |`;
    return `| ${name} | accepted | ${all} | ${all - server.size} | ${all - client.size} |`;
  });
  return `<!-- Written by \`npm run docs -- specs\`. -->
# TypeSpec's own scenarios

TypeSpec has a suite of specs and scenarios for generators, \`@typespec/http-specs\`, which \`@typespec/spector\` runs. Every
spec goes through this generator; every scenario of an accepted one goes through the generated server, over HTTP and in
process, and through the generated client, against spector's mock server. Of a service with versions, the last is made.

Of ${rows.length} specs ${accepted.length} are accepted. Of their ${scenarios} scenarios, ${sum((row) => row.scenarios - row.server.size)} pass on the server and ${sum((row) => row.scenarios - row.client.size)} with the client.

| spec | accepted | scenarios | server | client |
|---|---|---|---|---|
${lines.join("\n")}

## Scenarios that contradict their spec

These are not run. They ask for what the OpenAPI document of the spec, as TypeSpec's emitter writes it, does not allow.

| scenario | why |
|---|---|
${Object.entries(contradictory)
  .map(([name, why]) => `| ${name} | ${why} |`)
  .join("\n")}
`;
}

async function run(): Promise<number> {
  const { check, only = "" } = parseArgs({ options }).values;
  const folder = await makeFolder();
  try {
    const rows: Row[] = [];
    for (const name of listSpecs().filter((one) => one.startsWith(only))) {
      const row = await runSpec(name, folder);
      rows.push(row);
      for (const [side, failed] of [
        ["server", row.server],
        ["client", row.client],
      ] as const)
        for (const [scenario, why] of failed) console.log(`${name} ${side} ${scenario}: ${why}`);
      if (row.reason) console.log(`${name} refused: ${row.reason}`);
    }
    const text = printPage(rows);
    if (only !== "") console.log(text);
    else if (!check) await writeFile(page, text);
    else if ((await readFile(page, "utf8")) !== text) {
      console.error("test/specs/results.md differs: run `npm run docs -- specs`.");
      return 1;
    }
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runCommand("Usage: npm run docs -- specs [--check] [--only START]", run);
process.exit();
