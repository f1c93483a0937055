import { expect } from "vitest";
import { NotificationError } from "../../../generated/client/src/notifications.ts";

/** Why a notification is refused; undefined where it is not. */
export async function reasonOf(check: Promise<unknown>): Promise<string | undefined> {
  const error = await check.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error !== undefined) expect(error).toBeInstanceOf(NotificationError);
  return (error as NotificationError | undefined)?.reason;
}
