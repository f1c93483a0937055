// What the client says of money under each runtime and each interceptor, against what was carried out. Writes
// docs/guides/client-runtimes.md by `vitest run --project slow test/client/runtimes.slow.test.ts -u`.
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sources } from "../../scripts/from-source.ts";
import type { Claim } from "../interceptors/calls.ts";
import { installMatrix, runtimes } from "../packages/support/matrix.ts";
import { run } from "../packages/support/run.ts";
import { findPort } from "../support/find-port.ts";
import { type Listening, listen } from "../support/listen.ts";
import { installFolder } from "../support/shared.ts";
import { installWorkers, startWorker } from "../support/workers.ts";

const here = import.meta.dirname;
const interceptors = join(here, "../interceptors");

/** What was said of a call, and how often it was carried out. */
type Played = Record<string, (Claim & { executed: number })[]>;
interface Row {
  name: string;
  how: string;
  play(): Promise<Played[]>;
}

const faults = ["breaks", "hangs", "never connects"];
/** How often the service carried a call out, by the address's first part and the operation's path. */
const executed = new Map<string, number>();
let service: Listening;
let silent: Listening;
let proxy: Listening;
let deadPort: number;
let folder: string;
let rounds = 0;

beforeAll(async () => {
  await Promise.all([installMatrix(), installFolder(interceptors), installWorkers()]);
  folder = await mkdtemp(join(interceptors, "programs-"));
  const alias = Object.fromEntries(sources.map(({ name, file }) => [name, file.pathname]));
  for (const name of ["runtime", "interceptors"]) {
    const bundle = await rolldown({
      input: join(interceptors, `${name}.js`),
      platform: "neutral",
      external: [/^node:/, /^(msw|nock|undici|https?-proxy)/],
      resolve: { alias },
    });
    await bundle.write({ file: join(folder, `${name}.mjs`), codeSplitting: false });
  }
  // It carries out what it has read, and then breaks the connection, or says nothing.
  const server = createServer(async (request) => {
    for await (const _ of request);
    const key = request.url ?? "";
    executed.set(key, (executed.get(key) ?? 0) + 1);
    if (key.includes("/breaks/")) request.socket.resetAndDestroy();
  });
  service = await listen(server);
  // It accepts connections, and never proves who it is.
  silent = await listen(createTcpServer((socket) => socket.on("error", () => {})));
  proxy = await listen(createProxy());
  deadPort = await findPort();
});
afterAll(async () => {
  service?.close();
  silent?.close();
  proxy?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** A proxy that hands on what it gets, and breaks when the other side does. */
function createProxy(): Server {
  const server = createServer((incoming, response) => {
    const { method, headers, url = "" } = incoming;
    const outgoing = request(url, { method, headers }, (answer) => answer.pipe(response));
    outgoing.on("error", () => incoming.socket.resetAndDestroy());
    incoming.pipe(outgoing);
  });
  return server.on("connect", ({ url = "" }, socket) => {
    const { hostname, port } = new URL(`http://${url}`);
    const tunnel = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      tunnel.pipe(socket).pipe(tunnel);
    });
    for (const one of [socket, tunnel]) one.on("error", () => {});
  });
}

/** Addresses of one run, each with a fault of its own. */
function addresses(round: string): Record<string, string> {
  return {
    breaks: `${service.url}/${round}/breaks`,
    hangs: `${service.url}/${round}/hangs`,
    "never connects": `http://127.0.0.1:${deadPort}`,
    "never proves who answers": `https://127.0.0.1:${silent.port}`,
  };
}

/** Lets a program make the calls, and adds what the service carried out. */
async function playForReal(call: (addresses: string) => Promise<string>): Promise<Played[]> {
  rounds += 1;
  const round = `round-${rounds}`;
  const claims = JSON.parse(await call(JSON.stringify(addresses(round)))) as Record<
    string,
    Claim[]
  >;
  const paths = { transfer: "/api/v1/pix/out/pixkey", charge: "/api/v1/pix/in/qrcode" };
  const played = Object.entries(claims).map(([fault, said]) => [
    fault.replace("never proves who answers", "never connects"),
    said.map((one) => {
      const url = `/${round}/${fault}${paths[one.call]}`;
      return { ...one, executed: executed.get(url) ?? 0 };
    }),
  ]);
  // The two ways of not connecting are two runs.
  return [Object.fromEntries(played.slice(0, 3)), Object.fromEntries(played.slice(3))];
}

/** A program on a runtime that is called from a command line. */
function onRuntime(name: string, how: string): Row {
  const [program = "", ...args] = runtimes[name] ?? [];
  const file = (): string => join(folder, "runtime.mjs");
  return {
    name,
    how,
    play: () => playForReal((given) => run(program, [...args, file(), given], folder)),
  };
}

