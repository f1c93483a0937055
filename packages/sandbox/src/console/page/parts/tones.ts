/** The tone of a status, in the console and in the terminal. */
export type Tone = "waiting" | "good" | "bad" | "neutral";

/** Keyed by status, HTTP status (`null` if there was no response, 0 if it was cut off) or whether something is active. */
export const tones: Record<string, Tone> = {
  pending: "waiting",
  paid: "good",
  refunded: "neutral",
  queued: "waiting",
  processing: "waiting",
  completed: "good",
  refused: "bad",
  retrying: "bad",
  delivered: "good",
  failed: "bad",
  active: "good",
  live: "good",
  connecting: "waiting",
  lost: "bad",
  denied: "bad",
  suspended: "bad",
  frozen: "waiting",
  running: "good",
  true: "good",
  false: "bad",
  null: "bad",
  0: "bad",
  "2xx": "good",
  "4xx": "waiting",
  "5xx": "bad",
};
