// What a process on a folder does when its disk fails it. `npm test -- deep` runs it and writes rows of the table in
// test/sandbox/faults.md.
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "../../support/folder.ts";
import { writeTableRows } from "../../support/write-table-rows.ts";
import { issueToken } from "../support/control.ts";
import { type Prepared, prepareProcess } from "../support/processes.ts";
import { chooseSeed, makeRandom } from "../support/random.ts";
import { atEnd, finish, registerReceiver } from "./finish.ts";
import {
  callUntilKilled,
  countAnswers,
  loadSettings,
  makeRecord,
  type Record,
  waitForAnswers,
  waitForFailures,
} from "./load.ts";
import { makeSmallDisk } from "./small-disk.ts";

const rows: string[] = [];
const today = new Date().toISOString().slice(0, 10);

/** Starts a sandbox in a folder, with six callers that go on until it ends. */
async function startUnderLoad(data: string) {
  const random = makeRandom(chooseSeed("disk"));
  const { receiver, register } = await registerReceiver();
  const record: Record = { ...makeRecord(), mayFail: true };
  const start = async (): Promise<[Prepared, string]> => {
    const child = prepareProcess();
    atEnd(() => child.kill());
    return [child, await child.start({ data, settings: loadSettings })];
  };
  const call = async (url: string) => {
    const token = await issueToken(url);
    await register(url, token);
    const calls = Array.from({ length: 6 }, () => callUntilKilled(url, token, record, random));
    await waitForAnswers(record, 50);
    return { token, calls };
  };
  return { receiver, record, start, call };
}

function addRow(
  name: string,
  what: string,
  { answers, failures, slowest }: Record,
  recovered: string,
): void {
  const cells = [what, answers, failures, `${(slowest / 1_000).toFixed(1)} s`, recovered, 0];
  rows.push(`| ${name} | ${cells.join(" | ")} | holds | ${today} |`);
}

/** Ways of losing the files of a folder, by the name of the row. */
const losses: { [name: string]: (data: string) => Promise<void> } = {
  deleted: async (data) => {
    for (const name of await readdir(data)) await rm(join(data, name));
  },
  moved: (data) => rename(data, `${data}-moved`),
  replaced: async (data) => {
    for (const name of await readdir(data)) {
      await writeFile(join(data, "new"), "");
      await rename(join(data, "new"), join(data, name));
    }
  },
};

test.each(Object.entries(losses))(
  "SQLite's files are %s: nothing is answered as if it were kept",
  async (name, lose) => {
    const data = join(await makeFolder(), "state");
    const { receiver, record, start, call } = await startUnderLoad(data);
    const [child, url] = await start();
    const { calls } = await call(url);
    await lose(data);
    await waitForFailures(record, 100);
    const answered = countAnswers(record);
    await waitForFailures(record, 1_000);
    expect(countAnswers(record), "no call succeeds any more").toBe(answered);
    record.isOver = true;
    await Promise.all(calls);
    expect(record.surprises).toEqual([]);
    await child.kill();
    addRow(`${name} files`, `SQLite's files ${name} under load`, record, "after a start");
    // The folder is usable again, and begins with an empty state.
    Object.assign(record, makeRecord());
    receiver.counts.clear();
    const [, again] = await start();
    const next = await call(again);
    record.isOver = true;
    await Promise.all(next.calls);
    await finish({ place: { data }, url: again, token: next.token, record, receiver });
  },
);

test("the disk is full for a while: calls fail, then everything goes on", async () => {
  const disk = await makeSmallDisk("32m");
  const data = join(disk.folder, "state");
  const { receiver, record, start, call } = await startUnderLoad(data);
  const [, url] = await start();
  const { token, calls } = await call(url);
  await disk.fill();
  await waitForFailures(record, 20);
  await disk.free();
  const freed = performance.now();
  await waitForAnswers(record, 30);
  const recovered = `${((performance.now() - freed) / 1_000).toFixed(1)} s`;
  addRow("full disk", "the disk of SQLite's folder full until calls fail", record, recovered);
  record.isOver = true;
  await Promise.all(calls);
  await finish({ place: { data }, url, token, record, receiver });
});

afterAll(async () => {
  if (rows.length > 0)
    await writeTableRows(join(import.meta.dirname, "../faults.md"), "faults", rows);
});
