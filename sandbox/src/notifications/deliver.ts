import { EventEmitter, once } from "node:events";
import type { Sandbox } from "../context.ts";
import { sleep } from "../timers.ts";
import type { Claimed } from "./claim.ts";
import type { Outcome } from "./record.ts";
import type { Attempt, Sender } from "./send.ts";

/** Milliseconds that a fault delays a delivery where it does not say. */
const defaultDelay = 1_000;

/** Delivers claimed notifications, with their faults. */
export interface Deliverer {
  deliver(claimed: Claimed): Promise<Outcome>;
  /** Gives up what is under way, and from now on delivers nothing. */
  abort(): void;
}

export function makeDeliverer(sandbox: Sandbox, sender: Sender): Deliverer {
  const aborting = new AbortController();
  const { signal } = aborting;
  const delivered = new EventEmitter().setMaxListeners(0);

  const deliver = async ({ notification, fault }: Claimed): Promise<Attempt[]> => {
    const send = async (): Promise<Attempt[]> => {
      const attempt = signal.aborted ? undefined : await sender.send(notification);
      return attempt ? [attempt] : [];
    };
    if (!fault) return send();
    const delay = fault.options.delay ?? defaultDelay;
    switch (fault.kind) {
      case "latency":
        await pause(delay, signal);
        return send();
      case "reorder":
        // Until another one has overtaken it; alone, it need not wait for ever.
        await Promise.race([once(delivered, "delivered", { signal }), pause(delay, signal)]).catch(() => {});
        return send();
      case "duplicate":
        return [...(await send()), ...(await send())];
      default:
        return [failWith(sandbox, `An injected fault (${fault.kind}): nothing was sent.`)];
    }
  };
  return {
    deliver: async (claimed) => {
      const attempts = await deliver(claimed);
      delivered.emit("delivered");
      return { notification: claimed.notification, attempts };
    },
    abort: () => {
      aborting.abort();
      sender.abort();
    },
  };
}

/** Waits, less long where the wait is given up. */
async function pause(delay: number, signal: AbortSignal): Promise<void> {
  await sleep(delay, undefined, { signal }).catch(() => {});
}

function failWith({ clock }: Sandbox, error: string): Attempt {
  return { at: clock.now(), duration: 0, status: null, error, answer: null, headersJson: null };
}
