import { expect, onTestFinished, test } from "vitest";
import { makeId } from "../../../packages/sandbox/src/identifiers.ts";
import { startReceiver } from "../support/receiver.ts";
import { noon, openService, type Service } from "../support/service.ts";
import { onEachStorage, type Place } from "../support/storages.ts";
import { createChargeFor, createCharges, dispatch, onlyOne, outbox } from "./support/outbox.ts";

/** Injects a fault into deliveries. */
async function inject(
  { sandbox }: Service,
  kind: string,
  remaining: number | null = 1,
  options: object = {},
  operation = "notification",
): Promise<void> {
  const optionsJson = JSON.stringify(options);
  await sandbox.storage.db
    .insertInto("faults")
    .values({ id: makeId("flt"), operation, kind, remaining, optionsJson, createdAt: noon })
    .execute();
  // The control plane does so after each change of faults.
  await sandbox.settings.read(sandbox.storage.db);
}

/** A service, a receiver and a dispatcher, for one test. */
async function open(place: Place) {
  const service = await openService(place);
  const receiver = await startReceiver();
  const dispatcher = dispatch(service);
  onTestFinished(async () => {
    for (const one of [dispatcher, receiver, service]) await one[Symbol.asyncDispose]();
  });
  return { service, receiver, dispatcher };
}

onEachStorage("faults of deliveries", (makePlace) => {
  test.each(["error", "reset"])(
    "%s: the attempt fails without being sent, and the next one is",
    async (kind) => {
      const { service, receiver, dispatcher } = await open(await makePlace());
      await inject(service, kind);
      await createChargeFor(service, receiver.url);
      await dispatcher.settle();
      expect(receiver.received).toEqual([]);
      const { nextAt, ...notification } = await onlyOne(service);
      expect(notification).toMatchObject({
        status: "pending",
        attempts: 1,
        history: [
          { number: 1, status: null, error: `An injected fault (${kind}): nothing was sent.` },
        ],
      });
      await service.setClock(nextAt ?? 0);
      await dispatcher.settle();
      expect(receiver.received).toHaveLength(1);
      expect(await onlyOne(service)).toMatchObject({ status: "delivered", attempts: 2 });
    },
  );

  test("as many as are asked for are taken, however many are due at once", async () => {
    const { service, receiver, dispatcher } = await open(await makePlace());
    await inject(service, "error", 3);
    await inject(service, "error", 5, {}, "createCharge");
    await createCharges(service, Array(10).fill(receiver.url));
    await dispatcher.settle();
    expect(receiver.received).toHaveLength(7);
  });

  test("duplicate: sent twice with the same id, and never for ever", async () => {
    const { service, receiver, dispatcher } = await open(await makePlace());
    await inject(service, "duplicate", null);
    await createCharges(service, [receiver.url, receiver.url]);
    await dispatcher.settle();
    const rows = await outbox(service);
    expect(receiver.received.map(({ id }) => id).sort()).toEqual(
      rows.flatMap(({ id }) => [id, id]).sort(),
    );
    for (const { status, attempts, history } of rows) {
      expect({ status, attempts }).toEqual({ status: "delivered", attempts: 2 });
      expect(history.map(({ number, status: answered }) => [number, answered])).toEqual([
        [1, 200],
        [2, 200],
      ]);
    }
  });

  test("reorder: the one that follows arrives first, and a single one arrives too", async () => {
    const { service, receiver, dispatcher } = await open(await makePlace());
    await inject(service, "reorder", 1, { delay: 20_000 });
    const [first] = await createCharges(service, [receiver.url]);
    dispatcher.wake();
    // Claimed, and held back.
    await expect.poll(async () => (await onlyOne(service)).claimedUntil).not.toBeNull();
    const [second] = await createCharges(service, [receiver.url]);
    await dispatcher.settle();
    const objects = receiver.received.map(
      ({ rawBody }) => (JSON.parse(rawBody) as { transaction: object }).transaction,
    );
    expect(objects).toMatchObject([{ id: second }, { id: first }]);

    await inject(service, "reorder", 1, { delay: 50 });
    await createChargeFor(service, receiver.url);
    await dispatcher.settle();
    expect(receiver.received).toHaveLength(3);
  });

  test("latency: sent later, and claimed as long as that takes", async () => {
    const { service, receiver, dispatcher } = await open(await makePlace());
    await inject(service, "latency", 1, { delay: 60_000 });
    await createCharges(service, [receiver.url, receiver.url]);
    const start = Date.now();
    dispatcher.wake();
    await expect.poll(() => receiver.received.length).toBe(1);
    // The other one may be claimed still, its outcome not yet recorded.
    const claims = (await outbox(service)).map(({ claimedUntil }) => claimedUntil ?? 0);
    expect(Math.max(...claims)).toBeGreaterThan(start + 60_000);
    // The dispatcher does not wait for it when it stops.
    await dispatcher.close();
    expect(
      (await outbox(service)).map(({ status, claimedUntil }) => [status, claimedUntil]).sort(),
    ).toEqual([
      ["delivered", null],
      ["pending", null],
    ]);

    await using another = dispatch(service);
    await inject(service, "latency", 1, { delay: 20 });
    await another.settle();
    expect((await outbox(service)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  });
});
