import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../support/listen.ts";
import { charge } from "../support/samples.ts";
import { json, useMock } from "./mock.ts";

const mock = useMock();

test.for([
  ["accepted", 4990, 200],
  ["refused", 0, 422],
] as const)(
  "the URL to notify is not called for a request that is %s",
  async ([, amountInCents, status]) => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const { port, close } = await listen(listener);
    onTestFinished(close);
    const postbackUrl = `https://127.0.0.1:${port}/notifications`;
    const body = JSON.stringify({ ...charge, amountInCents, postbackUrl });
    const path = `${mock.url}/api/v1/pix/in/qrcode`;
    expect((await fetch(path, { method: "POST", headers: json, body })).status).toBe(status);
    // Connections are counted in the order in which they were made: this one is the first.
    const counted = once(listener, "connection");
    connect(port, "127.0.0.1").on("error", () => {});
    await counted;
    expect(connections).toBe(1);
  },
);
