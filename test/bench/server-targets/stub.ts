// The server as a provider uses it, on the host that the first parameter names: everything on but the log, the default
// limiter included.
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { PixServerOptions } from "../../../generated/server/src/index.ts";
import { announce, answers, companyOf } from "./request.ts";

const folder = join(import.meta.dirname, "../../../generated/server");

/** An entry of the package as it is built, where it is: providers run no TypeScript. */
async function load<Entry>(name: string): Promise<Entry> {
  const built = join(folder, "dist", `${name}.js`);
  return (await import(existsSync(built) ? built : join(folder, "src", `${name}.ts`))) as Entry;
}

const options: PixServerOptions<string> = {
  authenticators: {
    ApiCredentials: ({ username }) => ({ caller: "bench", callerId: username }),
    AccessToken: (given) => {
      const callerId = companyOf(given);
      return callerId === undefined ? null : { caller: "bench", callerId };
    },
  },
  handlers: {
    issueToken: ({ reply }) => reply.ok(answers.token as never),
    createCharge: ({ body, reply }) =>
      reply.ok(
        { ...answers.charge.data, amount: body.amountInCents } as never,
        answers.charge.message,
      ),
    getTransaction: ({ reply }) => reply.ok(answers.lookup.data as never, answers.lookup.message),
    // A promise, as of a handler with a database: the deadline is part of the work.
    createTransfer: async ({ reply }) =>
      reply.ok(answers.transfer.data as never, answers.transfer.message),
  },
  partial: true,
  logger: false,
};

/** Starts the server and gives its address. What a host needs is loaded with it: the start is measured, too. */
const hosts: Record<string, () => Promise<string>> = {
  node: async () => {
    const { createPixServer } =
      await load<typeof import("../../../generated/server/src/index.ts")>("index");
    return (await createPixServer(options as never)).listen({ port: 0, host: "127.0.0.1" });
  },
  fastify: async () => {
    const { default: Fastify } = await import("fastify");
    const { pixServer } =
      await load<typeof import("../../../generated/server/src/fastify.ts")>("fastify");
    const app = Fastify({ logger: false });
    await app.register((scope) => pixServer(scope as never, options as never));
    return app.listen({ port: 0, host: "127.0.0.1" });
  },
  express: async () => {
    const { default: express } = await import("express");
    const { pixMiddleware } =
      await load<typeof import("../../../generated/server/src/express.ts")>("express");
    const app = express().disable("x-powered-by");
    app.use(pixMiddleware(options as never));
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  hono: async () => {
    const { serve } = await import("@hono/node-server");
    const { Hono } = await import("hono");
    const { pixHandler } =
      await load<typeof import("../../../generated/server/src/fetch.ts")>("fetch");
    const handler = pixHandler(options as never);
    const { fetch } = new Hono().all("*", (context) => handler(context.req.raw));
    return new Promise((resolve) =>
      serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
        resolve(`http://127.0.0.1:${port}`),
      ),
    );
  },
};

announce((await hosts[process.argv[2] ?? "node"]?.()) ?? "");
