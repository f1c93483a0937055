import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPixClient } from "../../../generated/client/src/index.ts";
import { createSandbox } from "../../../sandbox/src/index.ts";
import { StorageError } from "../../../sandbox/src/storage/storage.ts";
import { charge, failure } from "../../client/support/client.ts";
import { makeDatabase, noPostgres } from "../../support/databases.ts";

beforeEach(({ skip }) => {
  if (noPostgres) skip(noPostgres);
});

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A way to a database that can be cut and laid again. */
async function layWay(databaseUrl: string): Promise<{ url: string; cut(): Promise<void>; lay(): Promise<void> }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const pass = (socket: Socket): void => {
    const other = connect(Number(target.port), target.hostname);
    for (const end of [socket, other]) {
      sockets.add(end);
      end.on("error", () => {}).on("close", () => sockets.delete(end));
    }
    socket.pipe(other).pipe(socket);
  };
  let server: Server | undefined;
  let port = 0;
  const lay = async (): Promise<void> => {
    server = createServer(pass).listen(port, "127.0.0.1");
    await new Promise((resolve) => server?.once("listening", resolve));
    port = (server.address() as { port: number }).port;
  };
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server?.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await lay();
  closing.push(cut);
  const url = new URL(databaseUrl);
  url.port = String(port);
  return { url: url.href, cut, lay };
}

test("a database that cannot be reached is told of, without its password", async () => {
  const opened = createSandbox({ databaseUrl: "postgres://someone:hidden-word@127.0.0.1:1/pix" });
  await expect(opened).rejects.toThrow(StorageError);
  await expect(opened).rejects.toThrow(
    /^The database at postgres:\/\/someone@127\.0\.0\.1:1\/pix cannot be used: .*ECONNREFUSED/,
  );
  const wrong = (await makeDatabase()).replace(/[^/]+$/, "nobodys");
  await expect(createSandbox({ databaseUrl: wrong })).rejects.toThrow(/database "nobodys" does not exist/);
  await expect(createSandbox({ databaseUrl: "no url" })).rejects.toThrow(StorageError);
  await expect(createSandbox({ databaseUrl: wrong, data: "folder" })).rejects.toThrow("not in both");
});

test("while the database is away calls fail in the contract's shape; when it is back everything goes on", async () => {
  const { url, cut, lay } = await layWay(await makeDatabase());
  const sandbox = await createSandbox({ databaseUrl: url, settings: { transferSteps: { queued: 0, processing: 0 } } });
  closing.push(() => sandbox.close());
  const pix = createPixClient({ ...sandbox.credentials, fetch: sandbox.fetch, retry: false });
  const { id } = await pix.transactions.create(charge);

  await cut();
  for (const call of [
    () => pix.transactions.create(charge),
    () => pix.transactions.get(id),
    () => pix.webhooks.list(),
  ]) {
    expect(await failure(call())).toMatchObject({ status: 500, code: "INTERNAL_ERROR" });
  }

  await lay();
  await vi.waitFor(async () => expect((await pix.transactions.get(id)).id).toBe(id), { timeout: 10_000 });
  // The worker moves what is due, and changes of other processes are heard of again.
  const sent = await pix.transfers.create({ pixKey: "destino@example.com", amount: 100 });
  const ended = await pix.transfers.waitUntilFinal(sent.id, { firstInterval: 50, maxInterval: 100, timeout: 20_000 });
  expect(ended.status).toBe("completed");
});

test("every failure of the connection that listens is followed by one attempt", async () => {
  const { url, cut, lay } = await layWay(await makeDatabase());
  const sandbox = await createSandbox({ databaseUrl: url });
  closing.push(() => sandbox.close());
  await cut();
  let attempts = 0;
  const counter = createServer((socket) => {
    attempts += 1;
    socket.destroy();
  });
  const { port } = new URL(url);
  await new Promise<void>((resolve) => counter.listen(Number(port), "127.0.0.1", resolve));
  await new Promise((resolve) => setTimeout(resolve, 3_200));
  await new Promise((resolve) => counter.close(resolve));
  await lay();
  // Twice a second for the listener, and once a second for the worker; each failure leading to two would be hundreds.
  expect(attempts).toBeLessThan(40);
  const pix = createPixClient({ ...sandbox.credentials, fetch: sandbox.fetch });
  await vi.waitFor(async () => expect(await pix.webhooks.list()).toEqual([]), { timeout: 10_000 });
});
