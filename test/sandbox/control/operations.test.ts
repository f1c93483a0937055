// Every operation over HTTP, its answers checked against the control plane's own contract, and what each refuses.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, type RunningSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { InvalidInputError, NotAllowedError, NotFoundError } from "../../../packages/sandbox/src/index.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { authorize, call, type Given, operationIds, type ReadResponse, succeeded, transfer } from "./support/call.ts";

let sandbox: RunningSandbox;
let receiver: Receiver;

beforeAll(async () => {
  sandbox = await createSandbox({ settings: { transferSteps: { queued: null, processing: null } } });
  receiver = await startReceiver();
});
afterAll(async () => {
  await sandbox.close();
  await receiver[Symbol.asyncDispose]();
});

const ask = (method: string, path: string, given?: Given): Promise<ReadResponse> => call(sandbox, method, path, given);
const post = (path: string, body?: unknown): Promise<ReadResponse> =>
  ask("POST", path, body === undefined ? {} : { body });
const get = (path: string): Promise<ReadResponse> => ask("GET", path);

async function makeCharge(fields: object = {}): Promise<string> {
  const { status, body } = await post("/charges", { amountInCents: 1_000, ...fields });
  expect(status).toBe(200);
  return body.id;
}

async function makeTransfer(fields: object = {}): Promise<string> {
  const { status, body } = await post("/transfers", { ...transfer, ...fields });
  expect(status).toBe(200);
  return body.id;
}

async function balanceOf(companyId: string): Promise<number> {
  return (await get(`/companies/${companyId}`)).body.balance;
}

