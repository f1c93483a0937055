// Requests by Node's own `http`, which says when a connection stands: a request that failed before was never sent. `fetch` does not
// say so, and sends a request that is answered with 421 a second time by itself.
import type { BodyReader } from "./bytes.ts";
import { readHttp, type Send } from "./http.ts";

/** The part of Node that is used. */
interface NodeHttp {
  request(
    url: string,
    options: object,
    listener: (response: IncomingResponse) => void,
  ): OutgoingRequest;
}

interface OutgoingRequest {
  on(event: "socket", listener: (socket: NodeSocket) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  end(body?: string | Uint8Array): void;
}

interface NodeSocket {
  connecting: boolean;
  once(event: "connect" | "secureConnect", listener: () => void): void;
}

interface IncomingResponse {
  statusCode: number;
  headers: Record<string, string>;
  [Symbol.asyncIterator](): { next: BodyReader["read"]; return: BodyReader["cancel"] };
}

interface NodeProcess {
  getBuiltinModule?: (name: string) => unknown;
}

/** Sends with Node's `http` and `https`; undefined elsewhere. */
export function sendByNode(): Send | undefined {
  const load = (globalThis as { process?: NodeProcess }).process?.getBuiltinModule;
  if (!load) return undefined;
  return (method, { url, headers, body }, signal, state) =>
    new Promise((resolve, reject) => {
      const secure = url.startsWith("https:");
      // Read at each request: tests put functions of their own there.
      const { request } = load(secure ? "node:https" : "node:http") as NodeHttp;
      // Nothing here unpacks a body.
      const own: Record<string, unknown> = {
        ...Object.fromEntries(headers),
        "accept-encoding": "identity",
      };
      // Node gives the body of a DELETE no length.
      if (body)
        own["content-length"] = (
          typeof body === "string" ? new TextEncoder().encode(body) : body
        ).length;
      const outgoing = request(url, { method, signal, headers: own }, (response) => {
        state.sent = true;
        const head = {
          status: response.statusCode,
          headers: new Headers(Object.entries(response.headers)),
        };
        const parts = response[Symbol.asyncIterator]();
        resolve(readHttp(head, { read: () => parts.next(), cancel: () => parts.return() }));
      });
      outgoing.on("socket", (socket) => {
        const stands = (): void => {
          state.sent = true;
        };
        // Bytes wait until the connection stands, and the other side is known to be the right one.
        if (socket.connecting) socket.once(secure ? "secureConnect" : "connect", stands);
        else stands();
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
}
