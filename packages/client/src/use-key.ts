// What calls note of the keys that they send.
import type { CallState, Context } from "./call-state.ts";
import { ClientError } from "./errors/client-error.ts";
import { ConnectionError } from "./errors/connection-error.ts";
import { InvalidRequestError } from "./errors/invalid-request-error.ts";
import { parseBody, textOf } from "./http.ts";
import { Interruption, within } from "./interrupt.ts";
import { isObject } from "./is-object.ts";

/** Notes that a call with a key begins. Throws where the key belongs to another request, or the store fails. */
export async function beginKey({ settings, keys }: Context, call: CallState): Promise<void> {
  const { operation, idempotencyKey: key, facts, request, end, start, signal } = call;
  if (key === undefined || !facts.key) return;
  const { lifetime } = facts.key;
  let use: Awaited<ReturnType<typeof keys.begin>>;
  try {
    const head = `${facts.method} ${request.url.slice(settings.baseUrl.length)}`;
    const body = textOf(request);
    const begin = (print: string): ReturnType<typeof keys.begin> => keys.begin(key, print, Date.now() + lifetime);
    let print = `${head} ${body}`;
    if (settings.keyStore) {
      // A store holds no personal data.
      print = await sha256(`${key} ${head} ${sortFields(body)}`);
      use = await within(end - start, signal, async () => begin(print));
    } else {
      use = await begin(print);
      // Sorting costs: most calls have a key of their own.
      const isAlike = use.request !== print && use.request.startsWith(`${head} `);
      if (isAlike && sortFields(use.request.slice(head.length + 1)) === sortFields(body)) {
        print = use.request;
        use = await begin(print);
      }
    }
    if (use.request !== print)
      throw new InvalidRequestError(
        operation,
        ["idempotencyKey", "sameRequest", "be another one: this key belongs to a request with another body"],
        key,
      );
  } catch (error) {
    if (error instanceof Interruption || error instanceof ClientError) throw error;
    throw new ConnectionError("the key store failed", {
      operation,
      outcome: "not-sent",
      idempotencyKey: key,
      cause: error,
    });
  }
  call.begun = true;
  call.alone ||= Boolean(settings.keyStore) && use.calls === 1;
  call.others = use.open - 1;
}

/** Notes what a call that failed has proven of its key. Returns the number of other calls that are open. */
export async function endKey({ keys }: Context, call: CallState): Promise<number> {
  const { begun, settled, attemptsOpen, idempotencyKey: key = "" } = call;
  if (!begun || (attemptsOpen.size > 0 && !settled)) return call.others;
  try {
    // A store that hangs does not keep the caller from its error.
    return await within(1_000, undefined, async () => {
      if (!settled) return keys.withdraw(key);
      await keys.settle(key);
      return 0;
    });
  } catch {
    // What the others do is not known then.
    return settled ? 0 : 1;
  }
}

/** A body as a text, the same however its fields are ordered. */
function sortFields(body = ""): string {
  const sorted = (_: string, value: unknown): unknown =>
    isObject(value) && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
  return JSON.stringify(parseBody(body), sorted) ?? "";
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
