// The handler for Fetch on the runtime of Workers, bundled as a Worker is.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sources } from "../../scripts/from-source.ts";
import { installWorkers, startWorker, type Worker } from "../support/workers.ts";

const home = join(import.meta.dirname, "../workerd");
let folder: string;
let running: Worker;

const worker = `import { pixHandler } from "@pix-contract/server/fetch";

const caller = { caller: "Loja", callerId: "1" };
const handler = pixHandler({
  authenticators: { ApiCredentials: () => null, AccessToken: async (token) => (token === "a.b.c" ? caller : null) },
  handlers: {
    createTransfer: async ({ body: { amount, pixKey, description }, log, reply }) => {
      log.info({ amount, pixKey }, "Transfer accepted.");
      if (description === "never") await new Promise(() => {});
      if (description === "broken") throw new Error("Out of luck.");
      return reply.ok({ id: "trf_1", status: "queued", amount, netAmount: amount, fees: 0, pixKey });
    },
  },
  partial: true,
  deadline: 500,
  health: "/health",
  clientAddress: ({ headers }) => headers.get("cf-connecting-ip") ?? "",
});
export default { fetch: (request) => handler(request) };
`;

beforeAll(async () => {
  await installWorkers();
  folder = await mkdtemp(join(home, "worker-"));
  await writeFile(join(folder, "entry.js"), worker);
  const alias = Object.fromEntries(sources.map(({ name, file }) => [name, file.pathname]));
  const bundle = await rolldown({
    input: join(folder, "entry.js"),
    platform: "neutral",
    external: [/^node:/],
    resolve: { alias },
  });
  await bundle.write({ file: join(folder, "worker.js"), codeSplitting: false });
  running = await startWorker(folder, "worker.js", ["nodejs_compat"]);
});
afterAll(async () => {
  running?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(running.url + path, {
    ...init,
    headers: { authorization: "Bearer a.b.c", "content-type": "application/json", ...init.headers },
  });
const transfer = { pixKey: "destino@example.com", amount: 150_000 };
async function pay(
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const init = { method: "POST", body: text, headers: { "x-idempotency-key": key, ...headers } };
  const response = await send("/api/v1/pix/out/pixkey", init);
  const { error } = (await response.json()) as { error?: { code: string } };
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{18}-\w+$/);
  return `${response.status} ${error?.code ?? "OK"}${response.headers.get("idempotent-replayed") ?? ""}`;
}

test("judges and answers", async () => {
  expect(await pay("k", transfer)).toBe("200 OK");
  expect(await pay("k", transfer)).toBe("200 OKtrue");
  expect(await pay("k", { ...transfer, amount: 1 })).toBe("409 DUPLICATE_IDEMPOTENCY_KEY");
  expect(await pay("a", { ...transfer, pixKey: "x" })).toBe("400 INVALID_PIX_KEY");
  expect(await pay("b", '{"amount":1,"amount":2,"pixKey":"destino@example.com"}')).toBe(
    "400 MALFORMED_JSON",
  );
  expect(await pay("c", { text: "x".repeat(2_000_000) })).toBe("413 PAYLOAD_TOO_LARGE");
  expect(await pay("d", transfer, { authorization: "Bearer b" })).toBe("401 INVALID_TOKEN");
  expect(await pay("e", transfer, { "content-type": ";;;" })).toBe("415 UNSUPPORTED_MEDIA_TYPE");
  expect(await pay("f", { ...transfer, description: "broken" })).toBe("500 INTERNAL_ERROR");
  expect((await send("/api/v1/transfers/x")).status).toBe(501);
  expect((await send("/nothing")).status).toBe(404);
});

test("requests that run side by side do not get into each other's way", async () => {
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, index) => pay(`side-${index}`, transfer)),
  );
  expect(new Set(all)).toEqual(new Set(["200 OK"]));
  const late = await Promise.all([
    pay("late", { ...transfer, description: "never" }),
    pay("other", transfer),
  ]);
  expect(late).toEqual(["500 INTERNAL_ERROR", "200 OK"]);
});

test("has a health route", async () => {
  expect(await (await send("/health")).json()).toEqual({ status: "ok" });
});
