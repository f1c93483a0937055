import type { Claimed, DeliveryInterceptor } from "./claim.ts";
import type { Outcome } from "./record.ts";
import type { Sender } from "./send.ts";
import type { Attempt } from "./tables.ts";

/** Delivers claimed notifications. */
export interface Deliverer {
  deliver(claimed: Claimed): Promise<Outcome>;
  /** Gives up what is under way, and from now on delivers nothing. */
  abort(): void;
}

export function makeDeliverer<Transaction>(sender: Sender, interceptor?: DeliveryInterceptor<Transaction>): Deliverer {
  const aborting = new AbortController();
  const { signal } = aborting;
  return {
    deliver: async ({ notification, plan }) => {
      const send = async (): Promise<Attempt | undefined> => (signal.aborted ? undefined : sender.send(notification));
      const attempts = plan ? await plan.deliver(send, signal) : [(await send()) ?? []].flat();
      interceptor?.delivered?.();
      return { notification, attempts };
    },
    abort: () => {
      aborting.abort();
      sender.abort();
    },
  };
}
