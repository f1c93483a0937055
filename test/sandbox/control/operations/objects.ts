// Charges, transfers, companies and webhooks; operations.test.ts imports these tests.
import { describe, expect, test } from "vitest";
import { createSandbox } from "../../../../packages/sandbox/src/create-sandbox.ts";
import { logIn, transfer } from "../support/call.ts";
import {
  ask,
  balanceOf,
  get,
  makeCharge,
  makeTransfer,
  post,
  receiver,
  sandbox,
} from "../support/operations.ts";

const reason = "Devolvido";

// Where the money goes is tried by service/lifecycles.test.ts.
test.for<["charges" | "transfers", ...[step: string, shown: object][]]>([
  [
    "charges",
    ["pay", { status: "paid", fees: 10 }],
    ["refund", { refund: { amount: 1_000, reason } }],
  ],
  ["charges", ["cancel", { status: "canceled" }]],
  ["charges", ["expire", { status: "canceled" }]],
  ["transfers", ["process", { status: "processing" }], ["complete", { netAmount: 9_900 }]],
  ["transfers", ["refuse", { status: "refused", reason }]],
  ["transfers", ["cancel", { status: "canceled", reason }]],
])("steps of %j", async ([kind, ...steps]) => {
  const id = kind === "charges" ? await makeCharge() : await makeTransfer();
  for (const [step, shown] of steps) {
    const body = "reason" in shown || "refund" in shown ? { reason } : undefined;
    const moved = await post(`/${kind}/${id}/${step}`, body);
    expect(moved.body).toMatchObject(shown);
    expect((await get(`/${kind}/${id}`)).body).toEqual(moved.body);
  }
});

describe("charges", () => {
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

  test.each(["12ABC34501DE35", "***.982.247-**", "11.222.333/0001-81"])(
    "a payer with the document %s pays, and is shown",
    async (document) => {
      const id = await makeCharge();
      expect((await post(`/charges/${id}/pay`, { payer: { document } })).status).toBe(200);
      expect((await get(`/charges/${id}`)).body).toMatchObject({
        status: "paid",
        pix: { payerInfo: { document } },
      });
    },
  );

  test("a field is wrong as the service's contract has it", async () => {
    const wrong = await post("/charges", {
      amountInCents: 1_000,
      customer: { name: "M", email: "no", documentType: "cpf", document: "11111111111" },
    });
    expect(wrong).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
    const paths = wrong.body.error.details.fields.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(["customer.document", "customer.email"]);
    expect(
      (await post("/charges", { amountInCents: 1_000, postbackUrl: "ftp://x" })).body.error.message,
    ).toContain("postbackUrl");
  });
});

describe("transfers", () => {
  test("what the status, the balance or the day's limit does not allow is a 409", async () => {
    const id = await makeTransfer();
    await post(`/transfers/${id}/complete`);
    for (const step of ["process", "complete", "refuse", "cancel"]) {
      expect((await post(`/transfers/${id}/${step}`)).status, step).toBe(409);
    }
    const { body: poor } = await post("/companies", { name: "Pobre", balance: 5 });
    const refused = await post("/transfers", { ...transfer, companyId: poor.id });
    const because = (message: string) => ({
      status: 409,
      body: { error: { code: "NOT_ALLOWED", message } },
    });
    expect(refused).toMatchObject(because("The balance is lower than the transfer's amount."));
    await ask("PATCH", "/settings", { body: { dailyLimit: 100 } });
    expect(await post("/transfers", transfer)).toMatchObject(
      because("The transfer would exceed the day's limit."),
    );
    await ask("PATCH", "/settings", { body: { dailyLimit: 10_000_000 } });
    expect(await balanceOf(poor.id)).toBe(5);
  });

  test("the list is by status; a key that is none is refused", async () => {
    const id = await makeTransfer();
    const { items } = (await get("/transfers?status=queued&limit=1")).body;
    expect(items).toMatchObject([{ id, status: "queued", outcome: "completed" }]);
    await post(`/transfers/${id}/complete`);
    expect((await get("/transfers?status=completed&limit=1")).body.items).toMatchObject([
      { id, status: "completed" },
    ]);
    expect(
      (await post("/transfers", { amount: 1, pixKey: "nothing" })).body.error.message,
    ).toContain("pixKey");
  });
});

describe("companies", () => {
  test("a company is added with secrets that work, changed and listed", async () => {
    const { status, body } = await post("/companies", {
      name: "Padaria",
      city: "Recife",
      balance: 700,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Padaria",
      city: "Recife",
      balance: 700,
      sentToday: 0,
      suspended: false,
    });
    expect(await tokenStatus(body.apiKey, body.apiSecret)).toBe(200);
    expect((await get(`/companies/${body.id}/postback-secret`)).body).toEqual({
      postbackSecret: body.postbackSecret,
    });
    const changed = await ask("PATCH", `/companies/${body.id}`, {
      body: { name: "Padaria 2", balance: 123, suspended: true },
    });
    expect(changed.body).toMatchObject({
      name: "Padaria 2",
      city: "Recife",
      balance: 123,
      suspended: true,
    });
    expect(await tokenStatus(body.apiKey, body.apiSecret)).toBe(403);
    const [listed] = (await get("/companies?limit=1")).body.items;
    expect(listed).toEqual(changed.body);
    expect(JSON.stringify(listed)).not.toContain("ecret");
    expect((await get("/ledger")).body.sum).toBe(0);
  });

  test("a new API secret replaces the one before", async () => {
    const { body } = await post("/companies", {
      name: "Loja",
      apiKey: "loja-key",
      apiSecret: "one",
    });
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
    expect(shown).toEqual({
      baseUrl: "http://127.0.0.1:4020",
      inboxUrl: "http://127.0.0.1:4020/_sandbox/inbox",
      apiKey: "k",
      apiSecret: "s",
    });
    await own.control.companies.renewSecret(companyId);
    expect(await own.control.credentials()).toMatchObject({ apiKey: "k", apiSecret: null });
  });
});

