// The receivers of the guide that another program calls, called as it does.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { signatureHeader, signNotification } from "../../generated/client/src/notifications.ts";
import { ok, startServer } from "../client/support/server.ts";
import { readPrograms } from "./support/programs.ts";

const secret = "whsec_1";
const body = JSON.stringify({
  id: "txn_1",
  type: "transaction",
  event: "transaction_paid",
  transaction: { id: "txn_1", amount: 4990, status: "paid" },
});
const headers = { [signatureHeader]: await signNotification(body, secret) };

/** Loads a program of the guide, and gives what it exports and what it prints. */
async function load<Exports>(file: string): Promise<{ exported: Exports; printed: string[] }> {
  const programs = await readPrograms("docs/guides/client-notifications.md");
  const text = programs.find((program) => program.file === file)?.text ?? "";
  const path = join(import.meta.dirname, `tmp-${process.pid}-${file}`);
  await writeFile(path, text);
  onTestFinished(() => rm(path));
  const printed: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => void printed.push(line));
  onTestFinished(() => void vi.restoreAllMocks());
  vi.stubEnv("PIX_WEBHOOK_SECRET", secret);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { exported: (await import(path)) as Exports, printed };
}

type Handle = (request: Request) => Promise<Response>;
const post = (path: string, signed = true): Request =>
  new Request(`https://shop.example${path}`, { method: "POST", body, ...(signed && { headers }) });

test("the route of Next.js", async () => {
  const { exported, printed } = await load<{ POST: Handle }>("route.ts");
  expect((await exported.POST(post("/notifications"))).status).toBe(200);
  expect((await exported.POST(post("/notifications", false))).status).toBe(401);
  expect(printed).toEqual(["txn_1 is paid"]);
});

test("the function of Lambda takes texts and Base64, and refuses what is unsigned", async () => {
  type Call = (event: object) => Promise<object>;
  const { exported, printed } = await load<{ handler: Call }>("lambda.ts");
  const event = {
    rawPath: "/notifications",
    requestContext: { http: { method: "POST" } },
    isBase64Encoded: false,
    headers,
    body,
  };
  const base64 = { isBase64Encoded: true, body: Buffer.from(body).toString("base64") };
  expect(await exported.handler({ ...event, ...base64 })).toEqual({ statusCode: 200 });
  expect(await exported.handler(event)).toEqual({ statusCode: 200 });
  expect(await exported.handler({ ...event, headers: {} })).toEqual({ statusCode: 401 });
  const get = { ...event, requestContext: { http: { method: "GET" } }, body: undefined };
  expect(await exported.handler(get)).toEqual({ statusCode: 405 });
  expect(printed).toEqual(["txn_1 is paid"]);
});

test("a receiver with a path that is not signed asks the service", async () => {
  let status = "pending";
  const server = await startServer({
    "GET /api/v1/transactions/txn_1": (response) => ok(response, { id: "txn_1", status }),
  });
  onTestFinished(() => server.close());
  vi.stubEnv("PIX_BASE_URL", server.url);
  vi.stubEnv("PIX_API_KEY", "key");
  vi.stubEnv("PIX_API_SECRET", "secret");
  const { exported, printed } = await load<{ handler: Handle }>("unsigned.ts");
  expect((await exported.handler(post("/notifications", false))).status).toBe(401);
  // A false one does not hide the true one.
  expect((await exported.handler(post("/notifications/9f3c2a71", false))).status).toBe(500);
  status = "paid";
  for (const path of ["/notifications/9f3c2a71", "/notifications/9f3c2a71"])
    expect((await exported.handler(post(path, false))).status).toBe(200);
  expect((await exported.handler(post("/notifications"))).status).toBe(200);
  expect(printed).toEqual(["txn_1 is paid"]);
});
