// Every change is handled once, whatever the envelope's id is: the document allows that of the object.
import { expect, test } from "vitest";
import {
  createNotificationHandler,
  type HandlerOptions,
  NotificationError,
  parseNotification,
  type SeenStore,
} from "../../generated/client/src/notifications.ts";

interface Sent {
  id: string;
  event: string;
  [field: string]: unknown;
}
const charge = (event: string, status: string, id = "txn_1"): Sent => ({
  id,
  type: "transaction",
  event: `transaction_${event}`,
  transaction: { id: "txn_1", amount: 4990, status },
});
const transfer = (event: string, status: string, id = "trf_1"): Sent => ({
  id,
  type: "transfer",
  event: `transfer_${event}`,
  transfer: { id: "trf_1", amount: 100, status },
});

/** A receiver that notes what it handles, and its store. */
function receive(options: Partial<HandlerOptions> = {}) {
  const stored = new Set<string>();
  const handled: string[] = [];
  const handle = ({ id, event }: { id: string; event: string }) => handled.push(`${event} ${id}`);
  const seen: SeenStore = { has: (key) => stored.has(key), add: (key) => stored.add(key) };
  const handler = createNotificationHandler({
    secrets: false,
    seen,
    on: { transaction_created: handle, transaction_paid: handle, transfer_updated: handle },
    onOther: handle,
    ...options,
  });
  const send = async (body: object | string): Promise<number> => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const init = { method: "POST", body: text };
    return (await handler(new Request("https://shop.example/", init))).status;
  };
  return { send, handled, stored };
}

test("with the object's id in the envelope each change of a charge and of a transfer is handled", async () => {
  const { send, handled } = receive();
  const all = [
    charge("created", "pending"),
    charge("paid", "paid"),
    charge("refunded", "refunded"),
    transfer("created", "queued"),
    transfer("updated", "processing"),
    transfer("updated", "refused"),
  ];
  for (const one of [...all, ...all]) expect(await send(one)).toBe(200);
  expect(handled).toEqual(all.map(({ event, id }) => `${event} ${id}`));
});

test("with ids of their own repeats are dropped, also those that another registration sent under another id", async () => {
  const { send, handled } = receive();
  for (const id of ["wh_1", "wh_1", "wh_2"]) await send(charge("paid", "paid", id));
  for (const id of ["wh_3", "wh_3"]) await send(transfer("updated", "processing", id));
  expect(handled).toEqual(["transaction_paid wh_1", "transfer_updated wh_3"]);
});

test("a repeat that comes meanwhile shares the first one's end, and another change of the object does not", async () => {
  const ends: (() => void)[] = [];
  const { send } = receive({
    on: {
      transaction_created: () => new Promise<void>((resolve) => ends.push(resolve)),
      transaction_paid: () => new Promise<void>((resolve) => ends.push(resolve)),
    },
  });
  const answers = [
    send(charge("created", "pending")),
    send(charge("created", "pending")),
    send(charge("paid", "paid")),
  ];
  await expect.poll(() => ends.length).toBe(2);
  for (const end of ends) end();
  expect(await Promise.all(answers)).toEqual([200, 200, 200]);
});

test("a store of the version before drops what it has seen under an id of its own, and nothing under an object's", async () => {
  const { send, handled, stored } = receive();
  for (const id of ["wh_1", "txn_1", "trf_1"]) stored.add(id);
  await send(charge("paid", "paid", "wh_1"));
  expect(handled).toEqual([]);
  await send(charge("paid", "paid"));
  await send(transfer("updated", "processing"));
  // An event that this version does not know: its id may be that of anything.
  await send({ id: "txn_1", type: "dispute", event: "dispute_opened" });
  expect(handled).toEqual([
    "transaction_paid txn_1",
    "transfer_updated trf_1",
    "dispute_opened txn_1",
  ]);
});

test("without the values that identify a change its body does", async () => {
  const { send, handled, stored } = receive();
  const unknown = { id: "txn_1", type: "dispute", event: "dispute_opened" };
  for (const body of [
    unknown,
    unknown,
    { ...unknown, reason: "fraud" },
    { ...charge("paid", "paid"), transaction: { id: "txn_1", amount: 4990 } },
    { ...charge("paid", "paid"), transaction: { id: "txn_1", status: "" } },
    { ...charge("paid", "paid"), transaction: { id: {}, status: "paid" } },
    { ...charge("paid", "paid"), type: "__proto__" },
  ])
    expect(await send(body)).toBe(200);
  expect(handled).toHaveLength(6);
  expect([...stored].every((key) => /^sha256 [\w+/]{43}=$/.test(key))).toBe(true);
});

test("the default store knows changes too", async () => {
  const { send, handled } = receive({ seen: undefined });
  for (const one of [charge("created", "pending"), charge("paid", "paid"), charge("paid", "paid")])
    await send(one);
  expect(handled).toEqual(["transaction_created txn_1", "transaction_paid txn_1"]);
});

test.each([null, undefined, [], "txn_1", 1, true])(
  "an event of a charge with `transaction: %j` is no notification: 400, and the handler is not called",
  async (transaction) => {
    const errors: unknown[] = [];
    const { send, handled, stored } = receive({ onError: (error) => errors.push(error) });
    const body = { ...charge("paid", "paid", "wh_1"), transaction };
    expect(await send(body)).toBe(400);
    expect(await send({ ...body, type: "transfer", transfer: { id: "trf_1" } })).toBe(400);
    expect(handled).toEqual([]);
    expect(stored.size).toBe(0);
    expect(errors[0]).toMatchObject({
      reason: "unreadable",
      message: "The notification is not accepted: unreadable, `transaction` must be an object.",
    });
    expect(() => parseNotification(JSON.stringify(body))).toThrow(NotificationError);
  },
);
