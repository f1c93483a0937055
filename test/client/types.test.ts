// What has to compile, and what must not: `npm run check -- types` is the judge. Running it proves that the values exist.

import { expect, expectTypeOf, test } from "vitest";
import { isFinal } from "../../generated/client/src/helpers.ts";
import {
  type Charge,
  type ChargeRequest,
  createPixClient,
  type InvalidField,
  type NotificationEvent,
  PixApiError,
  type PixClient,
  PixError,
  type RateLimitDetails,
  type Transaction,
  type TransactionStatus,
  type Transfer,
  type TransferRequest,
  type TransferSummary,
  type Webhook,
} from "../../generated/client/src/index.ts";
import {
  createNotificationHandler,
  type PaidTransaction,
  parseNotification,
} from "../../generated/client/src/notifications.ts";
import { createPacing } from "../../generated/client/src/pacing.ts";
import { createRaw } from "../../generated/client/src/raw.ts";
import { type PixWaits, WaitTimeoutError, withWaits } from "../../generated/client/src/waits.ts";
import { charge, credentials, transfer } from "./support/client.ts";

const make = (): PixClient => createPixClient({ baseUrl: "https://pix.example", ...credentials });

test("results", () => {
  expectTypeOf<Awaited<ReturnType<PixClient["transactions"]["create"]>>>().toEqualTypeOf<Charge>();
  expectTypeOf<
    Awaited<ReturnType<PixClient["transactions"]["get"]>>
  >().toEqualTypeOf<Transaction>();
  expectTypeOf<
    Awaited<ReturnType<PixClient["transfers"]["create"]>>
  >().toEqualTypeOf<TransferSummary>();
  expectTypeOf<Awaited<ReturnType<PixClient["webhooks"]["list"]>>>().toEqualTypeOf<Webhook[]>();
  expectTypeOf<
    Awaited<ReturnType<PixWaits["transactions"]["waitUntilPaid"]>>["status"]
  >().toEqualTypeOf<"paid">();
  const compileOnly = async ({ transfers: { waitUntilFinal } }: PixWaits): Promise<void> => {
    expectTypeOf((await waitUntilFinal("trf_1")).status).toEqualTypeOf<
      "completed" | "refused" | "canceled"
    >();
    const further = await waitUntilFinal("trf_1", { finalStatuses: ["banking_refused"] });
    expectTypeOf(further.status).toEqualTypeOf<
      "completed" | "refused" | "canceled" | "banking_refused"
    >();
  };
  expect(compileOnly).toBeTypeOf("function");
  expectTypeOf<TransferSummary["amount"]>().toEqualTypeOf<number>();
});

