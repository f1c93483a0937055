import type { FastifyInstance, InjectOptions } from "fastify";

/**
 * A `fetch` that asks the server without a socket; its requests go to the server whatever their host. A connection that
 * the server resets rejects as a failure of the network does.
 */
export function makeInProcessFetch(app: FastifyInstance): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    request.signal.throwIfAborted();
    const asked = app.inject({
      method: request.method as NonNullable<InjectOptions["method"]>,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      ...(body && { payload: body }),
    });
    const answer = await asked.catch((cause: unknown) => {
      request.signal.throwIfAborted();
      throw new TypeError("fetch failed", { cause });
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const entry of [value].flat()) if (entry !== undefined) headers.append(name, String(entry));
    }
    const isEmpty = request.method === "HEAD" || [204, 205, 304].includes(answer.statusCode);
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers });
  };
}
