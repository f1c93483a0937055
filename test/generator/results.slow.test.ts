// What calls result in besides one JSON body: bytes, text, nothing, another body for each status; of a service with
// versions, which uses something deprecated.

import { type MockOptions, startMockFrom } from "@packages/mock/src/start-mock.ts";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../support/listen.ts";
import { buildPackages, type Package } from "./support/server-package.ts";

const spec = `
import "@typespec/http";
import "@typespec/versioning";
using Http;
using Versioning;

@service(#{ title: "Todo" })
@versioned(Versions)
namespace Todo;

enum Versions { v1, v2 }

#deprecated "use Item"
model Old { a: string }
model Item { id: string; title: string }
model Note { kind: "note"; text: string }
model Task { kind: "task"; title: string; grid?: int32[][] }
@discriminated(#{ envelope: "none", discriminatorPropertyName: "kind" })
union Entry { note: Note, task: Task }
@maxLength(9) scalar Short extends string;
model Job { jobId: string }
@error model Problem { message: string }

@route("/items") @list op list(@query @continuationToken token?: string): {
  @pageItems items: Item[]; @added(Versions.v2) @continuationToken next?: string;
} | Problem;
@route("/items") @post op create(@body entry: Entry): { @statusCode _: 201; @body item: Item } | { @statusCode _: 202; @body job: Job } | Problem;
@route("/items/{id}") @delete op remove(@path id: string): NoContentResponse | { @statusCode _: 202; @body job: Job } | Problem;
@route("/file") @put op upload(@header contentType: "application/octet-stream", @body file: bytes): void;
@route("/text") @put op write(@header contentType: "text/plain", @body text: Short): Short | Problem;
@route("/file") @get op download(): { @header contentType: "application/octet-stream"; @body file: bytes } | Problem;
@route("/text") @get op read(): { @header contentType: "text/plain"; @body text: Short } | Problem;
@route("/boolean") @get op ask(): boolean;
@route("/boolean/{ids}") @put op tell(@path ids: int32[], @body truth: boolean): boolean;
@route("/counted") @get op count(): {
  @header count?: int32; @header at?: utcDateTime; @header kind?: "a" | "b"; @header ids?: string[]; @body job: Job;
} | Problem;
@route("/found") @get op find(@query tags?: string[]): { @header marks: string[]; @header "x-size": int32; @body job: Job };
@route("/old") @get op old(@query @example("x") id?: string): Old;
`;

const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
let todo: Package;
let raw: Package;
let server: Package;
let url: string;
let handle: (context: Package) => unknown;
let answer: { status: number; body: string | Uint8Array; type?: string };
const service = listen((_, response) => {
  const { status, body, type = "application/json" } = answer;
  response.writeHead(status, status === 204 ? {} : { "content-type": type });
  // In two parts, as large bodies come.
  response.write(body.slice(0, body.length / 2));
  response.end(body.slice(body.length / 2));
});
const warnings: string[] = [];
vi.spyOn(console, "warn").mockImplementation((text: string) => warnings.push(text));
const { load, read } = await buildPackages("todo", spec, afterAll, { version: "v2" });
const { createTodoClient } = await load("client/src/index.ts");

beforeAll(async () => {
  const { createTodoServer } = await load("server/src/index.ts");
  const answer = (context: Package): unknown => handle(context);
  const handlers = { read: answer, count: answer, ask: answer, tell: answer, find: answer };
  server = await createTodoServer({ authenticators: {}, handlers, partial: true, logger: false });
  url = (await server.listen({ port: 0, host: "127.0.0.1" })) as string;
  todo = createTodoClient({ baseUrl: (await service).url, retry: false });
  raw = (await load("client/src/raw.ts")).createRaw(todo);
});
afterAll(() => server.close());

const item = { id: "1", title: "a" };
const job = { jobId: "7" };
const wrong = "InvalidResponseError";
test.each<[string, () => Promise<unknown>, number, unknown, unknown]>([
  ["a body for 201", () => todo.create({ kind: "task", title: "a" }), 201, item, item],
  ["another one for 202", () => todo.create({ kind: "task", title: "a" }), 202, job, job],
  ["the body of 202 with 201", () => todo.create({ kind: "task", title: "a" }), 201, job, wrong],
  ["the body of 201 with 202", () => todo.create({ kind: "task", title: "a" }), 202, item, wrong],
  ["nothing", () => todo.remove("1"), 204, undefined, undefined],
  ["a body where there may be nothing", () => todo.remove("1"), 202, job, job],
  ["bytes", () => todo.download(), 200, bytes, bytes],
  ["no bytes", () => todo.download(), 200, new Uint8Array(), new Uint8Array()],
  ["text", () => todo.read(), 200, "7", "7"],
  ["no text", () => todo.read(), 200, "", ""],
  ["a boolean in a text", () => todo.ask(), 200, "true", true],
  ["no boolean in a text", () => todo.ask(), 200, "yes", wrong],
  ["items of a list", () => todo.find({ tags: ["a", "b"] }), 200, job, job],
  ["an item with the separator in it", () => todo.find({ tags: ["a,b"] }), 200, job, job],
  ["a required body that is left out", () => todo.create(), 201, item, "InvalidRequestError"],
])("%s", async (_, call, status, body, expected) => {
  const isWhole = typeof body === "string" || body instanceof Uint8Array;
  answer = { status, body: isWhole ? body : (JSON.stringify(body) ?? "") };
  const result = await call().catch((error: Error) => error.name);
  expect(result).toEqual(expected);
});

