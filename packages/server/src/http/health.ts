import type { AnyOptions } from "../options.ts";
import { sleep } from "../timers.ts";
import type { Exchange } from "./exchange.ts";

/** Milliseconds that `ready` has: a database that hangs is none. */
const timeLimit = 2_000;

/** Answers the health route: 200 where the server can do its work, else 503. It is not part of the contract. */
export async function sendHealth(exchange: Exchange, ready: AnyOptions["ready"]): Promise<void> {
  const isReady = await isTrue(ready);
  if (!exchange.isSent) exchange.end(isReady ? 200 : 503, JSON.stringify({ status: isReady ? "ok" : "unavailable" }));
}

async function isTrue(ready: AnyOptions["ready"]): Promise<boolean> {
  try {
    return ready === undefined || (await Promise.race([ready(), sleep(timeLimit, false, { ref: false })]));
  } catch {
    return false;
  }
}
