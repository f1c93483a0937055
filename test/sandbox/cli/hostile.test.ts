// What clients write is shown as text: by every command, in both forms of output, and in the log.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runCommandLine } from "../../../packages/sandbox/src/cli/run-command-line.ts";
import {
  createSandbox,
  type RunningSandbox,
} from "../../../packages/sandbox/src/create-sandbox.ts";
import { onEachStorage } from "../support/storages.ts";

/** What a terminal obeys, or a reader does not see: escapes, a title, a line, directions, a byte order mark, C1 codes. */
const hostile =
  "\u001b[31m\u001b]0;x\u0007\r\nid  txn_forged\u0085\u2028\u202egpj\u2066\u200f\ufeff\u009b2J\u007f";
const isHidden = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

let sandbox: RunningSandbox;
let url: string;
const ids: Record<string, string> = {};
/** Answers everything with a hostile error. */
const liar = createServer((_, response) => {
  const error = {
    code: hostile,
    message: hostile,
    details: { fields: [{ path: hostile, message: hostile }] },
  };
  response.writeHead(400, { "x-pix-sandbox": "1", "content-type": "application/json" });
  response.end(JSON.stringify({ error }));
});

beforeAll(async () => {
  sandbox = await createSandbox({ automatic: false });
  url = await sandbox.listen({ port: 0 });
  liar.listen(0, "127.0.0.1");
  await once(liar, "listening");
  const { control } = sandbox;
  const customer = {
    name: hostile,
    email: "a@example.com",
    documentType: "cpf",
    document: "52998224725",
  } as const;
  const charge = await control.charges.create({
    amountInCents: 1,
    description: hostile,
    customer,
    items: [{ title: hostile, amountInCents: 1, quantity: 1, tangible: true }],
    postbackUrl: `http://127.0.0.1:${(liar.address() as AddressInfo).port}/`,
  });
  ids.charge = charge.id;
  await control.charges.pay(charge.id, { payer: { name: hostile } });
  await control.charges.refund(charge.id, { reason: hostile });
  const transfer = await control.transfers.create({
    pixKey: "maria@example.com",
    amount: 100,
    description: hostile,
  });
  ids.transfer = transfer.id;
  ids.company = (await control.companies.add({ name: hostile, city: hostile })).id;
  ids.webhook = (await control.webhooks.add({ url: "http://127.0.0.1:9/", name: hostile })).id;
  await sandbox.settle();
  ids.notification = (await control.notifications.list()).items[0]?.id ?? "";
  await fetch(`${url}/api/v1/webhook?${encodeURIComponent(hostile)}`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "caf\u009b" },
    body: hostile,
  });
  ids.request = (await control.requests.list()).items[0]?.id ?? "";
});
afterAll(async () => {
  liar.close();
  await sandbox.close();
});

/** Runs a command in this process; everything that it printed. */
async function printed(...words: string[]): Promise<string> {
  const lines: string[] = [];
  const take = (text: unknown): void => void lines.push(String(text));
  vi.spyOn(console, "log").mockImplementation(take);
  vi.spyOn(console, "error").mockImplementation(take);
  await runCommandLine(words);
  return lines.join("\n");
}

const lists = [
  "charges",
  "transfers",
  "notifications",
  "webhooks",
  "requests",
  "companies",
  "faults",
];
const shown = ["charge", "transfer", "notification", "webhook", "request", "company"];

test.for([
  ...lists.map((name) => ["list", name]),
  ...shown.map((name) => ["show", name]),
  ["pay", "charge"],
  ["charge", "1", "--no-qr", "--description", hostile],
  ["charge", "1", "--customer-document-type", hostile],
  ["transfer", hostile],
  ["refund", hostile],
  ["show", `txn_${hostile}`],
  ["trigger", "transaction_paid", "--override", `customer.name=${hostile}`],
  ["trigger", "transaction_paid", "--override", `${hostile}=1`],
  ["list", "charges", "--search", hostile],
  ["clock", "set", hostile],
  [hostile],
])("%j prints nothing that is hidden", async (given) => {
  const words = given.map((word, index) => (index > 0 && ids[word]) || word);
  for (const more of [[], ["--json"]]) {
    const text = await printed(...words, ...more, "--url", url);
    expect(text).not.toMatch(isHidden);
    // In JSON it is the same text; on the screen no line of its own.
    expect(text).not.toMatch(/^ *id {2}txn_forged/m);
    if (more.length > 0)
      for (const line of text.split("\n")) expect(() => JSON.parse(line)).not.toThrow();
  }
});

test.for([["list"], ["pay", "txn_1"], ["reset", "--yes"], ["clock"], ["snapshot", "/dev/null/x"]])(
  "the error of a hostile server to %j is shown",
  async (words) => {
    const { port } = liar.address() as AddressInfo;
    for (const more of [[], ["--json"]]) {
      const text = await printed(...words, ...more, "--url", `http://127.0.0.1:${port}`);
      expect(text).toContain("\\u202e");
      expect(text).not.toMatch(isHidden);
    }
  },
);

test("JSON means what was written", async () => {
  const read = JSON.parse(
    await printed("show", ids.charge ?? "", "--json", "--url", url),
  ) as object;
  expect(read).toMatchObject({ description: hostile, customer: { name: hostile } });
});

onEachStorage("the character NUL", (makePlace) => {
  test("finds nothing, is no identifier, and does no harm", async () => {
    const other = await createSandbox(await makePlace());
    const { control } = other;
    const { id } = await control.charges.create({ amountInCents: 1, description: "a\0b" });
    for (const query of [
      { search: "\0" },
      { search: "a\0" },
      { before: "\0" },
      { companyId: "\0" },
    ])
      expect((await control.charges.list(query)).items, JSON.stringify(query)).toEqual([]);
    expect((await control.charges.list({ search: id })).items).toHaveLength(1);
    const at = (path: string) => other.fetch(`http://127.0.0.1:4020/_sandbox/api${path}`);
    for (const path of ["/charges/%00", `/transfers/${id}%00`, "/companies/%00/postback-secret"])
      expect((await at(path)).status, path).toBe(404);
    await other.close();
  });
});
