import { sql } from "kysely";
import type { Sandbox } from "../context.ts";
import { type IdPrefix, lowestIdAt } from "../identifiers.ts";
import type { Database } from "../storage/tables.ts";
import { cancelDue, payCharge, refundCharge } from "./charges.ts";
import { NotAllowedError, NotFoundError } from "./errors.ts";
import { readBalance } from "./ledger.ts";
import { stepTransfers } from "./transfers.ts";

const batch = 100;

/**
 * Moves what is due: charges that expire or were planned to be paid, canceled or refunded, and transfers.
 *
 * What is canceled moves together, and so do transfers; a payment has a transaction of its own. Where another
 * process was faster, nothing happens.
 *
 * @param isEnough asked after each batch; if absent, all that is due is moved
 * @returns how many objects were moved
 */
export async function runDueTransitions(
  sandbox: Sandbox,
  isEnough?: () => Promise<boolean>,
): Promise<number> {
  const { storage, clock, log } = sandbox;
  const now = clock.now();
  let moved = 0;
  for (;;) {
    const { charges, transfers } = await findDue(sandbox, now);
    const isCanceled = ({ nextStatus }: (typeof charges)[number]): boolean =>
      nextStatus === "canceled";
    const canceled = charges.filter(isCanceled);
    let done = 0;
    const run = async (
      table: "charges" | "transfers",
      step: (tx: Database) => Promise<number>,
    ): Promise<void> => {
      const count = await storage.transaction(step);
      done += count;
      moved += count;
      sandbox.moved[table] += count;
    };
    for (const { id, nextStatus } of charges.filter((charge) => !isCanceled(charge))) {
      try {
        await run("charges", (tx) => payAsPlanned(tx, sandbox, id, nextStatus));
      } catch (error) {
        // What a reset has removed meanwhile is not there.
        if (!(error instanceof NotAllowedError || error instanceof NotFoundError)) throw error;
        log.debug(
          { reason: error.message },
          "What was planned is not possible, or another process did it.",
        );
        await dropPlan(sandbox, id);
        done += 1;
      }
    }
    if (canceled.length > 0)
      await run("charges", (tx) =>
        cancelDue(
          tx,
          sandbox,
          canceled.map(({ id }) => id),
        ),
      );
    if (transfers.length > 0)
      await run("transfers", (tx) =>
        stepTransfers(
          tx,
          sandbox,
          transfers.map(({ id }) => id),
        ),
      );
    // What others move meanwhile is no reason to look for ever.
    if (done === 0 || (await isEnough?.())) return moved;
  }
}

/** A charge whose plan cannot be followed keeps the status it has, and expires where it is pending. */
async function dropPlan({ storage, clock }: Sandbox, id: string): Promise<void> {
  await storage.db
    .updateTable("charges")
    .set((eb) => ({ nextAt: eb.ref("expiresAt"), nextStatus: "canceled" }))
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("nextAt", "<=", clock.now())
    .execute();
}

async function findDue({ storage: { db } }: Sandbox, now: number) {
  const charges = await db
    .selectFrom("charges")
    .select(["id", "nextStatus"])
    .where("nextAt", "<=", now)
    .orderBy("nextAt")
    .limit(sql.lit(batch))
    .execute();
  const transfers = await db
    .selectFrom("transfers")
    .select("id")
    .where("nextAt", "<=", now)
    .orderBy("nextAt")
    .limit(sql.lit(batch))
    .execute();
  return { charges, transfers };
}

/** Pays a charge, and refunds it where that is planned and the balance suffices; else it stays paid. */
async function payAsPlanned(
  tx: Database,
  sandbox: Sandbox,
  id: string,
  to: string | null,
): Promise<number> {
  const { companyId, amount } = await payCharge(tx, sandbox, id);
  if (to === "refunded" && (await readBalance(tx, companyId)) >= amount)
    await refundCharge(tx, sandbox, id);
  return 1;
}

/**
 * When something is due next, in the sandbox's time; undefined where nothing is planned.
 *
 * @param madeBefore looks only at what was made before that moment of the real time
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
