import { type Bytes, readParts } from "./bytes.ts";
import { Interruption, type ResponseHead } from "./interrupt.ts";
import type { Fetch } from "./options.ts";

/** A request as it is sent. */
export interface HttpRequest {
  url: string;
  headers: Headers;
  body: string | Uint8Array | undefined;
}

/** A response, read to its end. */
export interface HttpResponse extends ResponseHead {
  /** The bytes of the body, as they came. */
  parts: Uint8Array<ArrayBuffer>[];
  text: string;
  /** The body as JSON; as a string if it is not JSON. */
  body: unknown;
}

/** State of one attempt while it is on its way. */
export interface AttemptState {
  /** Whether the request may have left this machine. */
  sent: boolean;
}

/** Sends a request once. Keeps the state of the attempt true at every moment: the attempt may be given up at any. */
export type Send = (
  method: string,
  request: HttpRequest,
  signal: AbortSignal,
  state: AttemptState,
) => Promise<HttpResponse>;

/** Max bytes of a body that are read: 8 MiB. */
export const maxLength = 8_388_608;

// One for all: it is used from the first part of a body to the last without a pause.
const decoder = /* @__PURE__ */ new TextDecoder();

/** Sends with a function like `fetch`, which does not report whether a failed request was sent, unless it promises. */
export function sendByFetch(fetch: Fetch): Send {
  return async (method, { url, headers, body }, signal, state) => {
    state.sent = true;
    let response: Response;
    try {
      // Where a redirect leads is not the service that the credentials and the money are for.
      response = await fetch(url, {
        method,
        headers,
        body: (body ?? null) as string,
        redirect: "manual",
        signal,
      });
    } catch (error) {
      state.sent = (error as { neverSent?: unknown } | undefined)?.neverSent !== true;
      throw error;
    }
    // A `fetch` that JavaScript wrote may return anything.
    if (!response?.headers?.[Symbol.iterator]) throw new TypeError("`fetch` gave no Response");
    const parts = await readParts(response.body?.getReader(), maxLength);
    if (!parts) throw new Interruption(undefined, response);
    return toHttpResponse(response, parts);
  };
}

/** The response with this head and body. */
export function toHttpResponse({ status, headers }: ResponseHead, parts: Bytes[]): HttpResponse {
  // A character may begin in one part and end in the next.
  const texts = parts.map((part, nth) => decoder.decode(part, { stream: nth < parts.length - 1 }));
  const text = texts.join("");
  return { status, headers, parts, text, body: parseBody(text) };
}

/** A body as JSON; as a string if it is not JSON, or an object has a duplicate key: readers differ in which one counts. */
export function parseBody(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const usual = JSON.stringify(value);
    // Most bodies are in the usual form. In the others too each member has a colon outside of strings.
    const colons = (json: string): number =>
      json.replace(/"[^"\\]*(\\.[^"\\]*)*"/g, "").split(":").length;
    if (usual === text || colons(usual) === colons(text)) return value;
  } catch {}
  return text;
}
