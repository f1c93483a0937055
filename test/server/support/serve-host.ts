// The handler of Fetch requests on Bun or Deno: prints its port, and closes when its input ends.
import { hostOptions } from "./host-options.ts";

interface BunServer {
  port: number;
  stop(force: boolean): Promise<void>;
}
interface Runtimes {
  Bun?: { serve(options: object): BunServer };
  Deno?: {
    serve(options: object, handler: unknown): { addr: { port: number }; shutdown(): Promise<void> };
  };
}

type Entry = typeof import("../../../generated/server/src/fetch.ts");
const { TEST_FETCH_ENTRY = "../../../generated/server/src/fetch.ts" } = process.env;
const { pixHandler } = (await import(TEST_FETCH_ENTRY)) as Entry;
const handler = pixHandler(hostOptions as never);
const { Bun, Deno } = globalThis as Runtimes;
const address = { port: 0, hostname: "127.0.0.1" };
let stop: (force: boolean) => unknown = () => {};
if (Bun) {
  const server = Bun.serve({ ...address, routes: handler.routes });
  stop = (force) => server.stop(force);
  console.log(server.port);
} else if (Deno) {
  const server = Deno.serve({ ...address, onListen: () => {} }, (request: Request) =>
    handler(request),
  );
  // Connections that are still open end with the process: Deno fails at an abort after a shutdown.
  stop = (force) => (force ? undefined : server.shutdown());
  console.log(server.addr.port);
}
process.stdin.resume();
process.stdin.once("end", async () => {
  await handler.close(stop, 3_000);
  process.exit();
});
