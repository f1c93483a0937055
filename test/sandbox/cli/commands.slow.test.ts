// Each command against a real sandbox in another process.

import { execFile } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { signatureHeader, verifyNotification } from "@pix-contract/client/notifications";
import jsqr from "jsqr";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../../support/folder.ts";
import {
  type Ended,
  type RunningCommand,
  runCommand,
  type SandboxProcess,
  startCommand,
  startSandboxProcess,
} from "../support/command-line.ts";
import { control as call } from "../support/control.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

let sandbox: SandboxProcess;
let receiver: Receiver;
beforeAll(async () => {
  [sandbox, receiver] = await Promise.all([startSandboxProcess(), startReceiver()]);
  // Each command gets a token of its own, more often than the contract allows.
  await control("/settings", { rateLimitMultiplier: 0 }, "PATCH");
});
afterAll(async () => {
  await sandbox.stop();
  await receiver[Symbol.asyncDispose]();
});
const running = new Set<RunningCommand>();
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  running.clear();
  receiver.reply = 200;
});

const env = (): Record<string, string> => ({ PIX_BASE_URL: sandbox.url });
const run = (...words: string[]): Promise<Ended> => runCommand(words, { env: env() });

/** Before it changes anything, a command says where. */
const announcement = /^(?:Sandbox: http:\S+\n|\{"sandbox":"http:\S+"\}\n)?$/;

/** Runs a command that has to succeed, and gives its JSON. */
async function runJson<Result = Record<string, unknown>>(...words: string[]): Promise<Result> {
  const { code, stdout, stderr } = await run(...words, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(announcement) });
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  return JSON.parse(stdout) as Result;
}

/** Runs a command that is refused, and gives what it says. */
async function runRefused(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...words);
  expect({ code, stdout }).toEqual({
    code: stderr.includes("(VALIDATION_ERROR)") ? 2 : 1,
    stdout: "",
  });
  return stderr.replace(/^Sandbox: .*\n/, "");
}

/** Starts a command that goes on until it is stopped. */
function follow(...words: string[]): RunningCommand {
  const command = startCommand(words, { env: env() });
  running.add(command);
  return command;
}

/** Calls the control plane where the command itself is not what is tested: a process takes a second or more. */
const control = (path: string, body: object, method = "POST") =>
  call<Charge>(sandbox.url, method, path, body);

const createCharge = (postbackUrl?: string): Promise<Charge> =>
  control("/charges", { amountInCents: 1_000, ...(postbackUrl && { postbackUrl }) });

interface Charge {
  id: string;
  status: string;
  pix: { emv: string };
}

