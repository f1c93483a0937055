// Providers, proxies and connections that go wrong on the wire, byte by byte.
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { type Answer, asChunk, noMoney, write } from "./wire-service.ts";

export type Said = "paid" | "refused" | "unknown" | "not-sent";

/** A fault, and what the client says of it, however often it happens. */
export interface Fault {
  name: string;
  answer: Answer;
  said: Said;
  /** What a `fetch` knows, if it differs. */
  fetched?: Said;
  /** Whether the service refuses for lack of money, and pays nothing. */
  refuses?: boolean;
  /** Whether no end comes. */
  hangs?: boolean;
}

const json = "content-type: application/json";
const chunked = "transfer-encoding: chunked";
/** Sends the bytes and leaves the connection open. */
const send =
  (make: (honest: string) => Buffer | string): Answer =>
  (socket, honest) =>
    socket.write(make(honest));
/** Sends the bytes and ends the connection: in good order, or not. */
const sendAndEnd =
  (make: (honest: string) => Buffer | string): Answer =>
  (socket, honest) =>
    socket.end(make(honest));
const sendAndReset =
  (make: (honest: string) => Buffer | string): Answer =>
  (socket, honest) => {
    socket.write(make(honest));
    setTimeout(() => socket.resetAndDestroy(), 10);
  };
/** Writes the bytes again and again until the client leaves. */
const drip = async (socket: Socket, bytes: string): Promise<void> => {
  while (!socket.destroyed && socket.writable) {
    socket.write(bytes);
    await sleep(15);
  }
};
const open = (name: string, answer: Answer): Fault => ({ name, answer, said: "unknown" });
const hangs = (name: string, answer: Answer): Fault => ({ ...open(name, answer), hangs: true });
const paid = (name: string, answer: Answer): Fault => ({ name, answer, said: "paid" });
const refused = (name: string, answer: Answer): Fault => ({
  name,
  answer,
  said: "refused",
  refuses: true,
});
/** A success that is packed: nothing here unpacks it, but `fetch` does. */
const packed = (encoding: string, pack: (text: string) => Uint8Array): Fault => ({
  ...open(
    `a success packed by ${encoding}`,
    send((honest) => write(200, pack(honest), [`content-encoding: ${encoding}`])),
  ),
  fetched: "paid",
});
const packedAndCut = (encoding: string, pack: (text: string) => Uint8Array): Fault =>
  open(
    `a success packed by ${encoding} and cut`,
    sendAndEnd((honest) => {
      const bytes = pack(honest);
      return write(200, bytes.subarray(0, bytes.length >> 1), [
        `content-encoding: ${encoding}`,
        "connection: close",
      ]);
    }),
  );
/** What stands between client and service says it, in words of its own. */
const proxy = (status: number, body: string, ...head: string[]): Fault =>
  open(
    `a proxy's ${status} with ${body.slice(0, 50) || "nothing"}`,
    send(() => write(status, body, head)),
  );
const page = "<html><body>Sorry</body></html>";

