import type { Prepared } from "./prepare.ts";
import type { Settings } from "./settings.ts";

/** An answer, read to its end. */
export interface HttpAnswer {
  response: Response;
  /** The body as JSON; as text where it is no JSON. */
  body: unknown;
}

/** Sends a request. Rejects with what `fetch` rejects with. */
export async function send(
  { baseUrl, fetch }: Settings,
  { facts: { method }, target, headers, body }: Prepared,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  // Where a redirect leads is not the service that the credentials and the money are for.
  const response = await fetch(baseUrl + target, { method, headers, body: body ?? null, signal, redirect: "manual" });
  const text = await response.text();
  try {
    return { response, body: JSON.parse(text) };
  } catch {
    return { response, body: text };
  }
}
