import type { Prepared } from "./prepare.ts";
import type { Settings } from "./settings.ts";

/** A response, read to its end. */
export interface HttpResponse {
  response: Response;
  /** The body as JSON; as text where it is no JSON. */
  body: unknown;
}

/** A body is longer than anything that a service of this kind sends. */
export class ResponseTooLarge {
  readonly status: number;

  constructor(status: number) {
    this.status = status;
  }
}

// Bytes of a body that are read at most.
const most = 8 * 2 ** 20;

/** Sends a request. Rejects with what `fetch` rejects with, or with a `ResponseTooLarge`. */
export async function send(
  { baseUrl, fetch }: Settings,
  { facts: { method }, target, headers, body }: Prepared,
  signal: AbortSignal,
): Promise<HttpResponse> {
  // Where a redirect leads is not the service that the credentials and the money are for.
  const response = await fetch(baseUrl + target, { method, headers, body: body ?? null, signal, redirect: "manual" });
  const text = await readText(response);
  try {
    return { response, body: JSON.parse(text) };
  } catch {
    return { response, body: text };
  }
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > most) {
      // Nobody waits for the end of this: what is known is known.
      reader.cancel().catch(() => {});
      throw new ResponseTooLarge(response.status);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
