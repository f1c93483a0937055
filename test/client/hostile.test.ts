// Services, networks and functions that do what none should: what the client says of the money has to stay true.

import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createPixClient, PixError } from "../../generated/client/src/index.ts";
import { createRaw } from "../../generated/client/src/raw.ts";
import { accepted, credentials, failure, setUp, transfer, transfers } from "./support/client.ts";
import { answers, atFirst, gives, ok, type Responder, refusal, refuses } from "./support/server.ts";

const success = JSON.stringify({ success: true, message: "Done.", data: accepted });
const key = "x-idempotency-key";

/** A response that ends with the connection, after so many characters. */
const cut =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.write(body);
    setTimeout(() => response.socket?.destroy(), 5);
  };
const conflict = (retryAfter: string) =>
  refuses(409, "DUPLICATE_IDEMPOTENCY_KEY", { "retry-after": retryAfter });
const past = new Date(0).toUTCString();
/** Writes what no server should send: lines of a head, and a body. */
const write =
  (head: string[], body = "") =>
  (response: ServerResponse) =>
    response.socket?.write(`HTTP/1.1 ${head.join("\r\n")}\r\n\r\n${body}`);
const noMoney = JSON.stringify(refusal("INSUFFICIENT_BALANCE"));
const lengthOf = (body: string): string => `content-length: ${body.length}`;
const withLastByteChanged = (bytes: Buffer): Buffer => {
  const changed = Buffer.from(bytes);
  changed[bytes.length - 5] = (changed[bytes.length - 5] ?? 0) ^ 255;
  return changed;
};
/** A response with a member twice: another value of it stands before the one that is there. */
const twice = (status: number, body: string, name: string, before: string) => {
  const text = body.replace(`"${name}":`, `${before}, "${name}":`);
  return [
    `a ${status} with ${before} and ${name}`,
    write([`${status} X`, lengthOf(text)], text),
  ] as const;
};

