import { setTimeout as sleep } from "node:timers/promises";
import type { Lifecycle, Notification, Resource } from "../contract.ts";
import { brokenMessages } from "../json-values.ts";
import { about, ofEvent, type ReceivedNotification } from "../listener.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { isCostly } from "./expect.ts";
import { type CreatedObject, createObject } from "./objects.ts";
import {
  callbackSecret,
  checkDelivery,
  firstNotification,
  makeWithUrl,
  maxWait,
  readSignature,
  register,
} from "./receivers.ts";

/** Milliseconds by which a repeat may be off, on its way through a network and a queue. */
const slack = 2_000;

/** A receiver that fails with every kind of status, and then accepts without a body. */
export async function checkRepeats(
  session: Session,
  resource: Resource,
  lifecycle: Lifecycle,
): Promise<void> {
  const { listener, contract, control } = session;
  const notification = firstNotification(contract, lifecycle);
  if (!contract.delivery || !notification) return;
  const { event } = notification;
  const path = `/${lifecycle.subject}/${session.seed}/failing`;
  const redirect = { status: 302, location: `${listener.url}/redirected` };
  // Without a control plane the third attempt is minutes away: not every receiver's first notification is looked at then.
  const isFirst = contract.lifecycles.indexOf(lifecycle) === 0;
  const all = [
    { status: 500 },
    redirect,
    ...[404, 410, 401, 429, 503].map((status) => ({ status })),
  ];
  // One notification is repeated as often as may be. It takes longer than an object may live, whose end has a notification too.
  const failures = all.slice(0, isFirst ? 3 : contract.delivery.schedule.length - 1);
  const replies = control ? failures : [isFirst ? { status: 500 } : { status: 404 }];
  listener.reply(path, replies, { status: 204 });
  const made = await makeWithUrl(session, resource, path);
  if (!made) return;
  await session.pass(0);
  await listener.arrived(path, ofEvent(event));
  const attempts = replies.length + 1;
  let failed = session.now();
  for (let attempt = 2; attempt <= attempts; attempt++) {
    // Signatures have whole seconds: the first and the last differ, however fast the clock is moved.
    if (attempt === attempts)
      await sleep(
        Math.max(0, (listener.at(path, ofEvent(event))[0]?.at ?? 0) + slack - Date.now()),
      );
    // A repeat before its time is allowed.
    const max = maxWait(contract, attempt - 1) + slack;
    if (control) await session.pass(Math.max(0, failed + max - session.now()));
    const time = control ? {} : { timeout: max + 3_000 };
    const came = await listener.arrived(path, ofEvent(event), { count: attempt, ...time });
    const late = `${event}: attempt ${attempt} did not come within ${Math.round(max / 1000)} s of a failure.`;
    if (!session.expect("notification-repeat", event, came.length >= attempt, late, made.exchange))
      return;
    failed = session.now();
  }
  const attempted: Attempts = { session, notification, path, made };
  await checkLast(attempted);
  if (!control) {
    const reason = "Later attempts take minutes: a control plane moves the clock.";
    return session.untested("notification-repeat", event, reason);
  }
  if (isFirst) await checkAcknowledged(attempted, attempts);
}

/** Attempts to deliver the notification of a creation to one receiver. */
interface Attempts {
  session: Session;
  notification: Notification;
  path: string;
  made: CreatedObject;
}

/** The last attempt carries the first one's id, and a new signature. */
async function checkLast({ session, notification, path, made }: Attempts) {
  const { listener } = session;
  const { event } = notification;
  const expect = (
    check: "notification-id" | "notification-signature" | "notification-repeat",
    holds: boolean,
    message: string,
  ) => session.expect(check, event, holds, message, made.exchange);
  const arrived = listener.at(path, ofEvent(event));
  const first = arrived.at(0);
  const last = arrived.at(-1);
  if (!first || !last) return;
  const ids = new Set(arrived.map(({ json }) => json?.id));
  expect("notification-id", ids.size === 1, "A repeat carries another id than the first attempt.");
  const signedAt = (one: ReceivedNotification) => Number(readSignature(session, one)?.time);
  // Signatures have whole seconds: repeats that come early may share one.
  const isStale = last.at - first.at >= 1_500 && signedAt(last) <= signedAt(first);
  const stale = "A repeat carries the signature of the first attempt, and its time.";
  expect("notification-signature", !isStale, stale);
  const isFollowed = listener.at("/redirected").length > 0;
  expect("notification-repeat", !isFollowed, "A redirect of the receiver is followed.");
  const { status: _, ...record } = made.record;
  const scope = session.profile.scopes.callback;
  const secret = await callbackSecret(session);
  checkDelivery(session, last, {
    notification,
    scope,
    secret,
    record,
    exchange: made.exchange,
  });
}

