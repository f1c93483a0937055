// A value that fits two forms: `oneOf` refuses it in a request and sends one of them, `anyOf` takes the fields of both.
import { afterAll, expect, test } from "vitest";
import { buildPackages } from "./support/server-package.ts";

const { load } = await buildPackages(
  "forms",
  `import "@typespec/http";
import "@typespec/openapi";
import "@typespec/openapi3";
using Http;
using OpenAPI;

/** Forms. */
@service(#{ title: "Forms" })
@info(#{ version: "1.0" })
@server("https://forms.example", "Forms.")
namespace Forms;

/** One. */
model Foo {
  /** Foo. */
  foo: string;
}

/** Another. */
model Bar {
  /** Bar. */
  bar: string;
}

/** Exactly one of them. */
@oneOf
union One {
  foo: Foo,
  bar: Bar,
}

/** One of them or both. */
union Any {
  foo: Foo,
  bar: Bar,
}

/** Echoes one. */
@route("/one")
@useAuth(NoAuth)
@post
op echoOne(@body value: One): One;

/** Echoes any. */
@route("/any")
@useAuth(NoAuth)
@post
op echoAny(@body value: Any): Any;
`,
  afterAll,
);

const { createFormsServer } = await load("server/src/index.ts");
const both = { foo: "a", bar: "b" };
let answer: unknown = both;
const handle = ({ reply }: { reply: { ok(body: unknown): unknown } }): unknown => reply.ok(answer);
const handlers = { echoOne: handle, echoAny: handle };
const server = await createFormsServer({ handlers, onInvalidResponse: () => {} });
const url: string = await server.listen({ port: 0 });
afterAll(() => server.close());

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("a request that fits both forms of oneOf is refused by that rule", async () => {
  const refused = await post("/one", both);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("oneOf");
  answer = { foo: "a" };
  expect((await post("/one", { foo: "a" })).status).toBe(200);
});

test("a request and a response that fit both forms of anyOf have the fields of both", async () => {
  answer = both;
  const taken = await post("/any", { ...both, other: 1 });
  expect([taken.status, await taken.json()]).toEqual([200, both]);
});

test("a response that fits both forms of oneOf is sent as the first of them", async () => {
  answer = both;
  const sent = await post("/one", { foo: "a" });
  expect([sent.status, await sent.json()]).toEqual([200, { foo: "a" }]);
});
