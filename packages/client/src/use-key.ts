// Records the idempotency keys that calls send.
import type { CallState } from "./call-state.ts";
import { isObject } from "./check.ts";
import { ClientError, ConnectionError, InvalidRequestError } from "./errors.ts";
import { parseBody } from "./http.ts";
import { Interruption, within } from "./interrupt.ts";
import type { KeyUse } from "./key-store.ts";
import { describeCause } from "./redact.ts";

/** Records that a call with a key begins. Throws if the key belongs to another request, or the store fails. */
export async function claimKey(call: CallState): Promise<void> {
  const { client, operation, idempotencyKey: key = "", request, start, end, signal } = call;
  const { baseUrl, keyStore, keys, redact } = client;
  const until = Date.now() + (operation.key?.lifetime ?? 0);
  const json = `["${operation.method} ${request.url.slice(baseUrl.length)}",${request.body}]`;
  try {
    // A store holds no personal data.
    const fingerprint = keyStore ? await sha256(key + sortFields(json)) : json;
    const begin = async (): Promise<KeyUse> => keys.begin(key, fingerprint, until);
    const use = await (keyStore ? within(end - start, signal, begin) : begin());
    // A missing request is not read as another request: the user would take a new key, and might pay twice.
    if (typeof use.request !== "string") throw new TypeError("`begin` gave no request");
    if (use.request !== fingerprint && (keyStore || sortFields(use.request) !== sortFields(json)))
      throw new InvalidRequestError(
        operation.id,
        ["idempotencyKey", "sameRequest", "be another one: it was sent with another body"],
        key,
      );
    call.begun = true;
    call.alone ||= keyStore !== undefined && use.calls === 1;
    // A store that does not count open calls proves nothing: assume one.
    call.others = use.open >= 1 ? use.open - 1 : 1;
  } catch (error) {
    if (error instanceof Interruption || error instanceof ClientError) throw error;
    throw call.fail(ConnectionError, "the key store failed", {
      cause: describeCause(error, redact),
    });
  }
}

/** Records the proof of a failed call about its key, and reads how many other calls are open. */
export async function releaseKey(call: CallState): Promise<void> {
  const { client, settled, openAttempts, idempotencyKey: key = "" } = call;
  if (openAttempts > 0 && !settled) return;
  // Without an answer of the store another call may be open. After a lasting refusal none can do anything.
  call.others = Number(!settled);
  try {
    // A store that hangs must not keep the error from the user.
    const others = await within(1_000, undefined, async () =>
      client.keys[settled ? "settle" : "withdraw"](key),
    );
    if (!settled && typeof others === "number" && others >= 0) call.others = others;
  } catch {}
}

/** JSON with sorted fields, so that the order of fields makes no difference. */
function sortFields(json: string): string {
  return JSON.stringify(parseBody(json), (_: string, value: unknown): unknown =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}

async function sha256(value: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(value));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