/** A notification that was acknowledged may come once more, but not as planned for a failure. */
async function checkAcknowledged(
  { session, notification: { event }, path, made }: Attempts,
  attempts: number,
): Promise<void> {
  const { listener, contract } = session;
  let came = 0;
  for (const attempt of [attempts, attempts + 1]) {
    const before = listener.at(path, ofEvent(event)).length;
    await session.pass(maxWait(contract, attempt) + slack);
    await listener.settle();
    if (listener.at(path, ofEvent(event)).length > before) came += 1;
  }
  const again =
    "What a receiver has acknowledged with 204 is sent again and again, as if it had failed.";
  session.expect("notification-repeat", event, came < 2, again, made.exchange);
}

/** A registration that is deleted while something waits to be sent to it again. */
export async function checkDeleted(session: Session, resource: Resource): Promise<void> {
  const { listener, contract } = session;
  const path = "/leaving";
  const registration = await register(session, path);
  if (!registration) return;
  listener.reply(path, [], { status: 500 });
  const made = await createObject(session, resource);
  if (!made) return;
  await session.pass(0);
  const [first] = await listener.arrived(path, about(made.id));
  const unsent =
    "A registration gets no notification for an object that was created without its own URL.";
  if (!session.expect("notification-expected", made.exchange, first !== undefined, unsent)) return;
  await session.pass(maxWait(contract, 1) + slack);
  const attempts = await listener.arrived(path, about(made.id), { count: 2 });
  const repeated = "A delivery that a registration did not take is not sent again.";
  session.expect("notification-repeat", made.exchange, attempts.length > 1, repeated);
  if (!(await session.created.discard(registration.id))) return;
  await listener.settle();
  const before = listener.at(path).length;
  for (const attempt of [2, 3]) await session.pass(maxWait(contract, attempt) + slack);
  await listener.settle();
  const message =
    "What was waiting to be sent again is sent to a registration that was deleted meanwhile.";
  session.expect(
    "notification-isolation",
    made.exchange,
    listener.at(path).length === before,
    message,
  );
}

/** Milliseconds by which a receiver stays within its time, and exceeds it. */
const expiryMargin = 3_000;

/** How long a server waits for a receiver. Only the real clock counts here, so the probe takes the whole time of the contract. */
export const receiverTimeoutProbe: Probe = {
  name: "receiver-timeout",
  phase: "objects",
  checks: ["notification-timeout"],
  run: async (session) => {
    const { contract } = session;
    const resource = session.wantedResources.find(
      ({ create, lifecycle }) => lifecycle && create.callbacks && !isCostly(session, create),
    );
    const event = resource?.lifecycle && firstNotification(contract, resource.lifecycle)?.event;
    if (!contract.delivery || !resource || event === undefined) return;
    if (session.findings.wants("notification-timeout"))
      await checkReceiverTimeout(session, resource, event);
  },
};

/** One receiver answers just in time, another one too late. */
async function checkReceiverTimeout(session: Session, resource: Resource, event: string) {
  const { listener, control, contract } = session;
  const seconds = contract.delivery?.timeout ?? 0;
  const timeout = seconds * 1000;
  const slow = `/slow/${session.seed}`;
  const silent = `/silent/${session.seed}`;
  listener.reply(slow, [{ status: 200, delay: timeout - expiryMargin }]);
  listener.reply(silent, [{ status: 200, delay: timeout + 4 * expiryMargin }]);
  const made = await makeWithUrl(session, resource, slow);
  if (!made || !(await makeWithUrl(session, resource, silent))) {
    const reason = `The server takes no URL of ${listener.url}: --public-url names an https: address.`;
    return session.untested("notification-timeout", event, reason);
  }
  const [inTime] = await listener.arrived(slow, ofEvent(event));
  const [tooLate] = await listener.arrived(silent, ofEvent(event));
  if (!inTime || !tooLate) return;
  // The attempt fails by the real time; only then is the next one planned, by the server's.
  await listener.ended([inTime, tooLate], timeout + 5 * expiryMargin);
  await listener.settle();
  const max = maxWait(contract, 1);
  if (control) await session.pass(max + 1_000);
  const again = await listener.arrived(silent, ofEvent(event), {
    count: 2,
    ...(!control && { timeout: max + expiryMargin }),
  });
  // A repeat proves nothing: an acknowledged notification may come again.
  const waited = (inTime.abandonedAt ?? Number.POSITIVE_INFINITY) - inTime.at;
  const wrong = brokenMessages(
    [
      again.length > 1,
      `${event} is not sent again to a receiver that does not answer within ${seconds} s.`,
    ],
    [
      waited >= timeout - expiryMargin,
      `${event}: the server does not wait for a receiver that answers after ${seconds - expiryMargin / 1000} s.`,
    ],
  );
  session.check("notification-timeout", event, wrong, made.exchange);
}
