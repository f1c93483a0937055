// Forms, files, cookies and parameters of several parts: what the generated client sends, the generated server's handler gets.
import { afterAll, expect, test } from "vitest";
import { buildPackages, type Package } from "./support/server-package.ts";

const spec = `openapi: 3.1.0
info: {title: Forms, version: '1'}
paths:
  /charges/{id}.json:
    post:
      operationId: charge
      parameters:
        - {name: expand, in: query, explode: false, schema: {type: array, items: {type: string}}}
        - {name: created, in: query, style: deepObject, schema: {type: object, properties: {gte: {type: integer}, tags: {type: array, items: {type: string}}}}}
        - {name: filter, in: query, content: {application/json: {schema: {type: object, properties: {a: {type: boolean}}}}}}
        - {name: kinds, in: query, schema: {type: array, items: {type: integer}}}
        - {name: piped, in: query, style: pipeDelimited, schema: {type: array, items: {type: string}}}
        - {name: page, in: query, schema: {type: object, properties: {offset: {type: integer}, sort: {type: array, items: {type: string}}}}}
        - {name: range, in: query, explode: false, schema: {type: object, properties: {from: {type: integer}, to: {type: string}}}}
        - {name: theme, in: cookie, required: true, schema: {type: string}}
        - {name: size, in: cookie, schema: {type: integer}}
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            encoding: {metadata: {style: deepObject, explode: true}, lines: {style: deepObject, explode: true}, joined: {explode: false}}
            schema:
              type: object
              required: [amount, note]
              properties:
                amount: {type: integer, minimum: 1}
                note: {type: string}
                live: {type: boolean}
                joined: {type: array, items: {type: string}}
                names: {type: array, items: {type: string}}
                place: {type: object, properties: {city: {type: string}}}
                metadata: {anyOf: [{type: object, additionalProperties: {type: string}}, {type: string, enum: ['']}]}
                lines: {type: array, items: {type: object, properties: {price: {type: number}, tags: {type: array, items: {type: string}}}}}
      responses: {'200': {description: Done, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}
      security: [{Key: [], Session: []}]
  /files:
    post:
      operationId: upload
      requestBody:
        required: true
        content:
          multipart/form-data:
            encoding: {photo: {contentType: image/png}, link: {style: deepObject, explode: true}}
            schema:
              type: object
              required: [title, photo]
              properties:
                title: {type: string}
                count: {type: integer}
                photo: {type: string, format: binary}
                others: {type: array, items: {}}
                place: {type: object, required: [city], properties: {city: {type: string}}}
                places: {type: array, items: {type: object, properties: {city: {type: string}}}}
                words: {type: array, items: {type: string}}
                link: {type: object, properties: {live: {type: boolean}, data: {type: object, additionalProperties: {type: string}}}}
      responses: {'204': {description: Done}}
  /tokens:
    post:
      operationId: token
      security: []
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              oneOf:
                - {type: object, required: [kind, code], properties: {kind: {const: code}, code: {type: string}, scopes: {type: array, items: {type: string}}}}
                - {type: object, required: [kind, age], properties: {kind: {const: renew}, age: {type: integer}}}
      responses: {'204': {description: Done}}
  /texts/{ids}:
    get:
      operationId: text
      parameters:
        - {name: ids, in: path, required: true, schema: {type: array, items: {type: string}}}
        - {name: X-Meta, in: header, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}
      responses: {'200': {description: Done, content: {text/csv: {schema: {type: string}}}}}
components:
  securitySchemes:
    Key: {type: apiKey, in: query, name: key}
    Session: {type: apiKey, in: cookie, name: session}
`;

const { load, read } = await buildPackages("forms", spec, afterAll);
const { createFormsServer } = await load("server/src/index.ts");
const { createFormsClient } = await load("client/src/index.ts");

const got: Package[] = [];
const keep = ({ body, query, params, cookies, reply }: Package) => {
  got.push({ body, query, params, cookies });
  return reply;
};
const accept = () => ({ caller: {}, callerId: "any" });
const server = await createFormsServer({
  authenticators: { Key: accept, Session: accept },
  logger: false,
  handlers: {
    charge: (context: Package) => keep(context).ok({ id: context.params.id }),
    token: (context: Package) => keep(context).send(204),
    upload: (context: Package) => keep(context).send(204),
    text: (context: Package) => keep(context).ok("a,b"),
  },
});
const baseUrl: string = await server.listen({ port: 0, host: "127.0.0.1" });
afterAll(() => server.close());
const forms = createFormsClient({
  baseUrl,
  retry: false,
  credentials: { Key: "k&1", Session: "s" },
});

