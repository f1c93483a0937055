// OpenAPI's styles of path parameters, on the wire and on both sides. The values are those of RFC 6570, 3.2.
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { buildPackages, type Package } from "./support/server-package.ts";

const list = ["red", "green", "blue"];
const keys = { semi: ";", dot: ".", comma: "," };
const rows: [path: string, style: string, explode: boolean, value: unknown, written: string][] = [
  ["/a{color}", "simple", false, "50%", "/a50%25"],
  ["/b{color}", "simple", false, list, "/bred,green,blue"],
  ["/c{color}", "simple", true, list, "/cred,green,blue"],
  ["/d{color}", "simple", false, keys, "/dsemi,%3B,dot,.,comma,%2C"],
  ["/e{color}", "simple", true, keys, "/esemi=%3B,dot=.,comma=%2C"],
  ["/f{color}", "label", false, "50%", "/f.50%25"],
  ["/g{color}", "label", false, list, "/g.red,green,blue"],
  ["/h{color}", "label", true, list, "/h.red.green.blue"],
  ["/i{color}", "label", false, keys, "/i.semi,%3B,dot,.,comma,%2C"],
  ["/j/{color}", "label", true, { semi: ";", comma: "," }, "/j/.semi=%3B.comma=%2C"],
  ["/k{color}", "matrix", false, "50%", "/k;color=50%25"],
  ["/l{color}", "matrix", false, list, "/l;color=red,green,blue"],
  ["/m{color}/end", "matrix", true, list, "/m;color=red;color=green;color=blue/end"],
  ["/n{color}", "matrix", false, keys, "/n;color=semi,%3B,dot,.,comma,%2C"],
  ["/o{color}", "matrix", true, keys, "/o;semi=%3B;dot=.;comma=%2C"],
  ["/p/{color}", "matrix", false, 7, "/p/;color=7"],
];
const schemaOf = (value: unknown) => {
  const text = { type: "string" };
  if (Array.isArray(value)) return { type: "array", items: text };
  if (typeof value === "number") return { type: "integer" };
  return typeof value === "object" ? { type: "object", additionalProperties: text } : text;
};
const idOf = (path: string): string => `find${path.charAt(1).toUpperCase()}`;
const spec = `openapi: 3.1.0\n${stringify({
  info: { title: "Shades", version: "1" },
  paths: Object.fromEntries(
    rows.map(([path, style, explode, value]) => [
      path,
      {
        get: {
          operationId: idOf(path),
          parameters: [
            { name: "color", in: "path", required: true, style, explode, schema: schemaOf(value) },
          ],
          responses: { 204: { description: "Done" } },
        },
      },
    ]),
  ),
})}`;

const { load } = await buildPackages("shades", spec, afterAll);
const { createShadesServer } = await load("server/src/index.ts");
const { shadesHandler } = await load("server/src/fetch.ts");
const { createShadesClient } = await load("client/src/index.ts");
const got: unknown[] = [];
const handler = ({ params, reply }: Package) => {
  got.push(params.color);
  return reply.send(204);
};
const options = {
  authenticators: {},
  logger: false,
  handlers: Object.fromEntries(rows.map(([path]) => [idOf(path), handler])),
};
const server = await createShadesServer(options);
const baseUrl: string = await server.listen({ port: 0, host: "127.0.0.1" });
const handle = shadesHandler(options);
afterAll(() => server.close());

test.each(rows)(
  "%s in the style %s, explode %s",
  async (path, _style, _explode, value, written) => {
    const urls: string[] = [];
    const spy = (url: string, init: RequestInit) => {
      urls.push(String(url).slice(baseUrl.length));
      return fetch(url, init);
    };
    const client = createShadesClient({ baseUrl, retry: false, fetch: spy });
    got.length = 0;
    await client[idOf(path)](value);
    expect(urls).toEqual([written]);
    expect((await handle(new Request(baseUrl + written))).status).toBe(204);
    expect(got.map((one) => ({ one }))).toEqual([{ one: value }, { one: value }]);
  },
);

test("a path without what its style begins with leads nowhere", async () => {
  for (const path of ["/fred", "/kred", "/k;colour=red", "/p/;color=x", "/p/;color="])
    expect([path, (await fetch(baseUrl + path)).status]).toEqual([path, 404]);
});

test("values that a URL would take for another place, or that have no such form, are not sent", async () => {
  const client = createShadesClient({ baseUrl, retry: false, fetch: () => expect.fail("sent") });
  for (const [id, value] of [
    ["findJ", { a: undefined }],
    ["findG", [{}]],
    ["findB", []],
    ["findK", null],
  ] as const) {
    const error = await client[id](value).catch((one: Error) => one);
    expect([id, error.name]).toEqual([id, "InvalidRequestError"]);
  }
});
