// JSON lines and server-sent events: what the generated server's handler yields, the generated client's caller gets while it comes.
import { createServer } from "node:http";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { buildPackages, type Package } from "./support/server-package.ts";

const spec = `openapi: 3.2.0
info: {title: Feed, version: '1'}
paths:
  /lines:
    get:
      operationId: lines
      responses: {'200': {description: Done, content: {application/x-ndjson: {schema: {$ref: '#/components/schemas/Move'}}}}}
    post:
      operationId: send
      requestBody: {required: true, content: {application/jsonl: {itemSchema: {$ref: '#/components/schemas/Move'}}}}
      responses: {'204': {description: Done}}
  /events:
    post:
      operationId: events
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {ask: {type: string}}}}}}
      responses:
        '200': {description: Done, content: {text/event-stream: {itemSchema: {$ref: '#/components/schemas/Move'}}}}
        '202': {description: Later, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}
components: {schemas: {Move: {type: object, required: [at], properties: {at: {type: integer}, note: {type: string}}}}}
`;

const { load, read } = await buildPackages("feed", spec, afterAll);
const { createFeedServer } = await load("server/src/index.ts");
const { createFeedClient } = await load("client/src/index.ts");

let items: () => AsyncIterable<unknown>;
let ended = 0;
let status = 200;
const got: unknown[] = [];
const handlers = {
  lines: ({ reply }: Package) => reply.ok(items()),
  send: ({ body, reply }: Package) => {
    got.push(body);
    return reply.send(204);
  },
  events: ({ reply }: Package) =>
    status === 200 ? reply.send(200, items()) : reply.send(202, { id: "7" }),
};
const server = await createFeedServer({ authenticators: {}, handlers, logger: false });
const baseUrl: string = await server.listen({ port: 0, host: "127.0.0.1" });
afterAll(() => server.close());
const feed = createFeedClient({ baseUrl, retry: false });
const viaFetch = createFeedClient({ baseUrl, retry: false, fetch: globalThis.fetch });

async function collect(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of stream) all.push(item);
  return all;
}

test.for([
  ["by Node", feed],
  ["by fetch", viaFetch],
] as const)("lines come one by one, %s", async ([, client]) => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  items = async function* () {
    yield { at: 1, note: "ç\n", other: "is left out" };
    await opened;
    yield { at: 2 };
  };
  const stream = await client.lines();
  const parts = stream[Symbol.asyncIterator]();
  // The first comes before the second is there.
  expect(await parts.next()).toEqual({ done: false, value: { at: 1, note: "ç\n" } });
  open();
  expect(await parts.next()).toEqual({ done: false, value: { at: 2 } });
  expect((await parts.next()).done).toBe(true);
  expect(() => stream[Symbol.asyncIterator]()).toThrow("can be read once");
});

test("a caller that stops reading ends the stream, and so does its signal", async () => {
  items = async function* () {
    try {
      for (let at = 0; ; at += 1) {
        yield { at };
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    } finally {
      ended += 1;
    }
  };
  ended = 0;
  for await (const { at } of await feed.lines()) if (at === 3) break;
  await expect.poll(() => ended).toBe(1);
  const controller = new AbortController();
  const stream = await feed.lines({ signal: controller.signal });
  controller.abort();
  await expect(collect(stream)).rejects.toThrow();
  await expect.poll(() => ended).toBe(2);
});

test("events have a kind, an id and data, in a union with a plain result too", async () => {
  items = async function* () {
    yield { event: "moved", id: "e-1", retry: 9, data: { at: 1 } };
    yield { data: { at: 2, note: "a\r\nb" } };
    yield { data: "[DONE]\nlast" };
  };
  status = 200;
  expect(await collect(await feed.events({ ask: "x" }))).toEqual([
    { event: "moved", id: "e-1", retry: 9, data: { at: 1 } },
    { event: "message", id: "e-1", retry: 9, data: { at: 2, note: "a\r\nb" } },
    { event: "message", id: "e-1", retry: 9, data: "[DONE]\nlast" },
  ]);
  status = 202;
  expect(await feed.events({ ask: "x" })).toEqual({ id: "7" });
  status = 200;
});

test("a wrong item is refused on both sides, after those before it", async () => {
  items = async function* () {
    yield { at: 1 };
    yield { at: "x" };
  };
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const item of await feed.lines()) seen.push(item);
  })();
  await expect(reading).rejects.toThrow();
  expect(seen).toEqual([{ at: 1 }]);
  let text = "";
  const service = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(text);
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void service.close());
  const { port } = service.address() as { port: number };
  const other = createFeedClient({ baseUrl: `http://127.0.0.1:${port}`, retry: false });
  text =
    '\ufeff: a comment\r\nid: a\0b\r\nretry: x\r\ndata: {"at":\r\ndata: 1}\r\n\r\ndata: {"at":"x"}\n\n';
  const events = (await other.events({}))[Symbol.asyncIterator]();
  expect((await events.next()).value).toEqual({ event: "message", data: { at: 1 } });
  await expect(events.next()).rejects.toThrow("`at` must be of type integer");
  text = '{"at":1}\nno json';
  const lines = (await other.lines())[Symbol.asyncIterator]();
  expect((await lines.next()).value).toEqual({ at: 1 });
  await expect(lines.next()).rejects.toThrow("not JSON");
});

test("lines are sent as a list, or as they come", async () => {
  const moves = async function* () {
    yield { at: 3 };
    yield { at: 4 };
  };
  await feed.send(moves());
  expect(got.pop()).toEqual([{ at: 3 }, { at: 4 }]);
  await feed.send([{ at: 1 }, { at: 2, note: "ç" }]);
  expect(got.pop()).toEqual([{ at: 1 }, { at: 2, note: "ç" }]);
  await expect(feed.send([{ at: "x" }])).rejects.toThrow("at");
  const { status: refused } = await fetch(`${baseUrl}/lines`, {
    method: "POST",
    headers: { "content-type": "application/jsonl" },
    body: '{"at":1}\n{"at":',
  });
  expect(refused).toBe(400);
});

test("a host of the Fetch API sends streams too", async () => {
  const { feedHandler } = await load("server/src/fetch.ts");
  const handle = feedHandler({ authenticators: {}, handlers, logger: false });
  items = async function* () {
    yield { at: 1 };
    yield { at: 2 };
  };
  const response: Response = await handle(new Request("http://localhost/lines"));
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  expect(await response.text()).toBe('{"at":1}\n{"at":2}\n');
});

test("streams are in the types of both sides", async () => {
  expect(await read("generated/client/src/client.ts")).toContain(
    "| AsyncIterable<ServerSentEvent<Move>>",
  );
  expect(await read("generated/server/src/handlers.ts")).toMatch(
    /AsyncIterable<ServerSentEvent<operations/,
  );
});
