// Requests by Node's own `http`, which reports when a connection stands: a request that failed before was never sent. `fetch` does not
// report it, and sends a request that is answered with 421 a second time by itself.
import type { BodyReader, Bytes } from "./bytes.ts";
import { maxLength, readResponse, type Send } from "./http.ts";
import { ignoreErrors } from "./ignore-errors.ts";
import type { ResponseHead } from "./interrupt.ts";

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
  on(event: "error", listener: (error: NodeError) => void): void;
  on(event: "close", listener: () => void): void;
  end(body?: string | Uint8Array): void;
  /** Interceptors may not have it. */
  destroy?(): void;
}

interface NodeSocket {
  connecting: boolean;
  secureConnecting?: boolean;
  connect: unknown;
  once(event: "connect" | "secureConnect", listener: () => void): void;
}

/** Node's class of sockets, plain or with TLS. */
interface SocketClass {
  prototype: NodeSocket;
}

interface NodeBuffer {
  Buffer: { byteLength(value: string | Uint8Array): number };
}

/** An error of the operating system, as Node documents it. */
interface NodeError extends Error {
  errno?: number;
  syscall?: string;
}

interface IncomingResponse {
  statusCode: number;
  headers: Record<string, string>;
  on(event: "data", listener: (part: Bytes) => void): void;
  on(event: "end" | "close", listener: () => void): void;
  on(event: "error", listener: (error: NodeError) => void): void;
  destroy(): unknown;
  [Symbol.asyncIterator](): { next: BodyReader["read"] };
}

type Load = (name: string) => unknown;
interface NodeProcess {
  getBuiltinModule?: Load;
}

/** Sends with Node's `http` and `https`; undefined elsewhere. @param agent makes the connections; absent: Node's own does */
export function sendByNode(agent: object | undefined): Send | undefined {
  const load = (globalThis as { process?: NodeProcess }).process?.getBuiltinModule;
  if (!load) return undefined;
  const { Buffer } = load("node:buffer") as NodeBuffer;
  const { Socket } = load("node:net") as { Socket: SocketClass };
  const { TLSSocket } = load("node:tls") as { TLSSocket: SocketClass };
  /**
   * Whether a connection is being made, by a socket of Node's own. Interceptors show sockets that look alike: of a class derived
   * from it, or with another `connect`. These may never connect, and the request is carried out all the same.
   */
  const isConnecting = (socket: NodeSocket): boolean => {
    const own: unknown[] = [Socket.prototype, TLSSocket.prototype];
    const isOwn =
      own.includes(Object.getPrototypeOf(socket)) && socket.connect === Socket.prototype.connect;
    return isOwn && (socket.connecting || socket.secureConnecting === true);
  };
  return (method, { url, headers, body, stream }, signal, state) =>
    new Promise((resolve, reject) => {
      const secure = url.startsWith("https:");
      // Read at each request: tests put stubs there.
      const { request } = load(secure ? "node:https" : "node:http") as NodeHttp;
      // Nothing here unpacks a body.
      const own: Record<string, unknown> = {
        ...Object.fromEntries(headers),
        "accept-encoding": "identity",
      };
      // Node gives the body of a DELETE no length.
      if (body) own["content-length"] = Buffer.byteLength(body);
      let hasSocket = false;
      const outgoing = request(url, { method, agent, headers: own }, (response) => {
        state.sent = true;
        // It takes nothing of the body before it is read.
        const left = response[Symbol.asyncIterator]();
        const reader = { read: () => left.next(), cancel: async () => response.destroy() };
        resolve(readResponse(new LazyHead(response), stream, reader, () => collectBody(response)));
      });
      // Node's option `signal` does the same with more work.
      signal.addEventListener("abort", () => outgoing.destroy?.());
      outgoing.on("socket", (socket) => {
        hasSocket = true;
        // Bytes wait until the connection stands, and the other side is known to be the right one.
        if (!isConnecting(socket)) return;
        state.sent = false;
        socket.once(secure ? "secureConnect" : "connect", () => {
          state.sent = true;
        });
      });
      outgoing.on("error", (error) => {
        // An agent that could not connect, to a proxy for example, has no socket to show.
        if (!hasSocket && isConnectError(error)) state.sent = false;
        reject(error);
      });
      // Interceptors close a request, or a response, without an error.
      outgoing.on("close", reject);
      // Only a connection that is known not to stand proves from here on that nothing was sent.
      state.sent = true;
      outgoing.end(body);
    });
}

/** The head of a response. Its headers are read on demand: most calls do not need them. */
class LazyHead implements ResponseHead {
  declare readonly status: number;
  declare readonly response: IncomingResponse;

  constructor(response: IncomingResponse) {
    this.response = response;
    this.status = response.statusCode;
  }

  /** Node may be told to accept headers that `Headers` rejects: they are left out, and the response counts. */
  get headers(): Headers {
    const headers = new Headers();
    for (const [name, value] of Object.entries(this.response.headers))
      ignoreErrors(() => headers.set(name, value));
    return headers;
  }
}

/** Reads a body to its end; undefined if it has more bytes than `maxLength`. An iterator takes several times as long. */
function collectBody(response: IncomingResponse): Promise<Bytes[] | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Bytes[] = [];
    let length = 0;
    response.on("data", (part) => {
      parts.push(part);
      length += part.length;
      if (length > maxLength) {
        resolve(undefined);
        response.destroy();
      }
    });
    response.on("error", reject);
    response.on("close", reject);
    response.on("end", () => resolve(parts));
  });
}

/** Whether the operating system reported that a name or an address cannot be reached, before there was a connection. */
function isConnectError({ errno, syscall }: NodeError): boolean {
  return typeof errno === "number" && /^(connect|getaddrinfo)$/.test(syscall ?? "");
}
