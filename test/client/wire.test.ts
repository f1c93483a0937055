// Providers, proxies and connections that go wrong on the wire. A service notes what it really paid; what the client says has to agree
// with it, by Node's own connections and by `fetch`.
import { Agent } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  type Call,
  type ClientOptions,
  createPixClient,
  PixError,
} from "../../generated/client/src/index.ts";
import { charge, credentials, transfer } from "./support/client.ts";
import { type Fault, faults, type Said } from "./support/wire-faults.ts";
import {
  type Answer,
  noMoney,
  startWireService,
  type WireService,
  write,
} from "./support/wire-service.ts";

const retry = { attempts: 2, firstDelay: 1, maxDelay: 2, attemptTimeout: 5_000 };

/** The ways on which requests leave. */
const ways: Record<string, Partial<ClientOptions>> = {
  "Node's connections": {},
  fetch: { fetch: (url, init) => fetch(url, init) },
};

interface Claim {
  said: Said;
  id?: string;
  key?: string | undefined;
}

function makeClient({ url }: WireService, more: Partial<ClientOptions> = {}) {
  return createPixClient({ baseUrl: url, ...credentials, retry, ...more });
}

/** What a call says of the money. */
const listen = (call: Call<{ id: string }>): Promise<Claim> =>
  call.withResponse().then(
    ({ data, idempotencyKey: key }) => ({ said: "paid", id: data.id, key }),
    (error: unknown) => {
      expect(error).toBeInstanceOf(PixError);
      const { outcome, idempotencyKey: key } = error as PixError;
      return { said: outcome, key };
    },
  );

/** Whether what was said is so. */
function expectTruth({ said, id, key = "" }: Claim, { requested }: WireService): void {
  const paid = requested.filter((one) => one.key === key && one.paid);
  if (said === "paid") expect(paid.map((one) => one.id)).toEqual([id]);
  if (said === "refused") expect(paid).toEqual([]);
  if (said === "not-sent") expect(requested.filter((one) => one.key === key)).toEqual([]);
}

/** What is asked for, again and again, so that whatever the service does is compared with what is said. */
async function tryFault(way: string, fault: Fault): Promise<void> {
  const { answer, refuses = false, hangs } = fault;
  const said = (way === "fetch" ? fault.fetched : undefined) ?? fault.said;
  const start = async (lies?: number) => {
    const service = await startWireService(answer, {
      refuses,
      keepsConnection: lies !== undefined,
      ...(lies && { lies }),
    });
    const patience = hangs ? { ...retry, attemptTimeout: 400 } : retry;
    return { ...service, pix: makeClient(service, { retry: patience, ...ways[way] }) };
  };
  // However often it happens.
  using always = await start();
  const claim = await listen(always.pix.transfers.create(transfer));
  expectTruth(claim, always);
  expect(claim.said).toBe(said);
  // Once: the request is sent again with its key, and the answer to that counts.
  using once = await start(1);
  const second = await listen(once.pix.transfers.create(transfer));
  expectTruth(second, once);
  if (!refuses) expect(once.requested.filter((one) => one.paid)).toHaveLength(1);
  // The same connection, if it is kept, serves another payment rightly.
  const third = await listen(once.pix.transfers.create({ ...transfer, amount: 7 }));
  expectTruth(third, once);
  expect(third.said).toBe(refuses ? "refused" : "paid");
  // A charge has no key: one call sends it once. Only `fetch` sends it again after a 421, as its standard has it.
  using charging = await start();
  const charged = await listen(charging.pix.transactions.create(charge));
  const times = way === "fetch" && fault.name.includes("421") ? 2 : 1;
  expect(charging.requested).toHaveLength(times);
  if (times === 1) expectTruth(charged, charging);
  if (!refuses) expect(charged.said).toBe(said);
}

const hanging = faults.filter((fault) => fault.hangs);
const ending = faults.filter((fault) => !fault.hangs);
for (const way of Object.keys(ways)) {
  test.each(ending)(`by ${way}, $name: what is said is so`, (fault) => tryFault(way, fault));
  test.concurrent.each(hanging)(`by ${way}, $name: what is said is so`, (fault) =>
    tryFault(way, fault),
  );
}

/** An agent that keeps one connection. */
function oneConnection(): Agent & Disposable {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
}
const honestly: Answer = (socket, honest) => socket.write(write(200, honest));

