// Runs in a project that installed the packed server, on any Node, without its types.
import { connect } from "node:net";

type Server = typeof import("../../../generated/server/src/index.ts");

const transfer = { pixKey: "destino@example.com", amount: 150000 };
const caller = { caller: { name: "Loja" }, callerId: "cmp_1" };

/** Starts a server, calls it in many ways, and gives what it answered by what was asked. */
export async function probe({ createPixServer, signNotification, transferStatus }: Server) {
  const said: Record<string, string> = {};
  await createPixServer({ authenticators: {}, handlers: {} } as never).catch((error: Error) => {
    said.refused = `${error.name} ${error.message.split("\n").length}`;
  });
  const invalidResponses: string[] = [];
  const server = await createPixServer({
    authenticators: {
      ApiCredentials: ({ username, password }) =>
        `${username}:${password}` === "key:a:b" ? caller : null,
      AccessToken: async (token) => (token === "a.b.c" ? caller : null),
    },
    handlers: {
      issueToken: ({ reply }) => reply.ok({ token: "a.b.c", expiresIn: 1_800_000 }),
      createTransfer: async ({ body: { amount, pixKey }, reply }) =>
        reply.ok({ id: "trf_1", status: "queued", amount, netAmount: amount, fees: 0, pixKey }),
      deleteWebhook: () => {
        throw new Error("secret");
      },
      listWebhooks: ({ reply }) => reply.ok([{ id: 5 }] as never),
    },
    partial: true,
    logger: false,
    onInvalidResponse: ({ operation }) => invalidResponses.push(operation),
    timeouts: { headers: 1_000, request: 2_000 },
  });
  const url = await server.listen({ port: 0, host: "127.0.0.1" });
  const port = Number(new URL(url).port);
  const ask = async (name: string, path: string, init: RequestInit = {}): Promise<void> => {
    const response = await fetch(url + path, init);
    const { error } = (await response.json()) as { error?: { code: string } };
    said[name] =
      `${response.status} ${error?.code ?? "OK"}${response.headers.get("idempotent-replayed") ?? ""}`;
  };
  const headers = { authorization: "Bearer a.b.c" };
  const send = (body: object, key: string): RequestInit => ({
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "x-idempotency-key": key },
    body: JSON.stringify(body),
  });
  await ask("token", "/api/auth", {
    method: "POST",
    headers: { authorization: `Basic ${btoa("key:a:b")}` },
  });
  await ask("sent", "/api/v1/pix/out/pixkey", send(transfer, "k"));
  await ask("again", "/api/v1/pix/out/pixkey", send(transfer, "k"));
  await ask("key", "/api/v1/pix/out/pixkey", send({ ...transfer, pixKey: "11111111111" }, "l"));
  await ask("invalid", "/api/v1/webhook", { headers });
  await ask("thrown", "/api/v1/webhook/x", { method: "DELETE", headers });
  said.noise = await exchange(port, "\x00noise\r\n\r\n");
  said.slow = await exchange(port, "GET / HTTP/1.1\r\n");
  said.large = await exchange(port, `GET / HTTP/1.1\r\nX: ${"x".repeat(100_000)}\r\n\r\n`);
  said.invalidResponses = invalidResponses.join();
  said.next = String(transferStatus.canTransition("queued", "completed"));
  said.signed = signNotification("{}", { secret: "s", now: 0 });
  await server.close();
  return said;
}

/** Sends bytes as they are, and reads to the end: status and code of the answer. */
function exchange(port: number, data: string): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(data));
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      const [head = "", body = "{}"] = received.split("\r\n\r\n");
      const { error } = JSON.parse(body) as { error?: { code: string } };
      resolve(`${head.slice(9, 12)} ${error?.code}`);
    });
  });
}