test("a form, the query, the path and cookies hold values of several parts as OpenAPI's styles say", async () => {
  const body = {
    amount: 5,
    note: "a&b=c + ç",
    live: true,
    joined: ["x,y", "z"],
    names: ["one"],
    place: { city: "Recife" },
    metadata: { order: "7" },
    lines: [{ price: 1.5, tags: ["a", "b"] }, { price: 2 }],
  };
  const query = {
    expand: ["a,b", "c"],
    created: { gte: 3, tags: ["t"] },
    filter: { a: true },
    kinds: [7],
    piped: ["x", "y z"],
    page: { offset: 2, sort: ["a", "b,c"] },
    range: { from: 1, to: "a,b" },
  };
  const result = await forms.charge("a.b/c", body, { ...query, theme: "dark; 1", size: 3 });
  expect(result).toEqual({ id: "a.b/c" });
  expect(JSON.parse(JSON.stringify(got.pop()))).toEqual({
    body,
    query,
    params: { id: "a.b/c" },
    cookies: { theme: "dark; 1", size: 3 },
  });
});

test("the fields of an object in the query are parameters, and stand with their names in one string without explode", async () => {
  const { load } = await buildPackages(
    "finds",
    `openapi: 3.1.0
info: {title: Finds, version: '1'}
paths:
  /finds:
    get:
      operationId: find
      parameters:
        - {name: size, in: query, schema: {type: integer}}
        - {name: filter, in: query, schema: {type: object, additionalProperties: {type: string}}}
      responses: {'204': {description: Done}}
`,
  );
  const { createFindsServer } = await load("server/src/index.ts");
  const { createFindsClient } = await load("client/src/index.ts");
  const asked: unknown[] = [];
  const handlers = {
    find: ({ query, request, reply }: Package) => {
      asked.push(request.url, JSON.parse(JSON.stringify(query)));
      return reply.send(204);
    },
  };
  const own = await createFindsServer({ authenticators: {}, handlers, logger: false });
  const url: string = await own.listen({ port: 0, host: "127.0.0.1" });
  const finds = createFindsClient({ baseUrl: url, retry: false });
  await finds.find({ size: 2, filter: { "a b": "x", c: "" } });
  await finds.find({ size: 2 });
  expect(asked).toEqual([
    "/finds?size=2&a%20b=x&c=",
    { size: 2, filter: { "a b": "x", c: "" } },
    "/finds?size=2",
    { size: 2 },
  ]);
  const { status } = await fetch(`${url}/finds?size=x`);
  expect(status).toBe(400);
  await own.close();
});

test("a form may have several forms", async () => {
  for (const body of [
    { kind: "code", code: "a", scopes: ["b"] },
    { kind: "renew", age: 5 },
  ]) {
    await forms.token(body);
    expect(got.pop()?.body).toEqual(body);
  }
  await expect(forms.token({ kind: "renew", age: "x" })).rejects.toThrow("token: ");
});

test("what a form holds is checked", async () => {
  const wrong = await forms
    .charge("a", { amount: 0, note: "" }, { theme: "x" })
    .catch((e: Error) => e);
  expect(wrong.message).toMatch(/amount.*at least 1/);
  const send = (text: string) =>
    fetch(`${baseUrl}/charges/a.json?key=k`, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: "session=s; theme=x",
      },
      body: text,
    }).then(({ status }) => status);
  expect(await send("amount=5&note=x")).toBe(200);
  expect(await send("amount=0&note=x")).toBe(400);
  expect(await send("amount=x&note=x")).toBe(400);
  expect(await send("note=x")).toBe(400);
  expect(await send("amount=5&note=%ff")).toBe(400);
  expect(await send("amount=5&note=x&lines[0][price]=x")).toBe(400);
  expect(await send(`amount=5&note=x${"&a=1".repeat(20_000)}`)).toBe(400);
  expect(await send(`amount=5&note=x&metadata${"[a]".repeat(50)}=1`)).toBe(200);
  got.length = 0;
  expect(await send("amount=5&note=x&metadata[__proto__]=1&__proto__[x]=1")).toBe(200);
  expect(got[0]?.body.x).toBe(undefined);
});

test("a multipart form holds files, JSON and lists", async () => {
  const photo = new File([new Uint8Array([0, 255, 13, 10])], 'a "b".png');
  const plain = {
    title: "ç\r\n--x",
    count: 2,
    place: { city: "Recife" },
    places: [{ city: "A" }, { city: "B" }],
    words: ["w"],
    link: { live: true, data: { "a=b": "c&d" } },
  };
  await forms.upload({
    ...plain,
    photo,
    others: [new Blob(["plain"], { type: "text/x-own" })],
  });
  const { photo: sent, others, ...rest } = (got.pop() as Package).body;
  expect(JSON.parse(JSON.stringify(rest))).toEqual(plain);
  expect([sent.name, sent.type]).toEqual(['a "b".png', "image/png"]);
  expect(new Uint8Array(await sent.arrayBuffer())).toEqual(new Uint8Array([0, 255, 13, 10]));
  expect([others.length, others[0].type, await others[0].text()]).toEqual([
    1,
    "text/x-own",
    "plain",
  ]);
  expect((await forms.upload({ title: "x", photo: "text" }).catch((e: Error) => e)).name).toBe(
    "InvalidRequestError",
  );
});

