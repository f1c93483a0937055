// What calls note of the keys that they send.
import type { CallState } from "./call-state.ts";
import { isObject } from "./check.ts";
import { ClientError, ConnectionError, InvalidRequestError } from "./errors.ts";
import { parseBody } from "./http.ts";
import { Interruption, within } from "./interrupt.ts";
import type { KeyUse } from "./key-store.ts";
import { describeCause } from "./redact.ts";

/** Notes that a call with a key begins. Throws where the key belongs to another request, or the store fails. */
export async function beginKey(call: CallState): Promise<void> {
  const { context, operation, idempotencyKey: key = "", request, start, end, signal } = call;
  const { baseUrl, keyStore, keys, redact } = context;
  const until = Date.now() + (operation.key?.lifetime ?? 0);
  const text = `["${operation.method} ${request.url.slice(baseUrl.length)}",${request.body}]`;
  try {
    // A store holds no personal data.
    const print = keyStore ? await sha256(key + sorted(text)) : text;
    const begin = async (): Promise<KeyUse> => keys.begin(key, print, until);
    const use = await (keyStore ? within(end - start, signal, begin) : begin());
    // What it says of no request is not taken for another one's: a new key might pay twice.
    if (typeof use.request !== "string") throw new TypeError("`begin` gave no request");
    if (use.request !== print && (keyStore || sorted(use.request) !== sorted(text)))
      throw new InvalidRequestError(
        operation.id,
        ["idempotencyKey", "sameRequest", "be another one: it was sent with another body"],
        key,
      );
    call.begun = true;
    call.alone ||= keyStore !== undefined && use.calls === 1;
    // A store that does not say how many calls are open leaves that open.
    call.others = use.open >= 1 ? use.open - 1 : 1;
  } catch (error) {
    if (error instanceof Interruption || error instanceof ClientError) throw error;
    throw call.fail(ConnectionError, "the key store failed", {
      cause: describeCause(error, redact),
    });
  }
}

/** Notes what a call that failed has proven of its key, and how many other calls are open. */
export async function endKey(call: CallState): Promise<void> {
  const { context, settled, open, idempotencyKey: key = "" } = call;
  if (open > 0 && !settled) return;
  // Where the store does not say it, it is not known what the others do; after a refusal for good they do nothing.
  call.others = Number(!settled);
  try {
    // A store that hangs does not keep the caller from its error.
    const others = await within(1_000, undefined, async () =>
      context.keys[settled ? "settle" : "withdraw"](key),
    );
    if (!settled && typeof others === "number" && others >= 0) call.others = others;
  } catch {}
}

/** JSON with its fields in order: the same request may have them in another one. */
function sorted(text: string): string {
  return JSON.stringify(parseBody(text), (_: string, value: unknown): unknown =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