// What a service does with a connection on which it has answered once, and on which the next request comes.
const rests: [name: string, act: (socket: Socket) => void, next: Answer][] = [
  ["ends it when the next request has come", () => {}, (socket) => socket.end()],
  ["resets it when the next request has come", () => {}, (socket) => socket.resetAndDestroy()],
  ["says that it ends, and still reads and pays", (socket) => socket.end(), () => {}],
  [
    "answers a request that it did not get",
    (socket) => socket.write(write(408, "", ["connection: close"])),
    honestly,
  ],
  ["sends an empty line", (socket) => socket.write("\r\n"), honestly],
  ["sends what is no answer", (socket) => socket.write("hello"), honestly],
];
test.each(rests)(
  "a service that has answered and %s: one call sends a charge once, and says what is so",
  async (_name, act, next) => {
    for (const pause of [0, 0, 1, 2, 5]) {
      using agent = oneConnection();
      using service = await startWireService((socket, honest, nth) => {
        if (nth > 1) return next(socket, honest, nth);
        setTimeout(() => act(socket), pause);
        return honestly(socket, honest, nth);
      });
      const pix = makeClient(service, { agent, retry: { ...retry, attemptTimeout: 150 } });
      await pix.transactions.create(charge);
      await sleep(pause);
      // The token's connection is the first charge's, and the second's, if it is kept.
      const { said, id } = await listen(pix.transactions.create(charge));
      const { length } = service.requested;
      expect(length).toBeLessThanOrEqual(2);
      if (said === "paid") expect(service.requested.at(-1)?.id).toBe(id);
      if (said === "refused" || said === "not-sent") expect(length).toBe(1);
    }
  },
);

test("answers that a proxy has exchanged belong to nobody", async () => {
  const waiting: [Socket, string][] = [];
  using service = await startWireService(
    (socket, honest) => {
      waiting.push([socket, honest]);
      const [first, second] = waiting;
      if (!first || !second) return;
      first[0].write(write(200, second[1]));
      second[0].write(write(200, first[1]));
    },
    { lies: 2 },
  );
  for (const once of [{ retry: false as const }, {}]) {
    const before = service.requested.length;
    const pix = makeClient(service, once);
    const claims = await Promise.all(
      [1, 2].map((amount) =>
        listen(pix.transfers.create({ ...transfer, amount: before + amount })),
      ),
    );
    for (const claim of claims) expectTruth(claim, service);
    expect(claims.map(({ said }) => said)).toEqual(
      before ? ["paid", "paid"] : ["unknown", "unknown"],
    );
  }
});

test("an answer to a request that was given up is not that of its repetition", async () => {
  const first: Socket[] = [];
  using service = await startWireService((socket, honest, nth) => {
    if (nth === 1) return first.push(socket);
    // The first connection gets a refusal, late, before the second gets the truth.
    first[0]?.write(write(402, noMoney));
    return setTimeout(() => socket.write(write(200, honest)), 20);
  });
  const pix = makeClient(service, { retry: { ...retry, attemptTimeout: 300 } });
  const claim = await listen(pix.transfers.create(transfer));
  expectTruth(claim, service);
  expect(claim.said).toBe("paid");
  expect(service.requested).toHaveLength(2);
});

test("a call that its caller ends, at whatever moment, says what is so", async () => {
  const heard = new Set<Said>();
  for (let round = 0; round < 60; round++) {
    using service = await startWireService((socket, honest) => {
      const bytes = write(200, honest);
      socket.write(bytes.subarray(0, 90));
      setTimeout(() => socket.write(bytes.subarray(90)), 2);
    });
    const pix = makeClient(service);
    // A client that has its token, or has yet to get it.
    if (round % 2) await listen(pix.transfers.create({ ...transfer, amount: 1 }));
    const controller = new AbortController();
    const { signal } = controller;
    const call = listen(pix.transfers.create(transfer, { signal }));
    for (let turn = 0; turn < round / 3; turn++) await new Promise(setImmediate);
    controller.abort();
    const claim = await call;
    heard.add(claim.said);
    // What was under way comes to its end.
    await sleep(5);
    expectTruth(claim, service);
  }
  expect([...heard].sort()).toEqual(expect.arrayContaining(["not-sent", "unknown"]));
});
