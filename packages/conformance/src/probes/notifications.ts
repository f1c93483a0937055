import { compoundKey } from "@packages/contract/src/compound-key.ts";
import type { BasisKind } from "../basis.ts";
import type { CheckName } from "../checks.ts";
import { isJsonObject, type JsonObject, type Lifecycle, type Resource } from "../contract.ts";
import { describeResponse, getRecord, isSuccess } from "../exchange.ts";
import { badBodies } from "../generate/cases.ts";
import { valueAtPath } from "../json-values.ts";
import { about, ofEvent, type ReceivedNotification } from "../listener.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { isCostly } from "./expect.ts";
import { reaches } from "./lifecycles.ts";
import type { CreatedObject } from "./objects.ts";
import {
  callbackSecret,
  checkDelivery,
  findRegistry,
  makeWithUrl,
  register,
  withUrl,
} from "./receivers.ts";
import { checkDeleted, checkRepeats } from "./repeats.ts";

const notificationChecks: CheckName[] = [
  "notification-expected",
  "notification-shape",
  "notification-signature",
  "notification-content",
  "notification-id",
  "notification-repeat",
  "notification-isolation",
];

/** A receiver of notifications. */
interface TestReceiver {
  path: string;
  secret: string | undefined;
  scope: string;
  /** Origin of the statement that such receivers exist, unless that is the provider's document. */
  basis?: BasisKind | undefined;
  /** Whether it receives an event. */
  wants(event: string): boolean;
}

/** Notifications as they arrive, for every move that can be made. */
export const notificationsProbe: Probe = {
  name: "notifications",
  phase: "objects",
  lane: "second",
  checks: [...notificationChecks, "lookup"],
  run: async (session) => {
    const registry = findRegistry(session);
    const none: TestReceivers = { all: [], excluded: new Map(), ids: [] };
    const receivers = registry ? await registerAll(session, registry) : none;
    if (!receivers) return;
    for (const resource of session.wantedResources) {
      if (!resource.lifecycle || !resource.create.callbacks) continue;
      if (!isCostly(session, resource.create, "notification-expected"))
        await followNotifications(session, resource, resource.lifecycle, receivers);
    }
    // Only a control plane makes repeats come soon enough.
    const free = session.wantedResources.find(
      ({ create }) => create.callbacks && !isCostly(session, create),
    );
    if (session.control && registry && free) await checkDeleted(session, free);
    for (const id of receivers.ids) await session.created.discard(id);
  },
};

interface TestReceivers {
  all: TestReceiver[];
  /** Paths that nothing may be sent to, and why. */
  excluded: Map<string, string>;
  ids: string[];
}

/** Registers receivers of every kind; undefined if the server does not take the listener's address. */
async function registerAll(
  session: Session,
  registry: Resource,
): Promise<TestReceivers | undefined> {
  const { contract, listener, profile, second } = session;
  const { registrations } = profile;
  if (!registrations) return undefined;
  const events = contract.notifications.map(({ event }) => event);
  const some = events.filter((_, index) => index % 2 === 1);
  const receivers: TestReceivers = { all: [], excluded: new Map(), ids: [] };
  const add = async (
    path: string,
    receiver: Parameters<typeof register>[2] = {},
  ): Promise<CreatedObject | undefined> => {
    const made = await register(session, path, receiver);
    if (made) receivers.ids.push(made.id);
    return made;
  };
  // A URL that was registered before gets a new secret.
  const earlier = await add("/all");
  if (earlier) await session.created.discard(earlier.id);
  // A URL is called as it was given, with its query.
  const wanted: [path: string, named: string[] | undefined, events: string[]][] = [
    ["/all", undefined, events],
    ["/some", some, some],
    ["/every?loja=S%C3%A3o+1&x=a%20b", [], events],
  ];
  for (const [path, named, own] of wanted) {
    const { record } = (await add(path, named && { events: named })) ?? {};
    const given = record?.[registrations.secret];
    const secret = typeof given === "string" ? given : undefined;
    const scope = profile.scopes.registration;
    const basis = registry.create.basis?.kind;
    const wants = (event: string) => own.includes(event);
    if (record) receivers.all.push({ path, scope, secret, basis, wants });
  }
  if (receivers.all.length === 0) {
    const reason = `The server takes no registration of ${listener.url}: --public-url names an https: address.`;
    for (const check of notificationChecks) session.untested(check, "*", reason);
    return undefined;
  }
  const secrets = receivers.all.flatMap(({ secret }) => secret ?? []);
  const isOwn = new Set(secrets).size === secrets.length;
  session.expect(
    "notification-signature",
    registry.create,
    isOwn,
    "Two registrations have the same secret.",
  );
  const { excluded } = receivers;
  if (await add("/inactive", { isOff: true }))
    excluded.set("/inactive", "An inactive registration");
  const deleted = await add("/deleted");
  if (deleted && (await session.created.discard(deleted.id)))
    excluded.set("/deleted", "A deleted registration");
  if (second && (await add("/other", { as: second })))
    excluded.set("/other", "Another caller's registration");
  return receivers;
}

