// The only module that knows openapi-fetch.
import createClient, { type Client } from "openapi-fetch";
import type { Settings } from "./settings.ts";
import type { TokenSource } from "./token-source.ts";

/** The openapi-fetch client of a contract. Its requests carry a token; nothing else is done for them. */
export function createRawClient<Paths extends object>(
  { baseUrl, fetch, retry }: Settings,
  tokens: TokenSource,
): Client<Paths> {
  return createClient<Paths>({
    baseUrl,
    fetch: async (request) => {
      const token = tokens.current() ?? (await tokens.obtain(retry));
      const { url, method, headers, signal, redirect } = request;
      headers.set("Authorization", `Bearer ${token}`);
      const body = (await request.text()) || null;
      const response = await fetch(url, { method, headers, signal, redirect, body });
      if (response.status === 401) tokens.drop(token);
      return response;
    },
  });
}
