// Two processes on one database never do the same thing twice.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDatabase, needPostgres, noPostgres } from "../../support/databases.ts";
import { issueToken } from "../support/control.ts";
import { type Prepared, prepareProcess } from "../support/processes.ts";
import { openService } from "../support/service.ts";
import { idOf, loadSettings, sendTransfer } from "./load.ts";
import { readDatabase } from "./read-database.ts";

let databaseUrl: string;
const processes: Prepared[] = [];
let urls: string[] = [];

async function startProcesses(): Promise<void> {
  const prepared = [prepareProcess(), prepareProcess()];
  processes.push(...prepared);
  const options = { databaseUrl, settings: loadSettings };
  urls = await Promise.all(prepared.map((process) => process.start(options)));
}

beforeAll(async () => {
  if (noPostgres) return;
  databaseUrl = await makeDatabase();
  await startProcesses();
});

afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill()));
});

needPostgres();

const urlOf = (index: number): string => urls[index % urls.length] ?? "";

test("one key 50 times at once through both, and again after both have started anew: one transfer, one answer", async () => {
  await using database = readDatabase({ databaseUrl });
  const count = async () =>
    (await database.db.selectFrom("transfers").select("id").execute()).length;
  const before = await count();
  const token = await issueToken(urlOf(0));
  const send = (index: number) => sendTransfer(urlOf(index), token, "one-key");
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => send(index)));
  expect(await count()).toBe(before + 1);
  const texts = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
  expect(texts.size).toBe(1);
  expect(
    answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409),
  ).toEqual([]);
  await Promise.all(processes.map((process) => process.kill()));
  await startProcesses();
  for (const index of [0, 1]) {
    const { text, headers } = await send(index);
    expect([text, headers.get("idempotent-replayed")]).toEqual([[...texts][0], "true"]);
  }
  expect(idOf([...texts][0] ?? "")).toMatch(/^trf_/);
  expect(await count()).toBe(before + 1);
});

test("a rate limit is counted by both together", async () => {
  await using service = await openService(
    { databaseUrl },
    { clockFrozenAt: null, rateLimitMultiplier: 1 },
  );
  const company = await service.addCompany({});
  const token = await issueToken(urlOf(0), { apiKey: company.apiKey, apiSecret: "secret" });
  const ask = async (_: unknown, index: number) =>
    (
      await fetch(`${urlOf(index)}/api/v1/webhook`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  const statuses = await Promise.all(Array.from({ length: 40 }, ask));
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});
