// Operations whose only success is a redirect: the result of the call is the address that it leads to.
import { expect, test } from "vitest";
import { buildPackages } from "./support/server-package.ts";

const spec = `openapi: 3.0.3
info: {title: Shelf, version: '1'}
paths:
  /books/{id}/scan:
    get:
      operationId: scan
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        '302': {description: 'Leads to the scan.', headers: {Location: {schema: {type: string}}}}
        '404': {description: 'None.', content: {application/json: {schema: {type: object, properties: {message: {type: string}}}}}}
  /latest:
    get: {operationId: latest, responses: {'307': {description: 'Leads to the latest book.'}, default: {description: 'Failed.'}}}
  /moved:
    get: {operationId: moved, responses: {'200': {description: Here.}, '302': {description: Elsewhere.}}}
`;

test("a redirect that is the only success results in its address, and is followed nowhere", async () => {
  const { load } = await buildPackages("shelf", spec);
  const [{ createShelfClient }, { shelfHandler }] = await Promise.all([
    load("client/src/index.ts"),
    load("server/src/fetch.ts"),
  ]);
  let scan = "https://files.example.com/1?sign=a%2Fb";
  const handle = shelfHandler({
    authenticators: {},
    handlers: {
      // biome-ignore lint/suspicious/noExplicitAny: the package exists only when the test runs
      scan: ({ params, reply }: any) =>
        params.id === "1"
          ? reply.send(302, undefined, { location: scan })
          : reply.send(404, { message: "None" }),
      // biome-ignore lint/suspicious/noExplicitAny: the package exists only when the test runs
      latest: ({ reply }: any) => reply.send(307, undefined, { location: "../books/2" }),
      // biome-ignore lint/suspicious/noExplicitAny: the package exists only when the test runs
      moved: ({ reply }: any) => reply.send(302),
    },
    logger: false,
  });
  const asked: string[] = [];
  const client = createShelfClient({
    baseUrl: "https://api.example.com/v1",
    retry: false,
    fetch: (url: string, init: RequestInit) => {
      asked.push(url);
      return handle(new Request(url.replace("/v1", ""), init));
    },
  });
  expect(await client.scan("1")).toBe(scan);
  const { data, status, headers } = await client.latest().withResponse();
  expect(data).toBe("https://api.example.com/books/2");
  expect([status, headers.get("location")]).toEqual([307, "../books/2"]);
  expect(asked).toHaveLength(2);
  await expect(client.scan("2")).rejects.toMatchObject({ status: 404 });
  // Beside a success, a redirect is an error as before.
  await expect(client.moved()).rejects.toMatchObject({ status: 302 });
  scan = "";
  await expect(client.scan("1")).rejects.toThrow();
});
