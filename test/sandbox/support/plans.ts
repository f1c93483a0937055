import { DatabaseSync, type StatementSync } from "node:sqlite";
import { CompiledQuery } from "kysely";
import pg from "pg";
import { expect, vi } from "vitest";
import {
  createSandbox,
  type RunningSandbox,
} from "../../../packages/sandbox/src/create-sandbox.ts";
import { sweep } from "../../../packages/sandbox/src/service/sweep.ts";
import type { Database } from "../../../packages/sandbox/src/storage/tables.ts";
import { tableNames } from "../../../packages/sandbox/src/storage/tables.ts";
import { call, operationIds, succeeded, transfer } from "../control/support/call.ts";
import { readDatabase } from "../durability/read-database.ts";
import { makeCaller } from "./caller.ts";
import { charge, openService } from "./service.ts";
import type { Place } from "./storages.ts";

/** Tables that do not grow with use: those of the ledger's sums have a row or some for each company. */
const small = ["settings", "faults", "clockMoves", "requests", "leases", "balances", "accountSums"];
const growing: string[] = tableNames.filter((name) => !small.includes(name));

/** Operations that take whole tables by their nature, and the stream, which answers all the time. */
const others = ["resetState", "restoreSnapshot", "streamChanges", "takeSnapshot", "checkLedger"];

/** What rows for a test of size hold: nearly all of them are done with. */
const values: Record<string, string> = {
  id: "'row_0000' || n",
  objectId: "'row_0000' || n",
  apiKey: "'key_' || n",
  companyId: "'row_0000' || n",
  callerId: "case when n % 4 = 0 then 'row_most' else 'row_0000' || n end",
  status: "case when n % 20 = 0 then 'pending' else 'done' end",
  nextAt: "case when n % 20 = 0 then n end",
  lane: "'lane' || n % 10",
  customerJson: `'{"name":"João"}'`,
};

/** Statements that fill every growing table with so many rows. */
async function fillStatements(db: Database, count: number): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name }) => growing.includes(name))
    .map(({ name: table, columns }) => {
      const filled = columns.filter(({ isAutoIncrementing }) => !isAutoIncrementing);
      const expressions = filled.map(({ name, dataType, isNullable }) => {
        const isInteger = /^int/i.test(dataType);
        // A company has ten registrations at most.
        if (table === "outbox_receivers" && name === "callerId") return values.id;
        if (name in values && (!isInteger || name === "nextAt")) return values[name];
        if (isNullable) return "null";
        return isInteger ? "n" : `'${name}' || n`;
      });
      const names = filled.map(({ name }) => `"${name}"`).join(", ");
      return `insert into "${table}" (${names}) with recursive numbers(n) as
      (select 1 union all select n + 1 from numbers where n < ${count}) select ${expressions.join(", ")} from numbers`;
    });
}

/** Collects the texts of all statements that this process sends to a database. */
export function collectStatements(): { texts: Set<string>; isOn: boolean } {
  const collected = { texts: new Set<string>(), isOn: true };
  const note = (text: string): void => {
    if (collected.isOn) collected.texts.add(text);
  };
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [first] = given as [string | pg.QueryConfig];
    note(typeof first === "string" ? first : first.text);
    return Reflect.apply(query, this, given) as never;
  });
  const { prepare } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (
    this: DatabaseSync,
    text: string,
  ) {
    note(text);
    return Reflect.apply(prepare, this, [text]) as StatementSync;
  });
  return collected;
}

