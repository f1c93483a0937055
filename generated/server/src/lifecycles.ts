// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import { defineLifecycle } from "@packages/server/src/lifecycle.ts";

/** The lifecycle of a transaction. */
export const transactionStatus = defineLifecycle<
  "pending" | "paid" | "canceled" | "refunded",
  "canceled" | "refunded",
  "transaction_created" | "transaction_paid" | "transaction_canceled" | "transaction_refunded"
>({
  subject: "transaction",
  initial: "pending",
  final: ["canceled", "refunded"],
  transitions: [
    {
      from: null,
      to: "pending",
      notification: "transaction_created",
    },
    {
      from: "pending",
      to: "paid",
      notification: "transaction_paid",
    },
    {
      from: "pending",
      to: "canceled",
      notification: "transaction_canceled",
    },
    {
      from: "paid",
      to: "refunded",
      notification: "transaction_refunded",
    },
  ],
});

/** The lifecycle of a transfer. */
export const transferStatus = defineLifecycle<
  "queued" | "processing" | "completed" | "refused" | "canceled",
  "completed" | "refused" | "canceled",
  "transfer_created" | "transfer_updated" | "transfer_completed" | "transfer_canceled"
>({
  subject: "transfer",
  initial: "queued",
  final: ["completed", "refused", "canceled"],
  transitions: [
    {
      from: null,
      to: "queued",
      notification: "transfer_created",
    },
    {
      from: "queued",
      to: "processing",
      notification: "transfer_updated",
    },
    {
      from: "processing",
      to: "completed",
      notification: "transfer_completed",
    },
    {
      from: "processing",
      to: "refused",
      notification: "transfer_updated",
    },
    {
      from: "queued",
      to: "canceled",
      notification: "transfer_canceled",
    },
    {
      from: "processing",
      to: "canceled",
      notification: "transfer_canceled",
    },
  ],
});