/** The same on Node through a proxy, or with one that is not there. */
function throughProxy(name: string, agent: string): Row {
  return {
    name,
    how: "`node:http`, with the option `agent`",
    play: () =>
      playForReal((given) => {
        const dead = `http://127.0.0.1:${deadPort}`;
        const { url } = proxy;
        const proxies = {
          breaks: url,
          hangs: url,
          "never connects": dead,
          "never proves who answers": url,
        };
        const words = [join(folder, "runtime.mjs"), given, agent, JSON.stringify(proxies)];
        return run(process.execPath, words, folder);
      }),
  };
}

function onWorkers(name: string, flags: string[]): Row {
  return {
    name,
    how: "`fetch`",
    play: () => playForReal((given) => askWorker(flags, given)),
  };
}

/** Sends the addresses to a worker, and gives its answer. */
async function askWorker(flags: string[], body: string): Promise<string> {
  const worker = await startWorker(folder, "runtime.mjs", flags);
  try {
    return await (await fetch(worker.url, { method: "POST", body })).text();
  } finally {
    worker.stop();
  }
}

/** What intercepts requests inside of a program, for both protocols. */
function under(name: string, module: string, how: string): Row {
  return {
    name,
    how,
    play: () =>
      Promise.all(
        ["http", "https"].map(async (protocol) =>
          JSON.parse(
            await run(process.execPath, [join(folder, "interceptors.mjs"), module, protocol]),
          ),
        ),
      ),
  };
}

const rows: Row[] = [
  ...["Node 20", "Node 22", "Node 24"].map((name) => onRuntime(name, "`node:http`")),
  throughProxy("Node 24 through a proxy, by Node's `Agent`", "node"),
  throughProxy(
    "Node 24 through a proxy, by `http-proxy-agent` and `https-proxy-agent`",
    "packages",
  ),
  onRuntime("Bun", "`fetch`"),
  onRuntime("Deno", "`fetch`"),
  onWorkers("Workers (workerd)", []),
  onWorkers("Workers with `nodejs_compat`", ["nodejs_compat"]),
  under("msw 2", "msw2", "`node:http`, intercepted"),
  under("msw 3", "msw3", "`node:http`, intercepted"),
  under("nock 13", "nock13", "`node:http`, intercepted"),
  under("nock 15", "nock15", "`node:http`, intercepted"),
  under("undici's `MockAgent`", "mockAgent", "the option `fetch`"),
];

test("no claim is false, no charge is sent twice, and the page says what was seen", async () => {
  const lines: string[] = [];
  let claims = 0;
  for (const { name, how, play } of rows) {
    const said: Record<string, Set<string>> = {};
    for (const played of await play())
      for (const [fault, calls] of Object.entries(played))
        for (const claim of calls) {
          const place = `${name}, ${fault}, ${JSON.stringify(claim)}`;
          claims += 1;
          said[fault] = (said[fault] ?? new Set()).add(claim.said);
          expect(claim.said, place).toMatch(/^(unknown|not-sent)$/);
          // A charge that comes too late for a busy machine proves less, but nothing false.
          if (claim.call === "transfer")
            expect(claim.executed > 0, place).toBe(fault !== "never connects");
          if (claim.executed > 0) expect(claim.said, place).toBe("unknown");
          if (claim.call === "charge") expect(claim.executed, place).toBeLessThan(2);
        }
    const cells = faults.map((fault) =>
      [...(said[fault] ?? [])].map((one) => `\`${one}\``).join(" or "),
    );
    lines.push(`| ${[name, how, ...cells].join(" | ")} |`);
  }
  expect(claims).toBeGreaterThan(80);
  await expect(page(lines)).toMatchFileSnapshot(join(here, "../../docs/guides/client-runtimes.md"));
});

const page = (
  lines: string[],
): string => `<!-- Written by test/client/runtimes.slow.test.ts: edit that, not this page. -->
# Runtimes and interceptors

A request counts as sent from the moment it is handed over. Only one thing proves the contrary: a socket of Node's own that
did not connect, or an agent's report that the operating system could not reach the address. Without that proof a call that
fails is \`unknown\`, and a call without an idempotency key is not repeated.

Each row makes a transfer and a charge with up to three attempts. The service, or the test's handler, counts what it carries
out.

| where | sends by | carried out, then the connection breaks | carried out, then silence | never connects |
|---|---|---|---|---|
${lines.join("\n")}

- "Never connects" is a port where nothing listens and a server that does not finish the TLS handshake; of a proxy, that the
  proxy is not there; under an interceptor, a simulated network error.
- An interceptor replaces the connection, so nothing proves what was sent: your tests see \`unknown\` where the network would
  give \`unknown\`. To test \`not-sent\`, [make the error](client-tests.md).
- undici's \`MockAgent\` intercepts \`fetch\` alone. On Node the client sends by \`node:http\`, so a test has to pass
  \`fetch: (url, init) => fetch(url, init)\`.
- Electron has not been tried: its program is downloaded at install time from outside the npm registry, which this project does
  not do. In its main process the client sends by \`node:http\`; with \`fetch: net.fetch\` it cannot know what was sent.
`;
