// Requests by Node's own `http`, which says when a connection stands: what failed before was never sent. `fetch` does not
// say so, and sends a request that is answered with 421 a second time by itself.
import { joinBytes, maxBodyBytes, ResponseTooLarge, readHttp, type Send } from "./http.ts";

/** The part of Node that is used. */
interface NodeHttp {
  request(url: string, options: object): NodeRequest;
}

interface NodeRequest {
  on(event: "socket", listener: (socket: NodeSocket) => void): void;
  on(event: "response", listener: (response: NodeResponse) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  end(body?: string | Uint8Array): void;
}

interface NodeSocket {
  connecting: boolean;
  once(event: "connect" | "secureConnect", listener: () => void): void;
}

interface NodeResponse {
  statusCode: number;
  statusMessage: string;
  rawHeaders: string[];
  on(event: "data", listener: (part: Uint8Array) => void): void;
  on(event: "end", listener: () => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  destroy(): void;
}

interface NodeProcess {
  versions?: Record<string, string | undefined>;
  getBuiltinModule?: (name: string) => unknown;
}

/** Sends with Node's `http` and `https`; undefined elsewhere, also where something only behaves like Node. */
export function sendByNode(): Send | undefined {
  const { process } = globalThis as { process?: NodeProcess };
  const { node, bun, deno } = process?.versions ?? {};
  if (!node || bun || deno || !process?.getBuiltinModule) return undefined;
  const load = process.getBuiltinModule;
  return (method, { url, headers, body }, signal, state) =>
    new Promise((resolve, reject) => {
      const secure = url.startsWith("https:");
      // Read at each request: tests put functions of their own there.
      const { request } = load(secure ? "node:https" : "node:http") as NodeHttp;
      // Nothing here unpacks a body.
      const own: Record<string, string> = { ...Object.fromEntries(headers), "accept-encoding": "identity" };
      // Node gives the body of a DELETE no length.
      if (method === "DELETE" && body)
        own["content-length"] = String(typeof body === "string" ? new TextEncoder().encode(body).length : body.length);
      const options = { method, signal, headers: own };
      const outgoing = request(url, options);
      outgoing.on("socket", (socket) => {
        const stands = (): void => {
          state.sent = true;
        };
        // Bytes wait until the connection stands, and the other side is known to be the right one.
        if (socket.connecting) socket.once(secure ? "secureConnect" : "connect", stands);
        else stands();
      });
      outgoing.on("error", reject);
      outgoing.on("response", (response) => {
        state.sent = true;
        const { statusCode: status, statusMessage: statusText, rawHeaders } = response;
        const received = new Headers();
        for (let at = 0; at < rawHeaders.length; at += 2)
          received.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
        const head = { status, statusText, headers: received };
        const parts: Uint8Array[] = [];
        let length = 0;
        response.on("data", (part) => {
          length += part.length;
          if (length <= maxBodyBytes) return void parts.push(part);
          reject(new ResponseTooLarge(head));
          response.destroy();
        });
        response.on("error", reject);
        response.on("end", () => resolve(readHttp(head, joinBytes(parts, length))));
      });
      outgoing.end(body);
    });
}
