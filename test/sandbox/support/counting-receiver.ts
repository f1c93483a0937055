import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Takes notifications on a free port and answers each with 200. */
export interface CountingReceiver {
  readonly url: string;
  /** How often each notification came, by its id. */
  readonly received: Map<string, number>;
  close(): Promise<void>;
}

export async function startCountingReceiver(): Promise<CountingReceiver> {
  const received = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    // A sender that was killed meanwhile has sent nothing.
    if (body === undefined) return;
    const { id } = JSON.parse(body) as { id: string };
    received.set(id, (received.get(id) ?? 0) + 1);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
