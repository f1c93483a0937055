import type { NotificationEntry } from "../state/control.ts";

/** What is told of, and to whom. */
export function Event({ entry: { event, url } }: { entry: Pick<NotificationEntry, "event" | "url"> }) {
  return (
    <span class="stack">
      <code>{event}</code>
      <span class="quiet url">{url}</span>
    </span>
  );
}
