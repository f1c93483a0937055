// The notifier as a provider has it, on the drivers alone. How it claims, tries again, shares out and guards is tested on
// the sandbox, which runs on it: test/sandbox/notifications.
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { verifyNotification } from "@pix-contract/client/notifications";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import {
  type NotificationBodies,
  notifications,
  signatureHeader,
} from "../../generated/server/src/index.ts";
import {
  createPixNotifier,
  InvalidNotificationError,
  type MadeAttempt,
  type Notifier,
  type NotifierOptions,
  type OutboxStorage,
  postgresOutbox,
  sqliteOutbox,
} from "../../generated/server/src/notifier.ts";
import { startReceiver } from "../sandbox/support/receiver.ts";
import { makeDatabase, noPostgres } from "../support/databases.ts";
import { makeFolder } from "../support/folder.ts";

/** An outbox, and a transaction of the provider's on the same database. */
interface Place<Transaction> {
  outbox: OutboxStorage<Transaction>;
  /** Another connection, such as a handler's. */
  transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

const transfer = {
  id: "trf_1",
  amount: 1000,
  netAmount: 900,
  fees: 100,
  pixKey: "a@b.example",
  status: "queued",
};

const signatureOf = (headers: IncomingHttpHeaders): string =>
  String(headers[signatureHeader.toLowerCase()]);

const ends: (() => Promise<unknown> | unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const places = {
  PostgreSQL: async (): Promise<Place<pg.PoolClient>> => {
    const connectionString = await makeDatabase();
    const one = new pg.Pool({ connectionString });
    const other = new pg.Pool({ connectionString });
    ends.push(() => Promise.all([one.end(), other.end()]));
    return { outbox: postgresOutbox(one), transact: postgresOutbox(other).transaction };
  },
  SQLite: async (): Promise<Place<DatabaseSync>> => {
    const folder = await makeFolder((remove) => ends.push(remove));
    const [one, other] = [1, 2].map(() => new DatabaseSync(join(folder, "outbox.db"))) as [
      DatabaseSync,
      DatabaseSync,
    ];
    one.exec("pragma journal_mode = wal");
    ends.push(() => [one, other].map((database) => database.close()));
    return { outbox: sqliteOutbox(one), transact: sqliteOutbox(other).transaction };
  },
};

describe.each(Object.keys(places) as (keyof typeof places)[])("on %s", (kind) => {
  type Options = Partial<NotifierOptions<unknown>>;

  async function open(skip: (note: string) => void, options: Options = {}) {
    if (kind === "PostgreSQL" && noPostgres) skip(noPostgres);
    const place = (await places[kind]()) as Place<unknown>;
    // Claims of other processes are left alone only if there may be any.
    expect(place.outbox.shared).toBe(kind === "PostgreSQL");
    const notifier = createPixNotifier<unknown>({
      outbox: place.outbox,
      secrets: () => "secret",
      destinations: { loopback: true },
      ...options,
    });
    await Promise.all([notifier.migrate(), notifier.migrate()]);
    ends.push(() => notifier.close());
    return { ...place, notifier };
  }

  /** Notifies of a transfer, of which some fields may be others. */
  const paid = (
    notifier: Notifier<unknown, NotificationBodies>,
    transaction: unknown,
    url?: string,
    changes: object = {},
  ) =>
    notifier.notify(transaction, {
      callerId: "cmp_1",
      event: "transfer_created",
      objectId: "trf_1",
      url,
      body: ({ id, receiverId }) =>
        notifications.transferCreated({
          id,
          scope: receiverId === null ? "postback" : "user",
          transfer: { ...transfer, ...changes },
        } as never),
    });
  const add = (
    notifier: Notifier<unknown, NotificationBodies>,
    transaction: unknown,
    id: string,
    url: string,
  ) => notifier.receivers.add(transaction, { id, callerId: "cmp_1", url, name: "Loja" }, 2);

  test("what a transaction takes back is not sent, and what it commits is sent to all, signed", async ({
    skip,
  }) => {
    await using receiver = await startReceiver();
    const attempts: MadeAttempt[] = [];
    const { notifier, transact } = await open(skip, {
      onAttempt: (attempt) => attempts.push(attempt),
    });
    expect(await transact((transaction) => paid(notifier, transaction, ""))).toEqual([]);
    await transact((transaction) =>
      add(notifier, transaction, "rcv_1", `${receiver.url}/registered`),
    );
    const broken = transact(async (transaction) => {
      await paid(notifier, transaction, receiver.url);
      throw new Error("The power is gone.");
    });
    await expect(broken).rejects.toThrow("The power is gone.");
    await notifier.settle();
    expect(receiver.received).toEqual([]);

    const ids = await transact((transaction) =>
      paid(notifier, transaction, `${receiver.url}/named`),
    );
    await notifier.settle();
    expect(receiver.received.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(["/named", "/registered"]);
    for (const { rawBody, headers } of receiver.received) {
      const scope =
        JSON.parse(rawBody).id === receiver.received.find(({ path }) => path === "/named")?.id;
      expect(JSON.parse(rawBody).scope).toBe(scope ? "postback" : "user");
      await expect(
        verifyNotification(rawBody, signatureOf(headers), "secret"),
      ).resolves.toMatchObject({
        event: "transfer_created",
      });
    }
    for (const id of ids)
      expect(await notifier.find(id)).toMatchObject({ status: "delivered", nextAt: null });
    expect(attempts.map(({ status, error, callerId }) => [status, error, callerId])).toEqual(
      Array(2).fill([200, null, "cmp_1"]),
    );
  });

  test("what fails is tried again by the schedule, switched off after long, and sent again on demand", async ({
    skip,
  }) => {
    let status = 503;
    let now = Date.now();
    await using receiver = await startReceiver((_received, response) =>
      response.writeHead(status).end(),
    );
    const { notifier, transact } = await open(skip, { clock: () => now });
    await transact((transaction) => add(notifier, transaction, "rcv_1", receiver.url));
    const [id = ""] = await transact((transaction) => paid(notifier, transaction));
    await notifier.settle();
    await notifier.settle();
    const first = await notifier.find(id);
    expect(first).toMatchObject({
      status: "pending",
      attempts: [{ status: 503, error: "The receiver answered 503." }],
    });
    expect(first?.nextAt).toBeGreaterThan(now);
    expect(await transact((transaction) => notifier.resend(transaction, id))).toBe("resent");
    await notifier.settle();
    expect(receiver.received.map((one) => one.id)).toEqual([id, id]);
    now += 6 * 24 * 3_600_000;
    await notifier.settle();
    expect(await notifier.find(id)).toMatchObject({ status: "failed", nextAt: null });
    expect(await notifier.receivers.list("cmp_1")).toMatchObject([{ id: "rcv_1", active: false }]);
    expect(await transact((transaction) => notifier.resend(transaction, id))).toBe(
      "receiver-inactive",
    );
    status = 200;
    expect(
      await transact((transaction) => notifier.receivers.setActive(transaction, "rcv_1", true)),
    ).toBe(true);
    await transact((transaction) => notifier.resend(transaction, id));
    await notifier.settle();
    expect(await notifier.find(id)).toMatchObject({ status: "delivered", attempts: { length: 4 } });
    expect(await notifier.purge(now + 1)).toBe(1);
    expect(await notifier.find(id)).toBeUndefined();
    expect(await transact((transaction) => notifier.resend(transaction, id))).toBe("not-found");
  });

  test.for<[string, object]>([
    ["a field of the wrong type", { amount: "SECRET" }],
    ["a status that the contract does not have", { status: "SECRET" }],
    ["a value that JSON does not have", { fees: Number.NaN }],
    ["a lone surrogate", { id: "SECRET\ud800" }],
  ])("a notification with %s is not written, nor is its change", async ([, wrong], { skip }) => {
    await using receiver = await startReceiver();
    const { notifier, transact } = await open(skip);
    const made = transact((transaction) => paid(notifier, transaction, receiver.url, wrong));
    const failure = await made.catch((error: Error) => error);
    expect(failure).toBeInstanceOf(InvalidNotificationError);
    expect(String(failure)).not.toContain("SECRET");
    await notifier.settle();
    expect([receiver.received, (await notifier.backlog()).pending]).toEqual([[], 0]);
  });

  test("a field that the contract does not know is not sent, and the log has its name alone", async ({
    skip,
  }) => {
    await using receiver = await startReceiver();
    const logged: unknown[] = [];
    const log = { warn: (...given: unknown[]) => void logged.push(...given) } as never;
    const { notifier, transact } = await open(skip, { log });
    await transact((transaction) => paid(notifier, transaction, receiver.url, { pin: "SECRET" }));
    await notifier.settle();
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.rawBody).not.toContain("SECRET");
    expect(logged).toEqual([
      { event: "transfer_created", dropped: ["transfer.pin"] },
      expect.any(String),
    ]);
  });

  test("a company has no more receivers than it may, however many calls come at once", async ({
    skip,
  }) => {
    const { notifier, transact } = await open(skip);
    const added = await Promise.all(
      ["a", "b", "c", "d"].map((id) =>
        transact((transaction) => add(notifier, transaction, id, "https://a.example")),
      ),
    );
    expect(added.filter((one) => one !== undefined)).toHaveLength(2);
    const [kept] = await notifier.receivers.list("cmp_1");
    const remove = (callerId: string) =>
      transact((transaction) => notifier.receivers.remove(transaction, callerId, kept?.id ?? ""));
    expect([await remove("cmp_2"), await remove("cmp_1"), await remove("cmp_1")]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test("a handler that holds its transaction open does not stop deliveries for long", async ({
    skip,
  }) => {
    await using receiver = await startReceiver();
    const { notifier, transact } = await open(skip);
    await transact((transaction) => paid(notifier, transaction, receiver.url));
    const { promise: held, resolve: finish } = Promise.withResolvers<void>();
    const slow = transact(async (transaction) => {
      await paid(notifier, transaction, receiver.url);
      await held;
    });
    notifier.start();
    setTimeout(() => finish(), 200);
    await slow;
    await expect.poll(() => receiver.received.length).toBe(2);
  });
});
