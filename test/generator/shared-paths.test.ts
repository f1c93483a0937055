// Operations of a document that have one method and path: two that the values of their paths distinguish, and others, which
// only a client has.
import { expect, test } from "vitest";
import { buildPackages } from "./support/server-package.ts";

const answer =
  "responses: {'200': {description: '', content: {text/plain: {schema: {type: string}}}}}";
const inPath = (name: string, more = "") =>
  `{name: ${name}, in: path, required: true, schema: {type: string${more}}}`;
const spec = `openapi: 3.0.3
info: {title: Shelf, version: '1'}
servers: [{url: 'https://api.example.com/v1'}]
paths:
  /books/{all}: {get: {operationId: byName, parameters: [${inPath("all")}], ${answer}}}
  /books/{id}: {get: {operationId: byId, parameters: [${inPath("id", ", format: uuid")}], ${answer}}}
  /books/{isbn}: {get: {operationId: byIsbn, parameters: [${inPath("isbn")}], ${answer}}}
  /loans#late: {get: {operationId: listLate, ${answer}}}
  /loans: {get: {operationId: list, ${answer}}}
  /loans?sort=due: {get: {operationId: listSorted, ${answer}}}
  /notes#add: {put: {operationId: addNote, ${answer}}}
  /notes#change: {put: {operationId: changeNote, ${answer}}}
  /token?renew: {post: {operationId: renew, ${answer}}}
`;

test("a server finds the operation by its path's values; a client has the others too", async () => {
  const { load, read } = await buildPackages("shelf", spec);
  const [{ createShelfClient }, { shelfHandler }] = await Promise.all([
    load("client/src/index.ts"),
    load("server/src/fetch.ts"),
  ]);
  const ids = ["byName", "byId", "list", "addNote", "renew"];
  const handle = shelfHandler({
    authenticators: {},
    handlers: Object.fromEntries(
      ids.map((id) => [
        id,
        ({ params, query, reply }: { params: object; query: object; reply: Reply }) =>
          reply.ok(`${id} ${JSON.stringify({ ...params, ...query })}`),
      ]),
    ),
    logger: false,
  });
  const sent: string[] = [];
  const client = createShelfClient({
    baseUrl: "https://api.example.com",
    fetch: (url: string, init: RequestInit) => {
      sent.push(url.slice("https://api.example.com".length));
      return handle(new Request(url, init));
    },
  });
  const uuid = "7f1f9a3c-5c0e-4f57-9b1e-3a1a2b3c4d5e";
  expect(await client.byId(uuid)).toBe(`byId {"id":"${uuid}"}`);
  expect(await client.byName("a.png")).toBe('byName {"all":"a.png"}');
  expect(await client.byIsbn("85-01")).toBe('byName {"all":"85-01"}');
  expect(await client.list()).toBe("list {}");
  expect(await client.listLate()).toBe("list {}");
  expect(await client.listSorted({ sort: "due" })).toBe("list {}");
  expect(await client.changeNote()).toBe("addNote {}");
  expect(await client.renew({ renew: "" })).toBe('renew {"renew":""}');
  expect(sent.slice(2)).toEqual([
    "/books/85-01",
    "/loans",
    "/loans",
    "/loans?sort=due",
    "/notes",
    "/token?renew=",
  ]);
  expect(await read("docs/reference/operation-listLate.md")).toContain(
    "For clients alone: a server takes it for [`list`](operation-list.md).",
  );
});

interface Reply {
  ok(body: string): unknown;
}
