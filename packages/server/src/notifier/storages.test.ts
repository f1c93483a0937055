import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { makeFolder } from "../../../../test/support/folder.ts";
import { sqliteOutbox } from "./storages.ts";

/** Two connections to one file with a table of notes: the outbox's, and that of a handler of the same process. */
async function open() {
  const folder = await makeFolder();
  const [own, other] = [1, 2].map(() => new DatabaseSync(join(folder, "outbox.db"))) as [
    DatabaseSync,
    DatabaseSync,
  ];
  own.exec("create table notes (text text primary key)");
  other.exec("pragma busy_timeout = 0");
  const storage = sqliteOutbox(own);
  const insert = "insert into notes values (?)";
  const texts = () =>
    other
      .prepare("select text from notes order by rowid")
      .all()
      .map(({ text }) => text);
  const write = (text: string) =>
    storage.transaction((transaction) => storage.query(transaction, insert, [text]));
  return { own, other, storage, insert, texts, write };
}

const turn = () => new Promise((done) => setImmediate(done));

test("a transaction that throws leaves nothing, and the next one begins anew", async () => {
  const { storage, insert, texts, write, own } = await open();
  const failed = storage.transaction(async (transaction) => {
    expect(await storage.query(transaction, insert, ["lost"])).toEqual({ rows: [], count: 1 });
    expect((await storage.query(transaction, "select text from notes", [])).count).toBe(1);
    throw new Error("The power is gone.");
  });
  await expect(failed).rejects.toThrow("The power is gone.");
  expect(own.isTransaction).toBe(false);
  await write("kept");
  expect(texts()).toEqual(["kept"]);
  // Where SQLite has taken it back by itself, there is nothing to roll back, and the error is the work's own.
  const ended = storage.transaction(async (transaction) => {
    transaction.exec("rollback");
    throw new Error("The disk is full.");
  });
  await expect(ended).rejects.toThrow("The disk is full.");
});

test("transactions come one after another, and a statement by itself never falls into one", async () => {
  const { storage, insert, texts, write } = await open();
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const failing = storage.transaction(async (transaction) => {
    await storage.query(transaction, insert, ["taken back"]);
    await held;
    throw new Error("The power is gone.");
  });
  const alone = storage.query(undefined, insert, ["alone"]);
  const second = write("second");
  await turn();
  expect(texts()).toEqual([]);
  goOn();
  await expect(failing).rejects.toThrow("The power is gone.");
  await Promise.all([alone, second]);
  expect(texts()).toEqual(["alone", "second"]);
  expect(
    await storage.query(
      undefined,
      "with all_notes as (select text from notes) select * from all_notes",
      [],
    ),
  ).toEqual({
    rows: [{ text: "alone" }, { text: "second" }],
    count: 2,
  });
});

test("a lock that another connection holds is waited for, and the event loop goes on", async () => {
  const { storage, other, texts, insert, write } = await open();
  for (const work of [
    () => write("in a transaction"),
    () => storage.query(undefined, insert, ["alone"]),
  ]) {
    other.exec("begin immediate");
    let isDone = false;
    const done = work().then(() => {
      isDone = true;
    });
    // Reached only if waiting does not block the event loop.
    for (let count = 0; count < 3; count++) await turn();
    expect(isDone).toBe(false);
    other.exec("commit");
    await done;
  }
  expect(texts()).toEqual(["in a transaction", "alone"]);
});

test("any other error is thrown at once", async () => {
  const { storage, write } = await open();
  await write("once");
  await expect(write("once")).rejects.toThrow("UNIQUE");
  await expect(storage.query(undefined, "insert into nowhere values (1)", [])).rejects.toThrow(
    "no such table",
  );
  await write("after");
});
