// How charges and transfers are shown, and the notifications when their status changes.
import {
  type NotificationBodies,
  type PayerInfo,
  type Refund,
  type Transfer,
  type TransferSummary,
  transactionStatus,
  transferStatus,
} from "@pix-contract/server";
import { makeQrPng } from "@pix-contract/server/qr-png";
import { timestamp } from "../clock.ts";
import type { NotifiedChange } from "../notifications/write-notifications.ts";
import type { ChargeRow, TransferRow } from "../storage/tables.ts";

/** @param from null if the charge is new @returns undefined if nothing is notified */
export function changeOfCharge(
  from: ChargeRow["status"] | null,
  charge: ChargeRow,
): NotifiedChange | undefined {
  const event = transactionStatus.notificationOf(from, charge.status);
  if (!event) return undefined;
  const { companyId, id, postbackUrl, amount, fees, status } = charge;
  const pix = paymentOf(charge);
  const refund = refundOf(charge);
  const transaction = { id, amount, fees, status, ...(pix && { pix }), ...(refund && { refund }) };
  const makeBody: NotifiedChange["makeBody"] = (envelope) =>
    ({ ...envelope, type: "transaction", event, transaction }) as NotificationBodies[typeof event];
  return { companyId, event, objectId: id, postbackUrl, makeBody };
}

/** @param from null if the transfer is new @returns undefined if nothing is notified */
export function changeOfTransfer(
  from: TransferRow["status"] | null,
  transfer: TransferRow,
): NotifiedChange | undefined {
  const event = transferStatus.notificationOf(from, transfer.status);
  if (!event) return undefined;
  const { companyId, postbackUrl } = transfer;
  const shown = { ...summaryOf(transfer), ...getOutcome(transfer) };
  const makeBody: NotifiedChange["makeBody"] = (envelope) =>
    ({ ...envelope, type: "transfer", event, transfer: shown }) as NotificationBodies[typeof event];
  return { companyId, event, objectId: transfer.id, postbackUrl, makeBody };
}

/** Identifier and payer of a charge's payment; undefined if it was not paid. */
function paymentOf(charge: ChargeRow): { endToEndId: string; payerInfo: PayerInfo } | undefined {
  if (charge.endToEndId === null || charge.payerJson === null) return undefined;
  return { endToEndId: charge.endToEndId, payerInfo: JSON.parse(charge.payerJson) as PayerInfo };
}

/** The refund as it is kept, with its amount and its time. */
type KeptRefund = Refund & Required<Pick<Refund, "amount" | "refundedAt">>;

function refundOf({ refundJson }: ChargeRow): KeptRefund | undefined {
  return refundJson === null ? undefined : (JSON.parse(refundJson) as KeptRefund);
}

/** A charge as lookups show it, but for its image. */
export function viewCharge(row: ChargeRow) {
  const { id, status, amount, fees, description, emv, paidAt } = row;
  const refund = refundOf(row);
  return {
    id,
    status,
    amount,
    fees,
    description,
    pix: { emv, ...paymentOf(row) },
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
    ...(paidAt !== null && { paidAt: timestamp(paidAt) }),
    expiresAt: timestamp(row.expiresAt),
    ...(refund && { refund }),
  };
}

/** The same charge with its code as an image. */
export function withQrCode<View extends { pix: { emv: string } }>(charge: View) {
  return { ...charge, pix: { ...charge.pix, qrCode: makeQrPng(charge.pix.emv) } };
}

/** A transfer as the answer to its creation, lookups and notifications show it. */
export function summaryOf({ id, status, amount, fees, pixKey }: TransferRow): TransferSummary {
  return { id, status, amount, netAmount: amount - fees, fees, pixKey };
}

/** Optional facts of a transfer: why it did not complete, and its payment. */
function getOutcome({ reason, endToEndId }: TransferRow): Pick<Transfer, "reason" | "pix"> {
  return {
    ...(reason !== null && { reason }),
    ...(endToEndId !== null && { pix: { endToEndId, creditorAccount: null } }),
  };
}

/** A transfer as lookups show it: with every field. */
export function viewTransfer(row: TransferRow) {
  const { completedAt } = row;
  return {
    ...summaryOf(row),
    description: row.description,
    ...getOutcome(row),
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
    ...(completedAt !== null && { completedAt: timestamp(completedAt) }),
  } satisfies Transfer;
}