/** Statuses after the first one, to each of the ends of a lifecycle, such that every move is made once. */
function listChains({ initial, transitions }: Lifecycle): string[][] {
  const chains: string[][] = [];
  const walk = (status: string, way: string[]) => {
    const moves = transitions.filter(({ from, to }) => from === status && !way.includes(to));
    if (moves.length === 0) chains.push(way);
    for (const { to } of moves) walk(to, [...way, to]);
  };
  walk(initial, []);
  return chains;
}

async function followNotifications(
  session: Session,
  resource: Resource,
  lifecycle: Lifecycle,
  receivers: TestReceivers,
) {
  const { control } = session;
  const chains = control
    ? listChains(lifecycle).filter((chain) =>
        chain.every((status) => control.canMove(lifecycle.subject, status)),
      )
    : [[]];
  for (const [index, chain] of chains.entries()) {
    const path = `/${lifecycle.subject}/${session.seed}/${index}`;
    await followObject(session, { resource, lifecycle, receivers, chain, path });
  }
  if (!control) {
    const reason =
      "Only a control plane moves objects: the notification of the creation alone was seen.";
    session.untested("notification-expected", resource.create, reason);
  }
  await checkRefused(session, resource);
  await checkRepeats(session, resource, lifecycle);
}

/** Refused requests send no notification. */
async function checkRefused(session: Session, resource: Resource) {
  const { listener } = session;
  const { create, name } = resource;
  const [bad] = badBodies(session, create);
  const path = `/refused/${name}/${session.seed}`;
  const body = bad && isJsonObject(bad.body) && withUrl(resource, bad.body, listener.url + path);
  if (!body) return;
  const exchange = await session.call(create, { label: `a receiver, and ${bad.label}`, body });
  if (isSuccess(exchange)) return;
  await session.pass(0);
  await listener.settle();
  const message = "The receiver of a refused request gets a notification.";
  session.expect("notification-isolation", exchange, listener.at(path).length === 0, message);
}

interface Walk {
  resource: Resource;
  lifecycle: Lifecycle;
  receivers: TestReceivers;
  chain: string[];
  /** Path of the operation's own URL. */
  path: string;
}

/** Takes an object through its lifecycle, and checks that every receiver gets each step. */
async function followObject(session: Session, walk: Walk) {
  const { resource, lifecycle, receivers, chain, path } = walk;
  const made = await makeWithUrl(session, resource, path);
  if (!made)
    return session.untested(
      "notification-expected",
      resource.create,
      "Nothing could be created with a receiver.",
    );
  await repeatCreation(session, resource, made);
  const secret = await callbackSecret(session);
  const callback: TestReceiver = {
    path,
    secret,
    scope: session.profile.scopes.callback,
    wants: () => true,
  };
  const steps: { from: string | null; to: string }[] = [{ from: null, to: lifecycle.initial }];
  for (const to of chain) steps.push({ from: steps.at(-1)?.to ?? null, to });
  const due = new Set<string>();
  for (const step of steps) {
    if (step.from !== null && !(await session.control?.move(lifecycle.subject, made.id, step.to)))
      return;
    await session.pass(0);
    const event = lifecycle.transitions.find(
      ({ from, to }) => from === step.from && to === step.to,
    )?.notification;
    const notification = session.contract.notifications.find((one) => one.event === event);
    if (!notification) continue;
    due.add(compoundKey(notification.event, step.to));
    const isIt = (delivery: ReceivedNotification) =>
      ofEvent(notification.event)(delivery) &&
      about(made.id)(delivery) &&
      valueAtPath(delivery.json, [lifecycle.subject, "status"]) === step.to;
    // A receiver may look the object up as soon as it knows of the change.
    await session.listener.arrived(callback.path, isIt);
    const known = await lastingFields(session, walk, made, step.to);
    for (const receiver of [callback, ...receivers.all]) {
      if (!receiver.wants(notification.event)) continue;
      const arrived = await session.listener.arrived(receiver.path, isIt);
      const message = `${notification.event} for an object that became ${step.to} was not sent (scope ${receiver.scope}).`;
      const missing = { text: message, ...(receiver.basis && { basis: receiver.basis }) };
      const missed = arrived.length > 0 ? [] : [missing];
      session.check("notification-expected", notification.event, missed, made.exchange);
      const { scope, secret } = receiver;
      const record = { ...known, status: step.to };
      const { exchange } = made;
      const expected = { notification, scope, secret, record, exchange };
      for (const delivery of arrived) checkDelivery(session, delivery, expected);
    }
  }
  await checkSilence(session, walk, made, due);
}

