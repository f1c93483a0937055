import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { afterChanges } from "../storage/after-changes.ts";
import type { Storage } from "../storage/storage.ts";
import { clearInterval, setInterval } from "../timers.ts";

/** Milliseconds between two events of a stream. */
const pause = 100;

/** Milliseconds between two signs of life: proxies end connections on which nothing happens. */
const heartbeat = 15_000;

/** Makes the handler that sends changes as server-sent events, until the caller goes or the server closes. */
export function makeStream(app: FastifyInstance, storage: Storage): (_: FastifyRequest, reply: FastifyReply) => void {
  const open = new Set<() => void>();
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
    for (const end of open) end();
  });
  return (_, reply) => {
    const { raw } = reply.hijack();
    raw.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    raw.write(": connected\n\n");
    const forget = afterChanges(storage, pause, () => raw.write("event: change\ndata: {}\n\n"));
    const beats = setInterval(() => raw.write(": alive\n\n"), heartbeat).unref();
    const end = (): void => {
      open.delete(end);
      forget();
      clearInterval(beats);
      raw.end();
    };
    open.add(end);
    raw.on("close", end);
    // A caller whose stream has ended asks for the next one at once: while the server closes, that would never end.
    if (isClosing) end();
  };
}
