import type { NotificationEntry } from "../state/control.ts";
import { words } from "../state/language.ts";

type Tone = "waiting" | "good" | "bad" | "neutral" | "moving";

const tones: Record<string, Tone> = {
  pending: "waiting",
  paid: "good",
  canceled: "neutral",
  refunded: "moving",
  queued: "waiting",
  processing: "moving",
  completed: "good",
  refused: "bad",
  retrying: "bad",
  delivered: "good",
  failed: "bad",
};

/** A status in words and colour. */
export function Status({ status }: { status: string }) {
  const names: Record<string, string> = words.value.statuses;
  return <span class={`badge ${tones[status] ?? "neutral"}`}>{names[status] ?? status}</span>;
}

/** Where a notification stands; one that is tried again is told from one that has not been tried. */
export function NotificationStatus({ entry }: { entry: Pick<NotificationEntry, "status" | "attemptCount"> }) {
  return <Status status={entry.status === "pending" && entry.attemptCount > 0 ? "retrying" : entry.status} />;
}

/** An HTTP status, or that there was no answer. */
export function HttpStatus({ status }: { status: number | null }) {
  if (status === null) return <span class="badge bad">{words.value.noAnswer}</span>;
  const tone: Tone = status < 300 ? "good" : status < 400 ? "moving" : status < 500 ? "waiting" : "bad";
  return <span class={`badge ${tone}`}>{status}</span>;
}
