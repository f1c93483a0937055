// Providers, proxies and connections that go wrong on the wire. A service notes what it really paid; each claim of the client has to agree
// with it, by Node's own connections and by `fetch`.
import http, { Agent } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  type Call,
  type ClientOptions,
  createPixClient,
  PixError,
} from "../../generated/client/src/index.ts";
import { charge, credentials, transfer } from "./support/client.ts";
import { type ClaimedOutcome, type WireFault, wireFaults } from "./support/wire-faults.ts";
import {
  refusalBody,
  startWireService,
  type WireAnswer,
  type WireService,
  writeResponse,
} from "./support/wire-service.ts";

const quickRetry = { attempts: 2, firstDelay: 1, maxDelay: 2, attemptTimeout: 5_000 };

/** The senders on which requests leave. */
const senders: Record<string, Partial<ClientOptions>> = {
  "Node's connections": {},
  fetch: { fetch: (url, init) => fetch(url, init) },
};

interface WireClaim {
  outcome: ClaimedOutcome;
  id?: string;
  key?: string | undefined;
}

function clientOf({ url }: WireService, more: Partial<ClientOptions> = {}) {
  return createPixClient({ baseUrl: url, ...credentials, retry: quickRetry, ...more });
}

/** The claim of a call about the money. */
const readClaim = (call: Call<{ id: string }>): Promise<WireClaim> =>
  call.withResponse().then(
    ({ data, idempotencyKey: key }) => ({ outcome: "paid", id: data.id, key }),
    (error: unknown) => {
      expect(error).toBeInstanceOf(PixError);
      const { outcome, idempotencyKey: key } = error as PixError;
      return { outcome, key };
    },
  );

/** Fails if a claim is false. */
function expectTruth({ outcome, id, key = "" }: WireClaim, { requested }: WireService): void {
  const paid = requested.filter((one) => one.key === key && one.paid);
  if (outcome === "paid") expect(paid.map((one) => one.id)).toEqual([id]);
  if (outcome === "refused") expect(paid).toEqual([]);
  if (outcome === "not-sent") expect(requested.filter((one) => one.key === key)).toEqual([]);
}

/** Pays at a service with a fault, and compares each claim with the payments that it noted. */
async function tryFault(way: string, fault: WireFault): Promise<void> {
  const { answer, refuses = false, hangs } = fault;
  const outcome = (way === "fetch" ? fault.fetched : undefined) ?? fault.outcome;
  const start = async (lies?: number) => {
    const service = await startWireService(answer, {
      refuses,
      keepsConnection: lies !== undefined,
      ...(lies && { lies }),
    });
    const patience = hangs ? { ...quickRetry, attemptTimeout: 400 } : quickRetry;
    return { ...service, pix: clientOf(service, { retry: patience, ...senders[way] }) };
  };
  // However often it happens.
  using always = await start();
  const claim = await readClaim(always.pix.transfers.create(transfer));
  expectTruth(claim, always);
  expect(claim.outcome).toBe(outcome);
  // Once: the request is sent again with its key, and the answer to that counts.
  using once = await start(1);
  const second = await readClaim(once.pix.transfers.create(transfer));
  expectTruth(second, once);
  if (!refuses) expect(once.requested.filter((one) => one.paid)).toHaveLength(1);
  // The same connection, if it is kept, serves another payment rightly.
  const third = await readClaim(once.pix.transfers.create({ ...transfer, amount: 7 }));
  expectTruth(third, once);
  expect(third.outcome).toBe(refuses ? "refused" : "paid");
  // A charge has no key: one call sends it once. Only `fetch` sends it again after a 421, as its standard has it.
  using charging = await start();
  const charged = await readClaim(charging.pix.transactions.create(charge));
  const times = way === "fetch" && fault.name.includes("421") ? 2 : 1;
  expect(charging.requested).toHaveLength(times);
  if (times === 1) expectTruth(charged, charging);
  if (!refuses) expect(charged.outcome).toBe(outcome);
}

const hangingFaults = wireFaults.filter((fault) => fault.hangs);
const endingFaults = wireFaults.filter((fault) => !fault.hangs);
for (const way of Object.keys(senders)) {
  test.each(endingFaults)(`by ${way}, $name: every claim is true`, (fault) => tryFault(way, fault));
  test.concurrent.each(hangingFaults)(`by ${way}, $name: every claim is true`, (fault) =>
    tryFault(way, fault),
  );
}

/** An agent that keeps one connection. */
function oneConnection(): Agent & Disposable {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
}
const honestly: WireAnswer = (socket, honest) => socket.write(writeResponse(200, honest));

