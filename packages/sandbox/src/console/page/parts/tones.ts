/** The tone of a status, in the console and in the terminal. */
export type Tone = "waiting" | "good" | "bad" | "neutral";

/** Keyed by status or HTTP status (`null` if there was no response, 0 if it was cut off). */
export const tones: Record<string, Tone> = {
  pending: "waiting",
  paid: "good",
  refunded: "neutral",
  queued: "waiting",
  processing: "waiting",
  completed: "good",
  refused: "bad",
  delivered: "good",
  failed: "bad",
  receiving: "good",
  failing: "bad",
  disabled: "bad",
  active: "good",
  live: "good",
  connecting: "waiting",
  lost: "bad",
  denied: "bad",
  suspended: "bad",
  frozen: "waiting",
  running: "good",
  null: "bad",
  0: "bad",
  "2xx": "good",
  "4xx": "waiting",
  "5xx": "bad",
};
