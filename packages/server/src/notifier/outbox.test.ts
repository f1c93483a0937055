// Claims, outcomes, receivers and clean-ups in any order, against a model of what the tables hold then.
import fc from "fast-check";
import { expect, test } from "vitest";
import { openOutbox } from "../../../../test/server/support/outbox.ts";
import { claim, dropClaims, findLanes, isAnyDue, readBacklog } from "./claim.ts";
import { makeReceivers } from "./receivers.ts";
import { type DeliveryOutcome, recordOutcomes } from "./record.ts";
import type { Attempt, AttemptRow, NotificationRow, ReceiverRow } from "./tables.ts";
import { purgeNotifications, resendNotification, writeNotifications } from "./write.ts";

const schedule = [0, 10_000, 60_000];
const disabledAfter = 30_000;
/** Milliseconds that a claim lasts: an attempt, and five seconds in which its outcome is recorded. */
const claimTime = 15_000;
const maxReceivers = 2;
/** How often a receiver was switched off because it only failed. */
let switchedOff = 0;
const givenUp = { status: "failed", nextAt: null, claimedUntil: null } as const;

const caller = fc.constantFrom("one", "two");
const receiver = fc.constantFrom("r1", "r2", "r3");
const milliseconds = fc.constantFrom(0, 1, 11_000, 15_000, 61_000);

