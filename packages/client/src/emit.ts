import type { CallState } from "./call-state.ts";
import type { CallEvent, Hooks } from "./options.ts";
import type { Settings } from "./settings.ts";

/** Calls the hooks, if there are any: only then `more` makes the rest of the event. What one throws, or rejects with, must not decide what becomes of a call. */
export function emit<Name extends keyof Hooks>(
  { hooks }: Settings,
  { id, operation, facts, idempotencyKey }: CallState,
  name: Name,
  more: () => Omit<Parameters<NonNullable<Hooks[Name]>>[0], keyof CallEvent>,
): void {
  if (hooks.length === 0) return;
  const { method, path } = facts;
  const event = { callId: id, operation, method, path, idempotencyKey, ...more() };
  for (const hook of hooks) {
    try {
      const returned: unknown = hook[name]?.({ ...event } as never);
      Promise.resolve(returned).catch(() => {});
    } catch {}
  }
}
