import {
  type ChargeRequest,
  type NotificationBodies,
  notifications,
  type PayerInfo,
  type Refund,
  transactionStatus,
} from "@pix-contract/server";
import { makeBrCode } from "@pix-contract/server/br-code";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { makeId, randomText } from "../identifiers.ts";
import {
  findRegistrations,
  makeNotifications,
  type NotifiedChange,
  writeNotifications,
} from "../notifications/write-notifications.ts";
import { chargeUrl, locationLength } from "../pix/charge-url.ts";
import { makeEndToEndId } from "../pix/end-to-end-id.ts";
import { isAmong } from "../storage/is-among.ts";
import { lockRows } from "../storage/lock-rows.ts";
import type { ChargeRow, Company, Database } from "../storage/tables.ts";
import { writeRows } from "../storage/write-rows.ts";
import { NotAllowedError, NotFoundError } from "./errors.ts";
import { feeFor } from "./fees.ts";
import { accountOf, post } from "./ledger.ts";

type Status = ChargeRow["status"];

/** A move that a charge is to make by itself. */
export interface PlannedMove {
  status: Status;
  /** Milliseconds after the creation. */
  after: number;
}

/** A charge that is asked for. */
export interface ChargeOrder {
  company: Company;
  body: ChargeRequest;
  planned?: PlannedMove | undefined;
}

/**
 * Creates charges that wait for payment, and notifies of them.
 *
 * @returns each charge; undefined where its company is not there any more
 */
export async function createCharges(
  tx: Database,
  sandbox: Sandbox,
  orders: readonly ChargeOrder[],
): Promise<(ChargeRow | undefined)[]> {
  const registrations = await findRegistrations(tx, sandbox.storage, [
    ...new Set(orders.map(({ company }) => company.id)),
  ]);
  const created = orders.map((order) => (registrations.has(order.company.id) ? makeCharge(sandbox, order) : undefined));
  const rows = created.filter((charge) => charge !== undefined);
  const notified = rows.flatMap((row) => {
    const change = changeOf(null, row);
    return change ? makeNotifications(sandbox, registrations, change) : [];
  });
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
  planned?: PlannedMove,
): Promise<ChargeRow> {
  const [charge] = await createCharges(tx, sandbox, [{ company, body, planned }]);
  if (!charge) throw new NotFoundError(`There is no company ${company.id}.`);
  return charge;
}

function makeCharge(sandbox: Sandbox, { company, body, planned }: ChargeOrder): ChargeRow {
  const now = sandbox.clock.now();
  const { chargeFee, chargeLifetime } = sandbox.settings.current;
  const location = randomText(locationLength);
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
      url: chargeUrl(sandbox.publicUrl, location),
      merchantName: company.name,
      merchantCity: company.city,
    }),
    location,
    endToEndId: null,
    payerJson: null,
    refundJson: null,
    nextAt: planned ? now + planned.after : null,
    nextStatus: planned?.status ?? null,
    createdAt: now,
    updatedAt: now,
    paidAt: null,
    expiresAt: now + chargeLifetime,
  };
}

/** A charge of a company, or of any where none is given. */
export async function findCharge(db: Database, id: string, companyId?: string): Promise<ChargeRow | undefined> {
  const query = db.selectFrom("charges").selectAll().where("id", "=", id);
  return (companyId === undefined ? query : query.where("companyId", "=", companyId)).executeTakeFirst();
}

/** The charge whose BR Code names a location. */
export async function findChargeByLocation(db: Database, location: string): Promise<ChargeRow | undefined> {
  return db.selectFrom("charges").selectAll().where("location", "=", location).executeTakeFirst();
}

/** @throws {NotFoundError} */
export async function getCharge(db: Database, id: string): Promise<ChargeRow> {
  const charge = await findCharge(db, id);
  if (!charge) throw new NotFoundError(`There is no charge ${id}.`);
  return charge;
}

/**
 * The payer pays: the amount less the fee is added to the company's balance.
 *
 * @param payer who pays; what is absent is the customer's
 * @throws {NotAllowedError} where the charge is not pending, or expired
 */
export async function payCharge(
  tx: Database,
  sandbox: Sandbox,
  id: string,
  payer?: Partial<PayerInfo>,
): Promise<ChargeRow> {
  const charge = await getCharge(tx, id);
  const now = sandbox.clock.now();
  if (charge.status === "pending" && now >= charge.expiresAt) {
    throw new NotAllowedError(`The charge ${id} expired at ${timestamp(charge.expiresAt)}: it cannot be paid.`);
  }
  const moved = await move(tx, sandbox, charge, "paid", now, {
    paidAt: now,
    endToEndId: makeEndToEndId(now),
    payerJson: JSON.stringify({ ...payerOf(charge), ...payer }),
  });
  const entries = [
    ["payers", -charge.amount],
    ["fees", charge.fees],
    [accountOf(charge.companyId), charge.amount - charge.fees],
  ] as const;
  await post(tx, entries, now);
  return moved;
}

/** Lets a charge expire before its time. @throws {NotAllowedError} where it does not wait for payment */
export async function expireCharge(tx: Database, sandbox: Sandbox, id: string): Promise<ChargeRow> {
  const now = sandbox.clock.now();
  return move(tx, sandbox, await getCharge(tx, id), "canceled", now, { expiresAt: now });
}

/** Cancels a charge that waits for payment; also how it expires. @throws {NotAllowedError} where it does not wait */
export async function cancelCharge(tx: Database, sandbox: Sandbox, id: string): Promise<ChargeRow> {
  return move(tx, sandbox, await getCharge(tx, id), "canceled", sandbox.clock.now());
}

