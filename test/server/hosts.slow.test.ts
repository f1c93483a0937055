// The same cases over raw sockets on every host. Where a host answers otherwise, test/server/hosts.md says so: this run
// writes that page (`-u`), and fails where it has changed.
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installMatrix } from "../packages/support/matrix.ts";
import { contract } from "../support/contract.ts";
import { closeUnderLoad } from "./support/close-under-load.ts";
import { token } from "./support/host-options.ts";
import { hostile, hostileReplies, leakyReplies, secret } from "./support/hostile-results.ts";
import { type Host, type HostName, hostNames, startHost } from "./support/hosts.ts";
import { exchangeWith } from "./support/raw.ts";

const path = "/api/v1/webhook";
const mebibyte = 1024 * 1024;
const authorization = `Authorization: Bearer ${token}`;

/** Lines of a request after its first; those given replace the usual ones by name. */
function head(first: string, ...lines: string[]): string {
  const names = new Set(lines.map((line) => line.split(":")[0]?.toLowerCase()));
  const usual = ["Host: a.example", authorization, "Connection: close"].filter(
    (line) => !names.has(line.split(":")[0]?.toLowerCase()),
  );
  return [first, ...usual, ...lines.filter((line) => line !== "Host:"), "", ""].join("\r\n");
}
const get = (target: string, ...lines: string[]): string =>
  head(`GET ${target} HTTP/1.1`, ...lines);
const post = (...lines: string[]): string =>
  head(`POST ${path} HTTP/1.1`, "Content-Type: application/json", ...lines);

const bad = "400 MALFORMED_REQUEST";
const unknown = "404 NOT_FOUND";
const late = "408 REQUEST_TIMEOUT";
const ok = "200";

/** What is sent, and how every host answers that can. */
const cases: readonly (readonly [what: string, sent: string, answer: string])[] = [
  ["a request", get(path), ok],
  ["a path with `..`", get(`/x/..${path}`), unknown],
  ["a path with `%2e%2e`", get(`/x/%2e%2e${path}`), unknown],
  ["a path with `.`", get(`/.${path}`), unknown],
  ["a path that ends in `..`", head(`DELETE ${path}/.. HTTP/1.1`), unknown],
  ["a path with `//`", get(`/${path}`), unknown],
  ["a path with `;`", get(`${path};a=1`), unknown],
  ["a path with a backslash", get("/api/v1\\webhook"), unknown],
  ["a path with an escaped letter", get("/api/v1/%77ebhook"), ok],
  ["a target `ftp://x/path`", get("ftp://x/path"), bad],
  ["a target `http://x/path`", get(`http://b.example${path}`), ok],
  ["two `Authorization`", get(path, authorization, "Authorization: Bearer x.y.z"), bad],
  ["an `Authorization` with a comma", get(path, `${authorization}, Bearer x.y.z`), bad],
  ["two `Authorization` that are alike", get(path, authorization, authorization), bad],
  [
    "a `Content-Type` with a comma",
    `${post("Content-Type: application/json, text/plain", "Content-Length: 2")}{}`,
    bad,
  ],
  ["two `Content-Type`", `${post("Content-Type: text/plain", "Content-Length: 2")}{}`, bad],
  ["HTTP/1.1 without `Host`", get(path, "Host:"), bad],
  ["HTTP/1.0 without `Host`", head(`GET ${path} HTTP/1.0`, "Host:"), ok],
  ["two `Host`", get(path, "Host: a.example", "Host: b.example"), bad],
  ["a `Host` that is none", get(path, "Host: a/b c"), bad],
  ["a `Host` whose port is none", get(path, "Host: a:99999"), bad],
  ["an unknown expectation", get(path, "Expect: surprise"), ok],
  ["`Upgrade`", get(path, "Upgrade: websocket"), ok],
  ["`OPTIONS *`", head("OPTIONS * HTTP/1.1"), unknown],
  ["`CONNECT`", head("CONNECT a.example:80 HTTP/1.1"), unknown],
  ["`TRACE`", head(`TRACE ${path} HTTP/1.1`), "405 METHOD_NOT_ALLOWED"],
  ["an unknown method", head(`FOO ${path} HTTP/1.1`), bad],
  ["noise", "\x00\x01\x02 hello\r\n\r\n", bad],
  ["no version of HTTP", `GET ${path}\r\n\r\n`, bad],
  ["HTTP/9.9", "GET / HTTP/9.9\r\n\r\n", bad],
  ["a header of two lines", get(path, "X: a\r\n b"), bad],
  ["lines without `\\r`", get(path).replaceAll("\r", ""), bad],
  ["a header without a name", `${get(path).slice(0, -2)}: x\r\n\r\n`, bad],
  ["headers of 100 kB", get(path, `X: ${"x".repeat(100_000)}`), "431 HEADERS_TOO_LARGE"],
  ["two lengths", `${post("Content-Length: 1", "Content-Length: 2")}{}`, bad],
  [
    "a length and chunks",
    `${post("Content-Length: 5", "Transfer-Encoding: chunked")}0\r\n\r\n`,
    bad,
  ],
  ["gzip and chunks", `${post("Transfer-Encoding: gzip, chunked")}2\r\n{}\r\n0\r\n\r\n`, bad],
  ["a negative length", post("Content-Length: -1"), bad],
  ["chunks that are none", `${post("Transfer-Encoding: chunked")}zz\r\nnonsense\r\n`, bad],
  ["half a head", get(path).slice(0, -4), late],
  ["half a body", `${post("Content-Length: 5000")}{`, late],
  ["a body of 10 MB", `${post(`Content-Length: ${10 * mebibyte}`)}{`, "413 PAYLOAD_TOO_LARGE"],
];