test("a multipart form of the platform is read, and one that is none is refused", async () => {
  const form = new FormData();
  form.append("title", "t");
  form.append("photo", new File(["x"], "x.png"));
  form.append("place", new Blob(['{"city":"Recife"}'], { type: "application/json" }));
  const send = (body: FormData | string, headers = {}) =>
    fetch(`${baseUrl}/files`, { method: "POST", body, headers }).then(({ status }) => status);
  expect(await send(form)).toBe(204);
  expect(got.pop()?.body.place).toEqual({ city: "Recife" });
  form.set("place", "{}");
  expect(await send(form)).toBe(400);
  form.delete("photo");
  expect(await send(form)).toBe(400);
  const type = "multipart/form-data; boundary=x";
  expect(await send("--y\r\n", { "content-type": type })).toBe(400);
  expect(await send("x", { "content-type": "multipart/form-data" })).toBe(400);
  expect(await send("{}", { "content-type": "application/json" })).toBe(415);
});

test("text with U+0000, a lone surrogate or broken UTF-8 reaches no handler, wherever it stands", async () => {
  const status = (path: string, init: RequestInit = {}) =>
    fetch(baseUrl + path, init).then(({ status }) => status);
  const send = (query: string, cookie = "theme=x", body = "amount=5&note=x") =>
    status(`/charges/a.json?key=k${query}`, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: `session=s; ${cookie}`,
      },
      body,
    });
  const upload = (title: Buffer | string, place: Buffer | string = "{}") => {
    const part = (name: string, value: Buffer | string, more = "") =>
      Buffer.concat([
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
        Buffer.from(value as string),
        Buffer.from("\r\n"),
      ]);
    const photo = part("photo", Buffer.from([0, 255]), '; filename="a.png"');
    const body = [part("title", title), part("place", place), photo, Buffer.from("--x--\r\n")];
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    return status("/files", { method: "POST", headers, body: Buffer.concat(body) });
  };
  const place = '{"city":"A"}';
  expect([
    await send("&expand=a&filter={}"),
    await upload("ç\ufffd", place),
    await status("/texts/a", { headers: { "x-meta": '{"a":"b"}' } }),
  ]).toEqual([200, 204, 200]);
  got.length = 0;
  for (const bad of ["%00", "%ff", "a%00b", "%ed%a0%80"]) {
    expect([bad, await send(`&expand=a,${bad}`), await send(`&piped=x|${bad}`)]).toEqual([
      bad,
      400,
      400,
    ]);
    expect([bad, await send(`&created[tags]=${bad}`)]).toEqual([bad, 400]);
    expect([bad, await send("", "theme=x", `amount=5&note=${bad}`)]).toEqual([bad, 400]);
    expect([bad, await send("", "theme=x", `amount=5&note=x&metadata[a]=${bad}`)]).toEqual([
      bad,
      400,
    ]);
    expect([bad, await status(`/texts/a,${bad}`)]).toEqual([bad, 404]);
  }
  for (const escaped of ["\\u0000", "\\ud800"]) {
    const json = `{"a":"${escaped}"}`;
    expect(await status("/texts/a", { headers: { "x-meta": json } })).toBe(400);
    expect(await upload("t", `{"city":"${escaped}"}`)).toBe(400);
  }
  expect(await send("", "theme=%00")).toBe(400);
  expect(await upload("a\0", place)).toBe(400);
  for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80]])
    expect(await upload(Buffer.from([0x61, ...bytes]), place)).toBe(400);
  const broken = Buffer.from([0x22, 0xff, 0x22]);
  expect(
    await upload("t", Buffer.concat([Buffer.from('{"city":'), broken, Buffer.from("}")])),
  ).toBe(400);
  expect(got).toEqual([]);
});

test("a list in a path has its commas escaped within items", async () => {
  expect(await forms.text(["a,b", "c"])).toBe("a,b");
  expect(got.pop()?.params).toEqual({ ids: ["a,b", "c"] });
});

test("files are in the types of both sides", async () => {
  const client = await read("generated/client/src/client.ts");
  expect(client).toMatch(/photo: Blob;/);
  expect(client).toMatch(/\* {3}photo: new Blob\(\["…"\]\),/);
  expect(await read("generated/server/src/handlers.ts")).toMatch(
    /WithFiles<[^;]*, "photo" \| "others">/,
  );
});

test("a field of a body that has the name of a path parameter is a wrong field, and no wrong path", async () => {
  const { load } = await buildPackages(
    "ids",
    `openapi: 3.1.0
info: {title: Ids, version: '1'}
paths:
  /things/{id}:
    put:
      operationId: put
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {id: {type: integer}}}}}}
      responses: {'204': {description: Done}}
`,
  );
  const { createIdsServer } = await load("server/src/index.ts");
  const handlers = { put: ({ reply }: Package) => reply.send(204) };
  const own = await createIdsServer({ authenticators: {}, handlers, logger: false });
  const url: string = await own.listen({ port: 0, host: "127.0.0.1" });
  const put = (path: string, body: string) =>
    fetch(`${url}/things/${path}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body,
    }).then(({ status }) => status);
  expect([
    await put("1", '{"id":"x"}'),
    await put("x", '{"id":1}'),
    await put("1", '{"id":1}'),
  ]).toEqual([400, 404, 204]);
  await own.close();
});
