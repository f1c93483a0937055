import type { CallState } from "./call-state.ts";
import type { CallEvent, Hooks } from "./options.ts";

/** Calls the hooks of a call, if there are any: only then `more` makes the rest of the event. What one throws, or rejects with, changes nothing. */
export function emit<Name extends keyof Hooks>(
  { context, id, operation, idempotencyKey }: CallState,
  name: Name,
  more: () => Omit<Parameters<NonNullable<Hooks[Name]>>[0], keyof CallEvent>,
): void {
  const { hooks } = context.settings;
  if (hooks.length === 0) return;
  const { method, path } = operation;
  const event = { callId: id, operation: operation.id, method, path, idempotencyKey, ...more() };
  for (const hook of hooks) {
    try {
      Promise.resolve(hook[name]?.({ ...event } as never)).catch(() => {});
    } catch {}
  }
}
