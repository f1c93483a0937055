import { type RawBuilder, sql } from "kysely";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import type { RequestLog } from "../http/request-log.ts";
import type { Database, Tables } from "../storage/tables.ts";
import { makeOperation } from "./operation.ts";
import { viewEntry } from "./requests.ts";

const stepCount = 30;

/** Rows that are looked at, newest first: the console reads the overview after every change. */
const maxRows = sql.lit(10_000);
const maxRequests = sql.lit(1_000);

/** The part of time that an overview shows, in epoch milliseconds. */
interface Period {
  since: number;
  /** Milliseconds. */
  step: number;
}

/** The last minutes. They end with a whole step, so that a count of a step stays in it. */
function lastMinutes(minutes: number, now: number): Period {
  const step = (minutes * 60_000) / stepCount;
  const end = (Math.floor(now / step) + 1) * step;
  return { since: end - stepCount * step, step };
}

const countOfRows = sql`count(*)`;
const sumOfAmounts = sql`sum(amount)`;

/** Adds up the newest rows of a table for each status and step. @param time the column that puts a row into its step */
async function readSums(
  db: Database,
  { since, step }: Period,
  table: keyof Tables,
  time: string,
  sum: RawBuilder<unknown>,
): Promise<Record<string, number[]>> {
  const at = sql.ref(time);
  const { rows } = await sql<{ status: string; step: number; total: number }>`
    select status, cast((${at} - ${since}) / ${step} as integer) as step, ${sum} as total
    from (select * from ${sql.table(table)} order by id desc limit ${maxRows}) as newest
    where ${at} >= ${since} group by 1, 2`.execute(db);
  const sums: Record<string, number[]> = {};
  for (const row of rows) {
    sums[row.status] ??= new Array<number>(stepCount).fill(0);
    const steps = sums[row.status] ?? [];
    // The clock may have moved since the period began.
    const last = Math.min(Number(row.step), stepCount - 1);
    steps[last] = (steps[last] ?? 0) + Number(row.total);
  }
  return sums;
}

/** Adds up several rows of steps, step by step. */
function addSteps(sums: Record<string, number[]>): number[] {
  return Array.from({ length: stepCount }, (_, step) =>
    Object.values(sums).reduce((sum, steps) => sum + (steps[step] ?? 0), 0),
  );
}

async function countRefusals(db: Database, { since }: Period): Promise<Record<string, number>> {
  const { rows } = await sql<Tables["requests"]>`
    select * from (select * from requests order by id desc limit ${maxRequests}) as newest
    where at >= ${since} and not (status >= 200 and status < 400)`.execute(db);
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const { errorCode, status } = viewEntry(row);
    const code = errorCode ?? String(status);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** The events of the last minutes: the pictures of the console's first page. */
export function makeOverview({ storage: { db }, clock }: Sandbox, log: RequestLog | undefined) {
  return makeOperation("readOverview", async (query = {}): Promise<Schemas["Overview"]> => {
    await log?.flush();
    const period = lastMinutes(query.minutes ?? 15, clock.now());
    const count = (table: keyof Tables) => readSums(db, period, table, "createdAt", countOfRows);
    const add = (table: keyof Tables, time: string) =>
      readSums(db, period, table, time, sumOfAmounts);
    const charges = await count("charges");
    const transfers = await count("transfers");
    const notifications = await count("outbox_notifications");
    const paid = await add("charges", "paidAt");
    const { refunded = [] } = await add("charges", "updatedAt");
    const sent = await add("transfers", "completedAt");
    return {
      since: timestamp(period.since),
      step: period.step,
      charges,
      transfers,
      notifications,
      moneyIn: addSteps(paid),
      moneyOut: addSteps({ ...sent, refunded }),
      refusals: await countRefusals(db, period),
    };
  });
}
