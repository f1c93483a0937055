// An idempotency key belongs to one request, also after a restart where there is a store.
import fs from "node:fs";
import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { type KeyStore, memoryKeyStore } from "../../generated/client/src/index.ts";
import { fileKeyStore } from "../../generated/client/src/keys.ts";
import { makeFolder } from "../support/folder.ts";
import { accepted, failure, setUp, transfer, transfers, unsent } from "./support/client.ts";
import { gives, json, ok, type Responder, refusal, refuses, reset } from "./support/server.ts";

const folder = await makeFolder(afterAll);
let files = 0;
/** Makers of a store that opens what an earlier one of the same test left. */
const stores: Record<string, () => () => KeyStore> = {
  "in memory": () => {
    const store = memoryKeyStore();
    return () => store;
  },
  "in a file": () => {
    files += 1;
    const path = join(folder, `keys-${files}.json`);
    return () => fileKeyStore(path);
  },
};
const idempotencyKey = "payout-1";
const corrected = { ...transfer, amount: 1 };

const firsts: [name: string, answer: Responder, freed: boolean][] = [
  ["paid", gives(accepted), false],
  ["lost", reset, false],
  ["refused for good", refuses(402, "INSUFFICIENT_BALANCE"), false],
  ["refused, and not kept with the key", refuses(400, "INVALID_AMOUNT"), true],
];
for (const [kind, make] of Object.entries<(() => () => KeyStore) | undefined>({
  "without a store": undefined,
  ...stores,
}))
  test.each(firsts)(
    `${kind}: another body under a key whose request was %s`,
    async (_name, answer, freed) => {
      const open = make?.();
      const seen: string[] = [];
      const { another, pix } = await setUp(
        {
          [transfers]: (response, nth, one) => {
            seen.push(JSON.parse(one.body).amount);
            return nth === 1
              ? answer(response, nth, one)
              : ok(response, { ...accepted, amount: JSON.parse(one.body).amount });
          },
        },
        { retry: false, ...(open && { keyStore: open() }) },
      );
      await pix.transfers.create(transfer, { idempotencyKey }).catch(() => {});
      // After a restart, where there is a store.
      const later = open ? another({ retry: false, keyStore: open() }) : pix;
      if (freed)
        return expect(await later.transfers.create(corrected, { idempotencyKey })).toMatchObject({
          amount: 1,
        });
      // The second time too: a body that is refused frees no key.
      for (const _time of [1, 2])
        expect(await failure(later.transfers.create(corrected, { idempotencyKey }))).toMatchObject({
          name: "InvalidRequestError",
          field: "idempotencyKey",
          rule: "sameRequest",
          outcome: "not-sent",
          scope: "call",
          idempotencyKey,
        });
      expect(seen).toEqual([transfer.amount]);
      // Other users of the machine read nothing.
      if (kind === "in a file")
        expect((await stat(join(folder, `keys-${files}.json`))).mode & 0o777).toBe(0o600);
      // The same request, its fields in another order, is the same.
      const { pixKey, amount } = transfer;
      expect(await later.transfers.create({ amount, pixKey }, { idempotencyKey })).toMatchObject({
        id: "trf_1",
      });
    },
  );

test("a store that saw the first use of a key lets a refusal speak for the key, and no other", async () => {
  const held: Parameters<typeof json>[0][] = [];
  const { pix, another } = await setUp({
    [transfers]: (response, nth) => {
      held.push(response);
      // The third waits for the fourth.
      if (nth !== 3) for (const one of held.splice(0)) json(one, 400, refusal("INVALID_AMOUNT"));
    },
  });
  const keyStore = memoryKeyStore();
  const shared = another({ keyStore });
  const alone = await failure(shared.transfers.create(transfer, { idempotencyKey }));
  expect(alone).toMatchObject({ outcome: "refused", scope: "key" });
  expect(await failure(pix.transfers.create(transfer, { idempotencyKey }))).toMatchObject({
    outcome: "unknown",
  });
  // Another process has sent the key, and does not know what came of it.
  await keyStore.begin("payout-2", "", 0);
  const both = Promise.all(
    [1, 2].map(() => failure(shared.transfers.create(transfer, { idempotencyKey: "payout-3" }))),
  );
  expect((await both).map(({ outcome }) => outcome)).toContain("unknown");
});

test("processes that share a file take turns, and one that crashed does not stop the others", async () => {
  const path = join(folder, "shared.json");
  const one = fileKeyStore(path);
  const two = fileKeyStore(path);
  const later = Date.now() + 60_000;
  const keys = Array.from({ length: 10 }, (_, nth) => `key-${nth}`);
  await Promise.all(
    keys.flatMap((key) => [one.begin(key, "a", later), two.begin(key, "a", later)]),
  );
  for (const key of keys)
    expect(await fileKeyStore(path).begin(key, "b", later)).toMatchObject({
      request: "a",
      calls: 2,
    });
  const next = `${path}.new`;
  await writeFile(next, "");
  await utimes(next, 1, 1);
  expect(await two.withdraw("key-1")).toBe(1);
  // One that is slow keeps its turn.
  await writeFile(next, "");
  await utimes(next, Date.now() / 1_000, Date.now() / 1_000 - 2);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const waiting = two.begin("over", "a", Date.now() - 1);
  await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 1 });
  await vi.advanceTimersByTimeAsync(50);
  await rm(next);
  await vi.advanceTimersByTimeAsync(5);
  await waiting;
  expect(await readFile(path, "utf8"), "what is over is not kept").toMatch(/"key-2"(?!.*"over")/);
});