// A connection on which a service has answered once, and on which the next request comes.
const rests: [name: string, act: (socket: Socket) => void, next: WireAnswer][] = [
  ["ends it when the next request has come", () => {}, (socket) => socket.end()],
  ["resets it when the next request has come", () => {}, (socket) => socket.resetAndDestroy()],
  ["ends its half, and still reads and pays", (socket) => socket.end(), () => {}],
  [
    "answers a request that it did not get",
    (socket) => socket.write(writeResponse(408, "", ["connection: close"])),
    honestly,
  ],
  ["sends an empty line", (socket) => socket.write("\r\n"), honestly],
  ["sends bytes that are no answer", (socket) => socket.write("hello"), honestly],
];
test.each(rests)(
  "a service that has answered and %s: one call sends a charge once, and every claim is true",
  async (_name, act, next) => {
    for (const pause of [0, 0, 1, 2, 5]) {
      using agent = oneConnection();
      using service = await startWireService((socket, honest, nth) => {
        if (nth > 1) return next(socket, honest, nth);
        setTimeout(() => act(socket), pause);
        return honestly(socket, honest, nth);
      });
      const pix = clientOf(service, { agent, retry: { ...quickRetry, attemptTimeout: 150 } });
      await pix.transactions.create(charge);
      await sleep(pause);
      // The token's connection is the first charge's, and the second's, if it is kept.
      const { outcome, id } = await readClaim(pix.transactions.create(charge));
      const { length } = service.requested;
      expect(length).toBeLessThanOrEqual(2);
      if (outcome === "paid") expect(service.requested.at(-1)?.id).toBe(id);
      if (outcome === "refused" || outcome === "not-sent") expect(length).toBe(1);
    }
  },
);

test("a header that Node reads with --insecure-http-parser alone neither fails the call nor ends the process", async () => {
  const { request } = http;
  const spy = vi
    .spyOn(http, "request")
    .mockImplementation(((url: string, options: object, done: never) =>
      request(url, { ...options, insecureHTTPParser: true }, done)) as never);
  onTestFinished(() => spy.mockRestore());
  using service = await startWireService((socket, honest) =>
    socket.write(writeResponse(200, honest, ["x-odd: a\0b", "x-request-id: r-1"])),
  );
  const call = clientOf(service).transfers.create(transfer);
  expectTruth(await readClaim(call), service);
  const { headers, requestId } = await call.withResponse();
  expect([headers.has("x-odd"), requestId]).toEqual([false, "r-1"]);
});

test("an answer that a proxy has exchanged counts for neither call", async () => {
  const waiting: [Socket, string][] = [];
  using service = await startWireService(
    (socket, honest) => {
      waiting.push([socket, honest]);
      const [first, second] = waiting;
      if (!first || !second) return;
      first[0].write(writeResponse(200, second[1]));
      second[0].write(writeResponse(200, first[1]));
    },
    { lies: 2 },
  );
  for (const once of [{ retry: false as const }, {}]) {
    const before = service.requested.length;
    const pix = clientOf(service, once);
    const claims = await Promise.all(
      [1, 2].map((amount) =>
        readClaim(pix.transfers.create({ ...transfer, amount: before + amount })),
      ),
    );
    for (const claim of claims) expectTruth(claim, service);
    expect(claims.map(({ outcome }) => outcome)).toEqual(
      before ? ["paid", "paid"] : ["unknown", "unknown"],
    );
  }
});

test("an answer to a request that was given up is not that of its repetition", async () => {
  const first: Socket[] = [];
  using service = await startWireService((socket, honest, nth) => {
    if (nth === 1) return first.push(socket);
    // The first connection gets a refusal, late, before the second gets the truth.
    first[0]?.write(writeResponse(402, refusalBody));
    return setTimeout(() => socket.write(writeResponse(200, honest)), 20);
  });
  const pix = clientOf(service, { retry: { ...quickRetry, attemptTimeout: 300 } });
  const claim = await readClaim(pix.transfers.create(transfer));
  expectTruth(claim, service);
  expect(claim.outcome).toBe("paid");
  expect(service.requested).toHaveLength(2);
});

test("a call that its caller ends, at any moment: every claim is true", async () => {
  const heard = new Set<ClaimedOutcome>();
  for (let round = 0; round < 60; round++) {
    using service = await startWireService((socket, honest) => {
      const bytes = writeResponse(200, honest);
      socket.write(bytes.subarray(0, 90));
      setTimeout(() => socket.write(bytes.subarray(90)), 2);
    });
    const pix = clientOf(service);
    // A client that has its token, or has yet to get it.
    if (round % 2) await readClaim(pix.transfers.create({ ...transfer, amount: 1 }));
    const controller = new AbortController();
    const { signal } = controller;
    const call = readClaim(pix.transfers.create(transfer, { signal }));
    for (let turn = 0; turn < round / 3; turn++) await new Promise(setImmediate);
    controller.abort();
    const claim = await call;
    heard.add(claim.outcome);
    // What was under way comes to its end.
    await sleep(5);
    expectTruth(claim, service);
  }
  expect([...heard].sort()).toEqual(expect.arrayContaining(["not-sent", "unknown"]));
});
