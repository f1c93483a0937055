// @ts-nocheck The types of Bun and Deno are not installed here.
// Runs in a project that installed the packed server, on Bun or Deno: the handler behind a port of the runtime's own.
import { pixHandler } from "@pix-contract/server/fetch";

const caller = { caller: "Loja", callerId: "1" };
const handler = pixHandler({
  authenticators: { ApiCredentials: () => null, AccessToken: async (token) => (token === "a.b.c" ? caller : null) },
  handlers: {
    createTransfer: async ({ body: { amount, pixKey }, reply }) =>
      reply.ok({ id: "trf_1", status: "queued", amount, netAmount: amount, fees: 0, pixKey }),
  },
  partial: true,
  logger: false,
});
const { Bun, Deno } = globalThis;
const server = Bun
  ? Bun.serve({ port: 0, fetch: (request) => handler(request) })
  : Deno.serve({ port: 0, onListen: () => {} }, (request) => handler(request));
const url = `http://localhost:${Bun ? server.port : server.addr.port}`;

const said = {};
async function ask(name, path, body, headers) {
  const init = body === undefined ? {} : { method: "POST", body };
  const response = await fetch(url + path, {
    ...init,
    headers: { authorization: "Bearer a.b.c", "content-type": "application/json", ...headers },
  });
  const { error } = await response.json();
  said[name] = `${response.status} ${error?.code ?? "OK"}${response.headers.get("idempotent-replayed") ?? ""}`;
}
const send = (name, body, headers) =>
  ask(name, "/api/v1/pix/out/pixkey", body, { "x-idempotency-key": "k", ...headers });
const transfer = JSON.stringify({ pixKey: "destino@example.com", amount: 150000 });
await send("sent", transfer);
await send("again", transfer);
await send("other", transfer.replace("150000", "1"));
await send("twice", '{"amount":1,"amount":2,"pixKey":"destino@example.com"}');
await send("large", JSON.stringify({ text: "x".repeat(2_000_000) }));
await send("stranger", transfer, { authorization: "Bearer b" });
await ask("missing", "/api/v1/transfers/x");
await ask("nowhere", "/nothing");
console.log(JSON.stringify(said));
await (Bun ? server.stop(true) : server.shutdown());