/** A replay sends no notification: the first request has sent it. */
async function repeatCreation(
  session: Session,
  { create }: Resource,
  { body, exchange }: CreatedObject,
) {
  const { idempotency } = create;
  const key = idempotency && exchange.request.headers[idempotency.header];
  if (!idempotency || key === undefined) return;
  await session.call(create, {
    label: "the same key and body",
    body,
    headers: { [idempotency.header]: key },
  });
}

/** The fields of an object in a lookup after the notification of a status, as far as time does not change them. */
async function lastingFields(
  session: Session,
  { resource: { read }, lifecycle: { transitions } }: Walk,
  { id, record }: CreatedObject,
  status: string,
): Promise<JsonObject> {
  const exchange =
    read && (await session.call(read, { label: "the object of a notification", id }));
  const found = exchange && getRecord(exchange);
  const lost = `The object of a notification is not found: ${exchange && describeResponse(exchange)}.`;
  if (exchange && !found) session.expect("lookup", exchange, false, lost);
  if (exchange && found) {
    const shown = String(found.status);
    const isThere = shown === status || reaches(transitions, status, shown);
    const early = `The notification that it is ${status} came, and a lookup after it shows ${shown}.`;
    session.expect("lookup", exchange, isThere, early);
  }
  const { status: _, ...others } = found ?? record;
  return others;
}

/** Whether an event is that of a status: where nothing holds objects still, they move by themselves. */
const fitsEvent = ({ transitions }: Lifecycle, event: string, status: unknown): boolean =>
  transitions.some(({ to, notification }) => notification === event && to === status);

/** No other receiver got it, nothing else was sent, and each notification had a new id. */
async function checkSilence(
  session: Session,
  { receivers, lifecycle, path }: Walk,
  { id, exchange }: CreatedObject,
  due: ReadonlySet<string>,
): Promise<void> {
  const { listener, control } = session;
  const { subject } = lifecycle;
  await listener.settle();
  for (const [excluded, what] of receivers.excluded) {
    const none = listener.at(excluded, about(id)).length === 0;
    session.expect(
      "notification-isolation",
      subject,
      none,
      `${what} gets a notification.`,
      exchange,
    );
  }
  for (const receiver of receivers.all) {
    const events = listener.at(receiver.path, about(id)).map(({ json }) => String(json?.event));
    const unwanted = events.filter((event) => !receiver.wants(event));
    const message = `A registration for other events gets ${unwanted.join(", ")}.`;
    session.expect("notification-isolation", subject, unwanted.length === 0, message, exchange);
  }
  const owners = new Map<unknown, string>();
  const idsOf = new Map<string, Set<unknown>>();
  const paths = [path, ...receivers.all.map((one) => one.path)];
  for (const delivery of paths.flatMap((one) => listener.at(one, about(id)))) {
    const { json } = delivery;
    const event = String(json?.event);
    const status = valueAtPath(json, [subject, "status"]);
    const stray = `${event} was sent for an object that is ${status}.`;
    const isDue =
      due.has(compoundKey(event, String(status))) ||
      (!control && fitsEvent(lifecycle, event, status));
    session.expect("notification-expected", event, isDue, stray, exchange);
    const what = `${delivery.path} ${event} ${status}`;
    const owner = owners.get(json?.id) ?? what;
    owners.set(json?.id, what);
    const ids = (idsOf.get(what) ?? new Set()).add(json?.id);
    idsOf.set(what, ids);
    const once = `${event} came ${ids.size} times with different ids.`;
    session.expect("notification-expected", event, ids.size === 1, once, exchange);
    // The id of the object is allowed in its place.
    if (json?.id === id) continue;
    session.expect(
      "notification-id",
      event,
      owner === what,
      `One id stands for '${owner}' and '${what}'.`,
    );
  }
}
