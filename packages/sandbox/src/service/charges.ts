import {
  type ChargeRequest,
  type PayerInfo,
  type Refund,
  transactionStatus,
} from "@pix-contract/server";
import { makeBrCode } from "@pix-contract/server/br-code";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { makeEndToEndId, makeId, randomText } from "../identifiers.ts";
import { findRegistrations, makeNotifications } from "../notifications/write-notifications.ts";
import { chargeUrl, locationLength } from "../pix/charge-url.ts";
import { writeRows } from "../storage/statements.ts";
import type { ChargeRow, Company, Database } from "../storage/tables.ts";
import { changeOfCharge } from "./changes.ts";
import { NotAllowedError, NotFoundError } from "./errors.ts";
import { accountOf, feeFor, post } from "./ledger.ts";
import { lockRow, lockRows, moveRow, moveRows } from "./rows.ts";

/** A move that a charge is to make by itself. */
export interface PlannedMove {
  status: ChargeRow["status"];
  /** Milliseconds after the creation. */
  after: number;
}

/** A charge to create. */
export interface ChargeOrder {
  company: Company;
  body: ChargeRequest;
  planned?: PlannedMove | undefined;
}

/**
 * Creates charges that wait for payment, and notifies of them.
 *
 * @returns each charge; undefined if its company no longer exists
 */
export async function createCharges(
  tx: Database,
  sandbox: Sandbox,
  orders: readonly ChargeOrder[],
): Promise<(ChargeRow | undefined)[]> {
  const registrations = await findRegistrations(tx, sandbox.storage, [
    ...new Set(orders.map(({ company }) => company.id)),
  ]);
  const created = orders.map((order) =>
    registrations.has(order.company.id) ? makeCharge(sandbox, order) : undefined,
  );
  const rows = created.filter((charge) => charge !== undefined);
  const notified = rows.flatMap((row) =>
    makeNotifications(sandbox, registrations, changeOfCharge(null, row)),
  );
  await writeRows(tx, sandbox.storage, [
    { table: "charges", rows },
    { table: "outbox_notifications", rows: notified },
  ]);
  return created;
}

/** Creates one. @throws {NotFoundError} where its company is not there */
export async function createCharge(
  tx: Database,
  sandbox: Sandbox,
  company: Company,
  body: ChargeRequest,
): Promise<ChargeRow> {
  const [charge] = await createCharges(tx, sandbox, [{ company, body }]);
  if (!charge) throw new NotFoundError(`There is no company ${company.id}.`);
  return charge;
}

function makeCharge(sandbox: Sandbox, { company, body, planned }: ChargeOrder): ChargeRow {
  const now = sandbox.clock.now();
  const { chargeFee, chargeLifetime } = sandbox.settings.current;
  return {
    id: makeId("txn"),
    companyId: company.id,
    status: transactionStatus.initial,
    amount: body.amountInCents,
    fees: feeFor(body.amountInCents, chargeFee),
    description: body.description ?? "",
    customerJson: JSON.stringify(body.customer),
    itemsJson: body.items ? JSON.stringify(body.items) : null,
    postbackUrl: body.postbackUrl ?? null,
    emv: makeBrCode({
      url: chargeUrl(sandbox.publicUrl, randomText(locationLength)),
      merchantName: company.name,
      merchantCity: company.city,
    }),
    endToEndId: null,
    payerJson: null,
    refundJson: null,
    nextAt: now + (planned?.after ?? chargeLifetime),
    nextStatus: planned?.status ?? "canceled",
    createdAt: now,
    updatedAt: now,
    paidAt: null,
    expiresAt: now + chargeLifetime,
  };
}

/**
 * The payer pays: the amount less the fee is added to the company's balance.
 *
 * @param payer the payer; absent fields are the customer's
 * @throws {NotAllowedError} where the charge is not pending, or expired
 */