/** Status and code of what came first; the status alone where the body has another shape than the contract's. */
function answerIn(received: string): string {
  if (received === "") return "nothing";
  const [first = "", ...rest] = received.split("\r\n\r\n");
  const status = /^HTTP\/1\.\d (\d+)/.exec(first)?.[1] ?? "no HTTP";
  if (status === ok) return status;
  const code = /"code":"(\w+)"/.exec(rest.join(""))?.[1];
  const known = contract.errors.find(
    (error) => error.code === code && String(error.status) === status,
  );
  return known ? `${status} ${code}` : status;
}

/** Bytes that a host takes of a body after it has refused its request. */
async function bytesTaken(port: number, target: string, credentials: string): Promise<number> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.resume().on("error", () => {});
  socket.write(
    head(
      `${target} HTTP/1.1`,
      credentials,
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
    ),
  );
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  const pump = (): void => {
    if (!socket.writable || socket.bytesWritten > 64 * mebibyte) socket.destroy();
    else socket.write(chunk, pump);
  };
  pump();
  await Promise.race([once(socket, "close"), sleep(3_000)]);
  socket.destroy();
  return socket.bytesWritten;
}

const table = new Map<string, Map<HostName, string>>();
function enter(what: string, name: HostName, answer: string): void {
  table.set(what, (table.get(what) ?? new Map()).set(name, answer));
}

beforeAll(installMatrix);

