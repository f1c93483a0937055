import { verifyNotification } from "@pix-contract/client/notifications";
import { signatureHeader } from "@pix-contract/server";
import { expect, test } from "vitest";
import {
  cancelCharge,
  payCharge,
  refundCharge,
} from "../../../packages/sandbox/src/service/charges.ts";
import { endTransfer, processTransfer } from "../../../packages/sandbox/src/service/transfers.ts";
import { type Received, startReceiver } from "../support/receiver.ts";
import { dataOf, noon, openService, transfer } from "../support/service.ts";
import { onEachStorage } from "../support/storages.ts";
import { createChargeFor, dispatch, outbox, register } from "./support/outbox.ts";

test("the signature's header can have another name", async () => {
  await using service = await openService();
  await using receiver = await startReceiver();
  await using dispatcher = dispatch(service, { signatureHeader: "X-Provider-Signature" });
  await createChargeFor(service, receiver.url);
  await dispatcher.settle();
  expect(receiver.received[0]?.headers["x-provider-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  expect(receiver.received[0]?.headers).not.toHaveProperty(signatureHeader.toLowerCase());
});

onEachStorage("deliveries", (makePlace) => {
  test("every event reaches its postbackUrl and the registration, signed, as the contract has it", async () => {
    await using service = await openService(await makePlace());
    const { sandbox, company, transact } = service;
    await using postback = await startReceiver();
    await using registered = await startReceiver();
    await using dispatcher = dispatch(service);
    const { secret } = await register(service, `${registered.url}/hook?a=1`);

    const paid = await createChargeFor(service, postback.url);
    const canceled = await createChargeFor(service, postback.url);
    const move = async (): Promise<string> => {
      const body = { ...transfer, postbackUrl: postback.url };
      return dataOf<{ id: string }>(await service.call("createTransfer", { body })).id;
    };
    const completed = await move();
    const refused = await move();
    await transact(async (tx) => {
      await payCharge(tx, sandbox, paid);
      await refundCharge(tx, sandbox, paid, "Pedido cancelado");
      await cancelCharge(tx, sandbox, canceled);
      await processTransfer(tx, sandbox, completed);
      await endTransfer(tx, sandbox, completed, "completed");
      await endTransfer(tx, sandbox, refused, "canceled");
    });
    await dispatcher.settle();

    const events = (received: readonly Received[]): string[] =>
      received.map(({ event }) => event).sort();
    expect(events(postback.received)).toEqual([
      "transaction_canceled",
      "transaction_created",
      "transaction_created",
      "transaction_paid",
      "transaction_refunded",
      "transfer_canceled",
      "transfer_completed",
      "transfer_created",
      "transfer_created",
      "transfer_updated",
    ]);
    expect(events(registered.received)).toEqual(events(postback.received));
    expect(new Set(registered.received.map(({ path }) => path))).toEqual(new Set(["/hook?a=1"]));

    const stored = new Map((await outbox(service)).map((row) => [row.id, row]));
    const check = async (
      { id, rawBody, headers }: Received,
      receiverSecret: string,
    ): Promise<void> => {
      expect(headers["content-type"]).toBe("application/json");
      expect(rawBody).toBe(stored.get(id)?.body);
      const signature = String(headers[signatureHeader.toLowerCase()]);
      // The sandbox's clock stands at another time: the receiver checks by its own.
      expect(Math.abs(sandbox.clock.now() - Date.now())).toBeGreaterThan(3_600_000);
      await verifyNotification(rawBody, signature, receiverSecret);
    };
    for (const one of postback.received)
      await check(one, sandbox.secrets.postbackSecret(company.id));
    for (const one of registered.received) await check(one, secret);

    for (const {
      status,
      attempts,
      nextAt,
      claimedUntil,
      deliveredAt,
      history,
    } of stored.values()) {
      expect({ status, attempts, nextAt, claimedUntil, deliveredAt }).toEqual({
        status: "delivered",
        attempts: 1,
        nextAt: null,
        claimedUntil: null,
        deliveredAt: noon,
      });
      expect(history).toMatchObject([
        { number: 1, at: noon, status: 200, error: null, response: "ok" },
      ]);
    }
  });
});

test("where there is no answer, the attempt says why", async () => {
  await using service = await openService();
  const gone = await startReceiver();
  await gone[Symbol.asyncDispose]();
  await using rude = await startReceiver((_, response) => response.destroy());
  await using confused = await startReceiver((_, response) =>
    response.socket?.end("HTTP/9 what?\r\n\r\n"),
  );
  await using dispatcher = dispatch(service);
  const errorFor = async (url: string): Promise<string | null | undefined> => {
    await createChargeFor(service, url);
    await dispatcher.settle();
    return (await outbox(service)).find((row) => row.url === url)?.history[0]?.error;
  };
  expect(await errorFor(gone.url)).toBe(
    "The connection was refused: no server listens there (ECONNREFUSED).",
  );
  expect(await errorFor(rude.url)).toMatch(
    /^The connection was (closed|reset) before a response \(/,
  );
  expect(await errorFor(confused.url)).toMatch(/^No response could be read: /);
  // To a receiver without a certificate TLS cannot be spoken.
  expect(await errorFor(rude.url.replace("http:", "https:"))).toMatch(
    /^No response could be read: .*wrong version number/,
  );
});