/** An outbox, and what it should hold. */
async function open() {
  const place = await openOutbox();
  const own = makeReceivers(place.outbox);
  const rows: NotificationRow[] = [];
  const receivers: ReceiverRow[] = [];
  const attempts: AttemptRow[] = [];
  /** What was claimed and is not recorded yet. */
  const held: NotificationRow[] = [];
  const clock = place.time;
  let made = 0;

  const giveUpFor = (id: string) => {
    for (const row of pending()) if (row.receiverId === id) Object.assign(row, givenUp);
  };
  const isFree = ({ claimedUntil }: NotificationRow) =>
    claimedUntil === null || claimedUntil <= clock.real;
  const pending = () => rows.filter(({ status }) => status === "pending");
  const findReceiver = (id: string | null) => receivers.find((one) => one.id === id);

  /** The notifications of a lane that may be claimed, by when they are due. */
  const claimable = ({ callerId, lane }: { callerId: string; lane: string }) =>
    pending()
      .filter((row) => row.callerId === callerId && row.lane === lane && isFree(row))
      .toSorted((a, b) => Number(a.nextAt) - Number(b.nextAt));

  function expectedLanes() {
    const all = new Map(
      pending().map(({ callerId, lane }) => [`${callerId} ${lane}`, { callerId, lane }]),
    );
    return [...all.values()].flatMap((lane) => {
      const [first] = claimable(lane);
      return first ? [{ ...lane, nextAt: first.nextAt }] : [];
    });
  }

  /** What a receiver's attempts say of it. */
  function judge(id: string, ends: readonly Attempt[]): void {
    const one = findReceiver(id);
    const lastSuccess = ends.findLastIndex(({ error }) => error === null);
    const failure = ends[lastSuccess + 1];
    if (one && lastSuccess >= 0) one.failingSince = null;
    if (!one || !failure) return;
    one.failingSince = Math.min(one.failingSince ?? failure.at, failure.at);
    if (one.active === 0 || one.failingSince > clock.now - disabledAfter) return;
    one.active = 0;
    switchedOff += 1;
    giveUpFor(id);
  }

  function take({ notification, attempts: ends }: DeliveryOutcome): void {
    const row = rows.find(({ id }) => id === notification.id);
    if (!row) return;
    for (const attempt of ends) {
      row.attempts += 1;
      attempts.push({ ...attempt, notificationId: row.id, number: row.attempts });
    }
    const isOurs = row.claimedUntil === notification.claimedUntil;
    if (ends.some(({ error }) => error === null)) {
      const arrived = attempts.filter((one) => one.notificationId === row.id && one.error === null);
      const deliveredAt = Math.max(...arrived.map(({ at }) => at));
      Object.assign(row, { ...givenUp, status: "delivered", deliveredAt });
    } else if (row.status === "pending" && isOurs) {
      row.claimedUntil = null;
      if (ends.length === 0) return;
      row.step += 1;
      const wait = schedule[row.step];
      if (wait === undefined) Object.assign(row, givenUp);
      else row.nextAt = clock.now + wait;
    }
  }

  const steps = {
    notify: async (callerId: string, event: string, url: string | null) => {
      const makeId = () => {
        made += 1;
        return `n${made}`;
      };
      const change = { callerId, event, objectId: "obj", url, body: () => ({}) };
      const ids = await place.inside((tx) => writeNotifications(tx, change, makeId, () => "{}"));
      const wanted = receivers
        .filter((one) => one.callerId === callerId && one.active === 1)
        .filter(({ eventsJson }) => eventsJson === "[]" || eventsJson.includes(`"${event}"`))
        .toSorted((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id));
      const targets = [
        ...(url === null ? [] : [{ receiverId: null, url, lane: new URL(url).host }]),
        ...wanted.map((one) => ({ receiverId: one.id, url: one.url, lane: one.id })),
      ];
      expect(ids).toHaveLength(targets.length);
      const fresh = { status: "pending", attempts: 0, step: 0, claimedUntil: null } as const;
      const times = { nextAt: clock.now, createdAt: clock.now, deliveredAt: null };
      for (const [index, target] of targets.entries()) {
        const id = ids[index] as string;
        rows.push({
          id,
          callerId,
          event,
          objectId: "obj",
          body: "{}",
          ...target,
          ...fresh,
          ...times,
        });
      }
    },
    add: async (id: string, callerId: string, events: string[], active: boolean) => {
      if (findReceiver(id)) return;
      const url = `https://${id}.example/`;
      const made = await place.transact((transaction) =>
        own.add(transaction, { id, callerId, url, name: id, events, active }, maxReceivers),
      );
      const isFull = receivers.filter((one) => one.callerId === callerId).length >= maxReceivers;
      expect(made === undefined).toBe(isFull);
      if (isFull) return;
      const eventsJson = JSON.stringify([...new Set(events)]);
      const state = { active: Number(active), createdAt: clock.now, failingSince: null };
      receivers.push({ id, callerId, url, name: id, eventsJson, ...state });
    },
    remove: async (id: string, callerId: string) => {
      const isGone = await place.transact((transaction) => own.remove(transaction, callerId, id));
      const at = receivers.findIndex((one) => one.id === id && one.callerId === callerId);
      expect(isGone).toBe(at >= 0);
      if (at < 0) return;
      receivers.splice(at, 1);
      giveUpFor(id);
    },
    switch: async (id: string, active: boolean) => {
      const one = findReceiver(id);
      const isKnown = place.transact((transaction) => own.setActive(transaction, id, active));
      expect(await isKnown).toBe(one !== undefined);
      if (one) Object.assign(one, { active: Number(active), failingSince: null });
      if (!active) giveUpFor(id);
    },
    claim: async (index: number, count: number) => {
      const lanes = await findLanes(place.statements);
      expect(lanes).toHaveLength(expectedLanes().length);
      expect(lanes).toEqual(expect.arrayContaining(expectedLanes()));
      const lane = lanes[index % lanes.length];
      if (!lane) return;
      const due = claimable(lane).filter((row) => Number(row.nextAt) <= clock.now);
      const { claimed, dropped } = await place.inside((tx) =>
        claim(tx, { ...lane, count, timeout: claimTime - 5_000 }),
      );
      // Which of those that are due at the same moment is left to the database.
      const times = (some: readonly NotificationRow[]) => some.map(({ nextAt }) => nextAt);
      const taken = claimed.map(({ notification }) => notification);
      expect([times(taken), dropped]).toEqual([times(due.slice(0, count)), 0]);
      for (const one of taken)
        Object.assign(due.find(({ id }) => id === one.id) ?? {}, {
          claimedUntil: clock.real + claimTime,
        });
      held.push(...taken);
    },
    record: async (ends: readonly string[]) => {
      const isAgain = ({ id }: NotificationRow, index: number) =>
        held.findIndex((one) => one.id === id) < index;
      const again = held.findIndex(isAgain);
      const count = Math.min(ends.length, again < 0 ? held.length : again);
      const outcomes = held.splice(0, count).map((notification, index): DeliveryOutcome => {
        const made = [...(ends[index] ?? "")].map((end, step): Attempt => {
          const about = { duration: 5, headersJson: "{}", response: null };
          const result = end === "+" ? { status: 200, error: null } : { status: 500, error: "no" };
          return { at: clock.now + step, ...about, ...result };
        });
        return { notification, attempts: made };
      });
      await place.inside((tx) => recordOutcomes(tx, outcomes));
      for (const { id } of receivers) {
        const own = outcomes.filter(({ notification }) => notification.receiverId === id);
        judge(
          id,
          own.flatMap(({ attempts: made }) => made),
        );
      }
      for (const outcome of outcomes) take(outcome);
    },
    resend: async (index: number) => {
      const row = rows[index % (rows.length + 1)];
      const outcome = await place.inside((tx) => resendNotification(tx, row?.id ?? "nothing"));
      const target = row && findReceiver(row.receiverId);
      const isUnreachable = row && row.receiverId !== null && target?.active !== 1;
      if (!row) expect(outcome).toBe("not-found");
      else if (isUnreachable)
        expect(outcome).toBe(target ? "receiver-inactive" : "receiver-deleted");
      else Object.assign(row, { status: "pending", step: 0, nextAt: clock.now, deliveredAt: null });
    },
    purge: async (age: number) => {
      const before = clock.now - age;
      const old = rows.filter((row) => row.status !== "pending" && row.createdAt < before);
      expect(await purgeNotifications(place.statements, before)).toBe(old.length);
      for (const row of old) rows.splice(rows.indexOf(row), 1);
      const left = attempts.filter((one) => rows.some(({ id }) => id === one.notificationId));
      attempts.splice(0, attempts.length, ...left);
    },
    /** As while a receiver is down. */
    fail: async (index: number) => {
      for (const _ of schedule) {
        await steps.claim(index, 3);
        await steps.record(held.map(() => "-"));
        await steps.pass(61_000, claimTime);
      }
    },
    restart: async () => {
      await dropClaims(place.statements);
      for (const row of pending()) row.claimedUntil = null;
    },
    pass: async (now: number, real: number) => {
      clock.now += now;
      clock.real += real;
    },
    compare: async () => {
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
      expect(await place.notifications()).toEqual(rows.toSorted(byId));
      expect(await place.receivers()).toEqual(receivers.toSorted(byId));
      const found = await place.attempts();
      expect(found).toHaveLength(attempts.length);
      expect(found).toEqual(expect.arrayContaining(attempts));
      const times = pending().map(({ nextAt }) => Number(nextAt));
      const overdue = Math.max(0, clock.now - Math.min(clock.now, ...times));
      expect(await readBacklog(place.statements)).toEqual({ pending: times.length, overdue });
      const isDue = times.some((nextAt) => nextAt <= clock.now);
      expect(await isAnyDue(place.statements)).toBe(isDue);
    },
  };
  return steps;
}

