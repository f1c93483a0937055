import { positive } from "../rules.ts";
import { checkArgument } from "./arguments.ts";

/** Remembers which notifications were handled. */
export interface SeenStore {
  /** Whether the notification with this id was handled. */
  has(id: string): boolean | Promise<boolean>;
  /** Notes that it was. Called after its handler is done, so that a crash in between loses nothing. */
  add(id: string): unknown;
}

/**
 * Remembers the last ids in memory, of one process.
 *
 * @param size how many
 * @throws {TypeError} where that is none
 * @example
 * createNotificationHandler({ secrets, on, seen: rememberInMemory(100_000) });
 */
export function rememberInMemory(size = 10_000): SeenStore {
  checkArgument(positive, size, "size");
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.add(id);
      // A set keeps the order in which its entries came in.
      for (const oldest of ids) {
        if (ids.size <= size) break;
        ids.delete(oldest);
      }
    },
  };
}
