import { once } from "node:events";
import { connect, createServer } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Listening, listen } from "../support/listen.ts";
import { json, useMock } from "./mock.ts";

const mock = useMock();
const path = "/api/v1/pix/in/qrcode";

let connections: number;
let listener: ReturnType<typeof createServer>;
let listening: Listening;
let postbackUrl: string;

beforeEach(async () => {
  connections = 0;
  listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  listening = await listen(listener);
  postbackUrl = `https://127.0.0.1:${listening.port}/notifications`;
});
afterEach(() => listening.close());

const charge = () => ({
  amountInCents: 4990,
  customer: {
    name: "Maria",
    email: "maria@example.com",
    documentType: "cpf",
    document: "52998224725",
  },
  postbackUrl,
});

/** Connects to the listener, which counts in the order in which connections were made. */
async function countSoFar(): Promise<number> {
  const counted = once(listener, "connection");
  connect(listening.port, "127.0.0.1").on("error", () => {});
  await counted;
  return connections - 1;
}

test.for<[string, object]>([
  ["accepted", {}],
  ["refused", { amountInCents: 0 }],
])("the URL to notify is not called for a request that is %s", async ([, changes]) => {
  const body = JSON.stringify({ ...charge(), ...changes });
  const response = await fetch(mock.url + path, { method: "POST", headers: json, body });
  expect(response.status).toBe("amountInCents" in changes ? 422 : 200);
  expect(await countSoFar()).toBe(0);
});
