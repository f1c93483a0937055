import { signal } from "@preact/signals";
import { ControlError, openChanges } from "./control.ts";
import { token } from "./token.ts";

/** Whether the console hears of what happens in the sandbox. */
export const connection = signal<"connecting" | "live" | "lost" | "refused">("connecting");

/** Goes up whenever what is shown may be old. */
export const changes = signal(0);

const minRetryMs = 500;
const maxRetryMs = 4_000;

/** A heartbeat comes every 15 s; without a sign for longer than this the connection is dead, though it looks open. */
const maxSilenceMs = 40_000;

/**
 * Follows the stream of changes for as long as the page lives, and comes back when it breaks. By fetch, because an
 * EventSource cannot carry a token.
 */
export async function followChanges(): Promise<never> {
  let wait = minRetryMs;
  for (;;) {
    const given = token.value;
    let refusal: number | undefined;
    try {
      await readStream(() => {
        wait = minRetryMs;
      });
    } catch (error) {
      // Broken or silent: the reader sees that the connection is lost in both cases.
      if (error instanceof ControlError) refusal = error.status;
    }
    connection.value = refusal === undefined || refusal >= 500 ? "lost" : "refused";
    // Without another token the answer would be the same.
    const end = refusal === 401 ? Number.POSITIVE_INFINITY : performance.now() + wait;
    while (token.value === given && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 100));
    wait = Math.min(wait * 2, maxRetryMs);
  }
}

/** Reads the stream until it ends. @throws {ControlError} if it is refused */
async function readStream(onOpen: () => void): Promise<void> {
  const abort = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => abort.abort(), maxSilenceMs);
  };
  heard();
  try {
    const stream = await openChanges(abort.signal);
    connection.value = "live";
    onOpen();
    changes.value++;
    for await (const hasChanged of stream) {
      heard();
      if (hasChanged) changes.value++;
    }
  } finally {
    clearTimeout(silence);
    abort.abort();
  }
}
