/** The tone of a status, in the console and in the terminal. */
export type Tone = "waiting" | "good" | "bad" | "neutral";

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
};