/** Has a sandbox do everything that it can, but for the reset. */
async function doEverything(
  sandbox: RunningSandbox,
  pix: ReturnType<typeof makeCaller>,
): Promise<void> {
  succeeded.clear();
  const use = async (method: string, path: string, body?: unknown) => {
    const answer = await call(sandbox, method, path, body === undefined ? {} : { body });
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  };
  const url = "http://127.0.0.1:1/receiver";
  const webhook = await pix.webhooks.create({ url, events: [] } as never);
  const charged = await pix.transactions.create({ ...charge, postbackUrl: url } as never);
  const sent = await pix.transfers.create({ ...transfer, postbackUrl: url } as never);
  await pix.transactions.get(charged.id);
  await pix.transfers.get(sent.id);
  await pix.webhooks.list();
  for (const status of ["paid", "canceled", "refunded"]) {
    await pix.transactions.create({
      ...charge,
      customer: { ...charge.customer, email: `${status}@sandbox.pix.example` },
    } as never);
  }
  for (const pixKey of ["completed", "refused", "canceled"]) {
    await pix.transfers.create({ ...transfer, pixKey: `${pixKey}@sandbox.pix.example` });
  }
  const { companyId } = await use("GET", "/credentials");
  for (const list of [
    "charges",
    "transfers",
    "notifications",
    "webhooks",
    "companies",
    "requests",
  ]) {
    const filters = [
      `companyId=${companyId}`,
      "search=row_00001",
      "search=row_00001&companyId=row_most",
      "search=%25",
    ];
    if (["charges", "transfers", "notifications", "requests"].includes(list)) {
      const status = list === "requests" ? "outcome=error" : "status=pending";
      const known = list === "transfers" ? "status=queued" : status;
      filters.push(
        known,
        `${known}&companyId=${companyId}`,
        "search=jo%C3%A3o",
        `search=maria&${known}`,
      );
      for (const company of [companyId, "row_most"])
        filters.push(`search=row_00001&${known}&companyId=${company}`);
    }
    if (list === "notifications") filters.push("objectId=row_1", "objectId=row_1&status=failed");
    for (const filter of ["limit=1", ...filters]) {
      await use("GET", `/${list}?${filter}`);
      await use("GET", `/${list}?${filter}&before=zzz`);
    }
  }
  for (const { id } of [webhook, charged, sent]) await use("GET", `/timeline/${id}`);
  await use("GET", `/charges/${charged.id}`);
  await use("GET", `/transfers/${sent.id}`);
  for (const path of ["state", "overview", "ledger", "settings", "faults/choices"])
    await use("GET", `/${path}`);
  const logged = await use("GET", "/requests");
  await use("GET", `/requests/${logged.items[0].id}`);
  await use("POST", `/requests/${logged.items[0].id}/replay`);
  await use("POST", "/notifications/trigger", { event: "transfer_updated", url });
  const own = await use("POST", "/webhooks", { url });
  await use("GET", `/webhooks/${own.id}/secret`);
  await use("GET", `/webhooks/${own.id}`);
  await use("DELETE", `/webhooks/${own.id}`);
  await use("POST", `/charges/${charged.id}/pay`, {});
  await use("POST", `/charges/${charged.id}/refund`, {});
  for (const move of ["cancel", "expire"]) {
    const { id } = await use("POST", "/charges", { amountInCents: 100 });
    await use("POST", `/charges/${id}/${move}`);
  }
  await use("PATCH", "/settings", { transferSteps: { queued: null, processing: null } });
  for (const move of ["process", "complete", "refuse", "cancel"]) {
    const { id } = await use("POST", "/transfers", transfer);
    await use("POST", `/transfers/${id}/${move}`);
  }
  const added = await use("POST", "/companies", { name: "Outra" });
  await use("GET", `/companies/${added.id}`);
  await use("GET", `/companies/${added.id}/postback-secret`);
  await use("PATCH", `/companies/${added.id}`, { name: "Uma", balance: 5 });
  await use("POST", `/companies/${added.id}/secret`);
  const { items } = await use("GET", "/notifications?limit=1");
  await use("GET", `/notifications/${items[0].id}`);
  await use("POST", `/notifications/${items[0].id}/resend`);
  await use("POST", "/notifications/resend", {});
  await use("POST", "/faults", { operation: "notification", kind: "error" });
  await use("GET", "/faults");
  await use("POST", "/settle");
  const unused = await use("POST", "/faults", { operation: "createTransfer", kind: "error" });
  await use("DELETE", `/faults/${unused.id}`);
  await use("DELETE", "/faults");
  await use("GET", "/clock");
  const { now } = await use("POST", "/clock/advance", { by: "1m" });
  await use("POST", "/clock/freeze");
  await use("POST", "/clock/set", { now: new Date(Date.parse(now) + 60_000).toISOString() });
  await use("POST", "/clock/resume");
  await pix.webhooks.delete(webhook.id);
  await use("DELETE", "/requests");
  expect([...succeeded, ...others]).toEqual(expect.arrayContaining(operationIds));
}

