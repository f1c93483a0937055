// The adapters as their users have them, behind what tests need of a server: a call without a network, and a port.
import {
  createServer,
  type OutgoingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import Fastify, { type FastifyInstance } from "fastify";
import { Hono } from "hono";
import { type InjectOptions, inject } from "light-my-request";
import { pixMiddleware } from "../../../generated/server/src/express.ts";
import {
  fastifyOptions,
  pixServer,
  prepareInstance,
} from "../../../generated/server/src/fastify.ts";
import { pixHandler } from "../../../generated/server/src/fetch.ts";
import {
  createPixServer,
  type PixServerOptions,
  prepareServer,
} from "../../../generated/server/src/index.ts";

/** A response to a call without a network. */
export interface Injected {
  statusCode: number;
  headers: Record<string, unknown>;
  payload: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at bodies of every shape
  json(): any;
}

/** What tests need of a server, whatever it is made of. */
export interface TestServer {
  /** Node's own. */
  server: Server;
  inject(request: InjectOptions | string): Promise<Injected>;
  listen(address: { port: number; host?: string }): Promise<string>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: samples have companies and transactions of every kind
type Options = PixServerOptions<any, undefined>;

/** Makes a server of an adapter. */
export const adapters = {
  node: async (options: Options): Promise<TestServer> => {
    const { server, listen, close } = await createPixServer(options);
    const dispatch: RequestListener = (request, response) =>
      void server.emit("request", request, response);
    return { server, listen, close, inject: (given) => inject(dispatch as never, given) };
  },

  fastify: async (options: Options): Promise<TestServer> => {
    const { logger, loggerInstance, trustProxy, timeouts = {}, ...rest } = options;
    const settings = { logger, loggerInstance, trustProxy, timeouts } as Parameters<
      typeof fastifyOptions
    >[0];
    const app = Fastify(fastifyOptions(settings)) as unknown as FastifyInstance;
    prepareInstance(app, { ...(options.clock && { clock: options.clock }), timeouts });
    await app.register((scope) => pixServer(scope, { health: "/health", ...rest } as Options));
    await app.ready();
    const server = app.server as Server;
    return {
      server,
      inject: (given) => app.inject(given as string),
      listen: (address) => app.listen(address),
      close: () => app.close(),
    };
  },

  express: async (options: Options): Promise<TestServer> => {
    const app = express();
    app.set("trust proxy", options.trustProxy ?? false);
    app.use((request, _response, next) => {
      const value = request.headers[addressHeader];
      if (value !== undefined)
        Object.defineProperty(request.socket, "remoteAddress", { value, configurable: true });
      next();
    });
    app.use(pixMiddleware({ health: "/health", ...options } as Options));
    return serve(app, options);
  },

  fetch: async (options: Options): Promise<TestServer> => {
    const handler = pixHandler<unknown, undefined, [address: string], boolean>({
      health: "/health",
      ...options,
      clientAddress: ({ headers }, address) =>
        (options.trustProxy ? headers.get("x-forwarded-for") : null) ?? address,
    } as Options & { clientAddress: (request: Request, address: string) => string });
    const app = new Hono<{ Bindings: { incoming: { socket: { remoteAddress?: string } } } }>();
    app.all("*", (context) =>
      handler(context.req.raw, context.env.incoming.socket.remoteAddress ?? ""),
    );
    const served = serve(
      getRequestListener(app.fetch as never, { overrideGlobalObjects: false }) as RequestListener,
      options,
    );
    return { ...served, inject: (given) => fetchInjected(handler, given) };
  },
};

/** Name of an adapter. */
export type AdapterName = keyof typeof adapters;

/** The adapter on which samples are made now. */
export const current: { adapter: AdapterName } = { adapter: "node" };

/** Header by which a test says where a request comes from: over a port, as Express takes injected requests badly. */
const addressHeader = "x-test-address";

function serve(listener: RequestListener, { timeouts, clock }: Options): TestServer {
  const server = createServer(listener);
  prepareServer(server, { ...(timeouts && { timeouts }), ...(clock && { clock }) });
  const injected = createServer({ requireHostHeader: false }, listener);
  return {
    server,
    inject: async (given) => {
      if (!injected.listening)
        await new Promise<void>((resolve) => injected.listen(0, "127.0.0.1", resolve));
      return sendInjected((injected.address() as AddressInfo).port, given);
    },
    listen: ({ port, host = "127.0.0.1" }) =>
      new Promise((resolve) => {
        server.listen(port, host, () =>
          resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
        );
      }),
    close: () =>
      new Promise((resolve) => {
        injected.close();
        if (!server.listening) return resolve();
        server.close(() => resolve());
      }),
  };
}

function sendInjected(port: number, given: InjectOptions | string): Promise<Injected> {
  const { method, url, headers, payload, remoteAddress } =
    typeof given === "string" ? { url: given } : given;
  const address = remoteAddress === undefined ? {} : { [addressHeader]: remoteAddress };
  const length =
    payload === undefined ? {} : { "content-length": Buffer.byteLength(payload as string) };
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port,
        host: "127.0.0.1",
        agent: false,
        method: method ?? "GET",
        path: url as string,
        headers: { ...headers, ...address, ...length } as OutgoingHttpHeaders,
      },
      async (response) => {
        const body = await text(response);
        const { statusCode = 0, headers: given } = response;
        resolve({ statusCode, headers: given, payload: body, json: () => JSON.parse(body) });
      },
    );
    asked.on("error", reject);
    asked.end(payload);
  });
}

/** Calls a handler of Fetch as a host does: hosts take methods and bodies that `new Request` refuses. */
async function fetchInjected(
  handler: (request: Request, address: string) => Promise<Response>,
  given: InjectOptions | string,
): Promise<Injected> {
  const {
    method = "GET",
    url = "/",
    headers = {},
    payload,
    remoteAddress = "127.0.0.1",
  } = typeof given === "string" ? { url: given } : given;
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const body = payload === undefined ? null : Buffer.from(payload as string);
  const length: [string, string][] = body ? [["content-length", String(body.length)]] : [];
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: [...sent, ...length],
    body,
  });
  Object.defineProperty(request, "url", { value: `http://localhost${url as string}` });
  Object.defineProperty(request, "method", { value: method });
  const response = await handler(request, remoteAddress);
  const text = await response.text();
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    payload: text,
    json: () => JSON.parse(text),
  };
}
