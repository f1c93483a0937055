// A receiver of notifications, with a test of its own.
import {
  createNotificationHandler,
  type Notification,
  NotificationError,
  parseNotification,
  type SeenStore,
  signatureHeader,
  signNotification,
  verifyNotification,
} from "@pix-contract/client/notifications";

const secret = "whsec_receiver";

export async function main(): Promise<string> {
  const log: string[] = [];
  const ids = new Set<string>();
  const seen: SeenStore = { has: (id) => ids.has(id), add: (id) => ids.add(id) };
  const handler = createNotificationHandler({
    secrets: [secret, "whsec_next"],
    tolerance: 60,
    seen,
    on: {
      transaction_paid: async ({ transaction }) => {
        log.push(
          `paid ${transaction.id} ${transaction.amount} by ${transaction.pix.payerInfo.name}`,
        );
      },
      transfer_updated: ({ transfer }) =>
        log.push(`${transfer.id} ${transfer.status} ${transfer.reason ?? ""}`),
    },
    onOther: ({ event }) => log.push(`other ${event}`),
    onError: (error) => log.push(error instanceof NotificationError ? error.reason : "failed"),
  });

  async function deliver(notification: object, signed = true): Promise<number> {
    const body = JSON.stringify(notification);
    const headers = new Headers();
    if (signed) headers.set(signatureHeader, await signNotification(body, secret));
    return (
      await handler(new Request("https://shop.example/pix", { method: "POST", headers, body }))
    ).status;
  }

  const paid = {
    id: "wh_1",
    type: "transaction",
    event: "transaction_paid",
    transaction: {
      id: "txn_1",
      amount: 4990,
      status: "paid",
      pix: { payerInfo: { name: "Maria" } },
    },
  };
  const statuses = [
    await deliver(paid),
    await deliver(paid),
    await deliver({
      id: "wh_2",
      type: "transfer",
      event: "transfer_updated",
      transfer: { id: "trf_1", status: "refused", reason: "closed" },
    }),
    await deliver({ id: "wh_3", type: "coupon", event: "coupon_used" }),
    await deliver(paid, false),
  ];
  const body = JSON.stringify(paid);
  const verified: Notification = await verifyNotification(
    body,
    await signNotification(body, secret),
    secret,
  );
  return [statuses.join(), ...log, describe(verified), describe(parseNotification(body))].join(
    "\n",
  );
}

function describe(notification: Notification): string {
  return notification.event === "transaction_paid" ? notification.transaction.id : notification.id;
}
