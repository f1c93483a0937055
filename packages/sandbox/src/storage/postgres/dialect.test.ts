import { CompiledQuery, Kysely } from "kysely";
import type pg from "pg";
import { expect, test, vi } from "vitest";
import type { Tables } from "../tables.ts";
import { bundle, makeDialect, SchemaMovedError, unwaitedFor } from "./dialect.ts";
import { requestLimits } from "./limits.ts";

type Response = Partial<pg.QueryResult> | Error | Promise<Partial<pg.QueryResult>>;

const raw = (text: string) => CompiledQuery.raw(text, []);

/** A database on a connection that answers as it is told; to everything else it has no rows. */
function open(responses: Record<string, Response> = {}) {
  const sent: string[] = [];
  const release = vi.fn();
  const end = vi.fn(async () => {});
  const query = async (text: string) => {
    sent.push(text);
    const response = await responses[text];
    if (response instanceof Error) throw response;
    return { command: text.toUpperCase(), rowCount: 0, rows: [], ...response } as never;
  };
  const connections = { take: vi.fn(async () => ({ query, release })), end, refuse: () => {} };
  const check = vi.fn((version: number) => {
    if (version > 2) throw new SchemaMovedError(version, 2);
  });
  const db = new Kysely<Tables>({ dialect: makeDialect(connections, requestLimits, "begin", check) });
  return { db, sent, release, end, check, take: connections.take };
}

test("the beginning of a transaction goes ahead, and nobody waits for it before the end", async () => {
  const begun = Promise.withResolvers<Partial<pg.QueryResult>>();
  const { db, sent, release, check, take } = open({ begin: begun.promise, select: { rows: [{ id: "a" }] } });
  const done = db.transaction().execute((tx) => tx.executeQuery(raw("select")));
  await expect.poll(() => sent).toEqual(["begin", "select"]);
  begun.resolve({ rows: [{ version: 2 }] });
  expect((await done).rows).toEqual([{ id: "a" }]);
  expect(sent).toEqual(["begin", "select", "commit"]);
  expect(check).toHaveBeenCalledExactlyOnceWith(2);
  expect(take).toHaveBeenCalledExactlyOnceWith(requestLimits);
  expect(release).toHaveBeenCalledOnce();
});

test("where the beginning tells of no version, none is checked", async () => {
  const { db, check } = open({ begin: { rows: [] } });
  await db.transaction().execute(async () => {});
  expect(check).not.toHaveBeenCalled();
});

test("tables of a later version are not written to, also where nothing waited for the beginning", async () => {
  for (const work of [async () => {}, (tx: Kysely<Tables>) => tx.executeQuery(unwaitedFor(raw("insert")))]) {
    const { db, sent, release } = open({ begin: { rows: [{ version: 3 }] } });
    await expect(db.transaction().execute(work as () => Promise<void>)).rejects.toThrow(SchemaMovedError);
    expect(sent).not.toContain("commit");
    expect(sent.at(-1)).toBe("rollback");
    expect(release).toHaveBeenCalledOnce();
  }
});

test("of several failures the first one is told: the others come of it", async () => {
  const responses = { begin: new Error("no locks"), insert: new Error("aborted"), select: new Error("aborted") };
  const { db, sent } = open(responses);
  const failed = db.transaction().execute(async (tx) => {
    await tx.executeQuery(unwaitedFor(raw("insert")));
    await tx.executeQuery(raw("select"));
  });
  await expect(failed).rejects.toThrow("no locks");
  expect(sent).toEqual(["begin", "insert", "select", "rollback"]);
  const second = open({ ...responses, begin: {} });
  const inserted = second.db.transaction().execute((tx) => tx.executeQuery(unwaitedFor(raw("insert"))));
  await expect(inserted).rejects.toThrow("aborted");
});

test("what the work throws is told, and not what failed beside it nor in the rollback", async () => {
  const { db, sent, release } = open({ insert: new Error("duplicate key") });
  const refused = db.transaction().execute(async (tx) => {
    await tx.executeQuery(unwaitedFor(raw("insert")));
    throw new Error("The balance is too low.");
  });
  await expect(refused).rejects.toThrow("The balance is too low.");
  expect(sent).toEqual(["begin", "insert", "rollback"]);
  expect(release).toHaveBeenCalledOnce();
});

test("a commit that became a rollback is a failure", async () => {
  const { db } = open({ commit: { command: "ROLLBACK" } });
  await expect(db.transaction().execute(async () => {})).rejects.toThrow("nothing is kept");
});

test("what is bundled is sent at once, each with its own result, and no more is said to be changed than was", async () => {
  const { db, sent } = open({
    one: { command: "SELECT", rowCount: 1, rows: [{ id: 1 }] },
    two: { command: "UPDATE", rowCount: 3 },
    three: { command: "INSERT" },
    four: { command: "DELETE", rowCount: null },
  });
  const queries = ["one", "two", "three", "four"].map(raw);
  const { rows } = await db.executeQuery(bundle(queries));
  expect(rows).toEqual([
    { rows: [{ id: 1 }] },
    { rows: [], numAffectedRows: 3n },
    { rows: [], numAffectedRows: 0n },
    { rows: [], numAffectedRows: 0n },
  ]);
  expect(sent).toEqual(["one", "two", "three", "four"]);
});

test("results are not read as streams, and with the database its connections end", async () => {
  const { db, end } = open();
  await expect(db.selectFrom("charges").selectAll().stream().next()).rejects.toThrow("not read as streams");
  await db.destroy();
  expect(end).toHaveBeenCalledOnce();
});
