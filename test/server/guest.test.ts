// A server among the middleware, hooks and handlers of others: they answer first, keep values in an `AsyncLocalStorage`, and
// do as they please with the request and the response of the host. Vitest fails a run in which something ends a process.
import { AsyncLocalStorage } from "node:async_hooks";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { afterEach, describe, expect, test, vi } from "vitest";
import { pixMiddleware } from "../../generated/server/src/express.ts";
import { fastifyOptions, pixServer, prepareInstance } from "../../generated/server/src/fastify.ts";
import { pixHandler } from "../../generated/server/src/fetch.ts";
import {
  createPixServer,
  prepareServer,
  type RequestEvent,
} from "../../generated/server/src/index.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { unlimited } from "./sample/server.ts";
import { anyCompany } from "./support/any-company.ts";
import { bodyOf } from "./support/call.ts";

/** @param readBody reads the body as the middleware of the host does; absent where that is the message's own stream */
type Before = (
  message: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  readBody?: () => Promise<string>,
) => void;
type Options = Parameters<typeof createPixServer>[0];

/** Starts a host with something before the contract. @returns its port, and what ends it */
type Start = (options: Options, before: Before) => Promise<{ port: number; close(): unknown }>;

const hosts: Record<string, Start> = {
  node: async (options, before) => {
    const { server, listen, close } = await createPixServer(options as never);
    // As instrumentation does.
    const [own] = server.listeners("request") as ((...given: object[]) => void)[];
    server.removeAllListeners("request");
    server.on("request", (message, response) =>
      before(message, response, () => own?.call(server, message, response)),
    );
    return { port: Number(new URL(await listen({ host: "127.0.0.1" })).port), close };
  },
  express: async (options, before) => {
    const app = express();
    app.use((message, response, next) => before(message, response, () => next()));
    app.use(pixMiddleware(options as never));
    return listen(createServer(app));
  },
  fastify: async (options, before) => {
    const app = Fastify({ ...fastifyOptions(), logger: false });
    prepareInstance(app);
    // Fastify would go on a second time after a hook's promise.
    app.addHook("onRequest", (asked, reply, done) => {
      before(asked.raw, reply.raw, () => done());
    });
    app.register((scope) => pixServer(scope, options as never));
    await app.listen({ port: 0, host: "127.0.0.1" });
    return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
  },
  hono: async (options, before) => {
    const app = new Hono<{ Bindings: HttpBindings }>();
    app.use(
      (context, next) =>
        new Promise<void>((resolve, reject) => {
          const { incoming, outgoing } = context.env;
          before(
            incoming,
            outgoing as ServerResponse,
            () => next().then(resolve, reject),
            () => context.req.text(),
          );
        }),
    );
    const handler = pixHandler(options as never);
    app.all("*", (context) => handler(context.req.raw));
    return listen(createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })));
  },
};