test.each<[string, (context: Package) => unknown, number]>([
  ["text", ({ reply }) => reply.ok("x"), 200],
  ["text that is too long", ({ reply }) => reply.ok("s3".repeat(5)), 500],
  ["text that is too long, given whole", ({ reply }) => reply.send(200, "s3".repeat(5)), 500],
  [
    "headers",
    ({ reply }) =>
      reply.send(200, job, {
        count: 3,
        kind: "a",
        at: "Fri, 20 Nov 2026 15:00:00 GMT",
        ids: "a,b",
      }),
    200,
  ],
  ["a boolean", ({ reply }) => reply.ok(true), 200],
  ["a boolean, given whole", ({ reply }) => reply.send(200, false), 200],
  ["a boolean that is none", ({ reply }) => reply.ok("s3"), 500],
  ["a list in a header", ({ reply }) => reply.send(200, job, { ids: ["a", "b"] }), 200],
  ["a list of objects", ({ reply }) => reply.send(200, job, { ids: [{ s3: 1 }] }), 500],
  ["a number in a text", ({ reply }) => reply.send(200, job, { count: "3" }), 200],
  ["words for a number", ({ reply }) => reply.send(200, job, { count: "s3" }), 500],
  [
    "found, with its headers",
    ({ reply }) => reply.send(200, job, { marks: ["a", "b"], "x-size": 1 }),
    200,
  ],
  ["found, without a header", ({ reply }) => reply.send(200, job, { marks: ["a"] }), 500],
  ["found, without headers", ({ reply }) => reply.ok(job), 500],
  ["a number with a fraction", ({ reply }) => reply.send(200, job, { count: 3.5 }), 500],
  ["a value that is not listed", ({ reply }) => reply.send(200, job, { kind: "s3" }), 500],
  ["a time that is none", ({ reply }) => reply.send(200, job, { at: "s3" }), 500],
  ["a second line", ({ reply }) => reply.send(200, job, { kind: "a\r\nX-Own: s3" }), 500],
])("a handler that gives %s", async (name, given, status) => {
  handle = given;
  const response = await fetch(
    `${url}/${/^(?:a )?(text|boolean|found)\b/.exec(name)?.[1] ?? "counted"}`,
  );
  const said = `${JSON.stringify([...response.headers])} ${await response.text()}`;
  expect([response.status, said.includes("s3")]).toEqual([status, false]);
});

test("a boolean is a text when it is sent, and a list in a path is one step", async () => {
  handle = ({ body, params, reply }) => reply.ok(body === true && params.ids.join() === "1,2");
  expect(await createTodoClient({ baseUrl: url }).tell([1, 2], true)).toBe(true);
});

test("bytes of a raw call", async () => {
  answer = { status: 200, body: bytes, type: "application/octet-stream" };
  const { data } = await raw.GET("/file", { parseAs: "arrayBuffer" });
  expect(new Uint8Array(data)).toEqual(bytes);
});

test("the mock answers every call with what the client takes, and the reference shows each form by itself", async () => {
  const own = async (file: string): Promise<Package> =>
    JSON.parse(await read(`generated/openapi/${file}.json`));
  const options = { document: await own("openapi"), contract: await own("contract"), port: 0 };
  const mock = await startMockFrom({ document: {}, contract: {} }, options as MockOptions);
  onTestFinished(() => mock.close());
  const mocked = createTodoClient({ baseUrl: mock.url, retry: false });
  const calls = [
    mocked.create({ kind: "note", text: "a" }),
    mocked.count(),
    mocked.find({ tags: ["a"] }),
    mocked.ask(),
    mocked.write("a"),
  ];
  const found = await Promise.all([
    ...calls,
    mocked.upload(bytes),
    mocked.read(),
    mocked.tell([1], true),
  ]);
  const jobId = "jobId";
  expect(found).toEqual([
    { id: "id", title: "title" },
    { jobId },
    { jobId },
    true,
    "text",
    undefined,
    "text",
    true,
  ]);
  const refused = await fetch(`${mock.url}/items`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  expect([refused.status, await refused.json()]).toEqual([400, { message: "message" }]);
  const page = await read("docs/reference/operation-create.md");
  expect(page).toMatch(
    /Where `kind` is `note`[\s\S]*\*\*`text`\*\*[\s\S]*Where `kind` is `task`[\s\S]*\*\*`title`\*\*/,
  );
  expect(page).toContain(`-d '{"kind":"note","text":"text"}'`);
});

test("the types say each result, and the warning does not stop what is made", async () => {
  const code = await read("generated/client/src/client.ts");
  const results = [...code.matchAll(/^ {2}(\w+)\(.*\): (\w+<.*>);$/gm)].map(([, name, type]) => [
    name,
    type,
  ]);
  expect(Object.fromEntries(results)).toEqual({
    create: "Call<Item | Job>",
    remove: "Call<Job | undefined>",
    upload: "Call<undefined>",
    write: "Call<Short>",
    download: "Call<Uint8Array>",
    read: "Call<Short>",
    count: "Call<Job>",
    ask: "Call<boolean>",
    tell: "Call<boolean>",
  });
  const types = await read("generated/client/src/types.ts");
  expect(types).toContain("grid?: readonly (readonly number[])[] | undefined;");
  expect(warnings).toEqual([expect.stringContaining("warning deprecated: Deprecated: use Item")]);
});

test("pages and examples of parameters are those of the version", async () => {
  const file = "generated/openapi/openapi.yaml";
  expect(await read(file)).toMatch(
    /x-pages:\s+items:\s+- items\s+by: token\s+parameter: token\s+next:\s+- next/,
  );
  expect(await read(file)).toMatch(/name: id\n\s+in: query\n(.*\n)*?\s+example: x/);
  const first = await buildPackages("todo", spec, onTestFinished, { version: "v1" });
  expect(await first.read(file)).not.toContain("x-pages");
});
