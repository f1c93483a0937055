// `--int64 bigint`: integers of 64 bits keep every digit, on the wire and on both sides.
import { afterAll, expect, test } from "vitest";
import { spec } from "./support/exact-integers.ts";
import { buildPackages, type Package } from "./support/server-package.ts";

const { load, read } = await buildPackages("ledger", spec, afterAll, { int64: "bigint" });
const { createLedgerServer } = await load("server/src/index.ts");
const { ledgerHandler } = await load("server/src/fetch.ts");
const { createLedgerClient } = await load("client/src/index.ts");
let got: Package = {};
const options = {
  authenticators: {},
  logger: false,
  handlers: {
    add: ({ params, query, body, reply }: Package) => {
      got = { params, query, body };
      return reply.ok(body);
    },
    addLines: ({ body, reply }: Package) =>
      reply.ok(body.reduce((sum: bigint, { id }: Package) => sum + id, 0n)),
    readLines: ({ reply }: Package) =>
      reply.ok(
        (async function* () {
          yield entry;
        })(),
      ),
    readEvents: ({ reply }: Package) =>
      reply.ok(
        (async function* () {
          yield { data: entry };
          yield { data: "[DONE]" };
        })(),
      ),
  },
};
const server = await createLedgerServer(options);
const baseUrl: string = await server.listen({ port: 0, host: "127.0.0.1" });
const handle = ledgerHandler(options);
afterAll(() => server.close());

const big = 9007199254740993n;
const entry = {
  id: big,
  small: 1,
  rate: 1.5,
  none: null,
  parts: [{ id: -big, byName: { a: 2n ** 63n - 1n, b: 1n } }],
  origin: { account: 2n ** 64n - 1n },
};
const json = `{"id":9007199254740993,"small":1,"rate":1.5,"none":null,"parts":[{"id":-9007199254740993,"byName":{"a":9223372036854775807,"b":1}}],"origin":{"account":18446744073709551615}}`;

test("values pass from the client to the handler and back with every digit", async () => {
  const sent: unknown[] = [];
  const spy = (url: string, init: RequestInit) => {
    sent.push(String(url).slice(baseUrl.length), init.body);
    return fetch(url, init);
  };
  const client = createLedgerClient({ baseUrl, retry: false, fetch: spy });
  expect(await client.add(big, entry, { after: [big, 2n] })).toEqual(entry);
  expect(sent).toEqual(["/entries/9007199254740993?after=9007199254740993&after=2", json]);
  expect(got).toEqual({ params: { id: big }, query: { after: [big, 2n], limit: 7n }, body: entry });
  expect(await client.addLines([{ id: big }, { id: 1n }])).toBe(big + 1n);
});

async function listItems(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

test("the items of streams have every digit", async () => {
  const client = createLedgerClient({ baseUrl, retry: false });
  expect(await listItems(await client.readLines())).toEqual([entry]);
  expect(await listItems(await client.readEvents())).toEqual([
    { event: "message", data: entry },
    { event: "message", data: "[DONE]" },
  ]);
});

test("the server writes and reads numbers of JSON", async () => {
  for (const ask of [fetch, (url: string, init: RequestInit) => handle(new Request(url, init))]) {
    const post = async (body: string) => {
      const headers = { "content-type": "application/json" };
      const response = await ask(`${baseUrl}/entries/1`, { method: "POST", headers, body });
      return [response.status, await response.text()];
    };
    expect(await post(json)).toEqual([200, json]);
    expect(await post('{"id":1,"plain":9007199254740993}')).toEqual([
      200,
      '{"id":1,"plain":9007199254740992}',
    ]);
    expect(await post('{"id":9223372036854775808}')).toEqual([
      400,
      expect.stringMatching(/"path":"id","rule":"format"/),
    ]);
    expect(await post('{"id":1,"bounded":21}')).toEqual([400, expect.stringMatching(/"maximum"/)]);
    expect(await post('{"id":1,"bounded":11}')).toEqual([400, expect.stringMatching(/multipleOf/)]);
    expect(await post('{"id":1.5}')).toEqual([400, expect.stringMatching(/must be integer/)]);
    expect(await post('{"id":"1"}')).toEqual([400, expect.stringMatching(/must be integer/)]);
  }
});

test("a number in place of a bigint is a mistake of the caller", async () => {
  const client = createLedgerClient({ baseUrl, retry: false });
  for (const body of [{ id: 1 }, { id: 1n, bounded: 9n }]) {
    const error = await client.add(1n, body).catch((one: Error) => one);
    expect(error.name).toBe("InvalidRequestError");
  }
});

test("both sides have the type bigint", async () => {
  expect(await read("generated/client/src/types.ts")).toMatch(/id: bigint;[\s\S]*small\?: number/);
  expect(await read("generated/openapi/types.d.ts")).toMatch(
    /id: bigint;[\s\S]*none\?: bigint \| null/,
  );
});
