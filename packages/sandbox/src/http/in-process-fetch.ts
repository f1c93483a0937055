import { once } from "node:events";
import { request as ask, type IncomingMessage, type Server } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import { buffer } from "node:stream/consumers";

/**
 * A `fetch` that calls the server without a port; its requests go to the server whatever their host. A connection that
 * the server resets rejects as a failure of the network does.
 */
export function makeInProcessFetch(server: Server): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    request.signal.throwIfAborted();
    try {
      return await callServer(server, request, body);
    } catch (cause) {
      request.signal.throwIfAborted();
      throw new TypeError("fetch failed", { cause });
    }
  };
}

async function callServer(
  server: Server,
  request: Request,
  body: Buffer | undefined,
): Promise<Response> {
  const { method, signal } = request;
  const { pathname, search, host } = new URL(request.url);
  const asked = ask({
    createConnection: () => makeConnection(server),
    method,
    path: pathname + search,
    signal,
    setHost: false,
    headers: {
      host,
      ...Object.fromEntries(request.headers),
      ...(body && { "content-length": body.length }),
    },
  });
  asked.end(body);
  const [answer] = (await once(asked, "response", { signal })) as [IncomingMessage];
  const content = await buffer(answer);
  const { statusCode = 500 } = answer;
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const isEmpty = method === "HEAD" || [204, 205, 304].includes(statusCode);
  return new Response(isEmpty ? null : new Uint8Array(content), { status: statusCode, headers });
}

/** Opens a connection that stays in this process. */
function makeConnection(server: Server): Duplex {
  const [near, far] = duplexPair();
  server.emit("connection", Object.assign(far, { remoteAddress: "127.0.0.1" }));
  return near;
}