describe("charges", () => {
  test("a charge is created, paid and refunded; the company's balance follows", async () => {
    const { companyId } = (await get("/credentials")).body;
    const before = await balanceOf(companyId);
    const id = await makeCharge({ description: "Café" });
    expect((await get(`/charges/${id}`)).body).toMatchObject({ status: "pending", description: "Café", companyId });
    expect((await post(`/charges/${id}/pay`)).body).toMatchObject({ status: "paid", amount: 1_000, fees: 10 });
    expect(await balanceOf(companyId)).toBe(before + 990);
    const refunded = await post(`/charges/${id}/refund`, { reason: "Devolvido" });
    expect(refunded.body).toMatchObject({ status: "refunded", refund: { amount: 1_000, reason: "Devolvido" } });
    expect(await balanceOf(companyId)).toBe(before - 10);
  });

  test("a charge is canceled; another expires, and its lifetime ends with it", async () => {
    expect((await post(`/charges/${await makeCharge()}/cancel`)).body.status).toBe("canceled");
    const { body } = await post(`/charges/${await makeCharge()}/expire`);
    expect(body).toMatchObject({ status: "canceled", expiresAt: body.updatedAt });
  });

  test("the list is newest first, by pages, status and company; its entries have no image", async () => {
    const ids = [await makeCharge(), await makeCharge(), await makeCharge()].reverse();
    const first = await get("/charges?limit=2");
    expect(first.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(first.body.items[0].pix).not.toHaveProperty("qrCode");
    const second = await get(`/charges?limit=1&before=${first.body.next}`);
    expect(second.body.items[0].id).toBe(ids[2]);
    await post(`/charges/${ids[1]}/pay`);
    expect((await get("/charges?status=paid&limit=1")).body.items[0].id).toBe(ids[1]);
    const { body: company } = await post("/companies", { name: "Outra" });
    const own = await makeCharge({ companyId: company.id });
    const listed = (await get(`/charges?companyId=${company.id}`)).body;
    expect(listed).toMatchObject({ items: [{ id: own, companyId: company.id }], next: null });
    expect((await get("/charges?companyId=cmp_none")).body).toEqual({ items: [], next: null });
  });

  test("a field is wrong as the service's contract has it", async () => {
    const wrong = await post("/charges", {
      amountInCents: 1_000,
      customer: { name: "M", email: "no", documentType: "cpf", document: "11111111111" },
    });
    expect(wrong).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
    const paths = wrong.body.error.details.fields.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(["customer.document", "customer.email"]);
    expect((await post("/charges", { amountInCents: 1_000, postbackUrl: "ftp://x" })).body.error.message).toContain(
      "postbackUrl",
    );
  });
});

describe("transfers", () => {
  test("a transfer is processed and completed", async () => {
    const id = await makeTransfer();
    expect((await post(`/transfers/${id}/process`)).body).toMatchObject({ status: "processing" });
    expect((await post(`/transfers/${id}/complete`)).body).toMatchObject({ status: "completed", netAmount: 9_900 });
    expect((await get(`/transfers/${id}`)).body.completedAt).toBeTypeOf("string");
  });

  test("one that is refused or canceled gives its amount back, with a reason", async () => {
    const { companyId } = (await get("/credentials")).body;
    const before = await balanceOf(companyId);
    const refused = await post(`/transfers/${await makeTransfer()}/refuse`, { reason: "Conta inexistente" });
    expect(refused.body).toMatchObject({ status: "refused", reason: "Conta inexistente" });
    const canceled = await post(`/transfers/${await makeTransfer()}/cancel`, { reason: "Engano" });
    expect(canceled.body).toMatchObject({ status: "canceled", reason: "Engano" });
    expect(await balanceOf(companyId)).toBe(before);
  });

  test("what the status, the balance or the day's limit does not allow is a 409", async () => {
    const id = await makeTransfer();
    await post(`/transfers/${id}/complete`);
    for (const step of ["process", "complete", "refuse", "cancel"]) {
      expect((await post(`/transfers/${id}/${step}`)).status, step).toBe(409);
    }
    const { body: poor } = await post("/companies", { name: "Pobre", balance: 5 });
    const refused = await post("/transfers", { ...transfer, companyId: poor.id });
    const because = (message: string) => ({ status: 409, body: { error: { code: "NOT_ALLOWED", message } } });
    expect(refused).toMatchObject(because("The balance is lower than the transfer's amount."));
    await ask("PATCH", "/settings", { body: { dailyLimit: 100 } });
    expect(await post("/transfers", transfer)).toMatchObject(because("The transfer would exceed the day's limit."));
    await ask("PATCH", "/settings", { body: { dailyLimit: 10_000_000 } });
    expect(await balanceOf(poor.id)).toBe(5);
  });

  test("the list is by status; a key that is none is refused", async () => {
    const id = await makeTransfer();
    const { items } = (await get("/transfers?status=queued&limit=1")).body;
    expect(items).toMatchObject([{ id, status: "queued", outcome: "completed" }]);
    await post(`/transfers/${id}/complete`);
    expect((await get("/transfers?status=completed&limit=1")).body.items).toMatchObject([{ id, status: "completed" }]);
    expect((await post("/transfers", { amount: 1, pixKey: "nothing" })).body.error.message).toContain("pixKey");
  });
});

describe("companies", () => {
  test("a company is added with secrets that work, changed and listed", async () => {
    const { status, body } = await post("/companies", { name: "Padaria", city: "Recife", balance: 700 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Padaria", city: "Recife", balance: 700, sentToday: 0, suspended: false });
    expect(await tokenStatus(body.apiKey, body.apiSecret)).toBe(200);
    expect((await get(`/companies/${body.id}/postback-secret`)).body).toEqual({ postbackSecret: body.postbackSecret });
    const changed = await ask("PATCH", `/companies/${body.id}`, {
      body: { name: "Padaria 2", balance: 123, suspended: true },
    });
    expect(changed.body).toMatchObject({ name: "Padaria 2", city: "Recife", balance: 123, suspended: true });
    expect(await tokenStatus(body.apiKey, body.apiSecret)).toBe(403);
    const [listed] = (await get("/companies?limit=1")).body.items;
    expect(listed).toEqual(changed.body);
    expect(JSON.stringify(listed)).not.toContain("ecret");
    expect((await get("/ledger")).body.sum).toBe(0);
  });

  test("a new API secret replaces the one before", async () => {
    const { body } = await post("/companies", { name: "Loja", apiKey: "loja-key", apiSecret: "one" });
    const { apiSecret } = (await post(`/companies/${body.id}/secret`)).body;
    expect(await tokenStatus("loja-key", "one")).toBe(401);
    expect(await tokenStatus("loja-key", apiSecret)).toBe(200);
  });

  test("a key that is taken is a 409; one with a colon cannot be sent", async () => {
    expect((await post("/companies", { name: "Again", apiKey: "sandbox-key" })).status).toBe(409);
    expect((await post("/companies", { name: "Again", apiKey: "a:b" })).status).toBe(400);
    expect((await ask("PATCH", "/companies/cmp_none", { body: {} })).status).toBe(404);
  });

  test("the credentials of the first company are shown until its secret is renewed", async () => {
    await using own = await createSandbox({ company: { apiKey: "k", apiSecret: "s" } });
    const { companyId, ...shown } = await own.control.credentials();
    expect(shown).toEqual({ baseUrl: "http://127.0.0.1:4020", apiKey: "k", apiSecret: "s" });
    await own.control.companies.renewSecret(companyId);
    expect(await own.control.credentials()).toMatchObject({ apiKey: "k", apiSecret: null });
  });
});

async function tokenStatus(apiKey: string, apiSecret: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}`;
  const response = await sandbox.fetch("http://localhost/api/auth", { method: "POST", headers: { authorization } });
  return response.status;
}

describe("notifications", () => {
  test("each event is caused on an object of its own, and delivered", async () => {
    const events = ["transaction_created", "transaction_paid", "transaction_canceled", "transaction_refunded"];
    for (const event of [
      ...events,
      "transfer_created",
      "transfer_updated",
      "transfer_completed",
      "transfer_canceled",
    ]) {
      const { status, body } = await post("/notifications/trigger", { event, url: receiver.url });
      expect(status, event).toBe(200);
      expect(body).toMatchObject({ event, notifications: [{ event, objectId: body.objectId, url: receiver.url }] });
      await post("/settle");
      const [{ id }] = body.notifications;
      expect((await get(`/notifications/${id}`)).body).toMatchObject({
        status: "delivered",
        body: { id, event },
        attempts: [{ number: 1, status: 200, error: null, answer: "ok" }],
      });
    }
  });

  test("a notification is sent again under its id", async () => {
    const { body } = await post("/notifications/trigger", { event: "transaction_paid", url: receiver.url });
    await post("/settle");
    const [{ id }] = body.notifications;
    expect((await post(`/notifications/${id}/resend`)).body.status).toBe("pending");
    await post("/settle");
    expect((await get(`/notifications/${id}`)).body).toMatchObject({ status: "delivered", attemptCount: 2 });
    expect(receiver.received.filter((received) => received.id === id)).toHaveLength(2);
  });

  test("the list is by status, object and company", async () => {
    const { body } = await post("/notifications/trigger", { event: "transaction_paid", url: receiver.url });
    const { items } = (await get(`/notifications?objectId=${body.objectId}`)).body;
    expect(items.map(({ event }: { event: string }) => event)).toEqual(["transaction_paid", "transaction_created"]);
    await post("/settle");
    expect((await get(`/notifications?objectId=${body.objectId}&status=delivered`)).body.items).toHaveLength(2);
    expect((await get("/notifications?status=failed")).body.items).toEqual([]);
    const { companyId } = (await get("/credentials")).body;
    expect((await get(`/notifications?companyId=${companyId}&limit=2`)).body.items).toHaveLength(2);
    expect((await get("/notifications?companyId=cmp_none")).body.items).toEqual([]);
  });
});

describe("the state", () => {
  test("settings are changed in part, and hold for what follows", async () => {
    const before = (await get("/settings")).body;
    const changed = await ask("PATCH", "/settings", { body: { chargeFee: { fixed: 7, basisPoints: 0 } } });
    expect(changed.body).toEqual({ ...before, chargeFee: { fixed: 7, basisPoints: 0 } });
    const { body } = await post("/charges", { amountInCents: 1_000 });
    expect(body.fees).toBe(7);
    await ask("PATCH", "/settings", { body: { chargeFee: before.chargeFee } });
    expect((await get("/settings")).body).toEqual(before);
  });

  test("the figures count what is there", async () => {
    const { body } = await get("/state");
    expect(body).toMatchObject({ version: "0.1.0", storage: "memory", clock: { frozen: false } });
    await makeCharge();
    for (let count = 0; count < 3; count++) await makeTransfer();
    await post("/companies", { name: "Contada" });
    await post("/notifications/trigger", { event: "transaction_created", url: receiver.url });
    await post("/settle");
    const { charges, transfers, companies, notifications } = (await get("/state")).body;
    expect({ charges, transfers, companies, notifications }).toEqual({
      charges: body.charges + 2,
      transfers: body.transfers + 3,
      companies: body.companies + 1,
      notifications: { ...body.notifications, delivered: body.notifications.delivered + 1 },
    });
  });

  test("faults are listed in their order and removed", async () => {
    const { body: first } = await post("/faults", {
      operation: "createCharge",
      kind: "latency",
      count: null,
      delay: 5,
    });
    const { body: second } = await post("/faults", { operation: "notification", kind: "duplicate" });
    expect((await get("/faults")).body.items).toEqual([first, second]);
    expect(second.remaining).toBe(1);
    expect((await ask("DELETE", `/faults/${first.id}`)).body).toEqual({ removed: 1 });
    expect((await ask("DELETE", `/faults/${first.id}`)).status).toBe(404);
    expect((await get("/faults")).body.items).toEqual([second]);
    expect((await ask("DELETE", "/faults")).body).toEqual({ removed: 1 });
    expect((await get("/faults")).body.items).toEqual([]);
  });

  test.each([
    [{ operation: "nothing", kind: "error" }, "operation must be one of issueToken,"],
    [{ operation: "createCharge", kind: "duplicate" }, "kind duplicate is for notifications alone."],
    [{ operation: "notification", kind: "reset" }, "kind reset is for operations, not for notifications."],
    [{ operation: "createCharge", kind: "error", code: "INSUFFICIENT_BALANCE" }, "code must be one of"],
    [{ operation: "createCharge", kind: "error", delay: 5 }, "delay is for latency alone."],
    [
      { operation: "createCharge", kind: "latency", code: "INTERNAL_ERROR" },
      "code is for error of an operation alone.",
    ],
    [{ operation: "createCharge", kind: "boom" }, "kind must be one of latency, error, reset, duplicate, reorder."],
    [{ operation: "createCharge", kind: "error", count: 0 }, "count must be >= 1"],
  ])("a fault %j is refused", async (body, message) => {
    const refused = await post("/faults", body);
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain(message);
    expect((await get("/faults")).body.items).toEqual([]);
  });

  test("the clock and the requests are read", async () => {
    expect((await get("/clock")).body.frozen).toBe(false);
    expect((await post("/clock/freeze")).body.frozen).toBe(true);
    expect((await post("/clock/advance", { by: "1m" })).body.frozen).toBe(true);
    const { now } = (await get("/clock")).body;
    expect((await post("/clock/set", { now })).body.now).toBe(now);
    expect((await post("/clock/resume")).body.frozen).toBe(false);
    await authorize(sandbox);
    const [{ id }] = (await get("/requests?operation=issueToken&limit=1")).body.items;
    expect((await get(`/requests/${id}`)).body).toMatchObject({ operation: "issueToken", status: 200 });
    expect((await ask("DELETE", "/requests")).body.removed).toBeGreaterThan(0);
  });

  test("the state is exported, imported and reset", async () => {
    const { body: snapshot } = await get("/export");
    const id = await makeCharge();
    expect((await post("/import", snapshot)).body.charges).toBe(snapshot.tables.charges.length);
    expect((await get(`/charges/${id}`)).status, "made after the export").toBe(404);
    expect((await post("/reset")).body).toMatchObject({ companies: 1, charges: 0, transfers: 0 });
  });
});

describe("what is refused", () => {
  const unknown = [
    ...["GET /charges/x", "POST /charges/x/pay", "POST /charges/x/cancel", "POST /charges/x/expire"],
    ...["POST /charges/x/refund", "GET /transfers/x", "POST /transfers/x/process", "POST /transfers/x/complete"],
    ...["POST /transfers/x/refuse", "POST /transfers/x/cancel", "GET /companies/x", "POST /companies/x/secret"],
    ...["GET /companies/x/postback-secret", "GET /notifications/x", "POST /notifications/x/resend"],
    ...["DELETE /faults/x", "GET /requests/x", "POST /requests/x/replay", "GET /timeline/x"],
  ];
  test.each(unknown)("%s: nothing has the identifier", async (line) => {
    const [method = "", path = ""] = line.split(" ");
    expect(await ask(method, path)).toMatchObject({ status: 404, body: { error: { code: "NOT_FOUND" } } });
  });

  test.each([
    ["POST", "/charges", undefined, "A body is required."],
    ["POST", "/charges", [], "must be object."],
    ["POST", "/charges", {}, "amountInCents is required."],
    ["POST", "/charges", { amountInCents: 1, sendTo: "x" }, "sendTo is not known here."],
    ["POST", "/charges", { amountInCents: "100" }, "amountInCents must be integer."],
    ["POST", "/charges", { amountInCents: 0 }, "amountInCents must be >= 1."],
    ["POST", "/charges", { amountInCents: 1, customer: { name: "M" } }, "customer.email is required"],
    ["POST", "/charges/x/pay", { payer: { nome: "x" } }, "payer.nome is not known here."],
    ["POST", "/charges/x/cancel", { reason: "x" }, "No body is expected."],
    ["POST", "/charges/x/cancel", [], "No body is expected."],
    ["POST", "/companies", { name: "Rica", balance: 10_000_000_000_001 }, "balance must be <= 10000000000000."],
    ["PATCH", "/companies/x", { balance: 9_007_199_254_740_991 }, "balance must be <= 10000000000000."],
    ["PATCH", "/settings", { dailyLimit: -1 }, "dailyLimit must be >= 0."],
    ["PATCH", "/settings", { dailyLimit: "5" }, "dailyLimit must be integer."],
    ["PATCH", "/settings", { chargeFee: { fixed: 1 } }, "chargeFee.basisPoints is required."],
    ["PATCH", "/settings", { clockOffset: 5 }, "clockOffset is not known here."],
    [
      "PATCH",
      "/settings",
      { transferSteps: { queued: 1.5, processing: null } },
      "transferSteps.queued must be integer.",
    ],
    ["PATCH", "/settings", { openingBalance: 9_007_199_254_740_991 }, "openingBalance must be <= 10000000000000."],
    ["POST", "/clock/set", { now: "9980-01-01T00:00:01Z" }, "now must not lead beyond 9980-01-01T00:00:00.000Z."],
    ["POST", "/clock/set", { now: "2030-02-30T12:00:00Z" }, 'now must match format "date-time".'],
    ["POST", "/clock/set", { now: "yesterday" }, 'now must match format "date-time".'],
    ["POST", "/clock/advance", { by: -1 }, "by must be >= 0"],
    [
      "POST",
      "/clock/advance",
      { by: "1 hour" },
      "by has the wrong form: A length of time such as `90s`, `1h30m` or `2d3h`",
    ],
    ["POST", "/clock/advance", { by: "9999999d" }, "by must be at most ten years."],
    ["POST", "/notifications/trigger", { event: "nothing" }, "event must be one of transaction_created,"],
    ["POST", "/notifications/trigger", { event: "transaction_paid", url: "x" }, "postbackUrl"],
    [
      "POST",
      "/notifications/trigger",
      { event: "transaction_paid", overrides: { amount: 3 } },
      "amount is not known here",
    ],
    [
      "POST",
      "/notifications/trigger",
      { event: "transaction_paid", overrides: { customer: { nome: "Ana" } } },
      "customer.nome is not known here",
    ],
    ["GET", "/charges?limit=0", undefined, "limit must be >= 1."],
    ["GET", "/charges?limit=201", undefined, "limit must be <= 200."],
    ["GET", "/charges?limit=many", undefined, "limit must be integer."],
    ["GET", "/charges?status=gone", undefined, "status must be one of pending, paid, canceled, refunded."],
    ["GET", "/charges?state=paid", undefined, "state is not known here."],
    ["GET", "/state?x=1", undefined, "x is not known here."],
  ])("%s %s %j: %s", async (method, path, body, message) => {
    const before = (await get("/settings")).body;
    const refused = await ask(method, path, body === undefined ? {} : { body });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
    expect(refused.body.error.message).toContain(message);
    expect((await get("/settings")).body).toEqual(before);
  });

  test("a company that is not there cannot be charged", async () => {
    expect((await post("/charges", { amountInCents: 1, companyId: "cmp_none" })).status).toBe(404);
    expect((await post("/transfers", { ...transfer, companyId: "cmp_none" })).status).toBe(404);
  });

  test("bodies that are not JSON, too large or of another type", async () => {
    expect(await post("/charges", "{")).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
    expect((await ask("POST", "/charges", { body: "{}", headers: { "content-type": "text/plain" } })).status).toBe(415);
    expect((await post("/charges", { description: "x".repeat(1_100_000), amountInCents: 1 })).status).toBe(413);
  });

  test("paths and methods that are not there", async () => {
    expect((await get("/nothing")).status).toBe(404);
    expect((await get("/charges/%ff")).status).toBe(404);
    const wrong = await ask("PATCH", "/charges");
    expect(wrong).toMatchObject({ status: 405, body: { error: { code: "METHOD_NOT_ALLOWED" } } });
    expect(wrong.headers.get("allow")).toBe("GET, POST");
  });
});

describe("webhooks", () => {
  test("a URL is registered, its secret shown again, and removed with what was still to be delivered", async () => {
    const { body } = await post("/webhooks", {
      url: `${receiver.url}/own`,
      events: ["transaction_paid"],
      name: "Loja",
    });
    expect(body).toMatchObject({ name: "Loja", events: ["transaction_paid"], active: true, failingSince: null });
    expect((await get(`/webhooks/${body.id}/secret`)).body).toEqual({ secret: body.secret });
    const { secret: _, ...listed } = body;
    expect((await get("/webhooks?limit=1&search=LOJA")).body.items).toEqual([listed]);
    expect((await get(`/webhooks/${body.id}`)).body).toEqual(listed);
    expect((await get(`/timeline/${body.id}`)).body.items).toMatchObject([{ kind: "status", what: "active" }]);
    const { body: triggered } = await post("/notifications/trigger", { event: "transaction_paid" });
    expect(triggered.notifications).toMatchObject([{ webhookId: body.id, scope: "user" }]);
    await sandbox.settle();
    const { body: sent } = await get(`/notifications/${triggered.notifications[0].id}`);
    expect(sent.attempts[0].headers).toMatchObject({
      "content-type": "application/json",
      "Pix-Signature": expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
    });
    expect((await ask("DELETE", `/webhooks/${body.id}`)).body).toEqual({ removed: 1 });
    for (const [method, path] of [
      ["DELETE", `/webhooks/${body.id}`],
      ["GET", `/webhooks/${body.id}/secret`],
      ["GET", `/webhooks/${body.id}`],
    ] as const) {
      expect((await ask(method, path)).status, `${method} ${path}`).toBe(404);
    }
    const { body: deaf } = await post("/webhooks", { url: "http://127.0.0.1:1/deaf", events: ["transfer_created"] });
    const { notifications } = (await post("/notifications/trigger", { event: "transfer_created" })).body;
    await sandbox.settle();
    const read = async () => (await get(`/notifications/${notifications[0].id}`)).body;
    expect(await read()).toMatchObject({ webhookId: deaf.id, status: "pending", nextAt: expect.any(String) });
    await ask("DELETE", `/webhooks/${deaf.id}`);
    expect(await read()).toMatchObject({ status: "failed", nextAt: null });
  });

  test("as many as the contract allows, and URLs that it allows", async () => {
    const { body: company } = await post("/companies", { name: "Muitas" });
    const add = (url: string) => post("/webhooks", { companyId: company.id, url });
    expect((await add("ftp://x")).body.error.details.fields).toMatchObject([{ path: "url" }]);
    for (let count = 0; count < 10; count++) expect((await add("https://shop.example.com/")).status).toBe(200);
    expect((await add("https://shop.example.com/")).body.error.code).toBe("NOT_ALLOWED");
  });
});

describe("search", () => {
  test("finds what has a text in it, in whatever case; wildcards are themselves", async () => {
    const id = await makeCharge({ description: "Pedido 100% ÚNICO_1" });
    await makeCharge({ description: "Pedido 1000" });
    const found = async (path: string) => (await get(path)).body.items.map((item: { id: string }) => item.id);
    expect(await found("/charges?search=100%25")).toEqual([id]);
    expect(await found("/charges?search=pedido%20100%25")).toEqual([id]);
    expect(await found(`/charges?search=${id.toUpperCase()}`)).toEqual([id]);
    expect(await found("/charges?search=nico_1")).toEqual([id]);
    expect(await found("/charges?search=nothing-like-it")).toEqual([]);
    const transferId = await makeTransfer({ description: "Fornecedor Azul" });
    expect(await found("/transfers?search=azul")).toEqual([transferId]);
    await makeCharge({ postbackUrl: `${receiver.url}/searched` });
    expect((await get("/notifications?search=/searched")).body.items).toMatchObject([{ event: "transaction_created" }]);
  });
});

describe("a request of a company", () => {
  const path = "/api/v1/pix/out/pixkey";
  const send = async (key: string, given = transfer) => {
    const headers = { "content-type": "application/json", authorization: await authorize(sandbox) };
    const init = { method: "POST", headers: { ...headers, "x-idempotency-key": key }, body: JSON.stringify(given) };
    await sandbox.fetch(`http://localhost${path}`, init);
    return (await get("/requests?operation=createTransfer")).body.items[0];
  };

  test("is in the timeline of what it made, with statuses, notifications, attempts and moves of the clock", async () => {
    const { id, objectId } = await send("timeline", { ...transfer, postbackUrl: `${receiver.url}/timeline` } as never);
    await sandbox.settle();
    const { now } = (await post("/clock/advance", { by: "1h" })).body;
    for (const move of ["process", "complete"]) await post(`/transfers/${objectId}/${move}`);
    await sandbox.settle();
    await post("/clock/freeze");
    await post("/clock/resume");
    const { items } = (await get(`/timeline/${objectId}`)).body;
    const shown = items.map(({ kind, what, id, httpStatus }: Record<string, unknown>) => [kind, what, id, httpStatus]);
    const [created, updated, completed] = (await get(`/notifications?objectId=${objectId}`)).body.items.reverse();
    expect(shown.reverse().sort(([one]: string[], [other]: string[]) => one?.localeCompare(other ?? ""))).toEqual([
      ...[created, updated, completed].map(({ id, event }) => ["attempt", event, id, 200]),
      ...[expect.stringMatching(now.slice(0, 16)), "frozen", "running"].map((what) => [
        "clock",
        what,
        undefined,
        undefined,
      ]),
      ...[created, updated, completed].map(({ id, event }) => ["notification", event, id, undefined]),
      ["request", `POST ${path}`, id, 200],
      ...["queued", "processing", "completed"].map((what) => ["status", what, undefined, undefined]),
    ]);
    const times = items.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(items.at(-1)).toMatchObject({ kind: "request" });
    const { items: ofNotification } = (await get(`/timeline/${created.id}`)).body;
    expect(ofNotification.slice(-2)).toMatchObject([
      { kind: "attempt" },
      { kind: "notification", remark: "delivered" },
    ]);
  });

  test("is sent again as the same company, with its idempotency key or a fresh one", async () => {
    const first = await send("replayed");
    const { body: same } = await post(`/requests/${first.id}/replay`, { idempotencyKey: "same" });
    expect(same).toMatchObject({ status: 200, objectId: first.objectId, companyId: first.companyId });
    const { body: fresh } = await post(`/requests/${first.id}/replay`);
    expect(fresh).toMatchObject({ status: 200, operation: "createTransfer", companyId: first.companyId });
    expect([first.objectId, first.id, same.id]).not.toContain(fresh.objectId);
    expect(fresh.request.headers["x-sandbox-replay-of"]).toBe(first.id);
    const [token] = (await get("/requests?operation=issueToken")).body.items;
    expect((await post(`/requests/${token.id}/replay`)).body).toMatchObject({
      status: 200,
      companyId: token.companyId,
    });
    await sandbox.fetch("http://localhost/nowhere?x=1");
    const [unknown] = (await get("/requests?limit=1")).body.items;
    expect((await post(`/requests/${unknown.id}/replay`)).body).toMatchObject({ status: 404, path: "/nowhere?x=1" });
    const cut = await send("cut", { ...transfer, description: "y".repeat(30_000) } as never);
    expect((await post(`/requests/${cut.id}/replay`)).status).toBe(409);
  });
});

