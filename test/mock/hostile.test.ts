import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { json, sendRaw, token, useMock } from "./mock.ts";

const lines: string[] = [];
const mock = useMock({ log: (line) => lines.push(line) });

afterEach(async () => {
  const response = await fetch(`${mock.url}/api/v1/webhook`, { headers: token });
  expect(response.status, "The mock goes on").toBe(200);
});

const head = (line: string, ...headers: string[]) =>
  `${[line, "Host: x", "Authorization: Bearer token", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
const get = (...headers: string[]) => head("GET /api/v1/webhook HTTP/1.1", ...headers);
const post = (body: string, ...headers: string[]) =>
  head(
    "POST /api/v1/pix/in/qrcode HTTP/1.1",
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ) + body;

test.for<[string, string, number]>([
  ["a path of another host", head("GET //evil.example/api/v1/webhook HTTP/1.1"), 404],
  ["an absolute target", head("GET http://any.example/api/v1/webhook HTTP/1.1"), 200],
  ["a path with a zero byte", head("GET /api/v1/transactions/%00 HTTP/1.1"), 200],
  ["a path upwards", head("GET /api/../api/v1/webhook HTTP/1.1"), 404],
  [
    "a query that cannot be decoded",
    head("GET /api/v1/webhook?%zz=%zz&__proto__=1&a&a HTTP/1.1"),
    200,
  ],
  ["options of everything", head("OPTIONS * HTTP/1.1"), 204],
  ["a rare method", head("PROPFIND /api/v1/webhook HTTP/1.1"), 405],
  ["an Accept that is none", get("Accept: foo"), 200],
  ["an Accept of another type", get("Accept: application/xml"), 200],
  ["an upgrade", get("Connection: Upgrade", "Upgrade: websocket"), 200],
  [
    "headers given twice",
    get("Prefer: code=429", "Prefer: example=none", "Accept: a", "Accept: b"),
    400,
  ],
  ["a preference without sense", get('Prefer: ;;=,="=;code'), 200],
  ["a preference that is endless", get(`Prefer: ${"code=".repeat(2000)}`), 400],
  ["a preference named like what every object has", get("Prefer: example=__proto__"), 400],
  ["a content type that is none", post("{}", "Content-Type: foo"), 415],
  ["a content type of a form", post("a=b", "Content-Type: multipart/form-data"), 415],
  [
    "fields named like what every object has",
    post('{"__proto__":{"a":1},"constructor":1}', "Content-Type: application/json"),
    400,
  ],
  ["a number beyond all", post('{"amountInCents":1e999}', "Content-Type: application/json"), 400],
  [
    "a deep body",
    post("[".repeat(100_000) + "]".repeat(100_000), "Content-Type: application/json"),
    400,
  ],
  [
    "many mistakes",
    post(`{"items":[${"{},".repeat(50_000)}{}]}`, "Content-Type: application/json"),
    400,
  ],
  ["no HTTP", "\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03\r\n\r\n", 400],
])("%s", async ([, bytes, status]) => {
  const answer = await sendRaw(mock.url, Buffer.from(bytes, "latin1"));
  expect(Number(answer.split(" ")[1])).toBe(status);
});

test("headers beyond all size", async () => {
  expect(await sendRaw(mock.url, get(`X-Long: ${"x".repeat(20_000)}`))).toMatch(/^HTTP\/1\.1 431 /);
});

test("a body that the client gives up", async () => {
  const abandoned = request(`${mock.url}/api/v1/pix/in/qrcode`, {
    method: "POST",
    headers: { "content-length": 100 },
  });
  abandoned.on("error", () => {});
  abandoned.write("{");
  await once(abandoned, "socket").then(([socket]) => socket.connecting && once(socket, "connect"));
  abandoned.destroy();
});

test("a client that leaves before its answer", async () => {
  const socket = connect(Number(new URL(mock.url).port), "127.0.0.1");
  await once(socket, "connect");
  for (let count = 0; count < 50; count++)
    socket.write(get().replace("Connection: close", "X-Count: 1"));
  socket.resetAndDestroy();
});

test("a body of 20 MiB is read to its end and refused", async () => {
  const response = await fetch(`${mock.url}/api/v1/pix/in/qrcode`, {
    method: "POST",
    headers: json,
    body: Buffer.alloc(20 * 1024 * 1024, " "),
  });
  expect(response.status).toBe(413);
});

test("what a client sends does not reach a terminal as it is", async () => {
  await sendRaw(mock.url, Buffer.from(get("Prefer: example=\x9b2J\x9b"), "latin1"));
  expect(lines.join("")).toMatch(/^[ -~→…]*$/);
  expect(lines.at(-1)).toBe(
    "GET /api/v1/webhook → 400 listWebhooks has no response with example=?2J?.",
  );
  for (const [length, path] of [
    [100, `/${"a".repeat(99)}`],
    [101, `/${"a".repeat(99)}…`],
  ] as const) {
    await sendRaw(mock.url, head(`GET /${"a".repeat(length - 1)}?secret HTTP/1.1`));
    expect(lines.at(-1)).toMatch(new RegExp(`^GET ${path} → 404`));
  }
});
