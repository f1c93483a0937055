// Operations with servers of their own: where the generated client sends them, with which credentials, and where the server has them.
import { expect, test } from "vitest";
import { buildPackages } from "./support/server-package.ts";

const answer =
  "responses: {'200': {description: '', content: {text/plain: {schema: {type: string}}}}}";
const spec = `openapi: 3.0.3
info: {title: Shelf, version: '1'}
servers: [{url: 'https://api.example.com/v1'}]
security: [{token: []}]
components: {securitySchemes: {token: {type: http, scheme: bearer}}}
paths:
  /books/{id}: {get: {operationId: book, ${answer}}, put: {operationId: write, ${answer}}}
  /books/{code}:
    get:
      operationId: payload
      security: []
      servers: [{url: 'https://{host}/{base}', variables: {host: {default: qr.example.com}}}]
      ${answer}
  /files/{name}: {servers: [{url: 'https://files.example.com/v1/'}], post: {operationId: upload, ${answer}}}
  /search: {get: {operationId: search, servers: [{url: /v2}], ${answer}}}
  /same: {get: {operationId: same, servers: [{url: 'https://api.example.com/v1/'}], ${answer}}}
`;

test("an operation is sent to its own server, and to no other host with credentials", async () => {
  const { load } = await buildPackages("shelf", spec);
  const [{ createShelfClient }, { createShelfServer }, { shelfHandler }] = await Promise.all([
    load("client/src/index.ts"),
    load("server/src/index.ts"),
    load("server/src/fetch.ts"),
  ]);
  expect(createShelfServer).toBeTypeOf("function");
  const sent: string[] = [];
  const clientOf = (baseUrl: string) =>
    createShelfClient({
      baseUrl,
      credentials: { token: "secret" },
      retry: false,
      fetch: async (url: string, { headers }: RequestInit) => {
        sent.push(`${url} ${new Headers(headers).get("authorization")}`);
        return new Response("text", { headers: { "content-type": "text/plain" } });
      },
    });
  const calls = (client: ReturnType<typeof createShelfClient>) => [
    client.book("1"),
    client.payload("qr", "2"),
    client.upload("a b"),
    client.search(),
    client.same(),
  ];
  await Promise.all(calls(clientOf("https://api.example.com/v1")));
  expect(sent.splice(0).sort()).toEqual([
    "https://api.example.com/v1/books/1 Bearer secret",
    "https://api.example.com/v1/same Bearer secret",
    "https://api.example.com/v2/search Bearer secret",
    "https://files.example.com/v1/files/a%20b Bearer secret",
    "https://qr.example.com/qr/books/2 null",
  ]);
  // Elsewhere, as in tests, everything stays there.
  const local = clientOf("https://test.example.com");
  await Promise.all(calls(local));
  expect(sent.splice(0).every((line) => line.startsWith("https://test.example.com/"))).toBe(true);
  await local.payload("qr", "2", { baseUrl: "https://pix.bank.example/" });
  expect(sent.splice(0)).toEqual(["https://pix.bank.example/qr/books/2 null"]);
  for (const [call, field] of [
    [() => local.upload("a", { baseUrl: "https://elsewhere.example.com" }), "baseUrl"],
    [() => local.payload("qr", "2", { baseUrl: "http://pix.bank.example" }), "baseUrl"],
    [() => local.payload("qr", "2", { baseUrl: "https://user@pix.bank.example" }), "baseUrl"],
    [() => local.book("1", { baseUrl: "https://files.example.com" }), "baseUrl"],
  ] as const)
    await expect(call()).rejects.toMatchObject({ name: "InvalidRequestError", field });
  await local.upload("a", { baseUrl: "https://files.example.com/v2" });
  expect(sent.splice(0)).toEqual(["https://files.example.com/v2/files/a Bearer secret"]);

  const handle = shelfHandler({
    authenticators: { token: () => ({ caller: {}, callerId: "any" }) },
    handlers: Object.fromEntries(
      ["book", "write", "payload", "upload", "search", "same"].map((id) => [
        id,
        ({ params, reply }: { params: object; reply: { ok(body: string): unknown } }) =>
          reply.ok(`${id} ${JSON.stringify(params)}`),
      ]),
    ),
    logger: false,
  });
  const ask = async (path: string, method = "GET") => {
    const headers = { authorization: "Bearer secret" };
    const response = await handle(new Request(`https://x.example${path}`, { method, headers }));
    return response.text();
  };
  expect(await ask("/qr/books/2")).toBe('payload {"base":"qr","code":"2"}');
  expect(await ask("/books/1")).toBe('book {"id":"1"}');
  expect(await ask("/v2/search")).toBe("search {}");
  expect(await ask("/files/a", "POST")).toBe('upload {"name":"a"}');
});