export const faults: Fault[] = [
  // Answers before the answer.
  // Node's `fetch` takes a 100 that it did not ask for as a failure.
  {
    ...paid(
      "a 100 and then a success",
      send((honest) => `HTTP/1.1 100 Continue\r\n\r\n${write(200, honest)}`),
    ),
    fetched: "unknown",
  },
  paid("a 103 that comes much earlier than the success", async (socket, honest) => {
    socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n");
    await sleep(80);
    socket.write(write(200, honest));
  }),
  refused(
    "a 102, another one and then a refusal",
    send(
      (honest) =>
        `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${write(402, honest)}`,
    ),
  ),
  hangs("a 102 again and again", (socket) => drip(socket, "HTTP/1.1 102 Processing\r\n\r\n")),
  open(
    "a 100 and the end of the connection",
    sendAndEnd(() => "HTTP/1.1 100 Continue\r\n\r\n"),
  ),
  open(
    "a 103 that carries a refusal's status in a header",
    sendAndReset(
      () => "HTTP/1.1 103 Early Hints\r\nstatus: 402\r\nx-error: INSUFFICIENT_BALANCE\r\n\r\n",
    ),
  ),
  open(
    "half of a 100",
    sendAndEnd(() => "HTTP/1.1 100 Conti"),
  ),
  // Trailers and chunks.
  paid(
    "a success whose trailers say that it failed",
    send((honest) =>
      Buffer.concat([
        write(200, "", [chunked]),
        asChunk(honest, "x-status: 402\r\nx-error: INSUFFICIENT_BALANCE\r\n"),
      ]),
    ),
  ),
  refused(
    "a refusal whose trailers say that it was done",
    send((honest) =>
      Buffer.concat([write(402, "", [chunked]), asChunk(honest, "x-status: 200\r\n")]),
    ),
  ),
  hangs("a success whose trailers never end", async (socket, honest) => {
    socket.write(Buffer.concat([write(200, "", [chunked]), asChunk(honest).subarray(0, -2)]));
    await drip(socket, "x-more: 1\r\n");
  }),
  paid(
    "chunks with extensions",
    send((honest) =>
      Buffer.concat([
        write(200, "", [chunked]),
        Buffer.from(`${honest.length.toString(16)};a=b;c="d"\r\n${honest}\r\n0;last\r\n\r\n`),
      ]),
    ),
  ),
  hangs(
    "a chunk as large as a number can be",
    send((honest) =>
      Buffer.concat([write(200, "", [chunked]), Buffer.from(`FFFFFFFFFFFFFFFF\r\n${honest}`)]),
    ),
  ),
  open(
    "a chunk without a last one, and the end of the connection",
    sendAndEnd((honest) =>
      Buffer.concat([write(200, "", [chunked]), asChunk(honest).subarray(0, -5)]),
    ),
  ),
  open(
    "chunks that are packed on their way",
    send((honest) =>
      Buffer.concat([
        write(200, "", ["transfer-encoding: gzip, chunked"]),
        asChunk(gzipSync(honest)),
      ]),
    ),
  ),
  paid("a success, byte by byte", async (socket, honest) => {
    const bytes = write(200, honest);
    for (let at = 0; at < bytes.length; at += 40) {
      socket.write(bytes.subarray(at, at + 40));
      await sleep(1);
    }
  }),
  hangs("a success, byte by byte, that takes too long", async (socket, honest) => {
    for (const byte of write(200, honest)) {
      if (socket.destroyed) return;
      socket.write(Buffer.from([byte]));
      await sleep(15);
    }
  }),
  // Lengths.
  hangs(
    "a length that is larger than the body",
    send((honest) => write(200, honest, [`content-length: ${honest.length + 1}`])),
  ),
  open(
    "a length that is larger than the body, and the end of the connection",
    sendAndEnd((honest) => write(200, honest, [`content-length: ${honest.length + 1}`])),
  ),
  open(
    "a length that cuts the last character",
    send((honest) => write(200, honest, [`content-length: ${honest.length - 1}`])),
  ),
  open(
    "the length 0 before a success",
    send((honest) => write(200, honest, ["content-length: 0"])),
  ),
  ...["-1", "0x10", "+400", "1e3", "4 00", "99999999999999999999", "a"].map((length) =>
    open(
      `the length ${length}`,
      sendAndEnd((honest) => write(200, honest, [`content-length: ${length}`])),
    ),
  ),
  // Bodies that are packed.
  packed("gzip", gzipSync),
  packed("br", brotliCompressSync),
  packed("deflate", deflateSync),
  packedAndCut("gzip", gzipSync),
  packedAndCut("br", brotliCompressSync),
  packedAndCut("deflate", deflateSync),
  packedAndCut("zstd", zstdCompressSync),
  open(
    "a body of 9 MB when it is unpacked",
    send((honest) =>
      write(200, gzipSync(" ".repeat(9_000_000) + honest), ["content-encoding: gzip"]),
    ),
  ),
  {
    ...paid(
      "a success that is said to be packed",
      send((honest) => write(200, honest, ["content-encoding: br"])),
    ),
    fetched: "unknown",
  },
  // The connection ends between the head and the body.
  ...["content-length: 300", chunked, "connection: close"].flatMap((line) => [
    open(
      `the end of the connection after a 200 with ${line}`,
      sendAndEnd(() => write(200, "", [json, line])),
    ),
    open(
      `a reset after a 200 with ${line}`,
      sendAndReset(() => write(200, "", [json, line])),
    ),
    open(
      `the end of the connection after a 402 with ${line}`,
      sendAndEnd(() => write(402, "", [json, line])),
    ),
  ]),
  open(
    "the end of the connection within the head",
    sendAndEnd(() => write(402, "", [json]).subarray(0, 30)),
  ),
  open(
    "a refusal that ends with the connection, too early",
    sendAndEnd(() => write(402, noMoney.slice(0, -1), ["connection: close"])),
  ),
  paid(
    "a success that ends with the connection",
    sendAndEnd((honest) => write(200, honest, ["connection: close"])),
  ),
  // More than one answer.
  paid(
    "a success and a refusal at once",
    send((honest) => Buffer.concat([write(200, honest), write(402, noMoney)])),
  ),
  refused(
    "a refusal and a success at once",
    send((honest) => Buffer.concat([write(402, honest), write(200, '{"success":true}')])),
  ),
  paid(
    "a success twice",
    send((honest) => Buffer.concat([write(200, honest), write(200, honest)])),
  ),
  open(
    "a success and another one in one body",
    send((honest) => write(200, honest + honest)),
  ),
  // Proxies that answer for the service, which got the request.
  proxy(502, ""),
  proxy(502, page),
  proxy(503, '{"message":"Service Unavailable"}', "retry-after: 0"),
  proxy(504, '{"message":"Endpoint request timed out"}'),
  proxy(504, '{"success":false,"error":{"code":"GATEWAY_TIMEOUT","message":"No answer in time."}}'),
  proxy(
    500,
    '{"fault":{"faultstring":"Unexpected EOF at target","detail":{"errorcode":"messaging.adaptors.http.flow.UnexpectedEOFAtTarget"}}}',
  ),
  proxy(200, '{"message":"Endpoint request timed out"}'),
  proxy(200, page),
  proxy(202, '{"success":true,"message":"Queued at the edge."}'),
  proxy(402, page),
  proxy(402, '{"success":false,"message":"Payment Required"}'),
  proxy(403, '{"success":false,"errors":[{"code":1020,"message":"Access denied"}]}'),
  proxy(407, "", "proxy-authenticate: Basic realm=proxy"),
  proxy(408, page),
  proxy(413, page),
  proxy(421, page),
  proxy(425, ""),
  proxy(429, page, "retry-after: 0"),
  proxy(431, page),
  proxy(499, ""),
  proxy(511, page),
  proxy(520, page),
  proxy(522, "error code: 522"),
  proxy(529, '{"success":false,"error":{"code":"OVERLOADED"}}'),
  proxy(599, page),
  // Redirects with bodies.
  ...[300, 301, 302, 303, 307, 308].flatMap((status) => [
    open(
      `a ${status} with a success and another address`,
      send((honest) => write(status, honest, ["location: /api/v1/pix/in/qrcode", json])),
    ),
    open(
      `a ${status} with a refusal and the same address`,
      send(() => write(status, noMoney, ["location: /api/v1/pix/out/pixkey", json])),
    ),
  ]),
  open(
    "a redirect without an address",
    send((honest) => write(307, honest)),
  ),
  open(
    "a success that asks to be asked again",
    send(() => write(200, "", ["refresh: 0; url=/api/v1/pix/out/pixkey"])),
  ),
  // Other protocols on the port.
  open(
    "the first frame of HTTP/2",
    sendAndEnd(() => Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])),
  ),
  open(
    "an alert of TLS",
    sendAndEnd(() => Buffer.from([21, 3, 3, 0, 2, 2, 40])),
  ),
  open(
    "a greeting of SSH",
    sendAndEnd(() => "SSH-2.0-OpenSSH_9.6\r\n"),
  ),
  open(
    "a request for a request",
    sendAndEnd(() => "GET / HTTP/1.1\r\nhost: a\r\n\r\n"),
  ),
  // Heads.
  open(
    "a head of a megabyte",
    sendAndEnd((honest) => write(200, honest, [`x-long: ${"a".repeat(1_000_000)}`])),
  ),
  open(
    "a thousand header lines of 100 bytes",
    sendAndEnd((honest) => write(200, honest, Array(1_000).fill(`x-many: ${"a".repeat(100)}`))),
  ),
  open(
    "a header with a zero byte",
    sendAndEnd((honest) => write(200, honest, ["x-odd: a\0b"])),
  ),
  open(
    "a header without a name",
    sendAndEnd((honest) => write(200, honest, [": a"])),
  ),
  open(
    "a line that is no header",
    sendAndEnd((honest) => write(200, honest, ["nonsense"])),
  ),
  paid(
    "headers that bear names of JavaScript's own",
    send((honest) => write(200, honest, ["__proto__: a", "constructor: b", "toString: c"])),
  ),
  paid(
    "a header in Latin-1",
    send((honest) => write(200, honest, ["x-name: Jos\u00e9 \u00a0\u0080"])),
  ),
  paid(
    "cookies",
    send((honest) =>
      write(200, honest, [
        "set-cookie: a=1",
        "set-cookie: b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
      ]),
    ),
  ),
  // Bodies.
  ...[
    ["after a prefix", (honest: string) => `)]}',\n${honest}`],
    ["as a call", (honest: string) => `callback(${honest});`],
    ["with a comment", (honest: string) => `/* done */ ${honest}`],
    ["as an event", (honest: string) => `data: ${honest}\n\n`],
    ["in lines", (honest: string) => `${honest}\n${honest}\n`],
    ["with a comma too many", (honest: string) => honest.replace(/}}$/, ",}}")],
    ["in a list", (honest: string) => `[${honest}]`],
    ["as a string", (honest: string) => JSON.stringify(honest)],
    [
      "in parts",
      (honest: string) => `--x\r\ncontent-type: application/json\r\n\r\n${honest}\r\n--x--`,
    ],
    ["as a form", (honest: string) => new URLSearchParams(JSON.parse(honest).data).toString()],
    ["below 100,000 lists", (honest: string) => "[".repeat(100_000) + honest + "]".repeat(100_000)],
    [
      "beside 100,000 lists",
      (honest: string) =>
        honest.replace(/}$/, `,"more":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
    ],
    ["before nine megabytes of spaces", (honest: string) => honest + " ".repeat(9_000_000)],
    ["with NaN", (honest: string) => honest.replace(/}}$/, ',"rate":NaN}}')],
    ["with a zero byte", (honest: string) => `${honest}\0`],
  ].map(([name, change]) =>
    open(
      `a success ${name}`,
      send((honest) => write(200, (change as (honest: string) => string)(honest))),
    ),
  ),
  paid(
    "numbers in another form",
    send((honest) =>
      write(200, honest.replace('"fees":', '"rate":1.5E+2,"fees":').replace("150000", "1.5e5")),
    ),
  ),
  paid(
    "a message that is not UTF-8",
    send((honest) => write(200, Buffer.from(honest.replace("Done.", "Conclu\u00eddo."), "latin1"))),
  ),
  refused(
    "a refusal whose message is not UTF-8",
    send((honest) =>
      write(402, Buffer.from(honest.replace("It is", "N\u00e3o h\u00e1"), "latin1")),
    ),
  ),
];
