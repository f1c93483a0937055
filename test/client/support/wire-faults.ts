// Providers, proxies and connections that go wrong on the wire, byte by byte.
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { asChunk, refusalBody, type WireAnswer, writeResponse } from "./wire-service.ts";

export type ClaimedOutcome = "paid" | "refused" | "unknown" | "not-sent";

/** A fault, and the claim that it leads to, however often it happens. */
export interface WireFault {
  name: string;
  answer: WireAnswer;
  outcome: ClaimedOutcome;
  /** What a `fetch` knows, if it differs. */
  fetched?: ClaimedOutcome;
  /** Whether the service refuses for lack of money, and pays nothing. */
  refuses?: boolean;
  /** Whether no end comes. */
  hangs?: boolean;
}

const typeOfJson = "content-type: application/json";
const chunked = "transfer-encoding: chunked";
/** Sends the bytes and leaves the connection open. */
const sendsOnly =
  (make: (honest: string) => Buffer | string): WireAnswer =>
  (socket, honest) =>
    socket.write(make(honest));
/** Sends the bytes and ends the connection: in good order, or not. */
const sendAndEnd =
  (make: (honest: string) => Buffer | string): WireAnswer =>
  (socket, honest) =>
    socket.end(make(honest));
const sendAndReset =
  (make: (honest: string) => Buffer | string): WireAnswer =>
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
const leavesOpen = (name: string, answer: WireAnswer): WireFault => ({
  name,
  answer,
  outcome: "unknown",
});
const hangs = (name: string, answer: WireAnswer): WireFault => ({
  ...leavesOpen(name, answer),
  hangs: true,
});
const isPaid = (name: string, answer: WireAnswer): WireFault => ({ name, answer, outcome: "paid" });
const staysRefused = (name: string, answer: WireAnswer): WireFault => ({
  name,
  answer,
  outcome: "refused",
  refuses: true,
});
/** A success that is packed: nothing here unpacks it, but `fetch` does. */
const packedBy = (encoding: string, pack: (text: string) => Uint8Array): WireFault => ({
  ...leavesOpen(
    `a success packed by ${encoding}`,
    sendsOnly((honest) => writeResponse(200, pack(honest), [`content-encoding: ${encoding}`])),
  ),
  fetched: "paid",
});
const packedAndCut = (encoding: string, pack: (text: string) => Uint8Array): WireFault =>
  leavesOpen(
    `a success packed by ${encoding} and cut`,
    sendAndEnd((honest) => {
      const bytes = pack(honest);
      return writeResponse(200, bytes.subarray(0, bytes.length >> 1), [
        `content-encoding: ${encoding}`,
        "connection: close",
      ]);
    }),
  );
/** A proxy answers in words of its own. */
const fromProxy = (status: number, body: string, ...head: string[]): WireFault =>
  leavesOpen(
    `a proxy's ${status} with ${body.slice(0, 50) || "nothing"}`,
    sendsOnly(() => writeResponse(status, body, head)),
  );
const htmlPage = "<html><body>Sorry</body></html>";

