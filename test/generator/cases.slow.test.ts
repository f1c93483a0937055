// Small documents that generators fail at, each in a file of its own: what the generated client sends, the generated server takes,
// and each wrong value is refused.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildPackages, type Package } from "./support/server-package.ts";

/** Runs client and server of a case. The handlers answer with `answer`, by the operation's id. */
async function startCase(file: string, answer: Record<string, (context: Package) => unknown> = {}) {
  const spec = await readFile(join(import.meta.dirname, "cases", file), "utf8");
  const packages = await buildPackages("case", spec);
  const { createCaseServer } = await packages.load("server/src/index.ts");
  const { createCaseClient } = await packages.load("client/src/index.ts");
  const received: Package[] = [];
  const handlers = Object.fromEntries(
    Object.entries(answer).map(([id, handle]) => [
      id,
      (context: Package) => {
        received.push(context);
        return handle(context);
      },
    ]),
  );
  const server = await createCaseServer({ authenticators: {}, handlers, logger: false });
  const baseUrl: string = await server.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => server.close());
  const client = createCaseClient({ baseUrl, retry: false });
  const post = async (path: string, body: string, type = "application/json") => {
    const response = await fetch(baseUrl + path, {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    return [response.status, await response.text()] as const;
  };
  return { ...packages, baseUrl, client, received, post };
}

const echoBody = ({ body, reply }: Package) => reply.ok(body);
const confirm = ({ reply }: Package) => reply.ok({ ok: true });
const readMessage = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "accepted",
    (error: Error) => error.message,
  );

test("`required` beside `allOf` holds for the fields of its parts", async () => {
  const { client, post, read } = await startCase("allof-required.yaml", { putTrigger: echoBody });
  expect(await client.putTrigger({ tag: "t", site: "s" })).toEqual({ tag: "t", site: "s" });
  expect(await readMessage(client.putTrigger({ tag: "t" }))).toContain("`site`");
  expect((await post("/a", '{"site":"s"}'))[0]).toBe(400);
  expect(await read("generated/client/src/types.ts")).toMatch(/tag: string/);
});

test("an error without a body is an error without a body", async () => {
  const { client, post } = await startCase("empty-404.yaml", {
    touch: ({ params, reply }) => reply.send(params.id === "known" ? 204 : 404),
  });
  expect(await client.touch("known")).toBeUndefined();
  expect(await post("/a/other", "")).toEqual([404, ""]);
  const error = await client.touch("other").catch((one: Error) => one);
  expect(error).toMatchObject({ status: 404, code: "HTTP_404" });
});

test("parameters keep names that no program can have", async () => {
  const { client, received } = await startCase("path-names.yaml", { getGroup: confirm });
  const query = { "filter[x]": "a&b", body: "b", class: "c", $top: 3 };
  expect(await client.getGroup("a/b", ".b", query)).toEqual({ ok: true });
  expect(received[0]).toMatchObject({ params: { "group-id": "a/b", "group.id": ".b" }, query });
  expect(await readMessage(client.getGroup("a", "..", query))).toContain("`group.id`");
});

test("lists in the query are written by their style, and read so", async () => {
  const { client, received } = await startCase("query-arrays.yaml", { search: confirm });
  const query = { ids: [1, 2], tags: ["a,b", "c"], pipe: ["x", "y z"], "status[]": ["a", "b"] };
  await client.search(query);
  expect(received[0]?.query).toEqual(query);
  const { url } = received[0]?.request ?? {};
  expect(url).toBe("/a?ids=1&ids=2&tags=a%2Cb,c&pipe=x%7Cy%20z&status%5B%5D=a&status%5B%5D=b");
  expect(await readMessage(client.search({ pipe: ["x|y"] }))).toContain("`pipe`");
});

test("a required object in the query may be empty", async () => {
  const { client, received } = await startCase("empty-object.yaml", { search: confirm });
  expect(await client.search({ filter: {} })).toEqual({ ok: true });
  expect(received[0]?.query).toEqual({ filter: { size: 10 } });
});

test("integers of 64 bits are exact or refused, in a path and in a body", async () => {
  const { client, post } = await startCase("int64.yaml", { getAccount: echoBody });
  const body = { id: Number.MAX_SAFE_INTEGER, cents: 0.1 };
  expect(await client.getAccount(Number.MAX_SAFE_INTEGER, body)).toEqual(body);
  expect(await readMessage(client.getAccount(1, { id: 2 ** 53, cents: 1 }))).toContain("`id`");
  expect((await post("/a/1", '{"id":9007199254740993,"cents":1}'))[0]).toBe(400);
  expect((await post("/a/9007199254740993", '{"id":1,"cents":1}'))[0]).toBe(404);
});

test("a field __proto__ is a field", async () => {
  const { client, post } = await startCase("proto-prop.yaml", { putProto: echoBody });
  const text = '{"a":"x","__proto__":"y"}';
  expect(await post("/a", text)).toEqual([200, text]);
  expect((await post("/a", '{"a":"x","__proto__":7}'))[0]).toBe(400);
  expect(JSON.stringify(await client.putProto(JSON.parse(text)))).toBe(text);
  expect(await readMessage(client.putProto(JSON.parse('{"a":"x","__proto__":7}')))).not.toBe(
    "accepted",
  );
});

test("schemas whose names collide with each other or with JavaScript's keep their own fields", async () => {
  const ids = [..."ABCDEFGH"].map((letter) => `get${letter}`);
  const answer = Object.fromEntries(
    ids.map((id, index) => [id, ({ reply }: Package) => reply.ok({ kind: `${index}x` })]),
  );
  const { client } = await startCase("name-collisions.yaml", answer);
  const kinds = await Promise.all(ids.map(async (id) => (await client[id]()).kind));
  expect(kinds).toEqual(ids.map((_, index) => `${index}x`));
});

