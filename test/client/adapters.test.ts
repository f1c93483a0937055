// The adapters inside of the real frameworks.
import { Agent, type RequestListener, request } from "node:http";
import express from "express";
import fastify from "fastify";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import {
  createNotificationHandler,
  type HandlerOptions,
  signatureHeader,
  signNotification,
  toFastifyPlugin,
  toNodeHandler,
} from "../../generated/client/src/notifications.ts";
import { listen } from "../support/listen.ts";

const secret = "whsec_9fT2kLmV7xQ4bNzR8sYc1WdHpJ6aEu30";
// Parsed and written again, it would have other bytes.
const rawBody = `{ "id":"wh_1", "type":"transaction",\n"event":"transaction_paid", "transaction":{"id":"txn_1","amount":4990.0} }`;
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A handler, what it handled and what it complained of. */
function makeHandler(options: Partial<HandlerOptions> = {}) {
  const handled: string[] = [];
  const errors: string[] = [];
  const handler = createNotificationHandler({
    secrets: [secret],
    on: { transaction_paid: ({ id }) => handled.push(id) },
    onError: (error) => errors.push(String(error)),
    ...options,
  });
  return { handler, handled, errors };
}

async function start(listener: RequestListener): Promise<string> {
  const { url, close } = await listen(listener);
  closing.push(close);
  return url;
}

async function deliver(url: string, body = rawBody, type = "application/json"): Promise<Response> {
  const headers = { [signatureHeader]: await signNotification(body, secret), "content-type": type };
  return fetch(url, { method: "POST", headers, body });
}

test.each([
  ["alone", (app: express.Express) => app],
  [
    "behind express.raw()",
    (app: express.Express) => app.use("/notifications", express.raw({ type: () => true })),
  ],
  [
    "behind express.text()",
    (app: express.Express) => app.use(express.text({ type: "application/json" })),
  ],
  [
    "behind an express.raw() for another type",
    (app: express.Express) => app.use(express.raw({ type: "image/png" })),
  ],
  [
    "behind an express.json() that keeps the bytes",
    (app: express.Express) =>
      app.use(
        express.json({
          verify: (request, _, bytes) => void Object.assign(request, { rawBody: bytes }),
        }),
      ),
  ],
])("Express, %s", async (_name, prepare) => {
  const { handler, handled, errors } = makeHandler();
  const app = express();
  prepare(app);
  app.post("/notifications", toNodeHandler(handler));
  const url = await start(app);
  expect((await deliver(`${url}/notifications`)).status).toBe(200);
  expect((await deliver(`${url}/notifications`)).status).toBe(200);
  expect(handled).toEqual(["wh_1"]);
  expect(errors).toEqual([]);
  const forged = await fetch(`${url}/notifications`, { method: "POST", body: rawBody });
  expect(forged.status).toBe(401);
});

test("other routes of Express keep their parsers", async () => {
  const app = express();
  app.use("/notifications", toNodeHandler(makeHandler().handler));
  app.use(express.json());
  app.post("/echo", (request, response) => void response.json(request.body));
  const url = await start(app);
  expect((await deliver(`${url}/notifications`)).status).toBe(200);
  const get = await fetch(`${url}/notifications`);
  expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  const headers = { "content-type": "application/json" };
  const echo = await fetch(`${url}/echo`, { method: "POST", headers, body: '{"a":1}' });
  expect(await echo.json()).toEqual({ a: 1 });
});

