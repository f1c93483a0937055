// What proves that nothing was sent: a connection of this process that does not stand. Silence is no proof.
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { createServer, Socket } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPixClient, type PixClient } from "../../generated/client/src/index.ts";
import { findPort } from "../support/find-port.ts";
import { listen } from "../support/listen.ts";
import { charge, credentials, failure, setUp, transfer } from "./support/client.ts";

const tokenStore = {
  get: () => ({ token: "t", issued: Date.now(), expires: Date.now() + 1_800_000 }),
  set: () => {},
};
const quick = { attempts: 3, attemptTimeout: 30, firstDelay: 1, maxDelay: 2 };
const connectError = (): Error =>
  Object.assign(new Error("connect ECONNREFUSED"), {
    errno: -111,
    code: "ECONNREFUSED",
    syscall: "connect",
  });

class OtherSocket extends Socket {}
const connecting = (socket: Socket): Socket => Object.assign(socket, { connecting: true });

/** Things that take a request, carry it out, and show less of it, or more, than Node does. */
const intruders: [name: string, act: (request: EventEmitter) => void][] = [
  ["shows nothing", () => {}],
  ["fails without a socket", (request) => request.emit("error", new Error("reset"))],
  [
    "fails as reading does",
    (request) =>
      request.emit(
        "error",
        Object.assign(connectError(), { syscall: "read", code: "EHOSTUNREACH" }),
      ),
  ],
  [
    "fails with a connection's error without the system's number",
    (request) => request.emit("error", Object.assign(connectError(), { errno: undefined })),
  ],
  [
    "shows an object that never connects",
    (request) => request.emit("socket", Object.assign(new EventEmitter(), { connecting: true })),
  ],
  [
    "shows a socket of a class of its own",
    (request) => request.emit("socket", connecting(new OtherSocket())),
  ],
  [
    "shows a socket whose `connect` is its own",
    (request) =>
      request.emit("socket", Object.assign(connecting(new Socket()), { connect: () => {} })),
  ],
  [
    "shows one that stands",
    (request) => request.emit("socket", Object.assign(new Socket(), { connecting: false })),
  ],
  [
    "shows a socket and fails to connect another",
    (request) => {
      request.emit("socket", new OtherSocket());
      request.emit("error", connectError());
    },
  ],
];

/** Takes the requests of the test in place of the network. @returns the paths of those that were handed over */
function intercept(act: (request: EventEmitter, show: ShowResponse) => void): string[] {
  const taken: string[] = [];
  const spy = vi.spyOn(http, "request").mockImplementation(((
    url: string,
    _options: object,
    show: ShowResponse,
  ) => {
    const request = new EventEmitter();
    return Object.assign(request, {
      end() {
        taken.push(new URL(url).pathname);
        setImmediate(act, request, show);
      },
    });
  }) as never);
  onTestFinished(() => spy.mockRestore());
  return taken;
}

type ShowResponse = (response: EventEmitter) => void;

const openClient = (retry: typeof quick | false): PixClient =>
  createPixClient({ baseUrl: "http://127.0.0.1:9", ...credentials, tokenStore, retry });

test.each(intruders)("what takes a request and %s leaves the outcome open", async (_, act) => {
  const taken = intercept(act);
  const pix = openClient(quick);
  expect(await failure(pix.transactions.create(charge))).toMatchObject({
    outcome: "unknown",
    attempts: 1,
  });
  expect(await failure(pix.transfers.create(transfer))).toMatchObject({
    outcome: "unknown",
    attempts: 3,
  });
  expect(taken).toHaveLength(4);
});

/** A response that an interceptor makes of an event emitter, and ends without an error. */
const closingResponse = (): EventEmitter => {
  const response = Object.assign(new EventEmitter(), {
    statusCode: 200,
    headers: {},
    destroy() {},
    [Symbol.asyncIterator]: () => ({ next: () => {} }),
  });
  setImmediate(() => response.emit("close"));
  return response;
};

test.each<[string, (request: EventEmitter, show: ShowResponse) => void]>([
  ["request", (request) => request.emit("close")],
  ["response", (_, show) => show(closingResponse())],
])("a %s that an interceptor closes without an error fails at once", async (_, act) => {
  intercept(act);
  const pix = openClient(false);
  expect(await failure(pix.transfers.create(transfer))).toMatchObject({
    name: "ConnectionError",
    outcome: "unknown",
  });
});