// What the first request meets, however often it is repeated; each of them may have been paid.
const faults: (readonly [name: string, respond: Responder])[] = [
  ...[203, 205, 206, 207, 208, 226, 299].map(
    (status) =>
      [`a ${status} with a success`, write([`${status} X`, lengthOf(success)], success)] as const,
  ),
  twice(200, success, "amount", '"amount":1'),
  twice(200, success, "amount", '"\\u0061mount":1'),
  twice(200, success, "success", '"success":false'),
  twice(200, success, "data", '"data":{"id":"trf_2","status":"refused"}'),
  twice(402, noMoney, "code", '"code":"PAYMENT_PENDING"'),
  twice(402, noMoney, "success", '"success":true'),
  ["a 201 with the body of an error", refuses(201, "INSUFFICIENT_BALANCE")],
  [
    "a 200 whose chunks end early",
    cut(200, success.slice(0, 60), { "transfer-encoding": "chunked" }),
  ],
  [
    "a 402 whose chunks end early",
    cut(402, JSON.stringify(refusal("INSUFFICIENT_BALANCE")).slice(0, 60)),
  ],
  [
    "a redirect to the same host",
    (response) => response.writeHead(308, { location: "/api/v1/webhook" }).end(),
  ],
  ["a 409 with a pause of years", conflict("99999999999")],
  ["a 409 with a pause without end", conflict("Infinity")],
  [
    "a 200 with a login page",
    (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>Log in"),
  ],
  ["a 204", (response) => response.writeHead(204).end()],
  ["a 207 with a list of successes", answers(207, [JSON.parse(success)])],
  ["a 409 with a success", answers(409, JSON.parse(success))],
  [
    "a 429 with another code and a pause of years",
    write(["429 No", "retry-after: 1000000000", lengthOf(noMoney)], noMoney),
  ],
  ["another protocol", write(["101 Other", "connection: upgrade", "upgrade: x"])],
  ["a status that HTTP does not have", write(["4020 No", lengthOf(noMoney)], noMoney)],
  ["two lengths", write(["200 OK", lengthOf(success), "content-length: 10"], success)],
  [
    "a length and chunks",
    write(["402 No", lengthOf(noMoney), "transfer-encoding: chunked"], noMoney),
  ],
  ["chunks without sizes", write(["402 No", "transfer-encoding: chunked"], noMoney)],
  [
    "chunks of other sizes",
    write(["402 No", "transfer-encoding: chunked"], `10\r\n${noMoney}\r\n0\r\n\r\n`),
  ],
  [
    "a whole chunk without an end",
    write(["402 No", "transfer-encoding: chunked"], `${noMoney.length.toString(16)}\r\n${noMoney}`),
  ],
  [
    "a body that is longer than its length",
    write(["402 No", `content-length: ${noMoney.length - 9}`], noMoney),
  ],
  [
    "a refusal twice",
    write(["402 No", `content-length: ${noMoney.length * 2}`], noMoney + noMoney),
  ],
  [
    "half of what gzip made",
    cut(200, "\u001f\u008b\u0008\u0000", { "content-encoding": "gzip", "content-length": "90" }),
  ],
  ...[
    ["a gzip that ends early", "gzip", gzipSync(noMoney).subarray(0, -12)],
    ["a gzip whose checksum is wrong", "gzip", withLastByteChanged(gzipSync(noMoney))],
    ["an encoding that nobody knows", "zip", gzipSync(noMoney)],
    ["UTF-16", "identity", Buffer.from(noMoney, "utf16le")],
  ].map(
    ([name, encoding, bytes]) =>
      [
        `a 402 with ${name}`,
        (response: ServerResponse) =>
          response.writeHead(402, { "content-encoding": encoding as string }).end(bytes),
      ] as const,
  ),
  ...[
    ["single quotes", noMoney.replaceAll('"', "'")],
    ["a second line", `${noMoney}\n${success}`],
    ["letters of another width", noMoney.replace("INSUFFICIENT", "\uff29NSUFFICIENT")],
  ].map(
    ([name, body = ""]) => [`a 402 with ${name}`, write(["402 No", lengthOf(body)], body)] as const,
  ),
  ["a 304 with a refusal", write(["304 Same", lengthOf(noMoney)], noMoney)],
  ["a 100 and no more", write(["100 Continue"])],
  ["a 102 and no more", write(["102 Processing"])],
  [
    "HTTP/1.0 that ends early",
    (response) => response.socket?.end(`HTTP/1.0 402 No\r\n\r\n${noMoney.slice(0, 40)}`),
  ],
  ["HTTP/0.9", (response) => response.socket?.end(noMoney)],
  ["a status below a hundred", write(["42 No", lengthOf(noMoney)], noMoney)],
  [
    "a trailer that is not a header",
    (response) =>
      response.socket?.end(
        `HTTP/1.1 402 No\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\n${noMoney.length.toString(16)}\r\n${noMoney}\r\n0\r\nnonsense\r\n\r\n`,
      ),
  ],
  [
    "a refusal in a prototype",
    (response) =>
      response.writeHead(402).end(noMoney.replace(/"error":({.*?})/, '"error":{"__proto__":$1}')),
  ],
  ["a socket that ends as the request comes", (response) => response.socket?.destroy()],
];

test.each(faults)("%s leaves the outcome open, by name and raw", async (_name, respond) => {
  const retry = { attempts: 2, firstDelay: 1, maxDelay: 2, attemptTimeout: 500 };
  const { pix } = await setUp({ [transfers]: respond }, { retry });
  const open = {
    outcome: "unknown",
    operation: "createTransfer",
    idempotencyKey: expect.any(String),
  };
  for (const options of [{}, { idempotencyKey: "payout-1" }])
    expect(await failure(pix.transfers.create(transfer, options))).toMatchObject(open);
  // A key that the client made is known from the error alone.
  const raw = createRaw(pix).POST("/api/v1/pix/out/pixkey", {
    params: { header: {} as never },
    body: transfer,
  });
  expect(await failure(raw)).toMatchObject(open);
});

test("an answer that comes while a connection rests is not that of the next request", async () => {
  const stray = write(["200 OK", lengthOf(success)], success);
  for (const pause of [0, 20]) {
    const { pix } = await setUp({
      [transfers]: (response, nth) => {
        const { socket } = response;
        ok(response, { ...accepted, id: `trf_${nth + 1}` });
        if (nth === 1) setTimeout(() => stray({ socket } as ServerResponse), pause);
      },
    });
    expect((await pix.transfers.create(transfer)).id).toBe("trf_2");
    await new Promise((resolve) => setTimeout(resolve, pause + 100));
    expect((await pix.transfers.create(transfer)).id).toBe("trf_3");
  }
});

const odd = {
  success: true,
  message: 'a "b": 1, \\',
  data: { ...accepted, ":c": ":d", more: [{ e: ":" }, null, ""] },
};
test.each<[string, Responder]>([
  [
    "early hints",
    (response) =>
      response.writeEarlyHints({ link: "</a.css>; rel=preload" }, () => ok(response, accepted)),
  ],
  ["a body with colons and quotes", (response) => response.end(JSON.stringify(odd))],
  [
    "the same with spaces",
    (response) => response.end(JSON.stringify(odd, null, 2).replaceAll('":', '" :')),
  ],
  ["a 409 whose pause is over", atFirst(conflict(past), gives(accepted), 2)],
])("%s: the transfer is made", async (_name, respond) => {
  const { pix } = await setUp({ [transfers]: respond });
  expect((await pix.transfers.create(transfer)).id).toBe("trf_1");
});

/** A client whose requests for transfers go to a function; tokens are there. */
function through(send: (init: RequestInit) => unknown) {
  const token = JSON.stringify({
    success: true,
    token: "t",
    tokenType: "Bearer",
    expiresIn: 1_800_000,
  });
  return createPixClient({
    baseUrl: "https://pix.example",
    ...credentials,
    retry: { firstDelay: 1, maxDelay: 2, attempts: 2, attemptTimeout: 200 },
    fetch: async (url, init) =>
      url.endsWith("/api/auth") ? new Response(token) : (send(init) as Response),
  });
}

const circular = new Error("full");
const chunks = (body: string | Uint8Array): object => {
  const parts = [typeof body === "string" ? new TextEncoder().encode(body) : body];
  return {
    getReader: () => ({ read: async () => ({ done: parts.length === 0, value: parts.shift() }) }),
  };
};

test.each<[string, (init: RequestInit) => unknown]>([
  ["nothing", () => undefined],
  ["what has no headers", () => ({ ok: true, status: 200, json: async () => JSON.parse(success) })],
  ["a refusal without headers", () => ({ ok: false, status: 402, body: chunks("{}") })],
  [
    "a body that Node's streams are",
    () => ({ ok: true, status: 200, headers: new Headers(), body: {} }),
  ],
  [
    "an error that is its own cause",
    () => Promise.reject(Object.assign(circular, { cause: circular })),
  ],
  ["an error without a text", () => Promise.reject(Object.assign(new Error(), { message: 5 }))],
  [
    "a response that comes too late",
    () => new Promise((resolve) => setTimeout(resolve, 1_000, new Response(success))),
  ],
])("a `fetch` that gives %s leaves the outcome open", async (_name, send) => {
  const error = await failure(through(send).transfers.create(transfer));
  expect(error).toBeInstanceOf(PixError);
  expect(error).toMatchObject({ outcome: "unknown", attempts: 2 });
});

test("what pacing throws is an error with outcome and key", async () => {
  const pacing = {
    admit: async () => {},
    observe: (id: string) => void (id === "createTransfer" && missing()),
  };
  const missing = (): never => {
    throw new TypeError("full");
  };
  const { pix } = await setUp({ [transfers]: gives(accepted) }, { pacing });
  const open = {
    name: "PixError",
    outcome: "unknown",
    idempotencyKey: expect.any(String),
    cause: { message: "full" },
  };
  expect(await failure(pix.transfers.create(transfer))).toMatchObject(open);
});

test("a response of another realm is a response, also after one that ended within a character", async () => {
  const headers = new Map();
  const bodies = [new Uint8Array([0xe2, 0x82]), success];
  const pix = through(() => ({
    ok: true,
    status: 200,
    headers,
    body: chunks(bodies.shift() ?? ""),
  }));
  await failure(pix.transfers.create(transfer, { retry: false }));
  expect((await pix.transfers.create(transfer)).id).toBe("trf_1");
});

test("a mark of the byte order before a body is no part of it", async () => {
  const { pix } = await setUp({ [transfers]: (response) => response.end(`\ufeff${success}`) });
  expect((await pix.transfers.create(transfer)).id).toBe("trf_1");
});

test("a key in the headers, of the client or of a call, is refused", async () => {
  const { pix, server, another } = await setUp({ [transfers]: gives(accepted) });
  const refused = { name: "InvalidRequestError", field: "idempotencyKey", outcome: "not-sent" };
  for (const name of [key, "X-Idempotency-Key"]) {
    const headers = { [name]: "payout-1" };
    expect(
      await failure(another({ defaultHeaders: headers }).transfers.create(transfer)),
    ).toMatchObject(refused);
    expect(await failure(pix.transfers.create(transfer, { headers }))).toMatchObject(refused);
  }
  expect(server.to(transfers)).toHaveLength(0);
});
