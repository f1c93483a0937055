// What is refused, over HTTP and in process; operations.test.ts imports these tests.
import { describe, expect, test } from "vitest";
import {
  InvalidInputError,
  NotAllowedError,
  NotFoundError,
} from "../../../../packages/sandbox/src/index.ts";
import { charge } from "../../../support/samples.ts";
import { transfer } from "../support/call.ts";
import { ask, get, post, sandbox } from "../support/operations.ts";

describe("what is refused", () => {
  const unknown = [
    "GET /charges/x",
    "POST /charges/x/pay",
    "POST /charges/x/cancel",
    "POST /charges/x/expire",
    "POST /charges/x/refund",
    "GET /transfers/x",
    "POST /transfers/x/process",
    "POST /transfers/x/complete",
    "POST /transfers/x/refuse",
    "POST /transfers/x/cancel",
    "GET /companies/x",
    "POST /companies/x/secret",
    "GET /companies/x/postback-secret",
    "GET /notifications/x",
    "POST /notifications/x/resend",
    "DELETE /faults/x",
    "GET /requests/x",
    "POST /requests/x/replay",
    "GET /timeline/x",
  ];
  test.each(unknown)("%s: nothing has the identifier", async (line) => {
    const [method = "", path = ""] = line.split(" ");
    expect(await ask(method, path)).toMatchObject({
      status: 404,
      body: { error: { code: "NOT_FOUND" } },
    });
  });

  const paid = (overrides: object) => ({ event: "transaction_paid", overrides });
  test.each([
    ["POST /charges", undefined, "A body is required."],
    ["POST /charges", [], "must be object."],
    ["POST /charges", {}, "amountInCents is required."],
    ["POST /charges", { amountInCents: 1, sendTo: "x" }, "sendTo is not known here."],
    ["POST /charges", { amountInCents: 0 }, "amountInCents must be >= 1."],
    ["POST /charges", { amountInCents: 1, customer: { name: "M" } }, "customer.email is required"],
    ["POST /charges/x/pay", { payer: { nome: "x" } }, "payer.nome is not known here."],
    ["POST /charges/x/pay", { payer: { document: "a b!" } }, "payer.document has the wrong form"],
    ["POST /charges/x/cancel", { reason: "x" }, "No body is expected."],
    ["POST /charges/x/cancel", [], "No body is expected."],
    [
      "POST /companies",
      { name: "Rica", balance: 10_000_000_000_001 },
      "balance must be <= 10000000000000.",
    ],
    [
      "PATCH /companies/x",
      { balance: 9_007_199_254_740_991 },
      "balance must be <= 10000000000000.",
    ],
    ["PATCH /settings", { dailyLimit: -1 }, "dailyLimit must be >= 0."],
    ["PATCH /settings", { clockOffset: 5 }, "clockOffset is not known here."],
    ["PATCH /settings", { dailyLimt: 5 }, "dailyLimt is not known here. Did you mean dailyLimit?"],
    [
      "PATCH /settings",
      { transferSteps: { queued: 1.5, processing: null } },
      "transferSteps.queued must be a whole number.",
    ],
    [
      "PATCH /settings",
      { openingBalance: 9_007_199_254_740_991 },
      "openingBalance must be <= 10000000000000.",
    ],
    [
      "PATCH /settings",
      { retention: { notifications: 1e15, requests: 1 } },
      "notifications must be <= 315360000000.",
    ],
    [
      "PATCH /settings",
      { retention: { notifications: 1, requests: 100_001 } },
      "requests must be <= 100000.",
    ],
    [
      "POST /clock/set",
      { now: "9980-01-01T00:00:01Z" },
      "now must not lead beyond 9980-01-01T00:00:00.000Z.",
    ],
    ["POST /clock/set", { now: "2030-02-30T12:00:00Z" }, "now must match format date-time."],
    ["POST /clock/advance", { by: -1 }, "by must be >= 0"],
    ["POST /clock/advance", { by: "1 hour" }, "by has the wrong form: A length of time such as"],
    ["POST /clock/advance", { by: "9999999d" }, "by must be at most ten years."],
    ["POST /notifications/trigger", { event: "transaction_paid", url: "x" }, "postbackUrl"],
    ["POST /notifications/trigger", paid({ amount: 3 }), "amount is not known here"],
    [
      "POST /notifications/trigger",
      paid({ customer: { nome: "Ana" } }),
      "customer.nome is not known here",
    ],
    [
      "POST /charges",
      { amountInCents: 100, customer: { ...charge.customer, document: "111.222.333-44" } },
      "customer.document has the wrong form: Digits of the document: 11 of a CPF, 14 of a CNPJ.",
    ],
    ["GET /charges?limit=0", undefined, "limit must be >= 1."],
    ["GET /charges?limit=many", undefined, "limit must be a whole number."],
    ["GET /charges?limit=-1", undefined, "limit must be >= 1."],
    ["GET /charges?limit=1.5", undefined, "limit must be a whole number."],
    [
      "GET /charges?status=gone",
      undefined,
      "status must be one of pending, paid, canceled, refunded.",
    ],
    ["GET /charges?state=paid", undefined, "state is not known here."],
    ["GET /state?x=1", undefined, "x is not known here."],
  ])("%s %j: %s", async (line, body, message) => {
    const [method = "", path = ""] = line.split(" ");
    const before = (await get("/settings")).body;
    const refused = await ask(method, path, body === undefined ? {} : { body });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
    expect(refused.body.error.message).toContain(message);
    expect(refused.body.error.message).toMatch(/[^.?][.?]$/);
    expect((await get("/settings")).body).toEqual(before);
  });

  test("a company that is not there cannot be charged", async () => {
    expect((await post("/charges", { amountInCents: 1, companyId: "cmp_none" })).status).toBe(404);
    expect((await post("/transfers", { ...transfer, companyId: "cmp_none" })).status).toBe(404);
  });

  test("bodies that are not JSON, too large or of another type", async () => {
    expect(await post("/charges", "{")).toMatchObject({
      status: 400,
      body: { error: { code: "VALIDATION_ERROR" } },
    });
    expect(
      (await ask("POST", "/charges", { body: "{}", headers: { "content-type": "text/plain" } }))
        .status,
    ).toBe(415);
    expect(
      (await post("/charges", { description: "x".repeat(1_100_000), amountInCents: 1 })).status,
    ).toBe(413);
  });

  test("paths and methods that are not there", async () => {
    expect((await get("/nothing")).status).toBe(404);
    expect((await get("/charges/%ff")).status).toBe(404);
    const wrong = await ask("PATCH", "/charges");
    expect(wrong).toMatchObject({ status: 405, body: { error: { code: "METHOD_NOT_ALLOWED" } } });
    expect(wrong.headers.get("allow")).toBe("GET, POST");
  });
});

test("in process, the same is refused by errors of their own", async () => {
  const { control } = sandbox;
  const before = await control.state();
  await expect(control.charges.create({ amountInCents: -1 })).rejects.toThrow(InvalidInputError);
  await expect(control.charges.create({ amountInCents: 1, sendTo: 1 } as never)).rejects.toThrow(
    "sendTo is not known",
  );
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