/**
 * Cancels charges whose time is over, all of them together; those that were paid or canceled meanwhile are left alone.
 *
 * @returns how many were canceled
 */
export async function cancelExpired(tx: Database, sandbox: Sandbox, ids: readonly string[]): Promise<number> {
  const { clock, storage } = sandbox;
  const now = clock.now();
  const expired = tx
    .selectFrom("charges")
    .selectAll()
    .where(isAmong(storage, "id", ids))
    .where("status", "=", "pending")
    .where("expiresAt", "<=", now)
    .orderBy("id");
  const rows = await lockRows(storage, expired).execute();
  if (rows.length === 0) return 0;
  const registrations = await findRegistrations(tx, storage, [...new Set(rows.map(({ companyId }) => companyId))]);
  const canceled = rows
    .sort((a, b) => a.expiresAt - b.expiresAt)
    .map((row): ChargeRow => ({ ...row, status: "canceled", updatedAt: now, nextAt: null, nextStatus: null }));
  const notified = canceled.flatMap((row) => {
    const change = changeOf("pending", row);
    return change ? makeNotifications(sandbox, registrations, change) : [];
  });
  await writeRows(tx, storage, [
    { table: "charges", rows: canceled, key: ["id"] },
    { table: "outbox_notifications", rows: notified },
  ]);
  return canceled.length;
}

/**
 * Returns the whole amount to the payer, from the company's balance; the fee is not given back.
 *
 * @throws {NotAllowedError} where the charge is not paid, or the balance is too low
 */
export async function refundCharge(tx: Database, sandbox: Sandbox, id: string, reason?: string): Promise<ChargeRow> {
  const charge = await getCharge(tx, id);
  const now = sandbox.clock.now();
  const refund: Refund = { amount: charge.amount, ...(reason && { reason }), refundedAt: timestamp(now) };
  const moved = await move(tx, sandbox, charge, "refunded", now, { refundJson: JSON.stringify(refund) });
  const taken = await post(
    tx,
    [
      [accountOf(charge.companyId), -charge.amount],
      ["payers", charge.amount],
    ],
    now,
  );
  if (!taken) throw new NotAllowedError(`The balance is too low to refund ${charge.amount} centavos of ${id}.`);
  return moved;
}

/** @param now read once for all times of the move: they are the same moment */
async function move(
  tx: Database,
  sandbox: Sandbox,
  charge: ChargeRow,
  to: Status,
  now: number,
  fields: Partial<ChargeRow> = {},
): Promise<ChargeRow> {
  if (!transactionStatus.canTransition(charge.status, to)) {
    throw new NotAllowedError(`The charge ${charge.id} is ${charge.status}: it cannot become ${to}.`);
  }
  const changes = { ...fields, status: to, updatedAt: now, nextAt: null, nextStatus: null };
  const { numUpdatedRows } = await tx
    .updateTable("charges")
    .set(changes)
    .where("id", "=", charge.id)
    .where("status", "=", charge.status)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new NotAllowedError(`The charge ${charge.id} has just been changed by another call.`);
  const moved = { ...charge, ...changes };
  await notify(tx, sandbox, charge.status, moved);
  return moved;
}

async function notify(tx: Database, sandbox: Sandbox, from: Status, charge: ChargeRow): Promise<void> {
  const change = changeOf(from, charge);
  if (change) await writeNotifications(tx, sandbox, change);
}

/** What is notified of a charge that has come to its status from another one; undefined for nothing. */
function changeOf(from: Status | null, charge: ChargeRow): NotifiedChange | undefined {
  const event = transactionStatus.notificationOf(from, charge.status);
  if (!event) return undefined;
  const { companyId, id: objectId, postbackUrl } = charge;
  return { companyId, event, objectId, postbackUrl, makeBody: (envelope) => bodyOf(event, envelope, charge) };
}

function bodyOf(
  event: NonNullable<ReturnType<typeof transactionStatus.notificationOf>>,
  envelope: { id: string; scope: "postback" | "user" },
  charge: ChargeRow,
): NotificationBodies[typeof event] {
  const { id, amount, fees } = charge;
  const payment = paymentOf(charge);
  const refund = charge.refundJson ? (JSON.parse(charge.refundJson) as Refund) : undefined;
  const transaction = { id, amount, fees, status: charge.status, ...(payment && { pix: payment }) };
  switch (event) {
    case "transaction_created":
      return notifications.transactionCreated({ ...envelope, transaction });
    case "transaction_paid":
      if (!payment) throw new TypeError(`The charge ${id} is paid without a payment.`);
      return notifications.transactionPaid({
        ...envelope,
        transaction: { id, amount, fees, status: "paid", pix: payment },
      });
    case "transaction_canceled":
      return notifications.transactionCanceled({ ...envelope, transaction: { id, amount, fees, status: "canceled" } });
    case "transaction_refunded":
      return notifications.transactionRefunded({
        ...envelope,
        transaction: { ...transaction, ...(refund && { refund }) },
      });
  }
}

/** Identifier and payer of a charge's payment; undefined where it was not paid. */
export function paymentOf(charge: ChargeRow): { endToEndId: string; payerInfo: PayerInfo } | undefined {
  if (charge.endToEndId === null || charge.payerJson === null) return undefined;
  return { endToEndId: charge.endToEndId, payerInfo: JSON.parse(charge.payerJson) as PayerInfo };
}

/** The payer that a payment has where none is named: the customer of the charge, at an account that nobody has. */
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
