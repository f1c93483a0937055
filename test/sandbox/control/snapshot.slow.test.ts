// Snapshots: everything comes back, in the same sandbox and in another one; what cannot be restored changes nothing.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createPixClient } from "../../../generated/client/src/index.ts";
import {
  createSandbox,
  type RunningSandbox,
} from "../../../packages/sandbox/src/create-sandbox.ts";
import type { SandboxOptions, Snapshot } from "../../../packages/sandbox/src/index.ts";
import { migrationNames } from "../../../packages/sandbox/src/storage/migrate.ts";
import { startReceiver } from "../support/receiver.ts";
import { onEachStorage } from "../support/storages.ts";
import { charge, quick, transfer } from "./support/call.ts";
import { live, look } from "./support/live.ts";

/** Tables of 0.1.0 that its recorded rows have nothing in. */
const empty = { clockMoves: [], faults: [], requests: [] };

async function open(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const sandbox = await createSandbox({ automatic: false, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** The rows of each table, in any order. */
function rowsIn({ state }: Snapshot): Record<string, unknown[]> {
  const { tables } = JSON.parse(state) as { tables: Record<string, { name?: string }[]> };
  const ofTheClock = ["clockOffset", "clockMove"];
  const sorted = Object.entries(tables).map(([table, rows]) => [
    table,
    rows
      .filter(({ name = "" }) => !ofTheClock.includes(name))
      .map((row) => JSON.stringify(row))
      .sort(),
  ]);
  return Object.fromEntries(sorted);
}

/** A snapshot whose state was changed by somebody who knows how a checksum is made. */
function forge(snapshot: Snapshot, change: (state: string) => string): Snapshot {
  const state = change(snapshot.state);
  return { ...snapshot, state, checksum: createHash("sha256").update(state).digest("hex") };
}

onEachStorage("snapshot", (makePlace) => {
  test("everything comes back, whatever happened since, as often as it is restored", async () => {
    await using receiver = await startReceiver();
    const sandbox = await open(await makePlace());
    const { control } = sandbox;
    await live(sandbox, receiver.url);
    await control.clock.advance("1m");
    const before = await look(control);
    const snapshot = JSON.parse(JSON.stringify(await sandbox.snapshot())) as Snapshot;
    for (let round = 0; round < 2; round += 1) {
      await live(sandbox, receiver.url);
      await control.clock.advance("10m");
      await control.settings.change({ dailyLimit: 1 });
      await control.faults.clear();
      await sandbox.restore(snapshot);
      expect(rowsIn(await sandbox.snapshot())).toEqual(rowsIn(snapshot));
      const after = await look(control);
      const timeless = { state: expect.anything(), clock: expect.anything() };
      expect(after).toEqual({ ...(before as object), ...timeless });
      const passed = Date.parse((await control.clock.read()).now) - Date.parse(snapshot.takenAt);
      expect(passed).toBeGreaterThanOrEqual(0);
      expect(passed).toBeLessThan(3_600_000);
    }
    // Numbers go on behind those that came back.
    await live(sandbox, receiver.url);
    expect((await control.ledger()).sum).toBe(0);
  });

  test("a snapshot with the rows of 0.1.0 is migrated: books, keys and what is under way", async () => {
    const path = join(import.meta.dirname, "../../fixtures/sandbox-0.1.0/rows.json");
    const rows = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown[]>;
    const { schemaVersion: _, ...tables } = rows;
    const sandbox = await open(await makePlace());
    const { control } = sandbox;
    const now = await sandbox.snapshot();
    const read = JSON.parse(now.state) as { key: string; fingerprint: string };
    const old = forge(now, () =>
      JSON.stringify({ ...read, migrations: ["0001-tables"], tables: { ...empty, ...tables } }),
    );
    await sandbox.restore(old);
    expect(await control.ledger()).toMatchObject({
      accounts: { bank: -100_012_345, fees: 154, payers: -4_993, transit: 4_000 },
      sum: 0,
    });
    expect((await control.checkLedger()).corrected).toEqual({});
    await control.clock.advance("1h");
    const { items } = await control.transfers.list();
    expect(items.map(({ status }) => status).toSorted()).toEqual([
      "completed",
      "completed",
      "completed",
      "refused",
    ]);
    expect((await control.ledger()).sum).toBe(0);
    const again = JSON.parse((await sandbox.snapshot()).state) as { migrations: string[] };
    expect(again.migrations).toEqual(migrationNames);
  });

  test("over HTTP it is the same value", async () => {
    const sandbox = await open(await makePlace());
    await sandbox.control.charges.create(charge);
    const answer = await sandbox.fetch("http://127.0.0.1/_sandbox/api/snapshot");
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const streamed = (await answer.json()) as Snapshot;
    expect(rowsIn(streamed)).toEqual(rowsIn(await sandbox.snapshot()));
    await sandbox.restore(streamed);
    const wrong = await sandbox.fetch("http://127.0.0.1/_sandbox/api/snapshot?what=1");
    expect(wrong.status).toBe(400);
  });

  test("one that is taken beside calls is of one moment: its books are right", async () => {
    const sandbox = await open({
      ...(await makePlace()),
      settings: { rateLimitMultiplier: 0, transferSteps: { queued: 0, processing: 0 } },
    });
    const pix = createPixClient({
      ...sandbox.credentials,
      strict: true,
      ...quick,
      fetch: sandbox.fetch,
    });
    let isOver = false;
    const calling = async (): Promise<void> => {
      while (!isOver) await Promise.all([pix.transfers.create(transfer), sandbox.settle()]);
    };
    const callers = [calling(), calling(), calling()];
    const taken: Snapshot[] = [];
    for (let count = 0; count < 5; count++) taken.push(await sandbox.snapshot());
    isOver = true;
    await Promise.all(callers);
    for (const snapshot of taken) {
      await sandbox.restore(snapshot);
      expect(await sandbox.control.checkLedger()).toMatchObject({ sum: 0, corrected: {} });
    }
  });

  test("a clock that stood stands at the same moment", async () => {
    const sandbox = await open(await makePlace());
    const { now } = await sandbox.control.clock.freeze();
    const snapshot = await sandbox.snapshot();
    await sandbox.control.clock.advance("2d");
    await sandbox.control.clock.resume();
    await sandbox.restore(snapshot);
    expect(await sandbox.control.clock.read()).toMatchObject({ now, frozen: true });
  });

  test("another sandbox takes it, with its tokens, secrets and what is under way", async () => {
    await using receiver = await startReceiver();
    const source = await open();
    const pix = createPixClient({
      ...source.credentials,
      strict: true,
      ...quick,
      fetch: source.fetch,
    });
    const hook = await source.control.webhooks.add({ url: receiver.url });
    const { id } = await pix.transactions.create({ ...charge });
    const { companyId } = await source.control.credentials();
    const claimed = forge(await source.snapshot(), (state) => {
      const read = JSON.parse(state) as { tables: Record<string, { claimedUntil?: number }[]> };
      const rows = read.tables.outbox_notifications ?? [];
      expect(rows).toHaveLength(1);
      for (const row of rows) row.claimedUntil = Date.now() + 3_600_000;
      return JSON.stringify(read);
    });
    const target = await open(await makePlace());
    await target.restore(claimed);
    for (const read of [
      ({ control }: RunningSandbox) => control.companies.postbackSecret(companyId),
      ({ control }: RunningSandbox) => control.webhooks.read(hook.id),
    ])
      expect(await read(target)).toEqual(await read(source));
    // The client has its token of the other sandbox.
    const there = createPixClient({
      ...target.credentials,
      strict: true,
      ...quick,
      fetch: target.fetch,
    });
    expect(await there.transactions.get(id)).toMatchObject({ id, status: "pending" });
    await target.settle();
    await receiver.waitFor(({ event }) => event === "transaction_created");
  });

  test("calls at the same time happen before or after it, none of them half", async () => {
    const sandbox = await open(await makePlace());
    const { control } = sandbox;
    await control.settings.change({ rateLimitMultiplier: 0 });
    const pix = createPixClient({
      ...sandbox.credentials,
      strict: true,
      ...quick,
      fetch: sandbox.fetch,
    });
    await pix.transfers.create(transfer);
    const snapshot = await sandbox.snapshot();
    const calls = Array.from({ length: 40 }, (_, index) =>
      index % 8 === 0 ? sandbox.restore(snapshot) : pix.transfers.create(transfer),
    );
    await Promise.all(calls);
    const { transfers } = await control.state();
    expect(transfers).toBeLessThanOrEqual(36);
    const { sum, accounts } = await control.ledger();
    const { companyId } = await control.credentials();
    const [company] = (await control.companies.list()).items;
    expect(sum).toBe(0);
    expect(accounts[`company:${companyId}`]).toBe(company?.balance);
  });

  test("what cannot be restored is refused, and nothing changes", async () => {
    const sandbox = await open(await makePlace());
    await sandbox.control.charges.create(charge);
    const good = await sandbox.snapshot();
    const older = forge(good, (state) => {
      const read = JSON.parse(state) as { migrations: string[]; tables: Record<string, unknown> };
      const { accountSums: _, ...tables } = read.tables;
      return JSON.stringify({ ...read, migrations: ["0001-tables"], tables });
    });
    const foreign = await (await open({ key: Buffer.alloc(32, 1).toString("base64") })).snapshot();
    const refused: [snapshot: unknown, sentence: string][] = [
      [{ ...good, state: good.state.replace("4990", "4991") }, "The snapshot is damaged"],
      [{ ...good, state: good.state.slice(0, -1) }, "The snapshot is damaged"],
      [{ ...good, format: 2, version: "9.9.9" }, "from a newer sandbox, 9.9.9"],
      [{ ...good, format: 0 }, "format must be >= 1"],
      [{ ...good, extra: 1 }, "extra is not known here"],
      [{ ...good, takenAt: "soon" }, "takenAt must match format"],
      [{ openapi: "3.1.0" }, "state is required"],
      [[good], "must be object"],
      [forge(good, () => "{"), "damaged: its state cannot be read"],
      [forge(good, () => "null"), "damaged: its state cannot be read"],
      [forge(good, (state) => state.replace('"charges":', '"sales":')), "charges is missing"],
      [
        forge(good, (state) => state.replace("0001-tables", "9999-later")),
        `from a newer sandbox, ${good.version}, with the migration 9999-later: use that version`,
      ],
      [forge(good, (state) => state.replace('"0001-tables",', "")), "are not in order"],
      [forge(older, (state) => state.replace('"charges":', '"sales":')), "cannot be migrated"],
      [foreign, "from a sandbox with another key"],
    ];
    const before = await look(sandbox.control);
    for (const [snapshot, sentence] of refused) {
      await expect(sandbox.restore(snapshot as Snapshot), sentence).rejects.toThrow(sentence);
    }
    const timeless = { state: expect.anything(), clock: expect.anything() };
    expect(await look(sandbox.control)).toEqual({ ...(before as object), ...timeless });
    expect(rowsIn(await sandbox.snapshot())).toEqual(rowsIn(good));
  });
});

test("a sandbox with a given key keeps it to itself, and takes snapshots of that key alone", async () => {
  const key = Buffer.alloc(32, 1).toString("base64");
  const [first, second, other] = await Promise.all([open({ key }), open({ key }), open()]);
  const snapshot = await first.snapshot();
  expect(snapshot.state).not.toContain(key);
  await second.restore(snapshot);
  await expect(second.restore(await other.snapshot())).rejects.toThrow("PIX_SANDBOX_KEY");
});
