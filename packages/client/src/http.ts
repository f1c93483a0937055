import { joinBytes } from "./join-bytes.ts";
import type { Settings } from "./settings.ts";

/** A request as it is sent. */
export interface Outgoing {
  url: string;
  headers: Headers;
  body: string | undefined;
}

/** A response, read to its end. */
export interface HttpResponse {
  response: Response;
  text: string;
  /** The body as JSON; as text where it is no JSON. */
  body: unknown;
}

/** A body is longer than anything that a service of this kind sends. */
export class ResponseTooLarge {
  readonly response: Response;

  constructor(response: Response) {
    this.response = response;
  }
}

// Bytes of a body that are read at most.
const most = 8 * 2 ** 20;
const decoder = /* @__PURE__ */ new TextDecoder();

/** Sends a request. Rejects with what `fetch` rejects with, or with a `ResponseTooLarge`. @param begun is told that a response begins */
export async function send(
  { fetch }: Settings,
  method: string,
  { url, headers, body }: Outgoing,
  signal: AbortSignal,
  begun: () => void,
): Promise<HttpResponse> {
  // Where a redirect leads is not the service that the credentials and the money are for.
  const response = await fetch(url, { method, headers, body: body ?? null, signal, redirect: "manual" });
  begun();
  // Types do not hold a `fetch` that somebody else wrote.
  if (!response?.headers?.[Symbol.iterator]) throw new TypeError("`fetch` gave no Response");
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length;
    if (length > most) {
      // Nobody waits for the end of this: what is known is known.
      reader?.cancel().catch(() => {});
      throw new ResponseTooLarge(response);
    }
    parts.push(part.value);
  }
  const text = decoder.decode(parts.length > 1 ? joinBytes(parts, length) : parts[0]);
  return { response, text, body: parseBody(text) };
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
export function copy({ response, text }: HttpResponse): Response {
  const { status, headers } = response;
  // A service may say more there than a `Response` takes.
  const statusText = response.statusText.replace(/[^ -~]/g, "?");
  return new Response([204, 205, 304].includes(status) ? null : text, { status, statusText, headers });
}