test("an agent that reports that the system could not connect has sent nothing", async () => {
  const agent = new http.Agent();
  Object.assign(agent, {
    createConnection: (_: unknown, done: (error: Error) => void) => void done(connectError()),
  });
  const pix = createPixClient({
    baseUrl: "http://127.0.0.1:9",
    ...credentials,
    tokenStore,
    retry: quick,
    agent,
  });
  expect(await failure(pix.transactions.create(charge))).toMatchObject({
    outcome: "not-sent",
    attempts: 3,
  });
});

test("a connection that hangs before it stands has sent nothing", async () => {
  using silent = await listen(createServer((socket) => socket.on("error", () => {})));
  const pix = createPixClient({
    baseUrl: `https://127.0.0.1:${silent.port}`,
    ...credentials,
    tokenStore,
    retry: quick,
  });
  expect(await failure(pix.transfers.create(transfer))).toMatchObject({
    name: "TimeoutError",
    outcome: "not-sent",
    scope: "key",
    message: expect.stringContaining("nothing was sent under this key"),
  });
});

test("a name that cannot be resolved, and a port where nothing listens, have got nothing", async () => {
  for (const baseUrl of ["https://pix.invalid", `http://127.0.0.1:${await findPort()}`]) {
    const pix = createPixClient({ baseUrl, ...credentials, tokenStore, retry: quick });
    expect(await failure(pix.transactions.create(charge))).toMatchObject({ outcome: "not-sent" });
  }
});

test("a server with a certificate that is not trusted gets nothing; an agent that trusts it does, and shows its own", async () => {
  const file = (name: string): string =>
    readFileSync(join(import.meta.dirname, "../fixtures/tls", name), "utf8");
  const cert = file("certificate.pem");
  const key = file("key.pem");
  const got: string[] = [];
  const server = https.createServer(
    { cert, key, ca: cert, requestCert: true },
    (request, answer) => {
      const { authorized } = request.socket as TLSSocket;
      got.push(`${request.url} ${authorized}`);
      answer.destroy();
    },
  );
  server.on("tlsClientError", () => {});
  using listening = await listen(server);
  const baseUrl = `https://127.0.0.1:${listening.port}`;
  const retry = { ...quick, attemptTimeout: 5_000 };
  const options = { baseUrl, ...credentials, tokenStore, retry };
  for (let round = 0; round < 5; round++)
    expect(await failure(createPixClient(options).transactions.create(charge))).toMatchObject({
      outcome: "not-sent",
      attempts: 3,
      cause: { code: expect.stringMatching(/CERT/) },
    });
  expect(got).toEqual([]);
  const agent = new https.Agent({ ca: cert, cert, key });
  const trusting = createPixClient({ ...options, agent });
  expect(await failure(trusting.transactions.create(charge))).toMatchObject({ outcome: "unknown" });
  expect(got).toEqual(["/api/v1/pix/in/qrcode true"]);
  agent.destroy();
});

test("Node's `http` is used where Node's sockets are: a runtime that only resembles Node sends by `fetch`", async () => {
  const fetched: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    fetched.push(url);
    return Promise.reject(new TypeError("Network connection lost."));
  });
  // As workerd shows itself with `nodejs_compat`.
  const versions = { node: "22.23.4", v8: "", uv: "" };
  vi.stubGlobal("process", Object.create(process, { versions: { value: versions } }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const pix = createPixClient({
    baseUrl: "https://pix.example",
    ...credentials,
    tokenStore,
    retry: quick,
  });
  expect(await failure(pix.transactions.create(charge))).toMatchObject({
    outcome: "unknown",
    attempts: 1,
  });
  expect(fetched).toEqual(["https://pix.example/api/v1/pix/in/qrcode"]);
  const withAgent = { baseUrl: "https://pix.example", ...credentials, agent: new http.Agent() };
  expect(() => createPixClient(withAgent)).toThrow(
    "`agent` must be left out: only Node has agents",
  );
});

test("an agent is refused beside a `fetch`, and what is no agent", () => {
  const baseUrl = "https://pix.example";
  const agent = new http.Agent();
  const of = (more: object) => () => createPixClient({ baseUrl, ...credentials, ...more });
  expect(of({ agent, fetch })).toThrow("`agent` must be left out");
  expect(of({ agent: {} })).toThrow("`agent` must have the methods addRequest,destroy");
  expect(of({ agent })).not.toThrow();
});

test("an agent makes the connections", async () => {
  const { server, another } = await setUp({});
  const agent = new http.Agent({ keepAlive: true });
  const spy = vi.spyOn(agent, "addRequest" as never);
  await failure(another({ agent }).transfers.get("trf_1"));
  expect(spy).toHaveBeenCalledTimes(2);
  expect(server.seen).toHaveLength(2);
  agent.destroy();
});
