import type { Charge, NotificationEventName, Transaction, Transfer, Webhook } from "@pix-contract/server";
import type { Receiver } from "@pix-contract/server/notifier";
import { makeQrPng } from "@pix-contract/server/qr-png";
import { timestamp } from "../clock.ts";
import { outcomeOf, paymentOf, refundOf, summaryOf } from "../service/changes.ts";
import type { ChargeRow, TransferRow } from "../storage/tables.ts";

/** A charge as the answer to its creation shows it. */
export function viewCharge({ id, emv, status, fees, amount }: ChargeRow): Charge {
  return { id, pix: { emv, qrCode: makeQrPng(emv) }, status, fees, amount };
}

/** A charge as a lookup shows it. */
export function viewTransaction(row: ChargeRow): Transaction {
  const { description, createdAt, updatedAt, paidAt, expiresAt } = row;
  const refund = refundOf(row);
  const { pix, ...charge } = viewCharge(row);
  return {
    ...charge,
    amount: row.amount,
    description,
    pix: { ...pix, ...paymentOf(row) },
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
    ...(paidAt !== null && { paidAt: timestamp(paidAt) }),
    expiresAt: timestamp(expiresAt),
    ...(refund && { refund }),
  };
}

/** A transfer as a lookup shows it. */
export function viewTransfer(row: TransferRow): Transfer {
  const { description, createdAt, updatedAt, completedAt } = row;
  return {
    ...summaryOf(row),
    description,
    ...outcomeOf(row),
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
    ...(completedAt !== null && { completedAt: timestamp(completedAt) }),
  };
}

/** A registration, without its secret. */
export function viewWebhook({ id, url, events, name, active, createdAt }: Receiver<NotificationEventName>): Webhook {
  return { id, url, events, name, active, createdAt: timestamp(createdAt) };
}
