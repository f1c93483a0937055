// The guides of the sandbox, done as they say: every command is run. Its programs are run with those of the other guides.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDatabase, noPostgres } from "../../support/databases.ts";
import { findPort } from "../../support/find-port.ts";
import { makeFolder } from "../../support/folder.ts";
import { type RunningCommand, startCommand } from "../support/command-line.ts";

const root = join(import.meta.dirname, "../../..");
const names = [
  "sandbox",
  "sandbox-tests",
  "sandbox-notifications",
  "sandbox-team",
  "sandbox-triggers",
];
const guide = (
  await Promise.all(names.map((name) => readFile(join(root, `docs/guides/${name}.md`), "utf8")))
).join("\n");
// Behind the language of a block stands `serve` for what runs until it is stopped.
const blocks = [...guide.matchAll(/^```(\w+) ?(\w*)\n(.*?)^```$/gms)].map(
  ([, language, mark, text = ""]) => {
    return { language, mark, text };
  },
);
const commands = blocks
  .filter(({ language, mark }) => language === "sh" && mark === "")
  .map(({ text }) => text);
const servers = blocks
  .filter(({ language, mark }) => language === "sh" && mark === "serve")
  .map(({ text }) => text);
const receiverProgram = blocks.find(({ text }) => text.startsWith("// receiver.mjs\n"))?.text ?? "";
const [define = "", ...steps] = commands;
const [start = "", receive = "", ...others] = servers;

const open = new Set<RunningCommand>();
const folder = await makeFolder(afterAll, join(root, "tmp"));
let ports: { sandbox: number; receiver: number };
let sandbox: RunningCommand;
let receiver: RunningCommand;

beforeAll(async () => {
  ports = { sandbox: await findPort(), receiver: await findPort() };
  await writeFile(join(folder, "receiver.mjs"), prepare(receiverProgram));
  sandbox = await openTerminal(start, /Ctrl-C stops the sandbox/);
  receiver = await openTerminal(receive, /PIX_WEBHOOK_SECRET=/);
});
afterAll(async () => {
  await Promise.all([...open].map((terminal) => terminal.stop()));
});

/** What a block says, with the ports of the test. */
function prepare(text: string): string {
  return text
    .replaceAll("world.json", join(folder, "world.json"))
    .replaceAll(":4020", `:${ports.sandbox}`)
    .replaceAll(":3000", `:${ports.receiver}`)
    .replace("listen(3000,", `listen(${ports.receiver},`);
}

const environment = () => ({
  PIX_SANDBOX_PORT: String(ports.sandbox),
  PIX_BASE_URL: `http://127.0.0.1:${ports.sandbox}`,
  PIX_API_KEY: "sandbox-key",
  PIX_API_SECRET: "sandbox-secret",
});

/** Types a block into a terminal of its own, and waits until it is under way. */
async function openTerminal(
  block: string,
  ready: RegExp,
  more: Record<string, string> = {},
): Promise<RunningCommand> {
  const script = prepare(`${define}\n${block}`).replaceAll(
    "receiver.mjs",
    join(folder, "receiver.mjs"),
  );
  const terminal = startCommand([script], {
    program: ["bash", "-c"],
    cwd: root,
    env: { ...environment(), ...more },
    isGroup: true,
  });
  open.add(terminal);
  await terminal.printed(ready);
  return terminal;
}

/** Pastes a block into a shell and gives what it printed. */
async function paste(block: string): Promise<string> {
  const script = prepare(`set -e -o pipefail\n${define}\n${block}`);
  const { stdout } = await promisify(execFile)("bash", ["-c", script], {
    cwd: root,
    env: { ...process.env, ...environment() },
  });
  return stdout;
}

function stepWith(words: string): string {
  const found = steps.find((step) => step.includes(words));
  if (found === undefined) throw new Error(`The guide has no block with ${words}.`);
  return found;
}

test("every block is of a kind that is run here", () => {
  expect(
    blocks.filter(
      ({ language, mark }) =>
        !["sh", "sh serve", "ts", "js"].includes(`${language} ${mark}`.trim()),
    ),
  ).toEqual([]);
  expect(define).toContain("pix-sandbox()");
});

test("a charge is paid, and the program is notified", async () => {
  expect(await paste(stepWith("pay"))).toMatch(/status +paid/);
  await receiver.printed(/^transaction_created pending$/m);
  await receiver.printed(/^transaction_paid paid$/m);
  await receiver.printed(/transaction_paid +txn_\w+ +HTTP 200$/m);
});

test("a transfer takes its way", async () => {
  expect(await paste(stepWith("transfer maria"))).toMatch(/id +trf_/);
  await receiver.printed(/^transfer_completed completed$/m);
});

test("a webhook that fails can be looked at, failed, and sent again", async () => {
  expect(await paste(stepWith("trigger transaction_refunded"))).toMatch(
    /notifications .*wh_\w+ .*http/,
  );
  await receiver.printed(/^transaction_refunded refunded$/m);
  const { items } = JSON.parse(await paste(stepWith("notifications?limit=1'\n"))) as {
    items: { event: string }[];
  };
  expect(items[0]?.event).toBe("transaction_refunded");
  expect(await paste(stepWith('"kind":"error"'))).toMatch(/frozen +false/);
  expect(JSON.parse(await paste(stepWith("/resend")))).toMatchObject({
    id: expect.stringMatching(/^wh_/),
  });
  expect(JSON.parse(await paste(stepWith("postback-secret")))).toEqual({
    postbackSecret: expect.stringMatching(/^whsec_/),
  });
});

test("a snapshot is written and restored", async () => {
  expect(await paste(stepWith("restore world.json --yes"))).toMatch(
    /The sandbox was restored from .*world\.json/,
  );
});

test("a value in a request triggers an error", async () => {
  expect(JSON.parse(await paste(stepWith("insufficient-balance@")))).toMatchObject({
    error: { code: "INSUFFICIENT_BALANCE" },
  });
});

test("time, faults and settings change as the guide says", async () => {
  expect(await paste(stepWith('"kind":"reset"'))).toMatch(/The sandbox was reset/);
  expect(JSON.parse(await paste(stepWith("rateLimitMultiplier")))).toMatchObject({
    dailyLimit: 50_000,
  });
});

test("every command of the page was one of these", () => {
  const tried = [
    "pay",
    "transfer maria",
    "restore world.json --yes",
    "trigger transaction_refunded",
    "notifications?limit=1'\n",
    '"kind":"error"',
    "insufficient-balance@",
  ];
  const all = [...tried, "/resend", "postback-secret", '"kind":"reset"', "rateLimitMultiplier"].map(
    stepWith,
  );
  expect(steps.filter((step) => !all.includes(step))).toEqual([]);
});

test.for(others)("it starts as the page says: %s", async (block, { skip }) => {
  if (block.includes("DATABASE_URL") && noPostgres) skip(noPostgres);
  const url = block.includes("DATABASE_URL") ? await makeDatabase() : "";
  const own = block
    .replace(/DATABASE_URL=\S+/, `DATABASE_URL=${url}`)
    .replace("--data ", `--data ${folder}/`);
  const terminal = await openTerminal(own, /Ctrl-C stops the sandbox/, { PIX_SANDBOX_PORT: "0" });
  if (url !== "") await terminal.printed(/in the database of DATABASE_URL/);
  if (block.includes("--data")) await terminal.printed(/in the folder/);
  if (block.includes("0.0.0.0")) await terminal.printed(/PIX_API_SECRET=sk_sandbox_/);
  await terminal.stop();
});

test("the sandbox still runs", async () => {
  expect(sandbox.child.exitCode).toBeNull();
});
