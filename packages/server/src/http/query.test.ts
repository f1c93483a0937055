import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { anyChecks, emptyContract, plainOperation } from "../../../../test/server/support/core.ts";
import { object } from "../../../../test/support/rows.ts";
import { makeMiddleware } from "../hosts/express.ts";
import { registerContract } from "../hosts/fastify/plugin.ts";
import { makeFetchHandler } from "../hosts/fetch.ts";
import { createContractServer } from "../hosts/node/create-server.ts";
import type { Bindings } from "../service.ts";
import { parseQuery } from "./query.ts";

test("a query is taken apart as it was sent", () => {
  expect(parseQuery("/things")).toEqual({});
  expect({ ...parseQuery("/things?a=1&b=x+y&a=%C3%A7&c&d=100%&%C3%A7=%2") }).toEqual({
    a: ["1", "ç"],
    b: "x y",
    c: "",
    d: "100%",
    ç: "%2",
  });
});

const key = {
  name: "Key",
  kind: "apiKey",
  apiKey: { in: "query", name: "k" },
  challenge: "",
} as const;
const contract = {
  ...emptyContract,
  operations: [
    { ...plainOperation, method: "GET" },
    { ...plainOperation, id: "readThing", method: "GET", path: "/secured", security: key },
  ],
};
const bindings: Bindings = {
  contract,
  formats: {},
  checks: {
    ...anyChecks(contract),
    table: [
      { kind: "any" },
      object(["a", 2], ["list", 3], ["free", 0]),
      { kind: "string" },
      { kind: "array", items: 2 },
    ],
    requests: { makeThing: { query: 1, layouts: { query: { list: "," } } } },
  },
};

const handled: unknown[] = [];
const options = {
  logger: false as const,
  authenticators: {
    Key: (key: string) => {
      handled.push(key);
      return { caller: {}, callerId: "cmp_1" };
    },
  },
  handlers: {
    makeThing: ({ query, reply }: { query: object; reply: { ok(data: object): never } }) => {
      handled.push({ ...query });
      return reply.ok({});
    },
    readThing: ({ reply }: { reply: { ok(data: object): never } }) => reply.ok({}),
  } as never,
};

const hosts: Record<string, () => Promise<{ port: number; close(): unknown }>> = {
  node: async () => {
    const { listen, close } = await createContractServer(bindings, options);
    return { port: Number(new URL(await listen({ host: "127.0.0.1" })).port), close };
  },
  express: async () => {
    const middleware = makeMiddleware(bindings, options);
    return listen(createServer((message, response) => middleware(message, response, () => {})));
  },
  fastify: async () => {
    const app = Fastify();
    await registerContract(app as never, bindings, options);
    await app.listen({ port: 0, host: "127.0.0.1" });
    return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
  },
  fetch: async () => {
    const handler = makeFetchHandler(bindings, options);
    return listen(
      createServer(async ({ url }, response) => {
        const { status, body } = await handler(new Request(`http://localhost${url}`));
        response.writeHead(status).end(body ? await text(body as never) : "");
      }),
    );
  },
};

async function listen(server: ReturnType<typeof createServer>) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test.for(Object.entries(hosts))(
  "on %s, what is no string does not reach a handler or an authenticator",
  async ([, open]) => {
    const { port, close } = await open();
    onTestFinished(() => void close());
    const send = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const asked = request({ port, host: "127.0.0.1", path, agent: false }, async (response) => {
          const body = await text(response);
          const { error } = JSON.parse(body) as { error?: { details?: { path: string } } };
          resolve(`${response.statusCode} ${error?.details?.path ?? ""}`);
        });
        asked.on("error", reject).end();
      });
    for (const bad of ["%00", "x%00y", "%FF", "a%C3", "%ED%A0%80", "%C0%80", "%ff%zz"]) {
      expect([bad, await send(`/things?a=${bad}`)]).toEqual([bad, "400 a"]);
      expect([bad, await send(`/things?list=x,${bad}`)]).toEqual([
        bad,
        expect.stringMatching(/^400 list.\d$/),
      ]);
      expect([bad, await send(`/things?free=${bad}`)]).toEqual([bad, "400 free"]);
      expect([bad, await send(`/secured?k=${bad}`)]).toEqual([bad, "401 "]);
      // A name that the contract does not have is ignored, whatever its value.
      expect([bad, await send(`/things?other=${bad}`)]).toEqual([bad, "201 "]);
    }
    handled.length = 0;
    expect(await send("/things?a=%C3%A7%F0%9F%98%80+100%&list=x,%EF%BF%BD")).toBe("201 ");
    expect(await send("/secured?k=%C3%A7")).toBe("201 ");
    expect(handled).toEqual([{ a: "ç😀 100%", list: ["x", "\ufffd"] }, "ç"]);
  },
);
