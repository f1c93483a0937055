import type { Exchange } from "../http/exchange.ts";
import type { OperationRule } from "../rules.ts";
import type { Service } from "../service.ts";
import { clearTimeout, setTimeout } from "../timers.ts";

/** A request that took longer than it may. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";

  constructor(operation: string, milliseconds: number) {
    super(`${operation} did not answer within ${milliseconds} ms.`);
  }
}

/**
 * Waits for a part of a request, as long as the request's time lasts: one deadline for authenticators, stores,
 * transactions and the handler together. Waiting for the client to send its body does not count. What comes later is
 * dropped, but remembered under its idempotency key.
 */
export async function waitFor<Value>(
  { deadline }: Service,
  operation: OperationRule,
  exchange: Exchange,
  pending: PromiseLike<Value>,
): Promise<Value> {
  if (deadline <= 0) return pending;
  const left = exchange.timeLeft ?? deadline;
  const began = performance.now();
  const timer = setTimeout(() => {
    if (!exchange.isSent) exchange.fail(new DeadlineError(operation.id, deadline));
  }, left);
  try {
    return await pending;
  } finally {
    clearTimeout(timer);
    exchange.timeLeft = Math.max(0, left - (performance.now() - began));
  }
}