const isOfRows = (text: string): boolean => /^\s*(select|insert|update|delete|with)\b/i.test(text);

/** What in the plan of a statement takes longer the more rows there are; empty for none. */
async function findScans(
  kind: "sqlite" | "postgres",
  explain: (statement: string) => Promise<readonly object[]>,
  text: string,
): Promise<string[]> {
  if (!isOfRows(text)) return [];
  if (kind === "sqlite") {
    const rows = (await explain(`explain query plan ${text}`)) as { detail: string }[];
    return rows.flatMap(({ detail }) => {
      const [, table = ""] = /^SCAN (\w+)/.exec(detail) ?? [];
      // Read along an index and cut off by a limit, with nothing to leave out on the way.
      const isCut = /USING (COVERING )?INDEX/.test(detail) && /limit/i.test(text);
      return growing.includes(table) && !isCut ? [detail] : [];
    });
  }
  const rows = (await explain(`explain (generic_plan, format json) ${text}`)) as {
    "QUERY PLAN": { Plan: Plan }[];
  }[];
  return rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan: plan }) => scansOf(plan, false)));
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Filter?: string;
  Plans?: Plan[];
}

function scansOf(plan: Plan, isCut: boolean): string[] {
  const {
    "Node Type": type,
    "Relation Name": table = "",
    "Index Name": index,
    "Index Cond": condition,
  } = plan;
  const below = (plan.Plans ?? []).flatMap((inner) =>
    scansOf(inner, type === "Limit" || (isCut && type !== "Sort")),
  );
  if (!growing.includes(table)) return below;
  const isWalk = index !== undefined && condition === undefined && !isCut;
  const isScan = type === "Seq Scan" && (!isCut || plan.Filter !== undefined);
  return isScan || isWalk
    ? [`${type} of ${table} ${index ?? ""} ${plan.Filter ?? ""}`, ...below]
    : below;
}

/** Keeps PostgreSQL from analyzing the growing tables by itself: of few rows it rightly reads a whole table. */
async function keepUnknown(db: Database): Promise<void> {
  for (const table of growing)
    await db.executeQuery(
      CompiledQuery.raw(`alter table "${table}" set (autovacuum_enabled = false)`),
    );
}

/**
 * Statements of a sandbox whose plans read a growing table from one end to the other: right after its start, when
 * PostgreSQL knows nothing of the tables, and beside so many rows.
 */
export async function findScanningStatements(
  place: Place,
  kind: "sqlite" | "postgres",
  rows: number,
): Promise<{ scans: string[]; statements: number }> {
  const collected = collectStatements();
  {
    await using service = await openService(place);
    collected.isOn = false;
    if (kind === "postgres") await keepUnknown(service.sandbox.storage.db);
    collected.isOn = true;
    await service.call("createCharge", {
      body: { ...charge, postbackUrl: "https://shop.example.com/" },
    });
    collected.isOn = false;
    const old = service.sandbox.storage.db
      .updateTable("outbox_notifications")
      .set({ id: "wh_old", status: "failed" });
    await old.execute();
    collected.isOn = true;
    await sweep(service.sandbox);
  }
  const settings = { transferSteps: { queued: 1, processing: 1 } };
  await using sandbox = await createSandbox({ ...place, settings });
  await doEverything(sandbox, makeCaller(sandbox));
  collected.isOn = false;
  await sandbox.close();
  await using database = readDatabase(place, false);
  const run = async (text: string) =>
    (await database.db.executeQuery<object>(CompiledQuery.raw(text))).rows;
  const scans: string[] = [];
  const explainAll = async (): Promise<void> => {
    for (const text of collected.texts) {
      // A check of the books reads every entry.
      if (text.includes("as difference from")) continue;
      // At its start and when its clock goes back, a dispatcher reads all pending notifications once.
      if (/where status = 'pending' and "nextAt" > \S+$/.test(text.trim())) continue;
      const found = await findScans(kind, run, text);
      if (found.length > 0) scans.push(`${found.join("; ")}: ${text}`);
    }
  };
  await explainAll();
  // Without statistics, SQLite plans a statement the same way whatever the tables hold.
  if (kind === "postgres") {
    for (const statement of await fillStatements(database.db, rows)) await run(statement);
    await run("analyze");
    await explainAll();
  }
  return { scans, statements: collected.texts.size };
}