describe("charge", () => {
  test("shows the charge, its code and how to pay it, without colours", async () => {
    const { code, stdout, stderr } = await run("charge", "1234");
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Sandbox: ${sandbox.url}\n` });
    expect(stdout).not.toContain("\u001b");
    for (const field of [
      /^ +id +txn_\w+$/m,
      /^ +status +pending$/m,
      /^ +amount +R\$ 12,34$/m,
      /^Pay it: .* pay txn_\w+$/m,
    ])
      expect(stdout).toMatch(field);
    expect(stdout).not.toContain("qrCode");
    const [, emv] = /^(000201.*)$/m.exec(stdout) ?? [];
    expect(emv).toBeDefined();
    expect(readQr(stdout)).toBe(emv);
  });

  test("with --json prints the whole charge", async () => {
    const charge = await runJson<Charge>("charge", "--customer-name", "Ana Prado");
    expect(charge).toMatchObject({
      id: expect.stringMatching(/^txn_/),
      customer: { name: "Ana Prado" },
    });
    expect(charge.pix).toHaveProperty("qrCode");
    expect((await run("charge", "--no-qr")).stdout).not.toContain("█");
  });

  test("for a URL that is none, or an unknown company, is refused", async () => {
    expect(await runRefused("charge", "--postback-url", "ftp://x")).toMatch(
      /^--postback-url .*\(VALIDATION_ERROR\)\n/,
    );
    expect(await runRefused("charge", "--company-id", "cmp_none")).toMatch(
      /cmp_none.*\(NOT_FOUND\)/,
    );
  });
});

describe("list, show and refund", () => {
  test("find a charge by its text, show it and give its amount back", async () => {
    const { id } = await runJson("charge", "1700", "--customer-name", "Zuleica Reis");
    const { stdout } = await run("list", "--search", "Zuleica", "--limit", "5");
    expect(stdout).toMatch(new RegExp(`^\\S+ {2}${id} {2}pending +R\\$ 17,00 +Zuleica Reis\n$`));
    expect(await runRefused("refund", String(id))).toMatch(/\(NOT_ALLOWED\)/);
    await run("pay", String(id));
    expect(await runJson("refund", String(id), "--reason", "Produto devolvido")).toMatchObject({
      status: "refunded",
    });
    expect((await run("show", String(id))).stdout).toMatch(/status +refunded/);
    expect(await runRefused("show", "trf_none")).toContain("trf_none");
    const sent = await runJson("transfer", "maria@example.com", "900");
    expect((await run("list", "transfers", "--search", "maria")).stdout).toContain(`${sent.id}  `);
    const webhook = (await control("/webhooks", { url: "http://127.0.0.1:9/" })) as { id: string };
    expect(await runJson("show", webhook.id)).toMatchObject({ url: "http://127.0.0.1:9/" });
    expect((await run("list", "companies")).stdout).toMatch(
      /^\S+ {2}cmp_\w+ {2}R\$ [\d.,]+ {2}Loja Sandbox\n$/,
    );
  });

  test("bash completes commands and options with the printed script", async () => {
    const { stdout } = await run("completion", "bash");
    const script = `${stdout}\nCOMP_WORDS=(pix-sandbox cha); COMP_CWORD=1; _pix_sandbox; echo $COMPREPLY
COMP_WORDS=(pix-sandbox refund --re); COMP_CWORD=2; _pix_sandbox; echo $COMPREPLY
COMP_WORDS=(pix-sandbox clock adv); COMP_CWORD=2; _pix_sandbox; echo $COMPREPLY`;
    const completed = await promisify(execFile)("bash", ["-c", script]);
    expect(completed.stdout).toBe("charge\n--reason\nadvance\n");
    expect((await run("completion", "fish")).stdout).toMatch(
      / -n "__fish_seen_subcommand_from clock" -a "show advance /,
    );
  });
});

describe("pay", () => {
  test("pays a charge, once", async () => {
    const { id } = await runJson<Charge>("charge");
    const { code, stdout } = await run("pay", id, "--payer-name", "João");
    expect(code).toBe(0);
    for (const field of [
      /^ +status +paid$/m,
      /^ +pix\.payerInfo\.name +João$/m,
      /^ +pix\.endToEndId +E\w{31}$/m,
    ])
      expect(stdout).toMatch(field);
    expect(await runRefused("pay", id)).toMatch(/\(NOT_ALLOWED\)/);
  });

  test("without an id pays the newest charge that waits for payment, and says where none does", async () => {
    const older = await runJson<Charge>("charge");
    const newer = await runJson<Charge>("charge");
    expect(await runJson("pay")).toMatchObject({ id: newer.id, status: "paid" });
    expect(await runJson("pay")).toMatchObject({ id: older.id, status: "paid" });
    await run("reset", "--yes");
    expect(await runRefused("pay")).toMatch(
      /^No charge waits for payment: create one with '.* charge'\.\n$/,
    );
  });
});

test("ledger shows the accounts, and checks them", async () => {
  expect((await run("ledger")).stdout).toMatch(/^ +sum +R\$ 0,00$|^ +sum +0$/m);
  expect(await runJson("ledger", "check")).toMatchObject({ sum: 0, corrected: {} });
});

test("transfer sends money; to a key that is none it is refused", async () => {
  const { stdout } = await run("transfer", "maria@example.com", "700");
  for (const field of [/^ +id +trf_\w+$/m, /^ +netAmount +R\$ 6,00$/m, /^ +pixKey +maria@example/m])
    expect(stdout).toMatch(field);
  expect(await runRefused("transfer", "nobody")).toContain("pixKey");
});

test("show says why an attempt to deliver a notification failed", async () => {
  const { id: charge } = await runJson<Charge>("charge", "--postback-url", "http://127.0.0.1:9/");
  const path = `/notifications?objectId=${charge}`;
  const { items } = await call<{ items: { id: string }[] }>(sandbox.url, "GET", path);
  const id = items[0]?.id ?? "";
  await expect
    .poll(async () => (await run("show", id)).stdout, { timeout: 10_000 })
    .toMatch(/^ *attempts +\S+Z {2}1 {2}[A-Z].*\bECONNREFUSED\b/m);
});

test("trigger takes fields of the charge or transfer, and names wrong ones", async () => {
  const url = `${receiver.url}/overridden`;
  const words = [
    "--to",
    url,
    "--override",
    "amountInCents=1500",
    "--override",
    "customer.name=João = Lima",
  ];
  const { objectId } = await runJson<{ objectId: string }>("trigger", "transaction_paid", ...words);
  const { rawBody } = await receiver.waitFor(
    ({ rawBody, event }) => rawBody.includes(objectId) && event === "transaction_paid",
  );
  expect(JSON.parse(rawBody)).toMatchObject({
    transaction: {
      amount: 1_500,
      pix: { payerInfo: { name: "João = Lima", document: "52998224725" } },
    },
  });
  expect(
    await runRefused("trigger", "transaction_paid", "--override", "amountInCents=-1"),
  ).toContain("amountInCents");
  expect(await runRefused("trigger", "transaction_paid", "--override", "nope=3")).toContain(
    "nope is not known here",
  );
  const { code, stderr } = await run("trigger", "transaction_paid", "--override", "amount");
  expect(code).toBe(2);
  expect(stderr).toContain("It takes a field and its value, like amount=700.");
});

describe("listen", () => {
  test("forwards what is sent as it is, and takes its registration back", async () => {
    const command = follow("listen", "--forward-to", `${receiver.url}/forwarded`);
    const [, secret = ""] = await command.printed(/^PIX_WEBHOOK_SECRET=(\S+)$/m);
    const { id } = await createCharge();
    await control(`/charges/${id}/pay`, {});
    const { headers, rawBody } = await receiver.waitFor(
      ({ path, event }) => path === "/forwarded" && event === "transaction_paid",
    );
    expect(headers["content-type"]).toContain("application/json");
    const notification = await verifyNotification(
      rawBody,
      String(headers[signatureHeader.toLowerCase()]),
      secret,
    );
    expect(notification).toMatchObject({ event: "transaction_paid", transaction: { id } });
    await command.printed(new RegExp(`transaction_paid +${id} +HTTP 200$`, "m"));
    expect(await command.stop("SIGINT")).toMatchObject({ code: 0 });
    expect(await registrations()).toEqual([]);
  });

  test("hands the answer of the program to the sandbox, which tries again", async () => {
    receiver.reply = 503;
    const command = follow("listen", "--forward-to", `${receiver.url}/failing`, "--json");
    await command.printed(/"ready":true/);
    const { id } = await createCharge();
    await command.printed(new RegExp(`"objectId":"${id}","status":503`));
    receiver.reply = 200;
    await control("/clock/advance", { by: "1h" });
    await command.printed(new RegExp(`"objectId":"${id}","status":200`));
    await command.stop();
  });

  test("prints notifications without a program to forward them to", async () => {
    const command = follow("listen");
    await command.printed(/^Notifications are printed here\./);
    const { id } = await createCharge();
    await command.printed(new RegExp(` transaction_created +${id} +HTTP 200$`, "m"));
    expect(await command.stop("SIGINT")).toMatchObject({ code: 0 });
    expect(await registrations()).toEqual([]);
  });

  test("forwards what the inbox of a sandbox elsewhere gets, with its control token, as it is", async () => {
    const token = ["--control-token", "control-token"];
    const url = ["--public-url", "https://sandbox.example"];
    const elsewhere = await startSandboxProcess(["--exposed", ...token, ...url]);
    onTestFinished(async () => void (await elsewhere.stop()));
    const place = ["--url", elsewhere.url, ...token];
    const command = startCommand(["listen", ...place, "--forward-to", `${receiver.url}/elsewhere`]);
    const [, secret = ""] = await command.printed(/^PIX_WEBHOOK_SECRET=(\S+)$/m);
    const charged = await runCommand(["charge", "--json", ...place]);
    const { id } = JSON.parse(charged.stdout) as Charge;
    const { headers, rawBody } = await receiver.waitFor(({ path }) => path === "/elsewhere");
    const signature = String(headers[signatureHeader.toLowerCase()]);
    expect(await verifyNotification(rawBody, signature, secret)).toMatchObject({
      event: "transaction_created",
      transaction: { id },
    });
    await command.printed(new RegExp(`transaction_created +${id} +HTTP 200$`, "m"));
    expect(await command.stop("SIGINT")).toMatchObject({ code: 0 });
    const { stdout } = await runCommand(["list", "webhooks", "--json", ...place]);
    expect(stdout).toBe("");
  });

  test("says so where the program does not answer", async () => {
    const command = follow("listen", "--forward-to", "http://127.0.0.1:9/nobody");
    await command.printed(/PIX_WEBHOOK_SECRET/);
    await createCharge();
    await command.printed(/transaction_created .*no answer: .+/);
    await command.stop();
  });
});

describe("clock", () => {
  const show = (): Promise<{ now: string; frozen: boolean }> => runJson("clock");

  test("advances: what falls due on the way happens", async () => {
    const { id } = await runJson<Charge>("charge");
    const before = Date.parse((await show()).now);
    const { code, stdout } = await run("clock", "advance", "13h");
    expect(code).toBe(0);
    for (const field of [
      /^ +now +\S+Z$/m,
      /^ +offset +\d+ hours$/m,
      /^ +frozen +false$/m,
      /^ +due\.charges +\d+$/m,
    ])
      expect(stdout).toMatch(field);
    expect(Date.parse((await show()).now) - before).toBeGreaterThanOrEqual(13 * 3_600_000);
    expect(await runRefused("pay", id)).toContain("canceled");
  });

  test("says what a time has to look like", async () => {
    for (const wrong of ["soon", "5"])
      expect(await runRefused("clock", "advance", wrong)).toMatch(
        /^The value of 'clock advance' has the wrong form: .* 1h30m or 2d3h\. .*\nExample: .* clock advance 12h\n$/,
      );
    for (const wrong of ["2030-02-30T12:00:00Z", "2030-02-30", "tomorrow", "2030-01-01T12:00:00"])
      expect(await runRefused("clock", "set", wrong)).toContain("date-time");
  });
});

test("snapshot writes a file for its owner alone, and restore brings everything back", async () => {
  const folder = await makeFolder();
  const file = join(folder, "world.json");
  const { id } = await runJson<Charge>("charge");
  expect(await run("snapshot", file)).toMatchObject({ code: 0, stderr: "" });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await run("pay", id);
  expect(await run("restore", file)).toMatchObject({
    code: 1,
    stderr: `Replace everything that the sandbox at ${sandbox.url} holds? Without a terminal, use --yes.\n`,
  });
  expect(await runJson("show", id)).toMatchObject({ status: "paid" });
  expect(await run("restore", file, "--yes")).toMatchObject({
    code: 0,
    stdout: `The sandbox was restored from ${file}.\n`,
    stderr: `Sandbox: ${sandbox.url}\n`,
  });
  expect(await runJson("show", id)).toMatchObject({ status: "pending" });
  const text = await readFile(file, "utf8");
  const { stdout: before } = await run("list", "--json");
  for (const [content, sentence] of [
    ["", "is not a snapshot: 'snapshot' writes one."],
    [text.slice(0, -20), "is not a snapshot: 'snapshot' writes one."],
    [text.replace(id, id.replace("txn", "trf")), "The snapshot is damaged"],
    [`{"format":1}`, "is not a snapshot: 'snapshot' writes one."],
  ] as const) {
    await writeFile(file, content);
    const { code, stderr } = await run("restore", file, "--yes");
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
  }
  expect((await run("list", "--json")).stdout).toBe(before);
  expect(await runRefused("restore", `${file}.missing`)).toBe(
    `There is no file ${file}.missing: check its path.\n`,
  );
  for (const [place, sentence] of [
    [join(file, "below"), "cannot be written: its folder does not exist."],
    [folder, "is a folder: name a file."],
  ] as const)
    expect(await runRefused("snapshot", place)).toBe(`${place} ${sentence}\n`);
  expect(await readdir(folder), "nothing is half written").toEqual(["world.json"]);
});

describe("reset", () => {
  test("asks first, and without a terminal takes --yes", async () => {
    const { id } = await runJson<Charge>("charge");
    expect(await runRefused("reset")).toMatch(
      /^Replace everything that the sandbox at .* holds\? Without a terminal, use --yes\.\n$/,
    );
    expect(await runJson("show", id)).toMatchObject({ id });
    expect((await run("reset", "--yes")).stdout).toContain("The sandbox was reset.");
    await runRefused("show", id);
  });

  test("of a sandbox on another machine has to be confirmed", async () => {
    const { code, stderr } = await runCommand(["reset", "--url", "http://192.0.2.1:4020"]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      "http://192.0.2.1:4020 is on another machine, and others may use it: replace its state with --yes.\n",
    );
  });
});

async function registrations(): Promise<unknown[]> {
  const response = await fetch(`${sandbox.url}/_sandbox/api/webhooks`);
  return ((await response.json()) as { items: unknown[] }).items;
}

/** Reads the QR code of half blocks that stands in a text. */
function readQr(text: string): string | undefined {
  const lines = text.split("\n").filter((line) => /^[█▀▄ ]{20,}$/.test(line));
  const scale = 4;
  const width = Math.max(...lines.map((line) => line.length));
  const rows = lines.flatMap((line) => {
    const cells = [...line.padEnd(width)];
    return [cells.map((cell) => "█▀".includes(cell)), cells.map((cell) => "█▄".includes(cell))];
  });
  const pixels = new Uint8ClampedArray(width * scale * rows.length * scale * 4);
  for (let y = 0; y < rows.length * scale; y++) {
    for (let x = 0; x < width * scale; x++) {
      const light = rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 255 : 0;
      pixels.set([light, light, light, 255], (y * width * scale + x) * 4);
    }
  }
  return jsqr.default(pixels, width * scale, rows.length * scale)?.data;
}
