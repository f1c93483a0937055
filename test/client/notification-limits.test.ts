import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createNotificationHandler, toNodeHandler } from "../../generated/client/src/notifications.ts";

test("a connection stays usable after a 413", async () => {
  const server = createServer(toNodeHandler(createNotificationHandler({ secrets: false, on: {}, maxBytes: 1_000 })));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const post = (body: string): Promise<[status: number | undefined, port: number | undefined]> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", method: "POST", agent }, (response) => {
        const local = response.socket.localPort;
        response.resume().on("end", () => resolve([response.statusCode, local]));
      });
      sent.on("error", reject).end(body);
    });
  try {
    const [large, first] = await post("x".repeat(3_000_000));
    const [good, second] = await post('{"id":"wh_1","type":"order","event":"order_made"}');
    expect([large, good]).toEqual([413, 200]);
    expect(second).toBe(first);
  } finally {
    agent.destroy();
    server.close();
  }
});

test.each([
  [[1_000], 200],
  [[400, 400, 200], 200],
  [[1_001], 413],
  [[400, 400, 201], 413],
])("of at most 1,000 bytes, a body in chunks of %j is answered %i", async (chunks, status) => {
  const sent = '{"id":"wh_1","type":"order","event":"order_made"}';
  const parts = chunks.map((size, index) => (index === 0 ? sent : "").padEnd(size));
  const body = ReadableStream.from(parts).pipeThrough(new TextEncoderStream());
  const handler = createNotificationHandler({ secrets: false, on: {}, maxBytes: 1_000 });
  const request = new Request("https://shop.example/", { method: "POST", body, duplex: "half" } as RequestInit);
  expect((await handler(request)).status).toBe(status);
});

test("an `onError` that throws or rejects harms nothing", async () => {
  const rejections: unknown[] = [];
  const keep = (reason: unknown): void => void rejections.push(reason);
  process.on("unhandledRejection", keep);
  try {
    const failing = [
      (): never => {
        throw new Error("The log is full.");
      },
      () => Promise.reject(new Error("The log is full.")),
    ];
    for (const onError of failing) {
      const handler = createNotificationHandler({ secrets: "whsec_1", on: {}, onError });
      const response = await handler(new Request("https://shop.example/", { method: "POST", body: "{}" }));
      expect(response.status).toBe(401);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(rejections).toEqual([]);
  } finally {
    process.off("unhandledRejection", keep);
  }
});
