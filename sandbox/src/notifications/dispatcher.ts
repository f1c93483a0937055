import type { Sandbox } from "../context.ts";

/** Delivers notifications: claims what is due, sends it, and records each attempt. */
export interface Dispatcher {
  /** Looks for what is due, soon. */
  wake(): void;
  /** Resolves when nothing that is due now is left and no attempt is under way. */
  settle(): Promise<void>;
  /** Ends: no new attempts; those under way are finished or given up. */
  stop(): Promise<void>;
}

export function startDispatcher(_sandbox: Sandbox): Dispatcher {
  return { wake: () => {}, settle: async () => {}, stop: async () => {} };
}
