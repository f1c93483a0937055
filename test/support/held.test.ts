import { once } from "node:events";
import { createServer, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type Held, listLeft, readHeld } from "./held.ts";
import { listen } from "./listen.ts";

/** Waits until so much is left. Without timers, which would be left themselves. */
async function waitForLeft(before: Held, left: string[]): Promise<void> {
  while (listLeft(before).join() !== left.join())
    await new Promise((resolve) => setImmediate(resolve));
}

test.for<[left: string, open: () => () => void]>([
  [
    "Timeout: 1",
    () => {
      const timer = setTimeout(() => {}, 60_000);
      return () => clearTimeout(timer);
    },
  ],
  [
    "listener of SIGTERM: 1",
    () => {
      const listener = (): void => {};
      process.on("SIGTERM", listener);
      return () => process.off("SIGTERM", listener);
    },
  ],
  [
    "TCPServerWrap: 1",
    () => {
      const server = createServer().listen(0, "127.0.0.1");
      return () => server.close();
    },
  ],
])("%s is left until it is closed", async ([left, open]) => {
  const before = readHeld();
  const close = open();
  await waitForLeft(before, [left]);
  close();
  await waitForLeft(before, []);
});

test("a timer that keeps no process alive is not left", () => {
  const before = readHeld();
  const timer = setTimeout(() => {}, 60_000).unref();
  onTestFinished(() => clearTimeout(timer));
  expect(listLeft(before)).toEqual([]);
});

test("a server of tests closes with its connections, of whatever protocol", async () => {
  const before = readHeld();
  const server = createServer();
  const { port, close } = await listen(server);
  const socket = new Socket().connect(port, "127.0.0.1");
  await once(server, "connection");
  close();
  await once(socket, "close");
  await waitForLeft(before, []);
});
