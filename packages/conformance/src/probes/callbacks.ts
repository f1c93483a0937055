import type { Contract, JsonObject, Lifecycle, Notification, Resource } from "../contract.ts";
import type { Delivery } from "../listener.ts";
import type { Session } from "../session.ts";
import { bodyOf } from "./check-delivery.ts";
import { type Made, make } from "./objects.ts";

/** Milliseconds to wait for what is sent at once. */
export const arrivalTimeout = 10_000;
/** Milliseconds after which what has not come is not coming. */
export const silence = 400;

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

/** The notification of a creation. */
export function firstNotification({ notifications }: Contract, { transitions }: Lifecycle): Notification | undefined {
  const event = transitions.find(({ from }) => from === null)?.notification;
  return notifications.find((one) => one.event === event);
}

/** Milliseconds between a failed attempt and the next, at most: the nth one after the first. */
export function waitBefore({ delivery }: Contract, repeat: number): { most: number } {
  const { schedule = [], jitter = 0 } = delivery ?? {};
  return { most: (schedule[repeat] ?? 0) * 1000 * (1 + jitter) };
}

/** A server that moves objects by itself tells the same receiver of more than the creation. */
export function ofEvent(deliveries: readonly Delivery[], event: string): Delivery[] {
  return deliveries.filter((delivery) => bodyOf(delivery)?.event === event);
}
