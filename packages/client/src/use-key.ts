// What calls note of the keys that they send.
import type { CallState } from "./call-state.ts";
import { isObject } from "./check.ts";
import { ClientError, ConnectionError, InvalidRequestError } from "./errors.ts";
import { parseBody } from "./http.ts";
import { Interruption, within } from "./interrupt.ts";
import { describeCause } from "./redact.ts";

/** Notes that a call with a key begins. Throws where the key belongs to another request, or the store fails. */
export async function beginKey(call: CallState): Promise<void> {
  const { context, operation, idempotencyKey: key = "", request, start, end, signal } = call;
  const { settings, keys, redact } = context;
  const until = Date.now() + (operation.key?.lifetime ?? 0);
  const head = `${operation.method} ${request.url.slice(settings.baseUrl.length)} `;
  const body = String(request.body);
  try {
    let print = head + body;
    let use: Awaited<ReturnType<typeof keys.begin>>;
    if (settings.keyStore) {
      // A store holds no personal data.
      print = await sha256(`${key} ${head}${sortFields(body)}`);
      use = await within(end - start, signal, async () => keys.begin(key, print, until));
    } else {
      use = await keys.begin(key, print, until);
      // Sorting costs: most calls have a key of their own.
      if (
        use.request !== print &&
        use.request.startsWith(head) &&
        sortFields(use.request.slice(head.length)) === sortFields(body)
      ) {
        print = use.request;
        use = await keys.begin(key, print, until);
      }
    }
    if (use.request !== print)
      throw new InvalidRequestError(
        operation.id,
        ["idempotencyKey", "sameRequest", "be another one: this key belongs to a request with another body"],
        key,
      );
    call.begun = true;
    call.alone ||= settings.keyStore !== undefined && use.calls === 1;
    // A store that does not say how many calls are open leaves that open.
    call.others = use.open >= 1 ? use.open - 1 : 1;
  } catch (error) {
    if (error instanceof Interruption || error instanceof ClientError) throw error;
    throw new ConnectionError("the key store failed", {
      operation: operation.id,
      outcome: "not-sent",
      idempotencyKey: key,
      cause: describeCause(error, redact),
    });
  }
}

/** Notes what a call that failed has proven of its key, and how many other calls are open. */
export async function endKey(call: CallState): Promise<void> {
  const { context, settled, open, idempotencyKey: key = "" } = call;
  if (open.size > 0 && !settled) return;
  try {
    // A store that hangs does not keep the caller from its error.
    const others = await within(1_000, undefined, async () => context.keys[settled ? "settle" : "withdraw"](key));
    call.others = others ?? 0;
  } catch {
    // What the others do is not known then.
    call.others = settled ? 0 : 1;
  }
}

/** A body as a text, the same however its fields are ordered. */
function sortFields(body: string): string {
  const sorted = (_: string, value: unknown): unknown =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
  return JSON.stringify(parseBody(body), sorted) ?? "";
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