async function listen(server: ReturnType<typeof createServer>) {
  prepareServer(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => new Promise((resolve) => server.close(resolve)) };
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Starts a host whose handler of transfers and of lists of webhooks is a test's. */
async function open(
  name: string,
  {
    before = (_message, _response, next) => next(),
    handle = () => {},
    ...options
  }: { before?: Before; handle?: (raw: IncomingMessage) => unknown } & Partial<Options>,
) {
  const handlers = makeHandlers();
  const events: RequestEvent[] = [];
  const { port, close } = await (hosts[name] as Start)(
    {
      authenticators: anyCompany,
      rateLimits: unlimited,
      logger: false,
      observe: () => ({ end: (event) => void events.push(event) }),
      handlers: {
        ...handlers,
        listWebhooks: async ({ request: { raw }, reply }: never) => {
          await handle(raw);
          return (reply as { ok(data: []): never }).ok([]);
        },
        createTransfer: async ({ request: { raw }, reply }: never) => {
          await handle(raw);
          return (reply as { fail(code: string): never }).fail("INSUFFICIENT_BALANCE");
        },
      },
      ...options,
    } as Options,
    before,
  );
  ends.push(close);
  return { port, events };
}

let keys = 0;

/** Sends a transfer or asks for the list of webhooks. @returns the status; 0 if the connection ends without one */
function send(
  port: number,
  method: "GET" | "POST",
  {
    deed,
    timeout = 5_000,
    writeBody = async (write, end) => {
      write(JSON.stringify(bodyOf("createTransfer")));
      end();
    },
  }: {
    deed?: string;
    /** Milliseconds. */
    timeout?: number;
    writeBody?: (write: (part: string) => void, end: () => void) => unknown;
  } = {},
): Promise<number> {
  keys += 1;
  const isPost = method === "POST";
  return new Promise((resolve) => {
    const asked = request(
      {
        port,
        host: "127.0.0.1",
        method,
        agent: false,
        timeout,
        path: isPost ? "/api/v1/pix/out/pixkey" : "/api/v1/webhook",
        headers: {
          authorization: "Bearer a.b.c",
          ...(deed && { deed }),
          ...(isPost && {
            "content-type": "application/json",
            "x-idempotency-key": `guest-${keys}`,
          }),
        },
      },
      (response) =>
        void text(response).then(
          () => resolve(response.statusCode ?? 0),
          () => resolve(0),
        ),
    );
    asked.on("error", () => resolve(0));
    asked.on("timeout", () => asked.destroy());
    asked.flushHeaders();
    if (isPost)
      void writeBody(
        (part) => asked.write(part),
        () => asked.end(),
      );
    else asked.end();
  });
}

const failure = new Error("Somebody else's.");

describe.each(Object.keys(hosts))("on %s", (name) => {
  test("what middleware keeps for a request is there in authenticator, handler and observer", async () => {
    const storage = new AsyncLocalStorage<number>();
    const seen: (number | undefined)[] = [];
    const see = (): void => void seen.push(storage.getStore());
    let requests = 0;
    const { port } = await open(name, {
      before: (_message, _response, next) => {
        requests += 1;
        storage.run(requests, next);
      },
      handle: see,
      authenticators: {
        ...anyCompany,
        AccessToken: async () => {
          see();
          await sleep(1);
          return { caller: { id: "cmp_1" }, callerId: "cmp_1" };
        },
      },
      observe: () => ({ end: see }),
    });
    const half = JSON.stringify(bodyOf("createTransfer")).slice(0, 10);
    expect(await send(port, "GET")).toBe(200);
    expect(await send(port, "POST")).toBe(402);
    expect(
      await send(port, "POST", {
        writeBody: async (write, end) => {
          await sleep(50);
          write(JSON.stringify(bodyOf("createTransfer")));
          await sleep(50);
          end();
        },
      }),
    ).toBe(402);
    expect(seen).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
    seen.length = 0;
    const aborted = send(port, "POST", { timeout: 500, writeBody: (write) => write(half) });
    expect(await aborted).toBe(0);
    await expect.poll(() => seen).toEqual([4, 4]);
  });

  test("at its deadline a request has the storage of its own middleware, not of a request that waits too", async () => {
    const storage = new AsyncLocalStorage<number>();
    const logged: unknown[] = [];
    const late = Promise.withResolvers<void>();
    let requests = 0;
    const { port } = await open(name, {
      before: (_message, _response, next) => {
        requests += 1;
        storage.run(requests, next);
      },
      handle: () => late.promise,
      deadline: 100,
      observe: () => ({ end: ({ status }) => void logged.push([status, storage.getStore()]) }),
    });
    const first = send(port, "POST");
    await sleep(30);
    const statuses = Promise.all([first, send(port, "POST"), send(port, "GET")]);
    expect(await statuses).toEqual([500, 500, 500]);
    late.reject(new Error("Too late."));
    await sleep(5);
    expect(logged.toSorted()).toEqual([
      [500, 1],
      [500, 2],
      [500, 3],
    ]);
  });

  test("a response that something else gave meanwhile stands, and the late one is dropped", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { port, events } = await open(name, {
      before: (_message, response, next) => {
        setTimeout(() => response.writeHead(503).end("busy"), 20);
        next();
      },
      handle: () => sleep(60),
    });
    for (const method of ["GET", "POST"] as const) expect(await send(port, method)).toBe(503);
    await sleep(80);
    // Hono's server does not tell what it sends.
    if (name !== "hono") expect(events.map(({ status }) => status)).toEqual([503, 503]);
  });

  test("a request that was answered before is not handled", async () => {
    if (name === "hono") return;
    let handled = 0;
    const { port } = await open(name, {
      before: (_message, response, next) => {
        response.writeHead(403).end();
        next();
      },
      handle: () => {
        handled += 1;
      },
    });
    for (const method of ["GET", "POST"] as const) expect(await send(port, method)).toBe(403);
    await sleep(20);
    expect(handled).toBe(0);
  });

  test.each(["flushHeaders", "writeHead"] as const)(
    "a response that middleware has only begun, by %s, is cut, or ended by the host",
    async (what) => {
      // Hono's server prints what it cannot send.
      vi.spyOn(console, "error").mockImplementation(() => {});
      let handled = 0;
      const { port } = await open(name, {
        before: (_message, response, next) => {
          if (what === "writeHead") response.writeHead(200);
          else response.flushHeaders();
          next();
        },
        handle: () => {
          handled += 1;
        },
      });
      for (const method of ["GET", "POST"] as const) {
        const asked = request({ port, method, path: "/api/v1/pix/transactions/x" });
        const ended = new Promise((resolve) => {
          asked.on("error", () => resolve("cut"));
          asked.on("response", (response) => {
            response.on("error", () => resolve("cut")).on("end", () => resolve("ended"));
            response.resume();
          });
        });
        asked.end();
        if (name === "hono") await ended;
        else expect(await ended, method).toBe("cut");
      }
      if (name !== "hono") expect(handled).toBe(0);
    },
  );

  test.each(["throws", "ends the response twice", "passes the request on twice"])(
    "the server goes on though middleware %s after it has passed a request on",
    async (what) => {
      // A listener of `node:http` or a hook of Fastify that throws ends the process by itself.
      if (what === "throws" && (name === "node" || name === "fastify")) return;
      vi.spyOn(console, "error").mockImplementation(() => {});
      const { port } = await open(name, {
        before: ({ headers: { deed } }, response, next) => {
          next();
          if (deed === "throws") throw failure;
          if (deed === "passes the request on twice") next();
          if (deed === "ends the response twice") response.end(() => response.end());
        },
        handle: () => sleep(20),
      });
      for (const method of ["GET", "POST"] as const)
        await send(port, method, { deed: what, timeout: 500 });
      await sleep(60);
      expect(await send(port, "GET")).toBe(200);
      expect(await send(port, "POST")).toBe(402);
    },
  );

  test.each(["read", "paused"])("a body that middleware has %s", async (what) => {
    const { port, events } = await open(name, {
      before: async (message, _response, next, readBody = () => text(message)) => {
        if (what === "paused") message.pause();
        else if (message.method === "POST") await readBody();
        next();
      },
    });
    expect(await send(port, "GET")).toBe(200);
    expect(await send(port, "POST")).toBe(what === "paused" ? 402 : 500);
    if (what === "read") expect(String(events.at(-1)?.failure)).toContain("has read the body");
  });

  const fail = (): never => {
    throw failure;
  };
  const deeds: Record<string, (response: ServerResponse, message: IncomingMessage) => unknown> = {
    "response.end()": (response) => response.end(),
    "response.writeHead()": (response) => response.writeHead(200),
    "response.write()": (response) => response.write("x"),
    "response.destroy()": (response) => response.destroy(),
    "response.destroy(error)": (response) => response.destroy(failure),
    "response.removeAllListeners()": (response) => response.removeAllListeners(),
    "response.setHeader() of its own": (response) => response.setHeader("content-length", "1"),
    "response.write() after its end": (response) => {
      response.end();
      response.write("x");
    },
    "a writeHead that throws": (response) => Object.assign(response, { writeHead: fail }),
    "an end that throws": (response) => Object.assign(response, { end: fail }),
    "a status message that Node refuses": (response) =>
      Object.assign(response, { statusMessage: "a\r\nb" }),
    "headers that Node refuses": (response) =>
      response.setHeader("trailer", "x").setHeader("content-length", "1"),
    "message.setEncoding()": (_response, message) => message.setEncoding("utf8"),
    "message.destroy()": (_response, message) => message.destroy(),
    "message.destroy(error)": (_response, message) => message.destroy(failure),
    "message.removeAllListeners()": (_response, message) => message.removeAllListeners(),
    "message.socket.destroy(error)": (_response, message) => message.socket.destroy(failure),
    "message.socket.end()": (_response, message) => message.socket.end(),
    "message.resume()": (_response, message) => message.resume(),
    "a message without headers": (_response, message) =>
      Object.defineProperty(message, "headers", { value: undefined }),
    "a message without a URL": (_response, message) => Object.assign(message, { url: undefined }),
  };
  test("the server goes on whatever is done to a request or a response of the host", async () => {
    // Hono's server prints what it cannot send.
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const { port } = await open(name, {
      before: (message, response, next) => {
        Reflect.set(message, "response", response);
        const [when, what = ""] = String(message.headers.deed).split(": ");
        if (when === "before") deeds[what]?.(response, message);
        next();
      },
      handle: async (raw) => {
        // On Hono, the request of Fetch: its host's own is out of reach there.
        const { headers, response } = raw as IncomingMessage & { response?: ServerResponse };
        const [when, what = ""] = String(headers.deed).split(": ");
        await sleep(1);
        if (when === "within" && response) deeds[what]?.(response, raw);
        await sleep(1);
      },
    });
    const sent = Object.keys(deeds).flatMap((what) =>
      ["before", "within"].flatMap((when) =>
        (["GET", "POST"] as const).map((method) =>
          send(port, method, { deed: `${when}: ${what}`, timeout: 500 }),
        ),
      ),
    );
    await Promise.all(sent);
    expect(await send(port, "GET")).toBe(200);
    expect(await send(port, "POST")).toBe(402);
  });
});
