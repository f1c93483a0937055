import { signal } from "@preact/signals";
import { ControlError, openChanges } from "./control.ts";
import { token } from "./token.ts";

/** Whether the console hears of changes in the sandbox. */
export const connection = signal<"connecting" | "live" | "lost" | "denied">("connecting");

/** Goes up whenever shown data may be old. */
export const changes = signal(0);

/** Milliseconds until a stream that has ended is opened again. */
const retryMs = 1_000;

/** A heartbeat comes every 15 s; without a sign for longer than this the connection is dead, though it looks open. */
const maxSilenceMs = 40_000;

/**
 * Follows the stream of changes for as long as the page lives, and comes back when it breaks. It uses fetch, because an
 * EventSource cannot carry a token.
 */
export async function followChanges(): Promise<never> {
  for (;;) {
    const given = token.value;
    // Broken, silent or at its end: the reader sees that the connection is lost in all cases.
    const error: unknown = await followStream().catch((problem: unknown) => problem);
    const isRefused = error instanceof ControlError && error.status < 500;
    connection.value = isRefused ? "denied" : "lost";
    const end = performance.now() + retryMs;
    // Without another token the answer would be the same.
    const mustWait = (): boolean =>
      token.value === given && ((isRefused && error.status === 401) || performance.now() < end);
    while (mustWait()) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Reads the stream until it ends. @throws {ControlError} if it is refused */
async function followStream(): Promise<void> {
  const abort = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;
  const heard = (hasChanged: boolean): void => {
    if (hasChanged) changes.value++;
    clearTimeout(silence);
    silence = setTimeout(() => abort.abort(), maxSilenceMs);
  };
  heard(false);
  try {
    const stream = await openChanges(abort.signal);
    connection.value = "live";
    heard(true);
    for await (const hasChanged of stream) heard(hasChanged);
  } finally {
    clearTimeout(silence);
    abort.abort();
  }
}
