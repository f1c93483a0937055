import { CompiledQuery } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeDatabase, needPostgres, noPostgres } from "../../../../../test/support/databases.ts";
import { InterruptedError, type Storage, UnavailableError } from "../storage.ts";
import type { Database } from "../tables.ts";
import { type Cure, cures } from "./failures.ts";
import { openPostgres } from "./open-postgres.ts";

/** Every code of the classes that are not about a statement, and some of others. Source: PostgreSQL 18, appendix A. */
const codes = {
  discard: `08000 08003 08006 08001 08004 08007 08P01 0A000 25006 25P03 25P04 26000 40003 42P05
    53200 57000 57P01 57P02 57P03 57P04 57P05 XX000`.split(/\s+/),
  // In a statement like a lost connection; for a new connection see test/sandbox/storage/postgres.test.ts.
  wait: ["53300"],
  repeat: "40000 40001 40P01 55P03 57014".split(" "),
  unavailable: `28000 28P01 3D000 3F000 42501 42P01 42703 53000 53100 53400 58000 58030 58P01 58P02
    58P03 XX001 XX002`.split(/\s+/),
  fail: `22001 22012 23505 25000 25001 25002 25003 25004 25005 25007 25008 25P01 25P02 40002 55000
    55006 55P02 55P04`.split(/\s+/),
} satisfies Record<Cure, string[]>;

let databaseUrl: string;
let storage: Storage;
beforeAll(async () => {
  if (noPostgres) return;
  databaseUrl = await makeDatabase();
  storage = await openPostgres(databaseUrl);
});
afterAll(() => storage?.close());
needPostgres();

/** Runs a transaction in which PostgreSQL answers with a code so many times. */
async function raise(code: string, times: number, place = storage) {
  const sessions: number[] = [];
  const result = await place
    .transaction(async (tx) => {
      sessions.push(await readProcessId(tx));
      if (sessions.length <= times) await execute(tx, raising(code));
    })
    .catch((error: unknown) => error);
  return { result, rounds: sessions.length, isNewSession: sessions[0] !== sessions.at(-1) };
}

const raising = (code: string): string =>
  `do $$ begin raise exception using errcode = '${code}', message = 'No'; end $$`;

function execute(db: Database, text: string) {
  return db.executeQuery<{ pid: number }>(CompiledQuery.raw(text));
}

async function readProcessId(tx: Database): Promise<number> {
  const { rows } = await execute(tx, "select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

const rowsOf = (...kinds: Cure[]): string[] => kinds.flatMap((kind) => codes[kind]);

test.each(rowsOf("discard", "wait"))(
  "%s: the work is done again in another session",
  async (code) => {
    expect(await raise(code, 1)).toEqual({ result: undefined, rounds: 2, isNewSession: true });
  },
);

test.each(codes.repeat)("%s: the transaction is run again", async (code) => {
  expect(await raise(code, 2)).toMatchObject({ result: undefined, rounds: 3 });
});

test.each(codes.unavailable)("%s: the call fails, as part of an outage", async (code) => {
  const { result, rounds } = await raise(code, 1);
  expect(rounds).toBe(1);
  expect(result).toBeInstanceOf(UnavailableError);
  expect(result).not.toBeInstanceOf(InterruptedError);
});

test.each(codes.fail)("%s: the call fails with the error itself", async (code) => {
  const { result, rounds } = await raise(code, 1);
  expect(rounds).toBe(1);
  expect(result).toMatchObject({ code, message: "No" });
});

test("each entry of the table has its own code or class in this test", () => {
  const tried = Object.entries(codes).flatMap(([cure, list]) =>
    list.map((code) => [code, cure] as const),
  );
  const expected = Object.entries(cures).map(([code, cure]) => [code.slice(0, 5), cure]);
  for (const [code = "", cure] of expected)
    expect(
      tried.some(([one, other]) => one.startsWith(code) && other === cure),
      code,
    ).toBe(true);
});

test("an outage is one line and a count, whatever its codes", async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as never) });
  const logged = await openPostgres(databaseUrl, log as never);
  onTestFinished(() => logged.close());
  await Promise.all(codes.unavailable.map((code) => raise(code, 1, logged)));
  expect(lines).toMatchObject([{ level: 50 }]);
  expect(lines[0]?.msg).toMatch(/^The database cannot (be used|write): No\. Calls fail until/);
});
