import { sql } from "kysely";
import type { Sandbox } from "../context.ts";
import { type IdPrefix, lowestIdAt } from "../identifiers.ts";
import type { ChargeRow, Database, TransferRow } from "../storage/tables.ts";
import { cancellation, payment, refunding } from "./charges.ts";
import { lockBalances } from "./ledger.ts";
import { lockRows, Steps } from "./rows.ts";
import { ending, type FinalStatus, giveBack, processing } from "./transfers.ts";

/** Charges, and transfers, that are moved in one transaction. */
const batch = 100;

/**
 * Moves objects that are due by now, in order and each at the moment at which it was due, however long ago: charges that expire or
 * were planned to be paid, canceled or refunded, and transfers. If another process was faster, nothing happens.
 *
 * @param isEnough called after each batch; if absent, all that is due is moved
 * @returns how many steps were made
 */
export async function runDueTransitions(
  sandbox: Sandbox,
  isEnough?: () => Promise<boolean>,
): Promise<number> {
  const { storage, clock, transitionCounts: moved } = sandbox;
  const now = clock.now();
  let count = 0;
  for (;;) {
    const due = await findDue(sandbox, now);
    if (due.charges.length + due.transfers.length === 0) return count;
    const steps = await storage.transaction((tx) => moveDue(tx, sandbox, due));
    moved.charges += steps.charges;
    moved.transfers += steps.transfers;
    const done = steps.charges + steps.transfers;
    count += done;
    // Objects that others move meanwhile must not keep it looking for ever.
    if (done === 0 || (await isEnough?.())) return count;
  }
}

/** The work that is due until a moment, by identifiers. */
export interface Due {
  charges: string[];
  transfers: string[];
  until: number;
}

/** The first that are due until now. If there are more, their later steps wait for those. */
async function findDue({ storage: { db } }: Sandbox, now: number): Promise<Due> {
  const find = (table: "charges" | "transfers") =>
    db
      .selectFrom(table)
      .select(["id", "nextAt"])
      .where("nextAt", "<=", now)
      .orderBy("nextAt")
      .limit(sql.lit(batch))
      .execute();
  const charges = await find("charges");
  const transfers = await find("transfers");
  const full = [charges, transfers].filter(({ length }) => length === batch);
  const ends = full.map((rows) => rows.at(-1)?.nextAt ?? now);
  return { charges: getIds(charges), transfers: getIds(transfers), until: Math.min(now, ...ends) };
}

function getIds(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

type DueRow = { table: "charges"; row: ChargeRow } | { table: "transfers"; row: TransferRow };

/** Makes all steps of rows until a moment, one after another; a row that is no longer due is left alone. */
export async function moveDue(tx: Database, sandbox: Sandbox, due: Due) {
  const { storage } = sandbox;
  const charges = await lockRows(tx, sandbox, "charges", due.charges);
  const transfers = await lockRows(tx, sandbox, "transfers", due.transfers);
  const companyIds = [...charges, ...transfers].map(({ companyId }) => companyId);
  const planned = charges.filter(({ nextStatus }) => nextStatus === "refunded");
  const balances =
    planned.length === 0
      ? new Map<string, number>()
      : await lockBalances(tx, storage, [...new Set(companyIds)]);
  const steps = await Steps.begin(tx, sandbox, companyIds);
  const made = { charges: 0, transfers: 0 };
  const ended: TransferRow[] = [];
  const queue: DueRow[] = [
    ...charges.map((row) => ({ table: "charges", row }) as const),
    ...transfers.map((row) => ({ table: "transfers", row }) as const),
  ];
  for (let next = takeNext(queue, due.until); next; next = takeNext(queue, due.until)) {
    made[next.table] += 1;
    if (next.table === "charges") {
      const { companyId } = next.row;
      const balance = (balances.get(companyId) ?? 0) + steps.postings.addedTo(companyId);
      queue.push({ table: "charges", row: moveCharge(steps, next.row, balance) });
    } else {
      const row = moveTransfer(sandbox, steps, next.row);
      ended.push(row);
      queue.push({ table: "transfers", row });
    }
  }
  await steps.write(tx);
  await giveBack(tx, ended);
  return made;
}

/** Takes the row that is due first; of the same moment, the one that was created first. */
function takeNext(queue: DueRow[], until: number): DueRow | undefined {
  const due = queue.filter(({ row }) => row.nextAt !== null && row.nextAt <= until);
  if (due.length === 0) return undefined;
  const first = due.reduce((one, other) => (isBefore(other.row, one.row) ? other : one));
  queue.splice(queue.indexOf(first), 1);
  return first;
}

function isBefore(one: DueRow["row"], other: DueRow["row"]): boolean {
  const moment = one.nextAt ?? 0;
  const otherMoment = other.nextAt ?? 0;
  // Behind its prefix an identifier begins with the time.
  return moment === otherMoment ? one.id.slice(4) < other.id.slice(4) : moment < otherMoment;
}

/** Follows the plan of a charge. It is refunded if the balance suffices; else it stays paid. */
function moveCharge(steps: Steps, charge: ChargeRow, balance: number): ChargeRow {
  const { nextStatus, expiresAt, amount, fees } = charge;
  const moment = charge.nextAt ?? 0;
  if (nextStatus === "canceled") return steps.add("charges", charge, cancellation, moment);
  // It cannot be paid any more.
  if (moment >= expiresAt) return steps.add("charges", charge, cancellation, expiresAt);
  const paid = steps.add("charges", charge, payment(charge, moment), moment);
  if (nextStatus !== "refunded" || balance + amount - fees < amount) return paid;
  return steps.add("charges", paid, refunding(paid, moment), moment);
}

function moveTransfer(sandbox: Sandbox, steps: Steps, transfer: TransferRow): TransferRow {
  const { status, outcome, outcomeReason } = transfer;
  const moment = transfer.nextAt ?? 0;
  const step =
    status === "queued" && outcome !== "canceled"
      ? processing(sandbox, moment)
      : ending(transfer, outcome as FinalStatus, moment, outcomeReason ?? undefined);
  return steps.add("transfers", transfer, step, moment);
}

/**
 * When something is due next, in the sandbox's time; undefined if nothing is planned.
 *
 * @param madeBefore looks only at objects made before that moment of the real time
 */
export async function nextDue(
  { storage: { db } }: Sandbox,
  madeBefore = longAfter,
): Promise<number | undefined> {
  const earliest = (table: "charges" | "transfers", prefix: IdPrefix) =>
    sql`(select min("nextAt") from ${sql.table(table)} where "nextAt" is not null and id < ${lowestIdAt(prefix, madeBefore)})`;
  const { rows } = await sql<{ charge: number | null; transfer: number | null }>`
    select ${earliest("charges", "txn")} as charge, ${earliest("transfers", "trf")} as transfer`.execute(
    db,
  );
  const times = [rows[0]?.charge, rows[0]?.transfer].filter((time) => typeof time === "number");
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** A moment of the real time that nothing is made after: the last that identifiers have room for. */
const longAfter = 36 ** 9 - 1;
