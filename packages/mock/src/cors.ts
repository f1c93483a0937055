import type { IncomingMessage } from "node:http";
import type { Contract } from "@packages/contract/src/model.ts";

/** Names every response header that a page may want to read: `*` would not count for a call with credentials. */
export function exposedHeaders(contract: Contract): string {
  const names = contract.operations.flatMap(({ responses }) =>
    responses.flatMap(({ headers }) => headers.map(({ name }) => name)),
  );
  return [...new Set([...names, "Allow", "sl-violations"])].join(", ");
}

/** Headers that let a page of any origin read an answer, with credentials too. */
export function corsHeaders(request: IncomingMessage, exposed: string): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": exposed,
  };
}

/** Whether a browser checks if it may send a request (CORS preflight). */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && "origin" in headers && "access-control-request-method" in headers;
}

/**
 * Answers a preflight: everything may be sent, to any path, so that a page sees the 404 or 405 of a wrong call instead of
 * an opaque error of the browser.
 */
export function preflightHeaders({ headers }: IncomingMessage): Record<string, string> {
  const requested = headers["access-control-request-headers"];
  return {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-max-age": "7200",
    ...(requested && { "access-control-allow-headers": requested }),
    ...("access-control-request-private-network" in headers && {
      "access-control-allow-private-network": "true",
    }),
  };
}
