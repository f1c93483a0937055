import { Interruption, type ResponseHead } from "./interrupt.ts";
import type { Fetch } from "./options.ts";

/** A request as it is sent. */
export interface Outgoing {
  url: string;
  headers: Headers;
  body: string | Uint8Array | undefined;
}

/** A response, read to its end. */
export interface HttpResponse extends ResponseHead {
  /** The bytes of the body, as they came. */
  parts: Uint8Array<ArrayBuffer>[];
  text: string;
  /** The body as JSON; as text where it is no JSON. */
  body: unknown;
}

/** What is known of one attempt while it is on its way. */
export interface AttemptState {
  /** Whether the request may have left this machine. */
  sent: boolean;
}

/** Sends a request once. Keeps the state of the attempt true at every moment: the attempt may be given up at any. */
export type Send = (
  method: string,
  request: Outgoing,
  controller: AbortController,
  state: AttemptState,
) => Promise<HttpResponse>;

/** Bytes or characters of a body that are read at most. */
export const maxLength: number = 8 * 2 ** 20;

// One for all: it is used from the first part of a body to the last without a pause.
const decoder = /* @__PURE__ */ new TextDecoder();

/** Sends with a function like `fetch`, which does not say whether a request that failed was sent, unless it promises. */
export function sendByFetch(fetch: Fetch): Send {
  return async (method, { url, headers, body }, controller, state) => {
    state.sent = true;
    let response: Response;
    try {
      // Where a redirect leads is not the service that the credentials and the money are for.
      response = await fetch(url, {
        ...{ method, headers, body: (body ?? null) as string, redirect: "manual" },
        get signal() {
          return controller.signal;
        },
      });
    } catch (error) {
      state.sent = (error as { neverSent?: unknown } | undefined)?.neverSent !== true;
      throw error;
    }
    // A `fetch` that JavaScript wrote may return anything.
    if (!response?.headers?.[Symbol.iterator]) throw new TypeError("`fetch` gave no Response");
    const reader = response.body?.getReader();
    const parts: HttpResponse["parts"] = [];
    let length = 0;
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value);
      // Parts without bytes come to an end too.
      length += part.value.length || 1;
      if (length > maxLength) {
        reader?.cancel().catch(() => {});
        throw new Interruption(undefined, response);
      }
    }
    return readHttp(response, parts);
  };
}

/** A response whose body is there as a whole. */
export function readHttp({ status, headers }: ResponseHead, parts: HttpResponse["parts"]): HttpResponse {
  // Most bodies come as one part. In others a character may begin in one part and end in the next.
  const text =
    parts.length < 2
      ? decoder.decode(parts[0])
      : parts.map((part, nth) => decoder.decode(part, { stream: nth < parts.length - 1 })).join("");
  return { status, headers, parts, text, body: parseBody(text) };
}

/** A body as JSON; as text where it is no JSON, or an object has a member twice: readers differ in which one counts. */
export function parseBody(text: string): unknown {
  try {
    // A mark of the byte order counts as white space.
    const value: unknown = JSON.parse(text.trim());
    // Most bodies have no more than they need. In the others each member has a colon outside of texts.
    const colons = (): number => text.replace(/"[^"\\]*(\\.[^"\\]*)*"/g, "").split(":").length - 1;
    if (JSON.stringify(value) === text || colons() === countMembers(value)) return value;
  } catch {}
  return text;
}

/** How many members the objects of JSON have together. */
function countMembers(value: unknown): number {
  let count = 0;
  if (typeof value === "object")
    for (const name in value) count += countMembers(value[name as never]) + Number(!Array.isArray(value));
  return count;
}