test("additional properties are checked beside fixed ones, on both sides", async () => {
  const { client, post } = await startCase("additional-properties.yaml", { putThings: echoBody });
  const things = { summary: "s", count: 1, other: { v: 1 } };
  expect(await client.putThings(things)).toEqual(things);
  expect(await readMessage(client.putThings({ ...things, other: { v: "x" } }))).toContain("other");
  expect((await post("/a", '{"summary":"s","other":{"v":"x"}}'))[0]).toBe(400);
});

test("JSON with a charset is JSON", async () => {
  const { client, post, received } = await startCase("charset.yaml", { putX: echoBody });
  expect(await client.putX({ a: "ç" })).toEqual({ a: "ç" });
  expect(received[0]?.request.headers["content-type"]).toMatch(/^application\/json/);
  expect(await post("/a", '{"a":"ç"}', "application/json")).toEqual([200, '{"a":"ç"}']);
});

test("a file of a multipart form arrives with its bytes", async () => {
  let text = "";
  const { client } = await startCase("multipart.yaml", {
    upload: async ({ body, reply }) => {
      text = `${body.note}: ${await body.file.text()}`;
      return reply.ok({ ok: true });
    },
  });
  expect(await client.upload({ file: new Blob(["bytes"]), note: "n" })).toEqual({ ok: true });
  expect(text).toBe("n: bytes");
});

test("tags of any characters are groups, each with its own operation, and the reference shows the document's server", async () => {
  const ids = [0, 1, 2, 3, 4, 5, 6].map((index) => `op${index}`);
  const answer = Object.fromEntries(ids.map((id) => [id, confirm]));
  const { client, read, received } = await startCase("odd-tags.yaml", answer);
  const groups = Object.entries<Package>(client).filter(([, group]) =>
    ids.some((id) => typeof group?.[id] === "function"),
  );
  expect(groups.map(([name]) => name)).toEqual([
    "pixCobrançaMás",
    "evil",
    "cON",
    "pixCobranca",
    "cobrança",
    "_1st",
    "withDot",
  ]);
  for (const [index, [, group]] of groups.entries()) await group[`op${index}`]();
  expect(received).toHaveLength(7);
  expect(await read("docs/reference/operation-op4.md")).toContain(
    "https://br.api.example.com/pix/v1/t4",
  );
  expect(await read("generated/client/README.md")).toContain(
    'baseUrl: "https://br.api.example.com/pix/v1"',
  );
});

test("of JSON and XML JSON is used", async () => {
  const { client, baseUrl } = await startCase("json-and-xml.yaml", {
    getPet: ({ reply }) => reply.ok({ a: "x" }),
  });
  expect(await client.getPet()).toEqual({ a: "x" });
  const { headers } = await fetch(`${baseUrl}/a`);
  expect(headers.get("content-type")).toMatch(/^application\/json/);
});

test("a document of webhooks alone has types and a maker of their bodies", async () => {
  const { load, read } = await startCase("webhooks.yaml");
  const { notifications } = await load("server/src/notifications.ts");
  expect(notifications.paid({ id: "1" })).toEqual({ id: "1" });
  expect(await read("generated/client/src/types.ts")).toContain("* - `paid`\n");
  const builders = await read("generated/server/src/notifications.ts");
  expect(builders).toContain('/** paid */\n  paid: (fields: NotificationBodies["paid"])');
});

test("a form is sent as a form", async () => {
  const { client, received } = await startCase("urlencoded.yaml", { token: confirm });
  expect(await client.token({ grant_type: "client_credentials" })).toEqual({ ok: true });
  expect(received[0]?.body).toEqual({ grant_type: "client_credentials" });
  expect(received[0]?.request.headers["content-type"]).toBe("application/x-www-form-urlencoded");
});

test("two tags that become one name are two groups", async () => {
  const { client } = await startCase("colliding-tags.tsp", {
    listA: ({ reply }) => reply.ok(["a"]),
    listB: ({ reply }) => reply.ok(["b"]),
  });
  expect([await client.pixCharge.listA(), await client.pixCharge2.listB()]).toEqual([["a"], ["b"]]);
});

test("names keep their letters, and a response for every status is a result", async () => {
  const user = ({ reply }: Package) => reply.ok({ id: "u" });
  const { client } = await startCase("default-only.tsp", {
    makeUser: user,
    makeOther: ({ reply }) => reply.send(200, { id: "o" }),
    listar: ({ reply }) => reply.ok([{ id: "u" }]),
    obterDevolução: user,
    criar_transação: user,
  });
  expect(await client.makeOther()).toEqual({ id: "o" });
  expect(await client.cobrança.listar()).toEqual([{ id: "u" }]);
  expect(await client.devoluções.obterDevolução()).toEqual({ id: "u" });
  expect(await client.transação.criar()).toEqual({ id: "u" });
});

test("a pattern with lookahead is checked, and its samples match it", async () => {
  const { client, post, read } = await startCase("lookahead.tsp", { put: echoBody });
  expect(await client.put({ code: "123" })).toEqual({ code: "123" });
  expect((await post("/p", '{"code":"000"}'))[0]).toBe(400);
  const [, sample] = /code: "(\d{3})"/.exec(await read("generated/server/README.md")) ?? [];
  expect(sample).toMatch(/^(?!000)\d{3}$/);
});
