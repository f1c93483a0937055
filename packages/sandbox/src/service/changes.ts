// What is notified of a charge or a transfer that has come to its status from another one.
import {
  type NotificationBodies,
  notifications,
  type PayerInfo,
  type Refund,
  transactionStatus,
  transferStatus,
} from "@pix-contract/server";
import type { NotifiedChange } from "../notifications/write-notifications.ts";
import type { ChargeRow, TransferRow } from "../storage/tables.ts";

type Envelope = Parameters<NotifiedChange["makeBody"]>[0];

/** @param from null where the charge is new @returns undefined where nothing is notified */
export function changeOfCharge(from: ChargeRow["status"] | null, charge: ChargeRow): NotifiedChange | undefined {
  const event = transactionStatus.notificationOf(from, charge.status);
  if (!event) return undefined;
  const { companyId, id: objectId, postbackUrl } = charge;
  return { companyId, event, objectId, postbackUrl, makeBody: (envelope) => chargeBody(event, envelope, charge) };
}

function chargeBody(
  event: NonNullable<ReturnType<typeof transactionStatus.notificationOf>>,
  envelope: Envelope,
  charge: ChargeRow,
): NotificationBodies[typeof event] {
  const { id, amount, fees, status } = charge;
  const pix = paymentOf(charge);
  const refund = refundOf(charge);
  const summary = { id, amount, fees };
  const transaction = { ...summary, status, ...(pix && { pix }) };
  switch (event) {
    case "transaction_created":
      return notifications.transactionCreated({ ...envelope, transaction });
    case "transaction_paid":
      if (!pix) throw new TypeError(`The charge ${id} is paid without a payment.`);
      return notifications.transactionPaid({ ...envelope, transaction: { ...summary, status: "paid", pix } });
    case "transaction_canceled":
      return notifications.transactionCanceled({ ...envelope, transaction: { ...summary, status: "canceled" } });
    case "transaction_refunded":
      return notifications.transactionRefunded({
        ...envelope,
        transaction: { ...transaction, ...(refund && { refund }) },
      });
  }
}

/** @param from null where the transfer is new @returns undefined where nothing is notified */
export function changeOfTransfer(
  from: TransferRow["status"] | null,
  transfer: TransferRow,
): NotifiedChange | undefined {
  const event = transferStatus.notificationOf(from, transfer.status);
  if (!event) return undefined;
  const { companyId, id: objectId, postbackUrl } = transfer;
  return { companyId, event, objectId, postbackUrl, makeBody: (envelope) => transferBody(event, envelope, transfer) };
}

function transferBody(
  event: NonNullable<ReturnType<typeof transferStatus.notificationOf>>,
  envelope: Envelope,
  { id, amount, fees, pixKey, reason, endToEndId, status }: TransferRow,
): NotificationBodies[typeof event] {
  const summary = { id, amount, netAmount: amount - fees, fees, pixKey };
  const pix = endToEndId === null ? undefined : { endToEndId, creditorAccount: null };
  const transfer = { ...summary, status, ...(reason !== null && { reason }), ...(pix && { pix }) };
  switch (event) {
    case "transfer_created":
      return notifications.transferCreated({ ...envelope, transfer });
    case "transfer_updated":
      return notifications.transferUpdated({ ...envelope, transfer });
    case "transfer_canceled":
      return notifications.transferCanceled({ ...envelope, transfer: { ...transfer, status: "canceled" } });
    case "transfer_completed":
      if (!pix) throw new TypeError(`The transfer ${id} is completed without an identifier.`);
      return notifications.transferCompleted({ ...envelope, transfer: { ...summary, status: "completed", pix } });
  }
}

/** Identifier and payer of a charge's payment; undefined where it was not paid. */
export function paymentOf(charge: ChargeRow): { endToEndId: string; payerInfo: PayerInfo } | undefined {
  if (charge.endToEndId === null || charge.payerJson === null) return undefined;
  return { endToEndId: charge.endToEndId, payerInfo: JSON.parse(charge.payerJson) as PayerInfo };
}

/** What was given back of a charge; undefined where nothing was. */
export function refundOf({ refundJson }: ChargeRow): Refund | undefined {
  return refundJson === null ? undefined : (JSON.parse(refundJson) as Refund);
}
