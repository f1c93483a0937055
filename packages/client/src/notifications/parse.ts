import { checkArgument, rawBodyRule } from "./arguments.ts";
import { NotificationError } from "./notification-error.ts";

/** What every notification has. */
export interface AnyNotification {
  id: string;
  type: string;
  event: string;
}

/** Body of a request as it came in. Parsing it and writing it again may change bytes, and bytes are what is signed. */
export type RawBody = string | Uint8Array;

/** Reads a notification; an unknown event is accepted. Throws a `NotificationError` on anything else, and a `TypeError` on a body that was parsed already. */
export function parse(rawBody: RawBody): AnyNotification {
  checkArgument(rawBodyRule, rawBody, "rawBody");
  let value: Partial<AnyNotification> | null | undefined;
  try {
    value = JSON.parse(
      typeof rawBody === "string" ? rawBody : new TextDecoder("utf-8", { fatal: true }).decode(rawBody),
    );
  } catch {}
  const { id, type, event } = value ?? {};
  if (typeof id !== "string" || id === "" || typeof type !== "string" || typeof event !== "string")
    throw new NotificationError("unreadable");
  return value as AnyNotification;
}
