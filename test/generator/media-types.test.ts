// The choice among several media types of one place: of the caller on the client, of the handler on the server.
import { afterAll, expect, test } from "vitest";
import { spec } from "./support/media-types.ts";
import { buildPackages, type Package } from "./support/server-package.ts";

const { load } = await buildPackages("notes", spec, afterAll);
const { createNotesServer } = await load("server/src/index.ts");
const { createNotesClient } = await load("client/src/index.ts");

let got: Package = {};
const rows = [{ text: "a" }, { text: "b" }];
const server = await createNotesServer({
  authenticators: {},
  logger: false,
  handlers: {
    add: ({ body, contentType, reply }: Package) => {
      got = { body, contentType };
      return reply.send(204);
    },
    list: ({ accepts, reply }: Package) => {
      if (accepts === "application/json") return reply.send(200, rows);
      if (accepts === "text/csv") return reply.send(200, "text\na", { "content-type": accepts });
      const lines = (async function* () {
        yield* rows;
      })();
      return reply.send(200, lines, { "content-type": accepts });
    },
    put: ({ body, request, reply }: Package) =>
      reply.send(200, body, { "content-type": request.headers["content-type"] }),
  },
});
const baseUrl: string = await server.listen({ port: 0, host: "127.0.0.1" });
afterAll(() => server.close());
const notes = createNotesClient({ baseUrl, retry: false });

test("a caller chooses the media type of a body; JSON is the usual one", async () => {
  const body = { text: "é&", size: 2 };
  await notes.add(body);
  expect(got).toEqual({ body, contentType: "application/json" });
  const form = "application/x-www-form-urlencoded";
  await notes.add(body, {}, { contentType: form });
  expect({ ...got, body: { ...got.body } }).toEqual({ body, contentType: form });
  await notes.add("text", undefined, { contentType: "text/plain" });
  expect(got).toEqual({ body: "text", contentType: "text/plain" });
  await notes.add({ file: new Blob(["x"]) }, {}, { contentType: "multipart/form-data" });
  expect(await got.body.file.text()).toBe("x");
  const refuse = (given: unknown, contentType: string) =>
    notes.add(given, {}, { contentType }).catch((error: Error) => error.message);
  expect(await refuse({ text: 1 }, form)).toMatch(/body\.?text.*string|text.*be of type string/);
  expect(await refuse(body, "application/xml")).toMatch(
    /`contentType` must be one of application\/json, text\/plain/,
  );
});

test("each media type of a body is checked by its own schema, and one that is not there is refused", async () => {
  const send = (type: string, body: string) =>
    fetch(`${baseUrl}/notes`, { method: "POST", headers: { "content-type": type }, body }).then(
      ({ status }) => status,
    );
  expect(await send("application/json; charset=utf-8", '{"text":"x","size":"1"}')).toBe(400);
  expect(await send("application/x-www-form-urlencoded", "text=x&size=1")).toBe(204);
  expect(await send("application/x-www-form-urlencoded", "text=x&size=y")).toBe(400);
  expect(await send("application/xml", "<note/>")).toBe(415);
});

test("a caller chooses the media type of a result", async () => {
  expect(await notes.list()).toEqual(rows);
  expect(await notes.list({ accept: "application/json" })).toEqual(rows);
  expect(await notes.list({ accept: "text/csv" })).toBe("text\na");
  const lines: unknown[] = [];
  for await (const line of await notes.list({ accept: "application/x-ndjson" })) lines.push(line);
  expect(lines).toEqual(rows);
  const wrong = await notes.list({ accept: "text/html" }).catch((error: Error) => error.message);
  expect(wrong).toMatch(/`accept` must be one of application\/json, text\/csv, application\/x-ndj/);
  const get = (accept: string) =>
    fetch(`${baseUrl}/notes`, { headers: { accept } }).then(({ headers }) =>
      headers.get("content-type"),
    );
  expect([await get("*/*"), await get("text/csv, application/json;q=0.5")]).toEqual([
    "application/json; charset=utf-8",
    "text/csv; charset=utf-8",
  ]);
});

test("a request that accepts none of the media types is refused before the handler", async () => {
  const get = async (accept: string, path = "/notes") => {
    const response = await fetch(baseUrl + path, { headers: { accept } });
    return [response.status, await response.json()];
  };
  expect(await get("text/html, application/json;q=0")).toEqual([
    406,
    expect.objectContaining({ status: 406, code: "NOT_ACCEPTABLE" }),
  ]);
  expect(await get("text/html, */*;q=0.1")).toEqual([200, rows]);
  // Without a choice, a response comes as it is.
  const only = await fetch(`${baseUrl}/notes`, {
    method: "POST",
    headers: { accept: "text/html", "content-type": "text/plain" },
    body: "x",
  });
  expect(only.status).toBe(204);
});

test("a file of a range of media types has its own", async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const { data, headers } = await notes
    .put(new Blob([bytes], { type: "image/png" }))
    .withResponse();
  expect([data, headers.get("content-type")]).toEqual([bytes, "image/png"]);
  const plain = await notes.put(bytes).catch((error: { status: number }) => error.status);
  expect(plain).toBe(415);
});
