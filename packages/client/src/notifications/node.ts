import { callback, checkArgument, filled } from "../argument-checks.ts";
import type { NotificationHandler } from "./handler.ts";

/** The part of Node's `IncomingMessage` that is used. Express adds `body`. */
export interface NodeRequest extends AsyncIterable<unknown> {
  method?: string | undefined;
  url?: string | undefined;
  /** The path before Express took away where a router is mounted. */
  originalUrl?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
  /** Where some platforms keep the bytes of a body that they parsed. */
  rawBody?: unknown;
  /** Whether somebody has read of the body. */
  readableDidRead?: boolean;
}

/** The part of Node's `ServerResponse` that is used. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
}

/**
 * A handler for Node's `http` and for Express. In Express, mount it before `express.json()`, or behind `express.raw()`:
 * the signature is that of the bytes that were sent. If they are gone, `onError` is called, and the answer is a 500.
 *
 * @example
 * createServer(toNodeHandler(handler)).listen(8080);
 * app.post("/notifications", toNodeHandler(handler));
 */
export function toNodeHandler(
  handler: NotificationHandler,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  checkArgument(callback, handler, "handler");
  return async (request, response) => {
    const raw = [request.rawBody, request.body].find(
      (body) =>
        typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream,
    );
    // Older parsers leave an object for a body that they did not read.
    const gone =
      raw === undefined && request.body !== undefined && request.readableDidRead !== false;
    const failing = {
      start: (stream: ReadableStreamDefaultController) =>
        stream.error(new TypeError(parsedAlready)),
    };
    const body = gone ? new ReadableStream(failing) : (raw ?? asStream(request));
    const answer = await respond(handler, request, body);
    response.statusCode = answer.status;
    answer.headers.forEach((value, name) => void response.setHeader(name, value));
    response.end(gone ? parsedAlready : undefined);
  };
}

const parsedAlready =
  "The body was parsed before the notification handler could read the bytes that are signed. Mount it before express.json(), or behind express.raw({ type: () => true }).";

/** The part of a Fastify request that is used. */
export interface FastifyRequestLike {
  url: string;
  headers: NodeRequest["headers"];
  /** A stream, by the plugin's own parser; undefined without a body. */
  body: unknown;
}

/** The part of a Fastify reply that is used. */
export interface FastifyReplyLike {
  code(status: number): { send(): unknown };
}

/** The part of Fastify that is used. */
export interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    parser: (
      request: never,
      payload: never,
      done: (error: Error | null, body?: unknown) => void,
    ) => void,
  ): unknown;
  route(options: {
    method: "POST";
    url: string;
    handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>;
  }): unknown;
}

/**
 * A plugin for Fastify that receives notifications at a path. Its parser, which leaves the bytes to the handler, is its
 * own: other routes are not affected, and `maxBytes` counts here instead of `bodyLimit`.
 *
 * @example
 * app.register(toFastifyPlugin("/notifications", handler));
 */
export function toFastifyPlugin(
  path: string,
  handler: NotificationHandler,
): (app: FastifyLike) => Promise<void> {
  checkArgument(filled, path, "path");
  checkArgument(callback, handler, "handler");
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    const receive = async (
      request: FastifyRequestLike,
      reply: FastifyReplyLike,
    ): Promise<unknown> => {
      const { url, headers, body } = request;
      const stream = body === undefined ? body : asStream(body as AsyncIterable<unknown>);
      const answer = await respond(handler, { url, headers }, stream);
      return reply.code(answer.status).send();
    };
    app.route({ method: "POST", url: path, handler: receive });
  };
}

async function respond(
  handler: NotificationHandler,
  {
    method = "POST",
    url = "/",
    originalUrl = url,
    headers,
  }: Omit<NodeRequest, keyof AsyncIterable<unknown>>,
  body: unknown,
): Promise<Response> {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    // Names with a colon are HTTP/2's own, not headers.
    value === undefined || name.startsWith(":") ? [] : [[name, String(value)] as [string, string]],
  );
  const bare = method === "GET" || method === "HEAD";
  const init = {
    method,
    headers: flat,
    body: bare ? null : (body as string),
    duplex: "half" as const,
  };
  // The host stands in a header, if anywhere. A path may be `*`.
  const address = `http://localhost${originalUrl}`;
  return handler(new Request(URL.canParse(address) ? address : "http://localhost/", init));
}

// Bytes beyond the limit after which a connection is given up.
const maxDropped = 16 * 2 ** 20;

function asStream(request: AsyncIterable<unknown>): ReadableStream {
  const chunks = request[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // The rest is dropped as it comes, so that the connection stays usable; but not for ever.
    async cancel() {
      let left = maxDropped;
      for (let part = await chunks.next(); !part.done; part = await chunks.next()) {
        left -= (part.value as Uint8Array).length;
        if (left < 0) return void (await chunks.return?.());
      }
    },
  });
}