export const wireFaults: WireFault[] = [
  // Answers before the answer.
  // Node's `fetch` takes a 100 that it did not request as a failure.
  {
    ...isPaid(
      "a 100 and then a success",
      sendsOnly((honest) => `HTTP/1.1 100 Continue\r\n\r\n${writeResponse(200, honest)}`),
    ),
    fetched: "unknown",
  },
  isPaid("a 103 that comes much earlier than the success", async (socket, honest) => {
    socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n");
    await sleep(80);
    socket.write(writeResponse(200, honest));
  }),
  staysRefused(
    "a 102, another one and then a refusal",
    sendsOnly(
      (honest) =>
        `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${writeResponse(402, honest)}`,
    ),
  ),
  hangs("a 102 again and again", (socket) => drip(socket, "HTTP/1.1 102 Processing\r\n\r\n")),
  leavesOpen(
    "a 100 and the end of the connection",
    sendAndEnd(() => "HTTP/1.1 100 Continue\r\n\r\n"),
  ),
  leavesOpen(
    "a 103 that carries a refusal's status in a header",
    sendAndReset(
      () => "HTTP/1.1 103 Early Hints\r\nstatus: 402\r\nx-error: INSUFFICIENT_BALANCE\r\n\r\n",
    ),
  ),
  leavesOpen(
    "half of a 100",
    sendAndEnd(() => "HTTP/1.1 100 Conti"),
  ),
  leavesOpen(
    "a 101 without a request for it, and then a refusal",
    sendsOnly(
      () =>
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n${writeResponse(402, refusalBody)}`,
    ),
  ),
  isPaid(
    "a 199 and then a success",
    sendsOnly((honest) => `HTTP/1.1 199 X\r\n\r\n${writeResponse(200, honest)}`),
  ),
  // Other versions of HTTP, and lines of other kinds.
  isPaid(
    "a success of HTTP/1.0, which ends with the connection",
    sendAndEnd((honest) => `HTTP/1.0 200 OK\r\n\r\n${honest}`),
  ),
  leavesOpen(
    "a success of HTTP/1.0, cut",
    sendAndEnd((honest) => `HTTP/1.0 200 OK\r\n\r\n${honest.slice(0, -5)}`),
  ),
  staysRefused(
    "a refusal with the version 2.0",
    sendAndEnd(
      () => `HTTP/2.0 402 X\r\ncontent-length: ${refusalBody.length}\r\n\r\n${refusalBody}`,
    ),
  ),
  leavesOpen(
    "a success without a head",
    sendAndEnd((honest) => honest),
  ),
  leavesOpen(
    "lines that end without a carriage return",
    sendAndEnd((honest) => `HTTP/1.1 200 X\ncontent-length: ${honest.length}\n\n${honest}`),
  ),
  leavesOpen(
    "a header in two lines",
    sendAndEnd((honest) => writeResponse(200, honest, ["x-long: a\r\n b"])),
  ),
  // Statuses that hold no result, and those that HTTP does not have.
  ...[204, 205, 304].map((status) =>
    leavesOpen(
      `a ${status}`,
      sendAndEnd(() => `HTTP/1.1 ${status} X\r\nconnection: close\r\n\r\n`),
    ),
  ),
  ...["099", "417", "600", "1000"].map((status) =>
    leavesOpen(
      `a refusal with the status ${status}`,
      sendAndEnd(() => writeResponse(status, refusalBody)),
    ),
  ),
  // Trailers and chunks.
  isPaid(
    "a success whose trailers report a failure",
    sendsOnly((honest) =>
      Buffer.concat([
        writeResponse(200, "", [chunked]),
        asChunk(honest, "x-status: 402\r\nx-error: INSUFFICIENT_BALANCE\r\n"),
      ]),
    ),
  ),
  staysRefused(
    "a refusal whose trailers report a success",
    sendsOnly((honest) =>
      Buffer.concat([writeResponse(402, "", [chunked]), asChunk(honest, "x-status: 200\r\n")]),
    ),
  ),
  hangs("a success whose trailers never end", async (socket, honest) => {
    socket.write(
      Buffer.concat([writeResponse(200, "", [chunked]), asChunk(honest).subarray(0, -2)]),
    );
    await drip(socket, "x-more: 1\r\n");
  }),
  leavesOpen(
    "a chunk with letters for its size",
    sendAndEnd((honest) =>
      Buffer.concat([
        writeResponse(200, "", [chunked]),
        Buffer.from(`ZZ\r\n${honest}\r\n0\r\n\r\n`),
      ]),
    ),
  ),
  leavesOpen(
    "a refusal with a length and with chunks",
    sendAndEnd(() =>
      Buffer.concat([writeResponse(402, "", ["content-length: 5", chunked]), asChunk(refusalBody)]),
    ),
  ),
  isPaid(
    "a success in chunks that are coded twice",
    sendsOnly((honest) =>
      Buffer.concat([
        writeResponse(200, "", ["transfer-encoding: identity, chunked"]),
        asChunk(honest),
      ]),
    ),
  ),
  isPaid(
    "chunks with extensions",
    sendsOnly((honest) =>
      Buffer.concat([
        writeResponse(200, "", [chunked]),
        Buffer.from(`${honest.length.toString(16)};a=b;c="d"\r\n${honest}\r\n0;last\r\n\r\n`),
      ]),
    ),
  ),
  hangs(
    "a chunk as large as a number can be",
    sendsOnly((honest) =>
      Buffer.concat([
        writeResponse(200, "", [chunked]),
        Buffer.from(`FFFFFFFFFFFFFFFF\r\n${honest}`),
      ]),
    ),
  ),
  leavesOpen(
    "a chunk without a last one, and the end of the connection",
    sendAndEnd((honest) =>
      Buffer.concat([writeResponse(200, "", [chunked]), asChunk(honest).subarray(0, -5)]),
    ),
  ),
  leavesOpen(
    "chunks that are packed on their way",
    sendsOnly((honest) =>
      Buffer.concat([
        writeResponse(200, "", ["transfer-encoding: gzip, chunked"]),
        asChunk(gzipSync(honest)),
      ]),
    ),
  ),
  isPaid("a success, byte by byte", async (socket, honest) => {
    const bytes = writeResponse(200, honest);
    for (let at = 0; at < bytes.length; at += 40) {
      socket.write(bytes.subarray(at, at + 40));
      await sleep(1);
    }
  }),
  hangs("a success, byte by byte, that takes too long", async (socket, honest) => {
    for (const byte of writeResponse(200, honest)) {
      if (socket.destroyed) return;
      socket.write(Buffer.from([byte]));
      await sleep(15);
    }
  }),
  // Lengths.
  hangs(
    "a length that is larger than the body",
    sendsOnly((honest) => writeResponse(200, honest, [`content-length: ${honest.length + 1}`])),
  ),
  leavesOpen(
    "a length that is larger than the body, and the end of the connection",
    sendAndEnd((honest) => writeResponse(200, honest, [`content-length: ${honest.length + 1}`])),
  ),
  leavesOpen(
    "a length that cuts the last character",
    sendsOnly((honest) => writeResponse(200, honest, [`content-length: ${honest.length - 1}`])),
  ),
  leavesOpen(
    "the length 0 before a success",
    sendsOnly((honest) => writeResponse(200, honest, ["content-length: 0"])),
  ),
  ...["-1", "0x10", "+400", "1e3", "4 00", "99999999999999999999", "a"].map((length) =>
    leavesOpen(
      `the length ${length}`,
      sendAndEnd((honest) => writeResponse(200, honest, [`content-length: ${length}`])),
    ),
  ),
  leavesOpen(
    "two lengths that differ",
    sendAndEnd((honest) =>
      writeResponse(200, honest, [`content-length: ${honest.length}`, "content-length: 3"]),
    ),
  ),
  // Bodies that are packed.
  packedBy("gzip", gzipSync),
  packedBy("br", brotliCompressSync),
  packedBy("deflate", deflateSync),
  packedAndCut("gzip", gzipSync),
  packedAndCut("br", brotliCompressSync),
  packedAndCut("deflate", deflateSync),
  packedAndCut("zstd", zstdCompressSync),
  leavesOpen(
    "a body of 9 MB when it is unpacked",
    sendsOnly((honest) =>
      writeResponse(200, gzipSync(" ".repeat(9_000_000) + honest), ["content-encoding: gzip"]),
    ),
  ),
  {
    ...isPaid(
      "a success whose header has an encoding",
      sendsOnly((honest) => writeResponse(200, honest, ["content-encoding: br"])),
    ),
    fetched: "unknown",
  },
  // The connection ends between the head and the body.
  ...["content-length: 300", chunked, "connection: close"].flatMap((line) => [
    leavesOpen(
      `the end of the connection after a 200 with ${line}`,
      sendAndEnd(() => writeResponse(200, "", [typeOfJson, line])),
    ),
    leavesOpen(
      `a reset after a 200 with ${line}`,
      sendAndReset(() => writeResponse(200, "", [typeOfJson, line])),
    ),
    leavesOpen(
      `the end of the connection after a 402 with ${line}`,
      sendAndEnd(() => writeResponse(402, "", [typeOfJson, line])),
    ),
  ]),
  leavesOpen(
    "the end of the connection within the head",
    sendAndEnd(() => writeResponse(402, "", [typeOfJson]).subarray(0, 30)),
  ),
  leavesOpen(
    "a refusal that ends with the connection, too early",
    sendAndEnd(() => writeResponse(402, refusalBody.slice(0, -1), ["connection: close"])),
  ),
  isPaid(
    "a success that ends with the connection",
    sendAndEnd((honest) => writeResponse(200, honest, ["connection: close"])),
  ),
  // More than one answer.
  isPaid(
    "a success and a refusal at once",
    sendsOnly((honest) =>
      Buffer.concat([writeResponse(200, honest), writeResponse(402, refusalBody)]),
    ),
  ),
  staysRefused(
    "a refusal and a success at once",
    sendsOnly((honest) =>
      Buffer.concat([writeResponse(402, honest), writeResponse(200, '{"success":true}')]),
    ),
  ),
  isPaid(
    "a success twice",
    sendsOnly((honest) => Buffer.concat([writeResponse(200, honest), writeResponse(200, honest)])),
  ),
  leavesOpen(
    "a success and another one in one body",
    sendsOnly((honest) => writeResponse(200, honest + honest)),
  ),
  // Proxies that answer for the service, which got the request.
  fromProxy(502, ""),
  fromProxy(502, htmlPage),
  fromProxy(503, '{"message":"Service Unavailable"}', "retry-after: 0"),
  fromProxy(504, '{"message":"Endpoint request timed out"}'),
  fromProxy(
    504,
    '{"success":false,"error":{"code":"GATEWAY_TIMEOUT","message":"No answer in time."}}',
  ),
  fromProxy(
    500,
    '{"fault":{"faultstring":"Unexpected EOF at target","detail":{"errorcode":"messaging.adaptors.http.flow.UnexpectedEOFAtTarget"}}}',
  ),
  fromProxy(200, '{"message":"Endpoint request timed out"}'),
  fromProxy(200, htmlPage),
  fromProxy(202, '{"success":true,"message":"Queued at the edge."}'),
  fromProxy(402, htmlPage),
  fromProxy(402, '{"success":false,"message":"Payment Required"}'),
  fromProxy(403, '{"success":false,"errors":[{"code":1020,"message":"Access denied"}]}'),
  fromProxy(407, "", "proxy-authenticate: Basic realm=proxy"),
  fromProxy(408, htmlPage),
  fromProxy(413, htmlPage),
  fromProxy(421, htmlPage),
  fromProxy(425, ""),
  fromProxy(429, htmlPage, "retry-after: 0"),
  fromProxy(431, htmlPage),
  fromProxy(499, ""),
  fromProxy(511, htmlPage),
  fromProxy(520, htmlPage),
  fromProxy(522, "error code: 522"),
  fromProxy(529, '{"success":false,"error":{"code":"OVERLOADED"}}'),
  fromProxy(599, htmlPage),
  // Redirects with bodies.
  ...[300, 301, 302, 303, 307, 308].flatMap((status) => [
    leavesOpen(
      `a ${status} with a success and another address`,
      sendsOnly((honest) =>
        writeResponse(status, honest, ["location: /api/v1/pix/in/qrcode", typeOfJson]),
      ),
    ),
    leavesOpen(
      `a ${status} with a refusal and the same address`,
      sendsOnly(() =>
        writeResponse(status, refusalBody, ["location: /api/v1/pix/out/pixkey", typeOfJson]),
      ),
    ),
  ]),
  leavesOpen(
    "a redirect without an address",
    sendsOnly((honest) => writeResponse(307, honest)),
  ),
  leavesOpen(
    "a success with a header to refresh it",
    sendsOnly(() => writeResponse(200, "", ["refresh: 0; url=/api/v1/pix/out/pixkey"])),
  ),
  // Other protocols on the port.
  leavesOpen(
    "the first frame of HTTP/2",
    sendAndEnd(() => Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])),
  ),
  leavesOpen(
    "an alert of TLS",
    sendAndEnd(() => Buffer.from([21, 3, 3, 0, 2, 2, 40])),
  ),
  leavesOpen(
    "a greeting of SSH",
    sendAndEnd(() => "SSH-2.0-OpenSSH_9.6\r\n"),
  ),
  leavesOpen(
    "a request for a request",
    sendAndEnd(() => "GET / HTTP/1.1\r\nhost: a\r\n\r\n"),
  ),
  // Heads.
  leavesOpen(
    "a head of a megabyte",
    sendAndEnd((honest) => writeResponse(200, honest, [`x-long: ${"a".repeat(1_000_000)}`])),
  ),
  leavesOpen(
    "a thousand header lines of 100 bytes",
    sendAndEnd((honest) =>
      writeResponse(200, honest, Array(1_000).fill(`x-many: ${"a".repeat(100)}`)),
    ),
  ),
  leavesOpen(
    "a header with a zero byte",
    sendAndEnd((honest) => writeResponse(200, honest, ["x-odd: a\0b"])),
  ),
  leavesOpen(
    "a header without a name",
    sendAndEnd((honest) => writeResponse(200, honest, [": a"])),
  ),
  leavesOpen(
    "a line that is no header",
    sendAndEnd((honest) => writeResponse(200, honest, ["nonsense"])),
  ),
  isPaid(
    "headers that bear names of JavaScript's own",
    sendsOnly((honest) =>
      writeResponse(200, honest, ["__proto__: a", "constructor: b", "toString: c"]),
    ),
  ),
  isPaid(
    "a header in Latin-1",
    sendsOnly((honest) => writeResponse(200, honest, ["x-name: Jos\u00e9 \u00a0\u0080"])),
  ),
  isPaid(
    "cookies",
    sendsOnly((honest) =>
      writeResponse(200, honest, [
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
    leavesOpen(
      `a success ${name}`,
      sendsOnly((honest) => writeResponse(200, (change as (honest: string) => string)(honest))),
    ),
  ),
  isPaid(
    "numbers in another form",
    sendsOnly((honest) =>
      writeResponse(
        200,
        honest.replace('"fees":', '"rate":1.5E+2,"fees":').replace("150000", "1.5e5"),
      ),
    ),
  ),
  isPaid(
    "a message that is not UTF-8",
    sendsOnly((honest) =>
      writeResponse(200, Buffer.from(honest.replace("Done.", "Conclu\u00eddo."), "latin1")),
    ),
  ),
  staysRefused(
    "a refusal whose message is not UTF-8",
    sendsOnly((honest) =>
      writeResponse(402, Buffer.from(honest.replace("It is", "N\u00e3o h\u00e1"), "latin1")),
    ),
  ),
];
