import type { Contract, JsonObject, Lifecycle, Notification, Resource } from "../contract.ts";
import type { Company } from "../exchange.ts";
import type { Delivery, Listener } from "../listener.ts";
import type { Session } from "../session.ts";
import { bodyOf } from "./check-delivery.ts";
import { type Made, make } from "./objects.ts";

/** Milliseconds to wait for what is sent at once. */
export const arrivalTimeout = 10_000;
/** Milliseconds after which what has not come is not coming. */
export const silence = 400;

/** Waits until nothing more is on its way. */
export async function settle(listener: Listener): Promise<void> {
  await listener.waitFor("/none", () => false, silence);
}

/** Creates an object whose notifications go to a URL; undefined where the server refuses. */
export async function makeWithUrl(session: Session, resource: Resource, url: string): Promise<Made | undefined> {
  const known = session.bodyOf(resource.create);
  const body = known && withUrl(resource, known, url);
  return body && make(session, resource, { body, label: "a valid request with a receiver" });
}

/** A body that names the receiver of an object's notifications; undefined where the operation has no field for it. */
export function withUrl({ create }: Resource, body: JsonObject, url: string): JsonObject | undefined {
  const field = /#\/(\w+)\}$/.exec(create.callbacks?.url ?? "")?.[1];
  return field === undefined ? undefined : { ...body, [field]: url };
}

/** The kind of object by which a company registers receivers; undefined where there is none. */
export function registryOf({ resources, profile }: Session): Resource | undefined {
  return resources.find(({ create }) => create.id === profile.registrations?.create);
}

/** Registers a receiver for all objects of a company; undefined where the server refuses. */
export async function register(
  session: Session,
  listener: Listener,
  { path, changes = {}, as }: { path: string; changes?: JsonObject; as?: Company },
): Promise<Made | undefined> {
  const registry = registryOf(session);
  const example = registry && session.bodyOf(registry.create);
  const body = example && session.profile.registrations?.body(example, listener.url + path);
  if (!registry || !body) return undefined;
  return make(session, registry, { body: { ...body, ...changes }, label: `a receiver at ${path}`, ...(as && { as }) });
}

/** Secret that signs what is sent to an operation's own URL; undefined where it is not known. */
export async function callbackSecret({ options, control, first }: Session): Promise<string | undefined> {
  return options.postbackSecret ?? control?.postbackSecret(first.apiKey);
}

/** The notification of a creation. */
export function firstNotification({ notifications }: Contract, { transitions }: Lifecycle): Notification | undefined {
  const event = transitions.find(({ from }) => from === null)?.notification;
  return notifications.find((one) => one.event === event);
}

/** Milliseconds between a failed attempt and the next, at most: the nth one after the first. */
export function longestWait({ delivery }: Contract, repeat: number): number {
  const { schedule = [], jitter = 0 } = delivery ?? {};
  return (schedule[repeat] ?? 0) * 1000 * (1 + jitter);
}

/** Deliveries of one event: a server that moves objects by itself sends others to the same receiver. */
export function ofEvent(deliveries: readonly Delivery[], event: string): Delivery[] {
  return deliveries.filter((delivery) => bodyOf(delivery)?.event === event);
}
