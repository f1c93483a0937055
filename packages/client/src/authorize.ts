import type { Outgoing } from "./http.ts";
import type { BasicCredentials, Credential } from "./options.ts";

/** Puts a credential into a request. The table names the ways that its contract has, so that a bundler leaves out the others. */
export type Place = (request: Outgoing, credential: Exclude<Credential, () => unknown>) => void;

/** HTTP Basic: user and password, in Base64 of their UTF-8 form; `btoa` alone knows Latin-1 only. */
export const basic: Place = ({ headers }, credential) =>
  headers.set("Authorization", `Basic ${encodeBasic(credential as BasicCredentials)}`);

/** A token. @param prefix word before it */
export function bearer(prefix = "Bearer"): Place {
  return ({ headers }, token) => headers.set("Authorization", `${prefix} ${token}`);
}

/** An API key, in a header, a cookie or the query. */
export function apiKey(place: "header" | "query" | "cookie", name: string): Place {
  return (request, key) => {
    if (place === "header") request.headers.set(name, String(key));
    else if (place === "cookie") request.headers.set("Cookie", `${name}=${encodeURIComponent(String(key))}`);
    else {
      const url = new URL(request.url);
      url.searchParams.set(name, String(key));
      request.url = url.href;
    }
  };
}

/** User and password as HTTP Basic sends them. */
export function encodeBasic({ username, password }: BasicCredentials): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}
