import type { LookupFunction } from "node:net";
import { signatureRule } from "@pix-contract/server";
import { type Dispatcher, startDispatcher as start } from "../../../server/src/notifier/dispatcher.ts";
import type { Sandbox } from "../context.ts";
import { delivery } from "../contract.ts";
import type { Database } from "../storage/tables.ts";
import { makeDeliveryFaults } from "./faults.ts";
import { makeOutbox } from "./outbox.ts";

export type { Dispatcher } from "../../../server/src/notifier/dispatcher.ts";

/** How notifications are delivered. */
export interface DispatcherOptions {
  /** Name of the header that carries the signature; the contract's if absent. */
  signatureHeader?: string;
  /** Milliseconds that a receiver has for its answer; the contract's if absent. */
  timeout?: number;
  /** How host names become addresses; the system's way if absent. */
  lookup?: LookupFunction;
}

/** Starts to deliver the sandbox's notifications. Every process does: they do not get into each other's way. */
export function startDispatcher(
  sandbox: Sandbox,
  { signatureHeader = signatureRule.header, timeout = delivery.timeout * 1_000, ...options }: DispatcherOptions = {},
): Dispatcher {
  const { secrets } = sandbox;
  return start<Database>(makeOutbox(sandbox), {
    ...options,
    timeout,
    signature: { ...signatureRule, header: signatureHeader },
    userAgent: "pix-sandbox",
    destinations: () => sandbox.destinations,
    // A registration has a secret of its own, a `postbackUrl` has the company's.
    secrets: ({ companyId, receiverId }) =>
      receiverId === null ? secrets.postbackSecret(companyId) : secrets.webhookSecret(receiverId),
    interceptor: makeDeliveryFaults(sandbox, timeout),
  });
}