const calls = {
  notify: fc.tuple(
    caller,
    fc.constantFrom("paid", "done"),
    fc.constantFrom(null, "https://a.example/x", "https://b.example:8443/"),
  ),
  add: fc.tuple(
    receiver,
    caller,
    fc.constantFrom<string[]>([], ["paid"], ["done", "done"]),
    fc.boolean(),
  ),
  remove: fc.tuple(receiver, caller),
  switch: fc.tuple(receiver, fc.boolean()),
  claim: fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 3 })),
  record: fc.tuple(fc.array(fc.constantFrom("", "+", "-", "-", "+-", "-+"), { minLength: 1 })),
  resend: fc.tuple(fc.nat(20)),
  purge: fc.tuple(milliseconds),
  fail: fc.tuple(fc.nat(5)),
  restart: fc.tuple(),
  pass: fc.tuple(milliseconds, milliseconds),
};
/** Each as often as it says something. */
const often = { notify: 4, add: 2, claim: 6, record: 5, pass: 3, resend: 2, fail: 2 } as Record<
  string,
  number
>;
const call = fc.oneof(
  ...Object.entries(calls).map(([name, args]) => ({
    arbitrary: fc.tuple(fc.constant(name), args as fc.Arbitrary<unknown[]>),
    weight: often[name] ?? 1,
  })),
);

test("the tables hold what the model does, whatever is done in turn", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 30, maxLength: 80 }), async (steps) => {
      const place = await open();
      for (const [name, args] of steps) {
        await (place[name as keyof typeof calls] as (...given: unknown[]) => Promise<void>)(
          ...args,
        );
        await place.compare();
      }
    }),
    { numRuns: 40 },
  );
  expect(switchedOff).toBeGreaterThan(0);
});
