import { EventEmitter } from "node:events";
import fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeStream } from "./add-control.ts";

async function open() {
  const app = fastify();
  onTestFinished(() => app.close());
  const changes = new EventEmitter();
  const storage = {
    onChange: (listener: () => void) => {
      changes.on("change", listener);
      return () => void changes.off("change", listener);
    },
  };
  const stream = makeStream(app, storage as never);
  await app.ready();
  const follow = () => {
    const raw = Object.assign(new EventEmitter(), {
      writeHead: vi.fn(),
      write: vi.fn(),
      end: vi.fn(),
    });
    stream({} as never, { hijack: () => ({ raw }) } as never);
    return raw;
  };
  return { app, changes, follow };
}

test("a subscriber that disconnects is removed, and the others receive changes", async () => {
  const { changes, follow } = await open();
  const gone = follow();
  const here = follow();
  expect(changes.listenerCount("change")).toBe(2);
  gone.emit("close");
  expect(changes.listenerCount("change")).toBe(1);
  changes.emit("change");
  await expect.poll(() => here.write.mock.calls.length).toBe(2);
  expect(here.write.mock.calls).toEqual([[": connected\n\n"], ["event: change\ndata: {}\n\n"]]);
  expect(gone.write).toHaveBeenCalledTimes(1);
  expect(here.end).not.toHaveBeenCalled();
});