test("the failed notifications since a time are sent again; those without a receiver are counted", async () => {
  await using sandbox = await createSandbox();
  const use = async (path: string, body: object) => (await call(sandbox, "POST", path, { body })).body;
  const postbackUrl = "http://127.0.0.1:9/nobody";
  const webhook = await use("/webhooks", { url: postbackUrl });
  await use("/charges", { amountInCents: 100 });
  await use("/clock/advance", { by: "30d" });
  const { now } = (await call(sandbox, "GET", "/clock")).body;
  await use("/charges", { amountInCents: 100, postbackUrl });
  await use("/clock/advance", { by: "30d" });
  await sandbox.control.webhooks.remove(webhook.id);
  const failed = async () => (await call(sandbox, "GET", "/notifications?status=failed")).body.items.length;
  const before = await failed();
  expect(await use("/notifications/resend", { since: now })).toEqual({ resent: 2, skipped: before - 4 });
  expect(await use("/notifications/resend", {})).toEqual({ resent: 0, skipped: before - 2 });
});

test("the clock says what fell due while it was moved", async () => {
  await post("/clock/freeze");
  await makeCharge({ postbackUrl: receiver.url });
  await sandbox.settle();
  const { body } = await post("/clock/advance", { by: "13h" });
  expect(body.due.charges).toBeGreaterThan(0);
  expect(body.due.attempts).toBeGreaterThan(0);
  expect((await post("/clock/advance", { by: "1m" })).body.due).toEqual({ charges: 0, transfers: 0, attempts: 0 });
  await post("/clock/resume");
});