test("a process that is held up for so long that another has its turn undoes nothing of the other's", async () => {
  const path = join(folder, "held-up.json");
  const later = Date.now() + 60_000;
  const ofAnother = JSON.stringify([["key-2", { request: "b", calls: 1, open: 1, until: later }]]);
  await fileKeyStore(path).begin("key-0", "a", Date.now() + 1);
  vi.spyOn(fs, "readFileSync").mockImplementationOnce(() => {
    fs.rmSync(`${path}.new`);
    fs.writeFileSync(path, ofAnother);
    return "[]";
  });
  syncBuiltinESMExports();
  await fileKeyStore(path).begin("key-1", "a", later);
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  for (const key of ["key-1", "key-2"])
    expect(await fileKeyStore(path).begin(key, key === "key-1" ? "a" : "b", later)).toMatchObject({
      calls: 2,
    });
});

test("on a full disk nothing is sent, the stored keys stay, and the next call needs no pause", async () => {
  const { server, another } = await setUp({ [transfers]: gives(accepted) });
  const path = join(folder, "full.json");
  const pix = another({ keyStore: fileKeyStore(path) });
  await pix.transfers.create(transfer, { idempotencyKey: "payout-1" });
  const stored = await readFile(path, "utf8");
  vi.spyOn(fs, "writeFileSync").mockImplementationOnce((file) => {
    fs.writeSync(file as number, "[");
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  });
  syncBuiltinESMExports();
  const error = await failure(pix.transfers.create(transfer, { idempotencyKey: "payout-2" }));
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  expect(error).toMatchObject({
    name: "ConnectionError",
    outcome: "not-sent",
    cause: { code: "ENOSPC" },
  });
  expect(server.to(transfers)).toHaveLength(1);
  expect(await readFile(path, "utf8")).toBe(stored);
  expect(fs.existsSync(`${path}.new`)).toBe(false);
  await pix.transfers.create(transfer, { idempotencyKey: "payout-2" });
});

test("`not-sent` says whether it holds for the key", async () => {
  const keyStore = memoryKeyStore();
  let up = true;
  const { another } = await setUp({ [transfers]: reset });
  const pix = another({
    retry: false,
    keyStore,
    fetch: (url, init) => (up ? fetch : unsent)(url, init),
  });
  await pix.webhooks.list().catch(() => {});
  up = false;
  const fresh = await failure(pix.transfers.create(transfer, { idempotencyKey }));
  expect(fresh).toMatchObject({ outcome: "not-sent", scope: "key" });
  expect(fresh.message).toContain("nothing was sent under this key");
  const given = await failure(
    another({ retry: false, fetch: unsent }).transfers.create(transfer, { idempotencyKey }),
  );
  expect(given).toMatchObject({ outcome: "not-sent", scope: "call" });
  expect(given.message).toContain("may have been sent before");
  up = true;
  expect(await failure(pix.transfers.create(transfer, { idempotencyKey }))).toMatchObject({
    outcome: "unknown",
  });
  up = false;
  expect(await failure(pix.transfers.create(transfer, { idempotencyKey }))).toMatchObject({
    outcome: "unknown",
  });
});

test("a store that fails or hangs sends nothing, and loses nothing that was sent", async () => {
  const { pix, server, another } = await setUp({ [transfers]: gives(accepted) });
  await pix.webhooks.list().catch(() => {});
  const broken = {
    begin: () => Promise.reject(new Error("disk full")),
    withdraw: () => 0,
    settle: () => {},
  };
  const fail = (keyStore: KeyStore) =>
    failure(another({ keyStore, timeout: 40 }).transfers.create(transfer));
  expect(await fail(broken)).toMatchObject({
    name: "ConnectionError",
    outcome: "not-sent",
    cause: { message: "disk full" },
  });
  for (const said of [undefined, {}, "x", { request: 5, calls: 1, open: 1 }]) {
    const odd = { ...broken, begin: () => said as never };
    expect(await fail(odd)).toMatchObject({ name: "ConnectionError", outcome: "not-sent" });
  }
  const hanging = { ...broken, begin: () => new Promise<never>(() => {}) };
  expect(await fail(hanging)).toMatchObject({ name: "TimeoutError", outcome: "not-sent" });
  expect(server.to(transfers)).toHaveLength(0);
  // This call has sent nothing; whether another one has is not known where the key cannot be taken back.
  const stuck = { ...memoryKeyStore(), withdraw: () => Promise.reject(new Error("disk full")) };
  const silent = { ...memoryKeyStore(), withdraw: () => undefined as never };
  const hung = { ...memoryKeyStore(), withdraw: () => new Promise<never>(() => {}) };
  for (const keyStore of [memoryKeyStore(), stuck, silent, hung]) {
    const three = another({ retry: false, keyStore, fetch: unsent });
    const outcome =
      keyStore === stuck || keyStore === silent || keyStore === hung ? "unknown" : "not-sent";
    expect(await failure(three.transfers.create(transfer, { idempotencyKey }))).toMatchObject({
      outcome,
    });
  }
});

test("a store in memory forgets the oldest of too many keys, and those whose time is over", async () => {
  const store = memoryKeyStore();
  const later = Date.now() + 60_000;
  for (let nth = 0; nth <= 10_000; nth++) await store.begin(`key-${nth}`, "a", later);
  expect(await store.begin("key-0", "b", later)).toMatchObject({ request: "b", calls: 1 });
  expect(await store.begin("key-9000", "b", later)).toMatchObject({ request: "a", calls: 1 });
  await store.begin("old", "a", Date.now() - 1);
  expect(await store.begin("old", "b", later)).toMatchObject({ request: "b" });
  await store.settle("key-9000");
  expect(await store.withdraw("key-9000")).toBe(0);
});