async function tokenStatus(apiKey: string, apiSecret: string): Promise<number> {
  return (await logIn(sandbox, apiKey, apiSecret)).status;
}

test("companies with the highest balance leave the books exact", async () => {
  const balance = 10_000_000_000_000;
  const { companyId } = (await get("/credentials")).body;
  const before = await balanceOf(companyId);
  for (const name of ["Rica", "Riquíssima"])
    expect((await post("/companies", { name, balance })).status).toBe(200);
  expect((await ask("PATCH", `/companies/${companyId}`, { body: { balance } })).status).toBe(200);
  await post(`/charges/${await makeCharge()}/pay`);
  expect((await get("/ledger")).body.sum).toBe(0);
  expect((await post("/ledger/check")).body).toMatchObject({ sum: 0, corrected: {} });
  expect((await get("/companies")).status).toBe(200);
  await ask("PATCH", `/companies/${companyId}`, { body: { balance: before } });
});

describe("webhooks", () => {
  test("a URL is registered, its secret shown again, and removed with what was still to be delivered", async () => {
    const { body } = await post("/webhooks", {
      url: `${receiver.url}/own`,
      events: ["transaction_paid"],
      name: "Loja",
    });
    expect(body).toMatchObject({
      name: "Loja",
      events: ["transaction_paid"],
      active: true,
      failingSince: null,
      status: "receiving",
    });
    expect((await get(`/webhooks/${body.id}/secret`)).body).toEqual({ secret: body.secret });
    const { secret: _, ...listed } = body;
    expect((await get("/webhooks?limit=1&search=LOJA")).body.items).toEqual([listed]);
    expect((await get(`/webhooks/${body.id}`)).body).toEqual(listed);
    expect((await get(`/timeline/${body.id}`)).body.items).toMatchObject([
      { kind: "status", what: "active" },
    ]);
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
    const { body: deaf } = await post("/webhooks", {
      url: "http://127.0.0.1:1/deaf",
      events: ["transfer_created"],
    });
    const { notifications } = (await post("/notifications/trigger", { event: "transfer_created" }))
      .body;
    await sandbox.settle();
    const read = async () => (await get(`/notifications/${notifications[0].id}`)).body;
    expect(await read()).toMatchObject({
      webhookId: deaf.id,
      status: "pending",
      nextAt: expect.any(String),
    });
    await ask("DELETE", `/webhooks/${deaf.id}`);
    expect(await read()).toMatchObject({ status: "failed", nextAt: null });
  });

  test("as many as the contract allows, and URLs that it allows", async () => {
    const { body: company } = await post("/companies", { name: "Muitas" });
    const add = (url: string) => post("/webhooks", { companyId: company.id, url });
    expect((await add("ftp://x")).body.error.details.fields).toMatchObject([{ path: "url" }]);
    for (let count = 0; count < 10; count++)
      expect((await add("https://shop.example.com/")).status).toBe(200);
    expect((await add("https://shop.example.com/")).body.error.code).toBe("NOT_ALLOWED");
  });
});

describe("search", () => {
  test("finds what has a text in it, in whatever case; wildcards are themselves", async () => {
    const id = await makeCharge({ description: "Pedido 100% ÚNICO_1" });
    await makeCharge({ description: "Pedido 1000" });
    const found = async (path: string) =>
      (await get(path)).body.items.map((item: { id: string }) => item.id);
    expect(await found("/charges?search=100%25")).toEqual([id]);
    expect(await found("/charges?search=pedido%20100%25")).toEqual([id]);
    expect(await found(`/charges?search=${id.toUpperCase()}`)).toEqual([id]);
    for (const text of ["ÚNICO_1", "único_1"])
      expect(await found(`/charges?search=${text}`)).toEqual([id]);
    expect(await found("/charges?search=nothing-like-it")).toEqual([]);
    const transferId = await makeTransfer({ description: "Fornecedor Azul" });
    expect(await found("/transfers?search=azul")).toEqual([transferId]);
    await makeCharge({ postbackUrl: `${receiver.url}/searched` });
    const searched = [{ event: "transaction_created" }];
    expect((await get("/notifications?search=/searched")).body.items).toMatchObject(searched);
    const [{ objectId, companyId }] = (await get("/notifications?search=/searched")).body.items;
    for (const filter of [
      "",
      `&companyId=${companyId}`,
      `&companyId=${companyId}&status=pending`,
    ]) {
      const all = `search=${objectId}${filter}`;
      expect(await found(`/charges?search=${objectId.slice(0, 10)}${filter}`)).toContain(objectId);
      expect(await found(`/charges?${all}`)).toEqual([objectId]);
      expect(
        (await get(`/notifications?${all.replace("&status=pending", "")}`)).body.items,
      ).toMatchObject(searched);
      expect(await found(`/charges?${all}&before=${objectId}`)).toEqual([]);
    }
  });
});