test("the codes of faults are listed by operation", async () => {
  const { items } = (await get("/faults/choices")).body;
  expect(items.find(({ operation }: { operation: string }) => operation === "*").codes).toEqual([
    "INTERNAL_ERROR",
    "RATE_LIMIT_EXCEEDED",
  ]);
  for (const { operation, codes } of items) {
    const { status } = await post("/faults", { operation, kind: "error", code: codes[0] });
    expect(status, operation).toBe(200);
  }
  await ask("DELETE", "/faults");
});

test("an empty body stands for none", async () => {
  const id = await makeCharge();
  expect((await post(`/charges/${id}/cancel`, {})).body).toMatchObject({ id, status: "canceled" });
  expect((await post("/settle", {})).status).toBe(200);
});

test("companies with the highest balance leave the books exact", async () => {
  const balance = 10_000_000_000_000;
  const { companyId } = (await get("/credentials")).body;
  const before = await balanceOf(companyId);
  for (const name of ["Rica", "Riquíssima"]) expect((await post("/companies", { name, balance })).status).toBe(200);
  expect((await ask("PATCH", `/companies/${companyId}`, { body: { balance } })).status).toBe(200);
  await post(`/charges/${await makeCharge()}/pay`);
  expect((await get("/ledger")).body.sum).toBe(0);
  expect((await get("/companies")).status).toBe(200);
  expect((await get("/export")).status).toBe(200);
  await ask("PATCH", `/companies/${companyId}`, { body: { balance: before } });
});

test("in process, the same is refused by errors of their own", async () => {
  const { control } = sandbox;
  const before = await control.state();
  await expect(control.charges.create({ amountInCents: -1 })).rejects.toThrow(InvalidInputError);
  await expect(control.charges.create({ amountInCents: 1, sendTo: 1 } as never)).rejects.toThrow("sendTo is not known");
  await expect(control.charges.list({ limit: 0 })).rejects.toThrow(InvalidInputError);
  await expect(control.settings.change({ dailyLimit: -1 })).rejects.toThrow(InvalidInputError);
  await expect(control.clock.set("never")).rejects.toThrow(InvalidInputError);
  await expect(control.clock.set(new Date(Number.NaN))).rejects.toThrow(InvalidInputError);
  await expect(control.charges.pay("txn_none")).rejects.toThrow(NotFoundError);
  const { id } = await control.charges.create({ amountInCents: 1 });
  await control.charges.pay(id);
  await expect(control.charges.pay(id)).rejects.toThrow(NotAllowedError);
  expect((await control.state()).charges).toBe(before.charges + 1);
});

test("every operation but the stream has answered here", () => {
  expect([...succeeded].sort()).toEqual(operationIds.filter((id) => id !== "streamChanges"));
});