describe.each(hostNames)("on %s", (name) => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost(name);
  });
  afterAll(() => host.close());

  test("nothing that reaches the contract's operations differs", async () => {
    for (const [what, sent] of cases)
      enter(what, name, answerIn(await exchangeWith(host.port, [sent], { wait: 3_000 })));
    const get = (what: string) => table.get(what)?.get(name);
    expect(get("a request")).toBe(ok);
    const wrong = cases
      .filter(([what, , answer]) => answer !== ok && get(what) === ok)
      .map(([what]) => what);
    // Deno makes a host up where there is none, and takes lines that end in a line feed alone.
    expect(wrong).toEqual(
      name === "Deno" ? ["HTTP/1.1 without `Host`", "lines without `\\r`"] : [],
    );
  });

  test("nothing of a result that breaks the contract leaves", async () => {
    const { path: charges, body: example } =
      contract.operations.find(({ id }) => id === "createCharge") ?? {};
    const answers: [what: string, isRefused: boolean][] = [];
    const broken = { ...hostile, ...hostileReplies };
    const names = ["a charge", ...Object.keys(broken), ...Object.keys(leakyReplies)];
    for (const [index, what] of names.entries()) {
      const body = JSON.stringify({
        ...(example?.examples[0]?.value as object),
        amountInCents: 1_000 + index,
      });
      const request =
        post(`Content-Length: ${Buffer.byteLength(body)}`).replace(path, charges ?? "") + body;
      const received = await exchangeWith(host.port, [request]);
      expect(received, what).not.toContain(secret);
      answers.push([what, answerIn(received) === "500 INTERNAL_ERROR"]);
    }
    expect(answers).toEqual(names.map((what) => [what, what in broken]));
  });

  test.each([
    ["of an unknown caller", `POST ${path}`, "Authorization: Bearer x.y.z"],
    ["for an unknown path", "POST /nothing", authorization],
    ["for an unknown method", "POST /api/v1/transactions/x", authorization],
    ["that is too large", `POST ${path}`, authorization],
    ["of a GET", `GET ${path}`, authorization],
  ])("a body %s is not read for long", async (what, target, credentials) => {
    const taken = await bytesTaken(host.port, target, credentials);
    // A mebibyte, and what the system's buffers take. Deno shows no body of a GET, and reads all of it.
    if (name !== "Deno" || what !== "of a GET") expect(taken).toBeLessThan(32 * mebibyte);
  });

  test("ends with a connection on which a request is half sent, and one on which nothing is", async () => {
    const own = await startHost(name);
    const half = connect(own.port, "127.0.0.1");
    const idle = connect(own.port, "127.0.0.1");
    for (const socket of [half, idle]) socket.on("error", () => {});
    half.write(get(path).slice(0, -4));
    await exchangeWith(own.port, [get(path)]);
    await own.close();
    for (const socket of [half, idle]) socket.destroy();
  });

  test.each([
    ["keep-alive load", true],
    ["clients that connect for each request", false],
  ])("10 closes under %s fail no request", async (_, keepAlive) => {
    const { answered, failures } = await closeUnderLoad(name, 10, keepAlive);
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(160);
  });
});

test("the page names every difference", async () => {
  const rows = cases.map(([what, , answer]) => {
    const own = hostNames.map((name) => table.get(what)?.get(name) ?? "");
    return `| ${what} | ${answer} | ${own.map((given) => (given === answer ? "" : given)).join(" | ")} |`;
  });
  const page = `<!-- Written by test/server/hosts.slow.test.ts with \`-u\`: do not edit. -->
# Hosts of the server

What each host answers to requests over a raw socket. An empty cell is the answer of the second column; a status without a
code is the host's own, which no handler sees, and *nothing* is no answer within three seconds. Express and Hono stand on a server that
\`prepareServer\` prepared; Bun gets the handler's \`routes\`, Deno the handler. A \`Request\` does not say by which version of HTTP it
came: on Deno, HTTP/1.1 without \`Host\` looks like HTTP/2, which has none. A body that a
request should not have is cut off after a mebibyte, but that of a GET on Deno, which reads all of it. Ten closes under load
reset no connection on any of them, kept or made for each request: requests wait until the host no longer listens, at most
two seconds. Clients that go on connecting for longer may be reset then: first let \`ready\` return false, and close when the
balancer sends nothing more. Bun and Deno show requests, not connections: there a client has half a second from its
connection to its request. On Bun a second request that is sent before the first is answered (pipelining) may cost the first its response.

| sent | answer | ${hostNames.join(" | ")} |
|---|---|${"---|".repeat(hostNames.length)}
${rows.join("\n")}
`;
  await expect(page).toMatchFileSnapshot(join(import.meta.dirname, "hosts.md"));
});
