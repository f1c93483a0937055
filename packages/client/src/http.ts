import { joinBytes } from "./join-bytes.ts";
import type { Fetch } from "./options.ts";

/** A request as it is sent. */
export interface Outgoing {
  url: string;
  headers: Headers;
  body: string | Uint8Array | undefined;
}

/** What a response begins with. */
export interface ResponseHead {
  status: number;
  statusText: string;
  headers: Headers;
}

/** A response, read to its end. */
export interface HttpResponse extends ResponseHead {
  text: string;
  /** The body as JSON; as text where it is no JSON. */
  body: unknown;
}

/** What is known of one attempt while it is on its way. */
export interface AttemptState {
  /** Whether the request may have left this machine. */
  sent: boolean;
  /** Whether a response began. */
  received: boolean;
}

/** Sends a request once. Keeps the state of the attempt true at every moment: the attempt may be given up at any. */
export type Send = (
  method: string,
  request: Outgoing,
  signal: AbortSignal,
  state: AttemptState,
) => Promise<HttpResponse>;

/** A body is longer than anything that a service of this kind sends. */
export class ResponseTooLarge {
  readonly head: ResponseHead;

  constructor(head: ResponseHead) {
    this.head = head;
  }
}

/** Bytes of a body that are read at most. */
export const maxBodyBytes: number = 8 * 2 ** 20;
const decoder = /* @__PURE__ */ new TextDecoder();

/** Sends with a function like `fetch`, which does not say whether a request that failed was sent, unless it promises. */
export function sendByFetch(fetch: Fetch): Send {
  return async (method, { url, headers, body }, signal, state) => {
    state.sent = true;
    let response: Response;
    try {
      // Where a redirect leads is not the service that the credentials and the money are for.
      response = await fetch(url, { method, headers, body: (body ?? null) as string, signal, redirect: "manual" });
    } catch (error) {
      state.sent = (error as { neverSent?: unknown } | undefined)?.neverSent !== true;
      throw error;
    }
    state.received = true;
    // A `fetch` that JavaScript wrote may return anything.
    if (!response?.headers?.[Symbol.iterator]) throw new TypeError("`fetch` gave no Response");
    const { status, statusText = "" } = response;
    const head = { status, statusText, headers: response.headers };
    const reader = response.body?.getReader();
    const parts: Uint8Array[] = [];
    let length = 0;
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      length += part.value.length;
      if (length > maxBodyBytes) {
        reader?.cancel().catch(() => {});
        throw new ResponseTooLarge(head);
      }
      parts.push(part.value);
    }
    return readHttp(head, parts, length);
  };
}

/** A response of which every part is there. */
export function readHttp(head: ResponseHead, parts: Uint8Array[], length: number): HttpResponse {
  const text = decoder.decode(parts.length > 1 ? joinBytes(parts, length) : parts[0]);
  return { ...head, text, body: parseBody(text) };
}

/** A body as JSON; as text where it is no JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A response that can be read again. */
export function copy({ status, statusText, headers, text }: HttpResponse): Response {
  const init = {
    status,
    headers,
    // A service may say more there than a `Response` takes.
    statusText: statusText.replace(/[^ -~]/g, "?"),
  };
  return new Response([204, 205, 304].includes(status) ? null : text, init);
}