test("results: a field that no document promises may be absent", () => {
  expectTypeOf<Transaction["status"]>().toEqualTypeOf<TransactionStatus>();
  expectTypeOf<Transaction["createdAt"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Transfer["amount"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Webhook["url"]>().toEqualTypeOf<string | undefined>();
});

test("statuses are open sets whose known values are still proposed", () => {
  expectTypeOf<"paid">().toExtend<TransactionStatus>();
  expectTypeOf<"under_review">().toExtend<TransactionStatus>();
  expectTypeOf<TransactionStatus>().toExtend<string>();
  expectTypeOf<TransactionStatus>().not.toEqualTypeOf<string>();
  expect(isFinal("under_review")).toBe(false);
});

test("requests: what is missing, misspelt or of another type does not compile", () => {
  const compileOnly = async (pix: PixClient): Promise<void> => {
    await pix.transfers.create(transfer, { idempotencyKey: undefined, signal: undefined });
    await pix.transactions.create({ ...charge, description: undefined, items: [] as const });
    // @ts-expect-error a required field is missing
    await pix.transfers.create({ pixKey: "a@b.example" });
    // @ts-expect-error an amount is a number
    await pix.transfers.create({ ...transfer, amount: "100" });
    // @ts-expect-error there is no such field
    await pix.transfers.create({ ...transfer, amountInCents: 1 });
    // @ts-expect-error the only currency
    await pix.transfers.create({ ...transfer, currency: "USD" });
    await pix.transactions.create({
      ...charge,
      // @ts-expect-error closed for the service, so closed for a request
      customer: { ...charge.customer, documentType: "rg" },
    });
    await pix.webhooks.create({ url: "https://shop.example.com", events: ["transaction_paid"] });
    // @ts-expect-error open for a receiver, closed for a request
    await pix.webhooks.create({ url: "https://shop.example.com", events: ["transaction_payed"] });
    // @ts-expect-error charges have no idempotency key
    await pix.transactions.create(charge, { idempotencyKey: "x" });
    // @ts-expect-error lookups take an identifier
    await pix.transfers.get();
    // @ts-expect-error there is no such method
    await pix.transfers.delete("trf_1");
    // @ts-expect-error tokens are not exposed
    pix.auth;
    // @ts-expect-error no limit is documented
    createPacing().rateLimit("getTransfer");
    // @ts-expect-error there is no such path
    await createRaw(pix).GET("/api/v1/nowhere");
    // @ts-expect-error a key is a text
    createPixClient({ apiKey: 5 });
  };
  expect(compileOnly).toBeTypeOf("function");
  expectTypeOf<ChargeRequest>().not.toExtend<TransferRequest>();
});

test("errors narrow by code", () => {
  const read = (error: unknown): unknown => {
    if (error instanceof PixApiError) {
      expectTypeOf(error.code).toExtend<string>();
      if (error.code === "RATE_LIMIT_EXCEEDED")
        expectTypeOf(error.details).toEqualTypeOf<RateLimitDetails>();
      if (error.code === "VALIDATION_ERROR")
        expectTypeOf(error.details).toEqualTypeOf<InvalidField[] | undefined>();
      if (error.code === "A_CODE_OF_TOMORROW") expectTypeOf(error.status).toEqualTypeOf<number>();
      switch (error.code) {
        case "INSUFFICIENT_BALANCE":
          return error.status;
        default:
          expectTypeOf(error.code).toExtend<string>();
      }
    }
    if (error instanceof WaitTimeoutError)
      expectTypeOf(error.last).toEqualTypeOf<Transaction | Transfer | undefined>();
    if (error instanceof PixError)
      expectTypeOf(error.idempotencyKey).toEqualTypeOf<string | undefined>();
    return undefined;
  };
  expect(read(new Error("x"))).toBeUndefined();
});

test("a set that may grow is open in what is received, and closed in what is sent", () => {
  const compileOnly = (pix: PixClient): unknown => [
    pix.webhooks.create({ url: "https://shop.example/", events: ["transaction_paid"] }),
    // @ts-expect-error a misspelled event
    pix.webhooks.create({ url: "https://shop.example/", events: ["transaction_payed"] }),
    // @ts-expect-error an event that only a newer version knows
    pix.webhooks.create({ url: "https://shop.example/", events: ["x" as NotificationEvent] }),
  ];
  expect(compileOnly).toBeTypeOf("function");
  expectTypeOf<"an_event_of_tomorrow">().toExtend<NotificationEvent>();
  expectTypeOf<"under_review">().toExtend<Transaction["status"]>();
});

test("notifications narrow by event", () => {
  const notification = parseNotification(
    '{"id":"wh_1","type":"transaction","event":"transaction_paid","transaction":{"id":"txn_1"}}',
  );
  if (notification.event === "transaction_paid") {
    expectTypeOf(notification.transaction).toEqualTypeOf<PaidTransaction>();
    expectTypeOf(notification.type).toExtend<string>();
  }
  if (notification.event === "an_event_of_tomorrow")
    expectTypeOf(notification.id).toEqualTypeOf<string>();
  const options: Parameters<typeof createNotificationHandler>[0] = {
    secrets: "x",
    on: {
      transaction_paid: ({ transaction }) =>
        expectTypeOf(transaction).toEqualTypeOf<PaidTransaction>(),
      transfer_updated: async ({ transfer: sent }) =>
        expectTypeOf(sent.reason).toEqualTypeOf<string | undefined>(),
      // @ts-expect-error there is no such event: `onOther` takes those
      order_paid: () => undefined,
    },
    onOther: ({ event }) => expectTypeOf(event).toExtend<string>(),
  };
  expect(() => createNotificationHandler(options)).toThrow(
    "`options.on.order_paid` must be one of",
  );
});

test("a client is made", () => {
  expect(Object.keys(make())).toEqual(["transactions", "transfers", "webhooks"]);
  expect(Object.keys(withWaits(make()))).toEqual([
    "transactions",
    "transfers",
    "webhooks",
    "notify",
  ]);
});
