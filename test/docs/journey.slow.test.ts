// A journey over several pages, in one clone and against one sandbox, with the programs and commands as they are printed:
// start, listen, charge and transfer (the sandbox), the conformance suite, a program of the client, the mock.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { cloneProject } from "../support/clone.ts";
import { findPort } from "../support/find-port.ts";
import { makeFolder } from "../support/folder.ts";
import { type Running, readBlocks, readPrograms, start } from "./support/programs.ts";

const clone = join(await makeFolder(afterAll), "clone");
const ports = { 3000: await findPort(), 4010: await findPort(), 4020: await findPort() };
const running: Running[] = [];
afterAll(async () => {
  for (const one of running.reverse()) await one.stop();
});

/** A text of a page with free ports in place of the usual ones. */
function withFreePorts(text: string): string {
  return Object.entries(ports).reduce(
    (result, [usual, free]) => result.replaceAll(new RegExp(`\\b${usual}\\b`, "g"), String(free)),
    text,
  );
}

function paste(lines: string): Running {
  const one = start(
    { command: ["bash", "-ec"], cwd: clone, env: process.env },
    withFreePorts(lines),
  );
  running.push(one);
  return one;
}

async function pasteAndWait(lines: string): Promise<string> {
  const one = paste(lines);
  expect(await one.ended, one.output()).toBe(0);
  return one.output();
}

async function saveProgram(page: string, heading: string, file: string): Promise<void> {
  const program = (await readPrograms(page)).find((one) => one.heading === heading);
  if (!program) throw new Error(`${page} has no program under "${heading}".`);
  await writeFile(join(clone, file), withFreePorts(program.text));
}

test("a charge is paid, the sandbox conforms, a program of the client is paid, the mock fails on request", async () => {
  await mkdir(clone);
  await cloneProject(clone);
  const page = "docs/guides/sandbox.md";
  const blocks = await readBlocks(page, "Five minutes");
  const [name = "", begin = "", , listen = "", charge = "", transfer = ""] = blocks;
  const inShell = (lines: string): string => `${name}\n${lines}`;

  const sandbox = paste(inShell(begin.replace("start", "start --port 4020")));
  await sandbox.until(/Ctrl-C stops the sandbox/);
  await saveProgram(page, "Five minutes", "receiver.mjs");
  const listening = paste(inShell(listen));
  await listening.until(/PIX_WEBHOOK_SECRET=/);
  await pasteAndWait(inShell(charge));
  await listening.until(/transaction_paid paid/);
  await pasteAndWait(inShell(transfer));
  await listening.until(/transfer_completed completed/);

  await saveProgram("docs/guides/conformance.md", "Reports", "conformance.ts");
  await pasteAndWait("npm run -s node -- conformance.ts");

  const client = ["docs/guides/client.md", "Receive a payment"] as const;
  await saveProgram(...client, "program.ts");
  const run = (await readBlocks(...client)).find((block) => block.startsWith("export")) ?? "";
  const program = paste(run.replace(/^node /m, "npm run -s node -- "));
  await program.until(/with this code/);
  await pasteAndWait(inShell("pix-sandbox pay"));
  expect(await program.ended, program.output()).toBe(0);
  expect(program.output()).toMatch(/^txn_\w+ is paid\.$/m);

  const mock = paste("npm run mock -- --port 4010");
  await mock.until(/http:\/\/127\.0\.0\.1:\d+/);
  const start = await readBlocks("README.md", "Start");
  const request = start.find((block) => block.startsWith("curl")) ?? "";
  expect(await pasteAndWait(request)).toContain("RATE_LIMIT_EXCEEDED");
});
