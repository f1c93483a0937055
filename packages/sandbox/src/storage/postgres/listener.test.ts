import { createServer } from "node:net";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeDatabase, needPostgres } from "../../../../../test/support/databases.ts";
import { useManualTime } from "../../../../../test/support/time.ts";
import { makeListener } from "./listener.ts";
import { openPostgres } from "./open-postgres.ts";

needPostgres();

test("a connection that breaks is replaced, and what may have changed meanwhile is looked at", async () => {
  const url = await makeDatabase();
  await (await openPostgres(url)).close();
  const events = { onChange: vi.fn(), onBeat: vi.fn() };
  const changes = () => events.onChange.mock.calls.length;
  const listener = makeListener(url, events);
  await listener.connect();
  onTestFinished(() => listener.stop());
  expect([changes(), events.onBeat.mock.calls]).toEqual([
    1,
    [[expect.any(Number), expect.any(Number)]],
  ]);
  expect(Math.abs(events.onBeat.mock.calls[0]?.[1] - Date.now())).toBeLessThan(3_600_000);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  onTestFinished(() => admin.end());
  await admin.query("notify pix_sandbox, 'other'");
  await expect.poll(changes).toBe(2);
  const listeners =
    "from pg_stat_activity where datname = current_database() and application_name like 'pix-sandbox changes %'";
  await admin.query(`select pg_terminate_backend(pid) ${listeners}`);
  await expect.poll(changes).toBe(3);
  await admin.query("notify pix_sandbox, 'other'");
  await expect.poll(changes).toBe(4);
  listener.announce();
  await listener.stop();
  await expect.poll(async () => (await admin.query(`select pid ${listeners}`)).rows).toEqual([]);
  await admin.query("notify pix_sandbox, 'other'");
  // One that has stopped does not come back.
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect([changes(), (await admin.query(`select pid ${listeners}`)).rows]).toEqual([4, []]);
});

test("changes that keep coming are notified five times a second at the most, the last one too", async () => {
  const url = await makeDatabase();
  await (await openPostgres(url)).close();
  const events = { onChange: vi.fn(), onBeat: () => {} };
  const sender = makeListener(url, { onChange: () => {}, onBeat: () => {} });
  const receiver = makeListener(url, events);
  for (const listener of [sender, receiver]) {
    await listener.connect();
    onTestFinished(() => listener.stop());
  }
  const begin = performance.now();
  while (performance.now() - begin < 1_000) {
    sender.announce();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const atMost = Math.ceil((performance.now() - begin) / 200) + 1;
  const before = events.onChange.mock.calls.length;
  // One at the start is the connection's own.
  expect(before - 1).toBeLessThanOrEqual(atMost);
  sender.announce();
  await expect.poll(() => events.onChange.mock.calls.length).toBeGreaterThan(before);
});

test("every failure of the connection is followed by one attempt", async () => {
  useManualTime();
  let attempts = 0;
  const closing = createServer((socket) => {
    attempts += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => closing.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void closing.close());
  const { port } = closing.address() as { port: number };
  const listener = makeListener(`postgres://a@127.0.0.1:${port}/a`, {
    onChange: () => {},
    onBeat: () => {},
  });
  onTestFinished(() => listener.stop());
  await expect(listener.connect()).rejects.toThrow();
  // Each failure is reported twice: if both led to an attempt, there would be nine within two seconds.
  const begin = performance.now();
  const pass = (): boolean => Boolean(vi.advanceTimersByTime(10)) && attempts >= 9;
  await vi.waitUntil(pass, { interval: 1, timeout: 30_000 });
  expect(performance.now() - begin).toBeGreaterThanOrEqual(8 * 500);
});
