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
    // A `fetch` that JavaScript wrote may return anything.
    if (!response?.headers?.[Symbol.iterator]) throw new TypeError("`fetch` gave no Response");
    const { status, statusText = "" } = response;
    const head = { status, statusText, headers: response.headers };
    const bytes = await readBytes(response.body, maxBodyBytes);
    if (!bytes) throw new ResponseTooLarge(head);
    return readHttp(head, bytes);
  };
}

/** Reads a body to its end. Undefined where it has more bytes than `most`. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length;
    if (length > most) {
      reader?.cancel().catch(() => {});
      return undefined;
    }
    parts.push(part.value);
  }
  return joinBytes(parts, length);
}

/** Parts of a body as one. @param length that of all of them */
export function joinBytes(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A response whose body is there as a whole. */
export function readHttp(head: ResponseHead, bytes: Uint8Array): HttpResponse {
  const text = decoder.decode(bytes);
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
