import { checkArgument } from "../argument-checks.ts";
import { type Check, isObject, must } from "../check.ts";

/** Why a notification is not accepted. */
export type NotificationRefusal =
  | "unreadable"
  | "too-large"
  | "unsigned"
  | "malformed-signature"
  | "wrong-signature"
  | "too-old"
  | "too-new";

/** The request holds no notification, or its sender cannot be verified. Holds no secrets. */
export class NotificationError extends Error {
  /** Why it is not accepted. */
  readonly reason: NotificationRefusal;

  constructor(reason: NotificationRefusal, mistake = "") {
    super(`The notification is not accepted: ${reason}${mistake && `, ${mistake}`}.`);
    this.name = "NotificationError";
    this.reason = reason;
  }
}

/** Fields that every notification has. */
export interface AnyNotification {
  id: string;
  type: string;
  event: string;
}

/** Body of a request as it came in. Parsing it and writing it again may change bytes, and the signature covers bytes. */
export type RawBody = string | Uint8Array;

/** The body as it came in. A parsed one has lost the bytes that were signed. */
export const rawBodyCheck: Check = /* @__PURE__ */ must(
  (value) => typeof value === "string" || ArrayBuffer.isView(value),
  "be the string or the bytes that came in, not parsed",
);

/** Fields that have to be objects, by event. */
export type EventObjects = Readonly<Record<string, readonly string[]>>;

/** Reads a notification; an unknown event is accepted. Throws a `NotificationError` on anything else, and a `TypeError` on a body that was parsed already. */
export function parse(rawBody: RawBody, events: EventObjects = {}): AnyNotification {
  checkArgument(rawBodyCheck, rawBody, "rawBody");
  let value: Partial<AnyNotification> | null | undefined;
  try {
    value = JSON.parse(
      typeof rawBody === "string"
        ? rawBody
        : new TextDecoder("utf-8", { fatal: true }).decode(rawBody),
    );
  } catch {}
  const { id, type, event } = value ?? {};
  const hasId = typeof id === "string" && id !== "";
  if (!hasId || typeof type !== "string" || typeof event !== "string")
    throw new NotificationError("unreadable");
  const objects = Object.hasOwn(events, event) ? events[event] : [];
  const wrong = objects?.find((name) => !isObject((value as Record<string, unknown>)[name]));
  if (wrong !== undefined)
    throw new NotificationError("unreadable", `\`${wrong}\` must be an object`);
  return value as AnyNotification;
}
