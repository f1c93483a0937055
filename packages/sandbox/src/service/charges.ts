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
import { feeFor, lockBalances } from "./ledger.ts";
import { type Step, updateStatus } from "./rows.ts";

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
    makeNotifications(registrations, changeOfCharge(null, row), row.createdAt),
  );
  await writeRows(tx, sandbox.storage, [
    { table: "charges", rows },
    { table: "outbox_notifications", rows: notified },
  ]);
  return created;
}

/** Creates one. @throws {NotFoundError} if its company is not there */
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
 * @throws {NotAllowedError} if the charge is not pending, or expired
 */
export function payCharge(
  tx: Database,
  sandbox: Sandbox,
  id: string,
  payer?: Partial<PayerInfo>,
): Promise<ChargeRow> {
  return updateStatus(tx, sandbox, "charges", id, (charge, now) => {
    const { status, expiresAt } = charge;
    if (status === "pending" && now >= expiresAt)
      throw new NotAllowedError(
        `The charge ${id} expired at ${timestamp(expiresAt)}: it cannot be paid.`,
      );
    return [payment(charge, now, payer)];
  });
}

/** Lets a charge expire before its time. @throws {NotAllowedError} if it does not wait for payment */
export function expireCharge(tx: Database, sandbox: Sandbox, id: string): Promise<ChargeRow> {
  return updateStatus(tx, sandbox, "charges", id, (_, now) => [
    { changes: { ...cancellation.changes, expiresAt: now } },
  ]);
}

/** Cancels a charge that waits for payment. @throws {NotAllowedError} if it does not wait */
export function cancelCharge(tx: Database, sandbox: Sandbox, id: string): Promise<ChargeRow> {
  return updateStatus(tx, sandbox, "charges", id, () => [cancellation]);
}

/**
 * Returns the whole amount to the payer, from the company's balance; the fee is not given back.
 *
 * @throws {NotAllowedError} if the charge is not paid, or the balance is too low
 */
export function refundCharge(
  tx: Database,
  sandbox: Sandbox,
  id: string,
  reason?: string,
): Promise<ChargeRow> {
  return updateStatus(tx, sandbox, "charges", id, async (charge, now) => {
    const { companyId, amount, status } = charge;
    const balances = await lockBalances(tx, sandbox.storage, [companyId]);
    if (status === "paid" && (balances.get(companyId) ?? 0) < amount)
      throw new NotAllowedError(`The balance is too low to refund ${amount} centavos of ${id}.`);
    return [refunding(charge, now, reason)];
  });
}

const noPlan = { nextAt: null, nextStatus: null };

/** A charge expires or is canceled. */
export const cancellation: Step<ChargeRow> = { changes: { ...noPlan, status: "canceled" } };

/** A charge is paid at a moment. */
export function payment(
  charge: ChargeRow,
  moment: number,
  payer?: Partial<PayerInfo>,
): Step<ChargeRow> {
  const { amount, fees } = charge;
  const payerJson = JSON.stringify({ ...defaultPayer(charge), ...payer });
  const endToEndId = makeEndToEndId(moment);
  return {
    changes: { ...noPlan, status: "paid", paidAt: moment, endToEndId, payerJson },
    entries: { payers: -amount, fees, company: amount - fees },
  };
}

/** The amount of a charge is given back at a moment. */
export function refunding({ amount }: ChargeRow, moment: number, reason?: string): Step<ChargeRow> {
  const refund: Refund = { amount, ...(reason && { reason }), refundedAt: timestamp(moment) };
  return {
    changes: { ...noPlan, status: "refunded", refundJson: JSON.stringify(refund) },
    entries: { company: -amount, payers: amount },
  };
}

/** Default payer: the charge's customer, with an account that has no owner. */
function defaultPayer({ customerJson }: ChargeRow): PayerInfo {
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