test("behind express.json() the bytes are gone: the answer and onError say what to do", async () => {
  const { handler, handled, errors } = makeHandler();
  const app = express();
  app.use(express.json());
  app.post("/notifications", toNodeHandler(handler));
  const url = await start(app);
  const answer = await deliver(`${url}/notifications`);
  expect(answer.status).toBe(500);
  const advice = /before express\.json\(\), or behind express\.raw\(/;
  expect(await answer.text()).toMatch(advice);
  expect(errors).toEqual([expect.stringMatching(advice)]);
  expect(handled).toEqual([]);
  // What express.json() does not read is still there.
  expect((await deliver(`${url}/notifications`, rawBody, "text/plain")).status).toBe(200);
});

test("a parser that leaves an object where it read nothing takes nothing away", async () => {
  const { handler, handled } = makeHandler();
  const receive = toNodeHandler(handler);
  const url = await start((request, response) =>
    receive(Object.assign(request, { body: {} }), response),
  );
  expect((await deliver(url)).status).toBe(200);
  expect(handled).toEqual(["wh_1"]);
});

test("Fastify: every type of content, other routes, errors", async () => {
  const { handler, handled, errors } = makeHandler({
    maxBytes: 1_000,
    onOther: () => {
      throw new Error("out of stock");
    },
  });
  const app = fastify();
  app.addContentTypeParser("text/csv", { parseAs: "string" }, (_request, body, done) =>
    done(null, { csv: body }),
  );
  app.register(toFastifyPlugin("/notifications", handler));
  app.register(toFastifyPlugin("/again", handler), { prefix: "/under" });
  app.post("/echo", async (request) => request.body);
  closing.push(() => app.close());
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  for (const type of ["application/json", "text/csv", "application/x-www-form-urlencoded"])
    expect((await deliver(`${url}/notifications`, rawBody, type)).status).toBe(200);
  expect((await deliver(`${url}/under/again`)).status).toBe(200);
  expect(handled).toEqual(["wh_1"]);
  expect(
    (await deliver(`${url}/notifications`, '{"id":"wh_2","type":"x","event":"y"}')).status,
  ).toBe(500);
  expect(errors).toEqual(["Error: out of stock"]);
  expect((await deliver(`${url}/notifications`, "x".repeat(2_000))).status).toBe(413);
  expect((await fetch(`${url}/notifications`)).status).toBe(404);
  expect((await fetch(`${url}/notifications`, { method: "POST", body: rawBody })).status).toBe(401);
  const headers = { "content-type": "text/csv" };
  const echo = await fetch(`${url}/echo`, { method: "POST", headers, body: "a;b" });
  expect(await echo.json()).toEqual({ csv: "a;b" });
});

test("in Fastify maxBytes counts, not bodyLimit, and onError gets a body that is too large", async () => {
  const { handler, handled, errors } = makeHandler({ maxBytes: 1_000 });
  const app = fastify({ bodyLimit: 100 });
  app.register(toFastifyPlugin("/notifications", handler));
  closing.push(() => app.close());
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const answers = [
    await deliver(`${url}/notifications`),
    await deliver(`${url}/notifications`, "x".repeat(2_000)),
    await fetch(`${url}/notifications`, { method: "POST" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 413, 401]);
  expect(handled).toEqual(["wh_1"]);
  expect(errors).toEqual([expect.stringMatching("too-large"), expect.stringMatching("unsigned")]);
});

test("the adapters hand the path on, wherever they are mounted", async () => {
  const paths: string[] = [];
  const { handler } = makeHandler({
    secrets: ({ url }) => {
      paths.push(new URL(url).pathname);
      return secret;
    },
  });
  const app = express();
  app.use("/mounted", express.Router().post("/here", toNodeHandler(handler)));
  expect((await deliver(`${await start(app)}/mounted/here?a=1`)).status).toBe(200);
  const bare = await start(toNodeHandler(handler));
  expect((await deliver(`${bare}//twice`)).status).toBe(200);
  const other = fastify();
  other.register(toFastifyPlugin("/there", handler), { prefix: "/under" });
  closing.push(() => other.close());
  const url = await other.listen({ port: 0, host: "127.0.0.1" });
  expect((await deliver(`${url}/under/there`)).status).toBe(200);
  expect(paths).toEqual(["/mounted/here", "//twice", "/under/there"]);
  // A path that is no part of a URL ends nothing.
  const sent = Object.assign((async function* () {})(), {
    method: "OPTIONS",
    url: "*",
    headers: {},
  });
  const answer = { statusCode: 0, setHeader: () => {}, end: () => {} };
  await toNodeHandler(handler)(sent, answer);
  expect(answer.statusCode).toBe(405);
});

test("a body that goes on for 16 MiB beyond its limit is not read to its end", async () => {
  let read = 0;
  let isOver = false;
  async function* parts() {
    try {
      for (; read < 64; read++) yield new Uint8Array(2 ** 20);
    } finally {
      isOver = true;
    }
  }
  const sent = Object.assign(parts(), { method: "POST", headers: {} });
  const answer = { statusCode: 0, setHeader: () => {}, end: () => {} };
  await toNodeHandler(makeHandler({ secrets: false, maxBytes: 1_000 }).handler)(sent, answer);
  await vi.waitFor(() => expect(isOver).toBe(true));
  expect(answer.statusCode).toBe(413);
  expect(read).toBeLessThan(20);
});

test("a connection stays usable after a 413", async () => {
  const url = await start(toNodeHandler(makeHandler({ secrets: false, maxBytes: 1_000 }).handler));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (body: string): Promise<[status: number | undefined, port: number | undefined]> =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method: "POST", agent }, (response) => {
        const local = response.socket.localPort;
        response.resume().on("end", () => resolve([response.statusCode, local]));
      });
      sent.on("error", reject).end(body);
    });
  onTestFinished(() => agent.destroy());
  const [large, first] = await post("x".repeat(3_000_000));
  const [good, second] = await post(rawBody);
  expect([large, good]).toEqual([413, 200]);
  expect(second).toBe(first);
});
