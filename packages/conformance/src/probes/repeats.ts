import { setTimeout as sleep } from "node:timers/promises";
import type { Lifecycle, Resource } from "../contract.ts";
import type { Delivery, Listener } from "../listener.ts";
import type { Session } from "../session.ts";
import {
  arrivalTimeout,
  callbackSecret,
  firstNotification,
  longestWait,
  makeWithUrl,
  ofEvent,
  register,
  settle,
} from "./callbacks.ts";
import { bodyOf, checkDelivery, isAbout, signedAt } from "./check-delivery.ts";
import { type Made, make } from "./objects.ts";

/** Milliseconds by which a repeat may be off, on its way through a network and a queue. */
const slack = 2_000;

/** A receiver that fails in every way that a status can say so, and then takes it without a body. */
export async function checkRepeats(
  session: Session,
  listener: Listener,
  resource: Resource,
  lifecycle: Lifecycle,
): Promise<void> {
  const notification = firstNotification(session.contract, lifecycle);
  if (!session.contract.delivery || !notification) return;
  const { event } = notification;
  const path = `/${lifecycle.subject}/${session.seed}/failing`;
  const redirect = { status: 302, location: `${listener.url}/redirected` };
  // Without a control plane the third attempt is minutes away: what is sent first is not that of every receiver then.
  const isFirst = session.contract.lifecycles.indexOf(lifecycle) === 0;
  const all = [{ status: 500 }, redirect, ...[404, 410, 401, 429, 503].map((status) => ({ status }))];
  // One notification is repeated as often as may be. It takes longer than an object may live, whose end has a notification too.
  const failures = all.slice(0, isFirst ? 3 : session.contract.delivery.schedule.length - 1);
  const replies = session.control ? failures : [isFirst ? { status: 500 } : { status: 404 }];
  listener.reply(path, replies, { status: 204 });
  const made = await makeWithUrl(session, resource, listener.url + path);
  if (!made) return;
  await session.pass(0);
  await listener.waitFor(path, (all) => ofEvent(all, event).length >= 1, arrivalTimeout);
  const attempts = replies.length + 1;
  let failed = session.now();
  for (let attempt = 2; attempt <= attempts; attempt++) {
    // Signatures have whole seconds: the first and the last are of different ones, however fast the clock is moved.
    if (attempt === attempts)
      await sleep(Math.max(0, (ofEvent(listener.at(path), event)[0]?.at ?? 0) + slack - Date.now()));
    const arrived = await waitForRepeat(session, listener, { path, event, made, attempt, failed });
    if (!arrived) return;
    failed = arrived;
  }
  const arrived = ofEvent(listener.at(path), event);
  const ids = new Set(arrived.map((one) => bodyOf(one)?.id));
  const changed = "A repeat carries another id than the first attempt.";
  session.expect("notification-id", event, ids.size === 1, changed, made.exchange);
  const [firstSigned, lastSigned] = [arrived.at(0), arrived.at(-1)].map((one) => one && signedAt(session, one));
  // Signatures have whole seconds: repeats that come early may share one.
  const apart = (arrived.at(-1)?.at ?? 0) - (arrived.at(0)?.at ?? 0);
  const isAnew = firstSigned === undefined || lastSigned === undefined || apart < 1_500 || lastSigned > firstSigned;
  const stale = "A repeat carries the signature of the first attempt, and its time.";
  session.expect("notification-signature", event, isAnew, stale, made.exchange);
  const followed = listener.at("/redirected").length > 0;
  session.expect("notification-repeat", event, !followed, "A redirect of the receiver is followed.", made.exchange);
  const secret = await callbackSecret(session);
  const { status: _, ...record } = made.record;
  const last = arrived.at(-1);
  if (last) checkDelivery(session, last, { notification, scope: session.profile.scopes.callback, secret, record });
  if (!session.control) {
    const reason = "Later attempts take minutes: a control plane moves the clock.";
    return session.untested("notification-repeat", event, reason);
  }
  if (!isFirst) return;
  // That an acknowledged notification comes once more is allowed; that it goes on as planned for a failure is not.
  let came = 0;
  for (const attempt of [attempts, attempts + 1]) {
    const before = ofEvent(listener.at(path), event).length;
    await session.pass(longestWait(session.contract, attempt) + slack);
    await settle(listener);
    if (ofEvent(listener.at(path), event).length > before) came += 1;
  }
  const message = "What a receiver has acknowledged with 204 is sent again and again, as if it had failed.";
  session.expect("notification-repeat", event, came < 2, message, made.exchange);
}

/** A registration that is deleted while something waits to be sent to it again. */
export async function checkDeleted(session: Session, listener: Listener, resource: Resource): Promise<void> {
  const path = "/leaving";
  const registration = await register(session, listener, { path });
  if (!registration) return;
  listener.reply(path, [], { status: 500 });
  const made = await make(session, resource);
  if (!made) return;
  await session.pass(0);
  const about = (all: readonly Delivery[]): Delivery[] => all.filter((one) => isAbout(one, made.id));
  const [first] = about(await listener.waitFor(path, (all) => about(all).length > 0, arrivalTimeout));
  const unsent = "A registration gets no notification of an object that was created without a URL of its own.";
  if (!session.expect("notification-expected", resource.create, first !== undefined, unsent, made.exchange)) return;
  await session.pass(longestWait(session.contract, 1) + slack);
  const attempts = about(await listener.waitFor(path, (all) => about(all).length > 1, arrivalTimeout));
  const repeated = "A delivery that a registration did not take is not sent again.";
  session.expect("notification-repeat", resource.create, attempts.length > 1, repeated, made.exchange);
  if (!(await session.created.discard(registration.id))) return;
  await settle(listener);
  const before = listener.at(path).length;
  for (const attempt of [2, 3]) await session.pass(longestWait(session.contract, attempt) + slack);
  await settle(listener);
  const message = "What was waiting to be sent again is sent to a registration that was deleted meanwhile.";
  const isSilent = listener.at(path).length === before;
  session.expect("notification-isolation", resource.create, isSilent, message, made.exchange);
}

interface Repeat {
  path: string;
  event: string;
  made: Pick<Made, "exchange">;
  /** Counted from 1. */
  attempt: number;
  /** When the attempt before it had failed at the latest, by the server's clock. */
  failed: number;
}

/**
 * Holds that an attempt comes when it is due at the latest; a repeat before its time is allowed.
 *
 * @returns when it had come, by the server's clock; undefined where it did not
 */
export async function waitForRepeat(
  session: Pick<Session, "now" | "pass" | "control" | "contract" | "expect">,
  listener: Pick<Listener, "waitFor">,
  { path, event, made, attempt, failed }: Repeat,
): Promise<number | undefined> {
  const most = longestWait(session.contract, attempt - 1);
  if (session.control) await session.pass(Math.max(0, failed + most + slack - session.now()));
  const isThere = (all: readonly Delivery[]): boolean => ofEvent(all, event).length >= attempt;
  const arrived = await listener.waitFor(path, isThere, session.control ? arrivalTimeout : most + slack + 3_000);
  const message = `${event}: attempt ${attempt} did not come within ${Math.round((most + slack) / 1000)} s of a failure.`;
  const isRight = session.expect("notification-repeat", event, isThere(arrived), message, made.exchange);
  return isRight ? session.now() : undefined;
}
