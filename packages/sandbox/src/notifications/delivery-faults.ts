import { EventEmitter, once } from "node:events";
import type { Attempt, DeliveryInterceptor, Plan } from "@pix-contract/server/notifier";
import type { Sandbox } from "../context.ts";
import type { Database } from "../storage/tables.ts";
import { type Fault, takeFault } from "../take-fault.ts";
import { waitUnlessAborted } from "../timers.ts";

/** Default delay of a fault in a delivery, in milliseconds. */
const defaultDelay = 1_000;

/**
 * Delivers notifications with the faults that the control plane has planned for them.
 *
 * @param timeout milliseconds that an attempt may last
 */
export function makeDeliveryFaults(
  { clock, settings }: Pick<Sandbox, "clock" | "settings">,
  timeout: number,
): DeliveryInterceptor<Database> {
  const delivered = new EventEmitter().setMaxListeners(0);

  /** Milliseconds that a delivery may take longer. */
  const delayOf = ({ kind, options }: Fault): number =>
    kind === "duplicate" ? timeout : (options.delay ?? defaultDelay);

  const attemptsOf = async (
    fault: Fault,
    ...[send, signal]: Parameters<Plan["deliver"]>
  ): Promise<Attempt[]> => {
    const sendOnce = async (): Promise<Attempt[]> => [(await send()) ?? []].flat();
    const delay = delayOf(fault);
    switch (fault.kind) {
      case "latency":
        await waitUnlessAborted(delay, signal);
        return sendOnce();
      case "reorder":
        // Until another one has overtaken it; alone, it need not wait for ever.
        await Promise.race([
          once(delivered, "delivered", { signal }),
          waitUnlessAborted(delay, signal),
        ]).catch(() => {});
        return sendOnce();
      case "duplicate":
        return [...(await sendOnce()), ...(await sendOnce())];
      default: {
        const error = `An injected fault (${fault.kind}): nothing was sent.`;
        return [
          { at: clock.now(), duration: 0, status: null, error, response: null, headersJson: null },
        ];
      }
    }
  };
  return {
    plan: async (tx) => {
      if (!settings.current.hasDeliveryFaults) return undefined;
      const fault = await takeFault(tx, "notification");
      return (
        fault && {
          delay: delayOf(fault),
          deliver: (send, signal) => attemptsOf(fault, send, signal),
        }
      );
    },
    delivered: () => void delivered.emit("delivered"),
  };
}
