import { expect, test } from "vitest";
import { delivery } from "../../../packages/sandbox/src/contract.ts";
import { nextAttempt } from "../../../packages/server/src/notifier/record.ts";
import { startReceiver } from "../support/receiver.ts";
import { noon, openService, type Service } from "../support/service.ts";
import { onEachStorage } from "../support/storages.ts";
import { createChargeFor, dispatch, onlyOne, outbox } from "./support/outbox.ts";

/** Moves the clock to the next delivery; false where there is none. */
async function toNextDelivery(service: Service): Promise<boolean> {
  const times = (await outbox(service)).flatMap(({ nextAt }) => nextAt ?? []);
  if (times.length > 0) await service.setClock(Math.min(...times));
  return times.length > 0;
}

test("every wait of the schedule is spread as the contract says", () => {
  expect(nextAttempt(delivery, delivery.schedule.length, 0)).toBeUndefined();
  for (const [step, seconds] of delivery.schedule.entries()) {
    const waits = Array.from({ length: 2_000 }, () => (nextAttempt(delivery, step, noon) ?? 0) - noon);
    const [least, most] = [Math.min(...waits), Math.max(...waits)];
    const spread = delivery.jitter * seconds * 1000;
    expect(least).toBeGreaterThanOrEqual(seconds * 1000 - spread);
    expect(most).toBeLessThanOrEqual(seconds * 1000 + spread);
    // Both ends are nearly reached.
    expect(most - least).toBeGreaterThanOrEqual(1.8 * spread);
  }
});

onEachStorage("retries", (makePlace) => {
  test("follow the schedule with the same id and body, then the notification is given up", async () => {
    await using service = await openService(await makePlace());
    await using receiver = await startReceiver(503);
    await using dispatcher = dispatch(service);
    await createChargeFor(service, receiver.url);
    const { id, body } = await onlyOne(service);
    const begun = Date.now();
    await dispatcher.settle();
    // Nothing more is due now.
    await dispatcher.settle();
    expect(receiver.received).toHaveLength(1);
    const moments = [noon];
    while (await toNextDelivery(service)) {
      moments.push(service.sandbox.clock.now());
      await dispatcher.settle();
      expect(receiver.received).toHaveLength(moments.length);
    }
    expect(moments).toHaveLength(delivery.schedule.length);
    for (const [index, moment] of moments.entries()) {
      const seconds = delivery.schedule[index] ?? Number.NaN;
      const wait = (moment - (moments[index - 1] ?? moment)) / 1000;
      expect(Math.abs(wait - seconds)).toBeLessThanOrEqual(delivery.jitter * seconds + 0.001);
    }
    expect(receiver.received.map((one) => [one.id, one.rawBody])).toEqual(moments.map(() => [id, body]));
    const { history, ...notification } = await onlyOne(service);
    expect(notification).toMatchObject({
      status: "failed",
      nextAt: null,
      claimedUntil: null,
      attempts: moments.length,
    });
    expect(history.map(({ number, at, status }) => [number, at, status])).toEqual(
      moments.map((moment, index) => [index + 1, moment, 503]),
    );
    // Each is signed anew, at the time of its receiver: hours have gone by on the sandbox's clock.
    const times = receiver.received.map(({ headers }) =>
      Number(/^t=(\d+),/.exec(String(headers["pix-signature"]))?.[1]),
    );
    for (const time of times) {
      expect(time).toBeGreaterThanOrEqual(Math.floor(begun / 1000));
      expect(time).toBeLessThanOrEqual(Date.now() / 1000);
    }
  });
});
