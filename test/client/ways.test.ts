// Ways to the service that go wrong before, or after, a request is on it: names with several addresses, and proxies that make a
// tunnel. Each claim of the client is compared with the requests that arrived.
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { connect, type LookupFunction, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type ClientOptions, createPixClient } from "../../generated/client/src/index.ts";
import { listen } from "../support/listen.ts";
import { charge, credentials, failure, transfer } from "./support/client.ts";
import { startWireService, writeResponse } from "./support/wire-service.ts";

const tokenStore = {
  get: () => ({ token: "t", issued: Date.now(), expires: Date.now() + 1_800_000 }),
  set: () => {},
};
const retry = { attempts: 2, attemptTimeout: 2_000, firstDelay: 1, maxDelay: 2 };
const clientAt = (baseUrl: string, more: Partial<ClientOptions>) =>
  createPixClient({ baseUrl, ...credentials, tokenStore, retry, allowInsecure: true, ...more });

/** An agent for which every name has these addresses. */
function agentFor(...addresses: string[]): http.Agent {
  const all = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const lookup: LookupFunction = (_name, { all: isList }, done) =>
    void setImmediate(() => (isList ? done(null, all) : done(null, all[0]?.address ?? "", 4)));
  const agent = new http.Agent({ lookup } as http.AgentOptions);
  onTestFinished(() => agent.destroy());
  return agent;
}

test.each([
  ["the first of which refuses", ["127.0.0.2", "127.0.0.1"], "paid"],
  ["of which that of IPv6 refuses", ["::1", "127.0.0.1"], "paid"],
  ["of which every one refuses", ["127.0.0.2", "::1", "127.0.0.3"], "not-sent"],
])("a name with addresses %s", async (_name, addresses, outcome) => {
  using service = await startWireService((socket, honest) =>
    socket.write(writeResponse(200, honest)),
  );
  const pix = clientAt(`http://pix.example:${service.port}`, { agent: agentFor(...addresses) });
  const claims = [pix.transfers.create(transfer), pix.transactions.create(charge)].map((call) =>
    call.then(
      () => "paid",
      (error: { outcome: string }) => error.outcome,
    ),
  );
  expect(await Promise.all(claims)).toEqual([outcome, outcome]);
  expect(service.requested).toHaveLength(outcome === "paid" ? 2 : 0);
});

test("a name with two addresses of a service that pays and breaks the connection", async () => {
  using service = await startWireService((socket) => socket.destroy());
  const agent = agentFor("127.0.0.1", "127.0.0.1");
  const pix = clientAt(`http://pix.example:${service.port}`, { agent });
  expect(await failure(pix.transactions.create(charge))).toMatchObject({ outcome: "unknown" });
  expect(service.requested).toHaveLength(1);
});

const certificate = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../fixtures/tls", name), "utf8");

const tunnel = (socket: Socket, port: number, head = "HTTP/1.1 200 X\r\n\r\n"): void => {
  const service = connect(port, "127.0.0.1", () => {
    socket.write(head);
    service.pipe(socket).pipe(service);
  });
  service.on("error", () => socket.destroy());
  socket.on("close", () => service.destroy());
};

/** Answers of a proxy to CONNECT. They do not prove that the service got nothing. */
const answers: [name: string, act: (socket: Socket, port: number) => unknown][] = [
  ["502", (socket) => socket.end(writeResponse(502))],
  ["407", (socket) => socket.end(writeResponse(407))],
  ["a redirect", (socket) => socket.end(writeResponse(302, "", ["location: http://a.example/"]))],
  ["a refusal in the words of the service", (socket) => socket.end(writeResponse(402, "{}"))],
  ["the end of the connection", (socket) => socket.end()],
  ["a reset", (socket) => socket.resetAndDestroy()],
  ["half of a head", (socket) => socket.end("HTTP/1.1 20")],
  ["200 and the end of the connection", (socket) => socket.end("HTTP/1.1 200 X\r\n\r\n")],
  [
    "200 and bytes that are not TLS",
    (socket) => socket.write("HTTP/1.1 200 X\r\n\r\nhello, world"),
  ],
  ["200, to a service that breaks the connection", tunnel],
];

test.each(answers)("a proxy answers CONNECT with %s", async (_name, act) => {
  const cert = certificate("certificate.pem");
  const key = certificate("key.pem");
  const arrived: string[] = [];
  using service = await listen(
    https.createServer({ cert, key }, ({ method = "", socket }) => {
      arrived.push(method);
      socket.destroy();
    }),
  );
  const sockets = new Set<Socket>();
  using proxy = await listen(
    http.createServer().on("connect", (_request, socket) => {
      sockets.add(socket as Socket);
      act(
        (socket as Socket).on("error", () => {}),
        service.port,
      );
    }),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const agent = new https.Agent({ ca: cert, proxyEnv: { HTTPS_PROXY: proxy.url } });
  onTestFinished(() => agent.destroy());
  const pix = clientAt(`https://127.0.0.1:${service.port}`, { agent });
  expect(await failure(pix.transactions.create(charge))).toMatchObject({ outcome: "unknown" });
  expect(arrived).toEqual(act === tunnel ? ["POST"] : []);
});