export async function payCharge(
  tx: Database,
  sandbox: Sandbox,
  id: string,
  payer?: Partial<PayerInfo>,
): Promise<ChargeRow> {
  const charge = await lockRow(tx, sandbox, "charges", id);
  const now = sandbox.clock.now();
  if (charge.status === "pending" && now >= charge.expiresAt) {
    throw new NotAllowedError(
      `The charge ${id} expired at ${timestamp(charge.expiresAt)}: it cannot be paid.`,
    );
  }
  const moved = await move(tx, sandbox, charge, "paid", now, {
    paidAt: now,
    endToEndId: makeEndToEndId(now),
    payerJson: JSON.stringify({ ...payerOf(charge), ...payer }),
  });
  const { amount, fees } = charge;
  await post(tx, { payers: -amount, fees, [accountOf(charge.companyId)]: amount - fees }, now);
  return moved;
}

/** Lets a charge expire before its time. @throws {NotAllowedError} where it does not wait for payment */
export async function expireCharge(tx: Database, sandbox: Sandbox, id: string): Promise<ChargeRow> {
  const now = sandbox.clock.now();
  return move(tx, sandbox, await lockRow(tx, sandbox, "charges", id), "canceled", now, {
    expiresAt: now,
  });
}

/** Cancels a charge that waits for payment. @throws {NotAllowedError} where it does not wait */
export async function cancelCharge(tx: Database, sandbox: Sandbox, id: string): Promise<ChargeRow> {
  return move(
    tx,
    sandbox,
    await lockRow(tx, sandbox, "charges", id),
    "canceled",
    sandbox.clock.now(),
  );
}

/**
 * Cancels charges that expire or were planned to be canceled, all of them together; those that were paid or canceled
 * meanwhile are left alone.
 *
 * @returns how many were canceled
 */
export async function cancelDue(
  tx: Database,
  sandbox: Sandbox,
  ids: readonly string[],
): Promise<number> {
  const now = sandbox.clock.now();
  const rows = (await lockRows(tx, sandbox, "charges", ids))
    .filter(
      ({ nextAt, nextStatus }) => nextAt !== null && nextAt <= now && nextStatus === "canceled",
    )
    .sort((a, b) => (a.nextAt ?? 0) - (b.nextAt ?? 0));
  await moveRows(tx, sandbox, "charges", rows, (row) => ({
    row: { ...row, status: "canceled", updatedAt: now, nextAt: null, nextStatus: null },
  }));
  return rows.length;
}

/**
 * Returns the whole amount to the payer, from the company's balance; the fee is not given back.
 *
 * @throws {NotAllowedError} where the charge is not paid, or the balance is too low
 */
export async function refundCharge(
  tx: Database,
  sandbox: Sandbox,
  id: string,
  reason?: string,
): Promise<ChargeRow> {
  const charge = await lockRow(tx, sandbox, "charges", id);
  const now = sandbox.clock.now();
  const refund: Refund = {
    amount: charge.amount,
    ...(reason && { reason }),
    refundedAt: timestamp(now),
  };
  const moved = await move(tx, sandbox, charge, "refunded", now, {
    refundJson: JSON.stringify(refund),
  });
  const taken = await post(
    tx,
    { [accountOf(charge.companyId)]: -charge.amount, payers: charge.amount },
    now,
  );
  if (!taken)
    throw new NotAllowedError(
      `The balance is too low to refund ${charge.amount} centavos of ${id}.`,
    );
  return moved;
}

/** @param now read once for all times of the move: they are the same moment */
function move(
  tx: Database,
  sandbox: Sandbox,
  charge: ChargeRow,
  status: ChargeRow["status"],
  now: number,
  fields: Partial<ChargeRow> = {},
): Promise<ChargeRow> {
  return moveRow(tx, sandbox, "charges", charge, {
    ...fields,
    status,
    updatedAt: now,
    nextAt: null,
    nextStatus: null,
  });
}

/** The payer that a payment has where none is named: the customer of the charge, at an account without owner. */
function payerOf({ customerJson }: ChargeRow): PayerInfo {
  const { name, document } = JSON.parse(customerJson) as ChargeRequest["customer"];
  return {
    bank: "Banco Sandbox",
    name,
    branch: "0001",
    document,
    account_type: "CHECKING",
    account_number: "123456-7",
  };
}
