// Errors as ordinary TypeSpec declares them: problem details, `@error` without a status, several security schemes. The
// generated server sends them for its own refusals and for its handlers; the generated client reads them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPackages, type Package } from "./support/server-package.ts";

const spec = `
import "@typespec/http";
using Http;

@service(#{ title: "Bank" })
@useAuth(StaffKey | BearerAuth)
namespace Bank;

model StaffKey is ApiKeyAuth<ApiKeyLocation.header, "X-Key">;
model Account { id: string; balance: int32 }
model Transfer { @minValue(1) amount: int32 }

/** A problem (RFC 9457). */
@error model Problem {
  @header contentType: "application/problem+json";
  type?: url;
  title: string;
  status: int32;
}
@error model Invalid extends Problem { @statusCode _: 400 }
@error model NotFound extends Problem { @statusCode _: 404; account: string }
@error model Short extends Problem { @statusCode _: 409; balance: int32 }

@route("/accounts/{id}") op read(@path @maxLength(8) id: string): Account | NotFound | Problem;
@route("/transfers") @post op send(@body transfer: Transfer): Account | Invalid | Short | Problem;
/** A refusal in words. */
@error model Refusal { @statusCode _: 422; @header contentType: "text/plain"; @body text: string }
/** A form that holds itself, or nothing. */
union MaybeForm { Form, null }
model Form { title: string; next: MaybeForm }
@route("/forms") @post op file(@body form: Form): { @body form: MaybeForm } | Refusal | Problem;
@route("/scans") @post op scan(@header contentType: "application/octet-stream", @body scan: bytes): int32[] | Refusal;
@route("/branches") @useAuth(NoAuth) op branches(): string[] | Problem;
`;

const { load, read } = await buildPackages("bank", spec, afterAll);
let client: Package;
let server: Package;
let url: string;
let answer: (reply: Package, body: Package) => unknown;

beforeAll(async () => {
  const { createBankServer } = await load("server/src/index.ts");
  const known = (given: string) => (given === "right" ? { caller: {}, callerId: "1" } : null);
  const handler = ({ reply, body }: Package) => answer(reply, body);
  server = await createBankServer({
    authenticators: { StaffKey: known, BearerAuth: known },
    handlers: { read: handler, send: handler, file: handler, scan: handler, branches: handler },
    logger: false,
  });
  url = (await server.listen({ port: 0, host: "127.0.0.1" })) as string;
  client = await load("client/src/index.ts");
});
afterAll(() => server?.close());

/** Sends a request, and gives status, media type and body of the response. */
async function ask(
  request: string,
  init: { headers?: Record<string, string>; body?: string } = {},
) {
  const [method = "", path] = request.split(" ");
  const headers = { "x-key": "right", "content-type": "application/json", ...init.headers };
  const response = await fetch(url + path, { ...init, method, headers });
  const type = response.headers.get("content-type");
  const text = await response.text();
  return [response.status, type, type?.includes("json") ? JSON.parse(text) : text];
}

const type = "application/problem+json";
const bearer = { "x-key": "", authorization: "Bearer wrong" };
const csv = { "content-type": "text/csv" };

describe("the server refuses as the contract declares", () => {
  test.each([
    ["an unknown path", "GET /nothing", {}, 404, "The path does not exist."],
    ["an unknown method", "DELETE /transfers", {}, 405, "The path does not have this method."],
    ["a path that breaks a rule", "GET /accounts/123456789", {}, 404, "The path does not exist."],
    [
      "no credentials",
      "GET /accounts/1",
      { headers: { "x-key": "" } },
      401,
      "Credentials are missing.",
    ],
    ["another scheme", "GET /accounts/1", { headers: bearer }, 401, "Credentials are wrong."],
    ["malformed JSON", "POST /transfers", { body: "{" }, 400, "The body cannot be read."],
    [
      "an invalid body",
      "POST /transfers",
      { body: '{"amount":0}' },
      400,
      "The request is invalid.",
    ],
    [
      "another media type",
      "POST /transfers",
      { body: "1", headers: csv },
      415,
      "The content type is not supported.",
    ],
  ])("%s", async (_, request, init, status, title) => {
    const account = request.startsWith("GET /accounts/1234") ? { account: "" } : {};
    expect(await ask(request, init)).toEqual([status, type, { status, title, ...account }]);
  });

  test("with a text, where that is what the contract declares for the status", async () => {
    const refusal = [422, expect.stringContaining("text/plain"), "The request is invalid."];
    expect(await ask("POST /forms", { body: '{"title":"a"}' })).toEqual(refusal);
  });

  test("what a handler throws", async () => {
    answer = () => {
      throw new Error("Out of order.");
    };
    expect(await ask("GET /branches")).toEqual([
      500,
      type,
      { status: 500, title: "Something went wrong." },
    ]);
  });
});

describe("a handler's declared error, with details of its own, reaches the client", () => {
  const bank = () =>
    client.createBankClient({ baseUrl: url, credentials: { BearerAuth: "right" }, retry: false });

  test.each([
    ["with a status", 409, "HTTP_409", { title: "Short", status: 409, balance: 5 }],
    ["without a status", 503, "HTTP_503", { title: "Later", status: 503 }],
  ])("%s", async (_, status, code, problem) => {
    answer = (reply) => reply.send(status, problem);
    expect(await ask("POST /transfers", { body: '{"amount":1}' })).toEqual([status, type, problem]);
    const error = await bank()
      .send({ amount: 1 })
      .catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(client.BankApiError);
    expect(error).toMatchObject({ status, code, details: problem });
    expect(error.message).toContain(problem.title);
  });

  test("as a text; a result is not taken for that of another request, and may be null", async () => {
    const form = { title: "a", next: { title: "b", next: null } };
    answer = (reply, { title, next }) =>
      title === "no" ? reply.send(422, "Not today.") : reply.ok(next);
    expect(await bank().file(form)).toEqual(form.next);
    expect(await bank().file(form.next)).toBeNull();
    const error = { code: "HTTP_422", details: "Not today." };
    await expect(bank().file({ title: "no", next: null })).rejects.toMatchObject(error);
    answer = (reply, scan) => reply.ok([...(scan as unknown as Uint8Array)]);
    expect(await bank().scan(new Uint8Array([0, 255]))).toEqual([0, 255]);
    const sent = await read("generated/client/src/contract.ts");
    expect(sent.match(/"Content-Type": "[^"]*"/g)).toEqual([
      '"Content-Type": "application/octet-stream"',
    ]);
  });

  test("typed by its status", async () => {
    const types = await read("generated/client/src/types.ts");
    expect(types).toMatch(/^ {2}HTTP_404: NotFound \| Problem;$/m);
    expect(types).toMatch(/^ {2}HTTP_409: (Short \| Problem|Problem \| Short);$/m);
    expect(types).toMatch(/^ {2}HTTP_503: Problem;$/m);
  });

  test("but not one of another form", async () => {
    const { createBankClient } = client;
    const body = JSON.stringify({ title: "Short", status: "409", balance: "secret" });
    const fetch = async () =>
      new Response(body, { status: 409, headers: { "content-type": type } });
    const other = createBankClient({
      baseUrl: url,
      credentials: { StaffKey: "right" },
      retry: false,
      fetch,
    });
    await expect(other.send({ amount: 1 })).rejects.toMatchObject({
      code: "HTTP_409",
      details: undefined,
    });
  });
});
