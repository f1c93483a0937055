// Integers that a JavaScript number does not hold, as the guide describes them.
import { afterAll, expect, test } from "vitest";
import { buildPackages, type Package } from "./support/server-package.ts";

const spec = `openapi: 3.1.0
info: {title: Sums, version: '1'}
paths:
  /sums:
    post:
      operationId: add
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {n: {type: integer, format: int64}, m: {type: integer}, t: {type: string, format: int64}}}}}}
      responses: {'200': {description: Sum, content: {application/json: {schema: {type: object, properties: {n: {type: integer, format: int64}, m: {type: integer}, t: {type: string, format: int64}}}}}}}
`;

const { load } = await buildPackages("sums", spec, afterAll);
const { createSumsServer } = await load("server/src/index.ts");
const { createSumsClient } = await load("client/src/index.ts");
const got: unknown[] = [];
const server = await createSumsServer({
  authenticators: {},
  logger: false,
  handlers: {
    add: ({ body, reply }: Package) => {
      got.push(body);
      return reply.ok(body);
    },
  },
});
const baseUrl: string = await server.listen({ port: 0, host: "127.0.0.1" });
afterAll(() => server.close());

test("an int64 beyond 2^53 is refused, an integer without a format is rounded, and one in a string keeps its digits", async () => {
  const send = (body: string) =>
    fetch(`${baseUrl}/sums`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    }).then(async (response) => [response.status, await response.text()]);
  expect(await send('{"n":9007199254740993}')).toEqual([
    400,
    expect.stringMatching(/"path":"n","rule":"format"/),
  ]);
  expect(await send('{"m":9007199254740993}')).toEqual([200, '{"m":9007199254740992}']);
  expect(await send('{"n":9007199254740991}')).toEqual([200, '{"n":9007199254740991}']);
  expect(await send('{"t":"9007199254740993"}')).toEqual([200, '{"t":"9007199254740993"}']);
  const exact = createSumsClient({ baseUrl, retry: false });
  expect(await exact.add({ t: "9007199254740993" })).toEqual({ t: "9007199254740993" });
  const mistake = await exact.add({ n: 2 ** 53 }).catch((error: Error) => error.message);
  expect(mistake).toMatch(/`n` must be of type integer/);
});

test("an integer of a response that lost digits is reported, and an error of a strict client", async () => {
  const answer = async () => new Response('{"n":9007199254740993}');
  const reported: unknown[] = [];
  const onMismatch = (mismatch: object) => reported.push(mismatch);
  const tolerant = createSumsClient({ baseUrl, retry: false, fetch: answer, onMismatch });
  expect(await tolerant.add({})).toEqual({ n: 2 ** 53 });
  expect(reported).toMatchObject([{ pointer: "/n", rule: "type" }]);
  const strict = createSumsClient({ baseUrl, retry: false, fetch: answer, strict: true });
  expect((await strict.add({}).catch((error: Error) => error)).name).toBe("InvalidResponseError");
});
