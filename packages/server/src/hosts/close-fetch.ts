import type { Running } from "../limits/deadline.ts";
import { setTimeout, sleep } from "../timers.ts";

/** Milliseconds in which clients learn with a response that their connection ends. */
const shutdownTime = 500;
/**
 * Milliseconds without a new request after which no client is taken to be connecting. The host shows requests alone: the
 * connection of a client that takes longer from its connection to its request is reset.
 */
const quiet = 500;
/** Milliseconds that a response is held back if requests never pause. */
const maxHeld = 2_000;

/** How far the end of a Fetch host has come. Its connections are the host's: only requests and responses are seen here. */
export interface FetchClosing {
  isClosing: boolean;
  /** When held responses are sent at the latest; undefined if they are not held. */
  held: Promise<void> | undefined;
  /** When the last request came, by `performance.now()`. */
  arrivedAt: number;
}

/**
 * Ends a host without resetting a connection that has a request:
 *
 * 1. Every response ends its connection.
 * 2. After `shutdownTime`, responses are held back. Soon every client waits for one, and none connects.
 * 3. Once no request has come for a while, the host stops listening, and the held responses are sent.
 * 4. The connections that are left after `drainTime` are cut.
 *
 * @param stop stops the host: waits for its connections or, if forced, cuts them
 * @param drainTime milliseconds after which connections are cut
 */
export async function closeFetchHost(
  closing: FetchClosing,
  running: Running,
  stop: (force: boolean) => unknown,
  drainTime: number,
): Promise<void> {
  closing.isClosing = true;
  await sleep(shutdownTime);
  let release = (): void => {};
  closing.held = new Promise((resolve) => {
    release = resolve;
  });
  const heldFrom = performance.now();
  closing.arrivedAt = heldFrom;
  while (performance.now() - closing.arrivedAt < quiet && performance.now() - heldFrom < maxHeld)
    await sleep(5);
  const stopped = Promise.resolve(stop(false));
  setTimeout(release, 0);
  const isStopped = await Promise.race([
    stopped.then(() => true),
    sleep(drainTime, false, { ref: false }),
  ]);
  if (!isStopped) await stop(true);
  await running.settled(Math.max(0, drainTime - (performance.now() - heldFrom)));
}
