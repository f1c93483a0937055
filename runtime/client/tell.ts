import type { CallState } from "./call-state.ts";
import type { CallEvent, Hooks } from "./options.ts";
import type { Settings } from "./settings.ts";

/** Tells the hooks of a call. What one throws, or rejects with, must not decide what becomes of a call. */
export function tell<Name extends keyof Hooks>(
  { hooks }: Settings,
  { id, operation, facts, idempotencyKey }: CallState,
  name: Name,
  more: Omit<Parameters<NonNullable<Hooks[Name]>>[0], keyof CallEvent>,
): void {
  const { method, path } = facts;
  for (const hook of hooks) {
    try {
      const told: unknown = hook[name]?.({ callId: id, operation, method, path, idempotencyKey, ...more } as never);
      Promise.resolve(told).catch(() => {});
    } catch {}
  }
}
