// Every operation over HTTP. Each response is checked against the control plane's own contract.
import { describe, expect, test } from "vitest";
import { chargeLifetime } from "../../../packages/sandbox/src/contract.ts";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import "./operations/objects.ts";
import "./operations/refusals.ts";
import { authorize, call, operationIds, succeeded, transfer } from "./support/call.ts";
import {
  ask,
  get,
  makeCharge,
  makeTransfer,
  post,
  receiver,
  sandbox,
} from "./support/operations.ts";

// Other files of the same worker have called operations too.
succeeded.clear();

describe("notifications", () => {
  test("each event is caused on an object of its own, and delivered", async () => {
    const events = [
      "transaction_created",
      "transaction_paid",
      "transaction_canceled",
      "transaction_refunded",
    ];
    for (const event of [
      ...events,
      "transfer_created",
      "transfer_updated",
      "transfer_completed",
      "transfer_canceled",
    ]) {
      const { status, body } = await post("/notifications/trigger", { event, url: receiver.url });
      expect(status, event).toBe(200);
      expect(body).toMatchObject({
        event,
        notifications: [{ event, objectId: body.objectId, url: receiver.url }],
      });
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
    const { body } = await post("/notifications/trigger", {
      event: "transaction_paid",
      url: receiver.url,
    });
    await post("/settle");
    const [{ id }] = body.notifications;
    expect((await post(`/notifications/${id}/resend`)).body.status).toBe("pending");
    await post("/settle");
    expect((await get(`/notifications/${id}`)).body).toMatchObject({
      status: "delivered",
      attemptCount: 2,
    });
    expect(receiver.received.filter((received) => received.id === id)).toHaveLength(2);
  });

  test("the list is by status, object and company", async () => {
    const { body } = await post("/notifications/trigger", {
      event: "transaction_paid",
      url: receiver.url,
    });
    const { items } = (await get(`/notifications?objectId=${body.objectId}`)).body;
    expect(items.map(({ event }: { event: string }) => event)).toEqual([
      "transaction_paid",
      "transaction_created",
    ]);
    await post("/settle");
    expect(
      (await get(`/notifications?objectId=${body.objectId}&status=delivered`)).body.items,
    ).toHaveLength(2);
    expect(
      (await get(`/notifications?objectId=${body.objectId}&status=failed`)).body.items,
    ).toEqual([]);
    const { companyId } = (await get("/credentials")).body;
    expect((await get(`/notifications?companyId=${companyId}&limit=2`)).body.items).toHaveLength(2);
    expect((await get("/notifications?companyId=cmp_none")).body.items).toEqual([]);
  });
});

describe("the state", () => {
  test("settings are changed in part, and hold for what follows", async () => {
    const before = (await get("/settings")).body;
    const changed = await ask("PATCH", "/settings", {
      body: { chargeFee: { fixed: 7, basisPoints: 0 } },
    });
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
    expect(Object.keys((await get("/overview")).body.charges)).toContain("pending");
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
    const { body: second } = await post("/faults", {
      operation: "notification",
      kind: "duplicate",
    });
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
    [
      { operation: "createCharge", kind: "duplicate" },
      "kind duplicate is for notifications alone.",
    ],
    [
      { operation: "notification", kind: "reset" },
      "kind reset is for operations, not for notifications.",
    ],
    [
      { operation: "createCharge", kind: "error", code: "INSUFFICIENT_BALANCE" },
      "code must be one of",
    ],
    [{ operation: "createCharge", kind: "error", delay: 5 }, "delay is for latency alone."],
    [
      { operation: "createCharge", kind: "latency", code: "INTERNAL_ERROR" },
      "code is for error of an operation alone.",
    ],
    [
      { operation: "createCharge", kind: "boom" },
      "kind must be one of latency, error, reset, duplicate, reorder.",
    ],
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
    expect((await get(`/requests/${id}`)).body).toMatchObject({
      operation: "issueToken",
      status: 200,
    });
    expect((await ask("DELETE", "/requests")).body.removed).toBeGreaterThan(0);
  });

  test("the state is reset", async () => {
    await makeCharge();
    expect((await post("/reset")).body).toMatchObject({ companies: 1, charges: 0, transfers: 0 });
  });
});

describe("a request of a company", () => {
  const path = "/api/v1/pix/out/pixkey";
  const send = async (key: string, given = transfer) => {
    const headers = { "content-type": "application/json", authorization: await authorize(sandbox) };
    const init = {
      method: "POST",
      headers: { ...headers, "x-idempotency-key": key },
      body: JSON.stringify(given),
    };
    await sandbox.fetch(`http://localhost${path}`, init);
    return (await get("/requests?operation=createTransfer")).body.items[0];
  };

  test("is in the timeline of what it made, with statuses, notifications, attempts and moves of the clock", async () => {
    const { id, objectId } = await send("timeline", {
      ...transfer,
      postbackUrl: `${receiver.url}/timeline`,
    } as never);
    await sandbox.settle();
    const { now } = (await post("/clock/advance", { by: "1h" })).body;
    for (const move of ["process", "complete"]) await post(`/transfers/${objectId}/${move}`);
    await sandbox.settle();
    await post("/clock/freeze");
    await post("/clock/resume");
    const { items } = (await get(`/timeline/${objectId}`)).body;
    const shown = items.map(({ kind, what, id, httpStatus }: Record<string, unknown>) => [
      kind,
      what,
      id,
      httpStatus,
    ]);
    const [created, updated, completed] = (
      await get(`/notifications?objectId=${objectId}`)
    ).body.items.reverse();
    expect(
      shown.reverse().sort(([one]: string[], [other]: string[]) => one?.localeCompare(other ?? "")),
    ).toEqual([
      ...[created, updated, completed].map(({ id, event }) => ["attempt", event, id, 200]),
      ...[expect.stringMatching(now.slice(0, 16)), "frozen", "running"].map((what) => [
        "clock",
        what,
        undefined,
        undefined,
      ]),
      ...[created, updated, completed].map(({ id, event }) => [
        "notification",
        event,
        id,
        undefined,
      ]),
      ["request", `POST ${path}`, id, 200],
      ...["queued", "processing", "completed"].map((what) => [
        "status",
        what,
        undefined,
        undefined,
      ]),
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

  test("of a webhook are its registration, and the notifications to it with their attempts", async () => {
    const { body: webhook } = await post("/webhooks", { url: `${receiver.url}/registered` });
    const { body: charge } = await post("/charges", { amountInCents: 100 });
    await post("/settle");
    const { items } = (await get(`/timeline/${webhook.id}`)).body;
    const { items: sent } = (await get(`/notifications?objectId=${charge.id}`)).body;
    expect(items.filter(({ id }: { id?: string }) => id === sent[0].id)).toMatchObject([
      { kind: "attempt", what: "transaction_created", httpStatus: 200 },
      { kind: "notification", what: "transaction_created", remark: "delivered" },
    ]);
    expect(items.at(-1)).toMatchObject({ kind: "status", what: "active" });
    await ask("DELETE", `/webhooks/${webhook.id}`);
  });

  test("is sent again as the same company, with its idempotency key or a fresh one", async () => {
    const first = await send("replayed");
    const { body: same } = await post(`/requests/${first.id}/replay`, { idempotencyKey: "same" });
    expect(same).toMatchObject({
      status: 200,
      objectId: first.objectId,
      companyId: first.companyId,
    });
    const { body: fresh } = await post(`/requests/${first.id}/replay`);
    expect(fresh).toMatchObject({
      status: 200,
      operation: "createTransfer",
      companyId: first.companyId,
    });
    expect([first.objectId, first.id, same.id]).not.toContain(fresh.objectId);
    expect(fresh.request.headers["x-sandbox-replay-of"]).toBe(first.id);
    const [token] = (await get("/requests?operation=issueToken")).body.items;
    expect((await post(`/requests/${token.id}/replay`)).body).toMatchObject({
      status: 200,
      companyId: token.companyId,
    });
    await sandbox.fetch("http://localhost/nowhere?x=1");
    const [unknown] = (await get("/requests?limit=1")).body.items;
    expect((await post(`/requests/${unknown.id}/replay`)).body).toMatchObject({
      status: 404,
      path: "/nowhere?x=1",
    });
    const cut = await send("cut", { ...transfer, description: "y".repeat(30_000) } as never);
    expect((await post(`/requests/${cut.id}/replay`)).status).toBe(409);
  });
});

test("the failed notifications since a time are sent again; those without a receiver are counted", async () => {
  await using sandbox = await createSandbox();
  const use = async (path: string, body: object) =>
    (await call(sandbox, "POST", path, { body })).body;
  const postbackUrl = "http://127.0.0.1:9/nobody";
  const webhook = await use("/webhooks", { url: postbackUrl });
  await use("/charges", { amountInCents: 100 });
  await use("/clock/advance", { by: "30d" });
  const { now } = await use("/clock/freeze", {});
  await use("/charges", { amountInCents: 100, postbackUrl });
  await use("/clock/advance", { by: "30d" });
  await sandbox.control.webhooks.remove(webhook.id);
  const failed = async () =>
    (await call(sandbox, "GET", "/notifications?status=failed")).body.items.length;
  const before = await failed();
  expect(await use("/notifications/resend", { since: now })).toEqual({
    resent: 2,
    skipped: before - 4,
  });
  expect(await use("/notifications/resend", {})).toEqual({ resent: 0, skipped: before - 2 });
});

test("the clock says what fell due while it was moved", async () => {
  await post("/clock/freeze");
  await makeCharge({ postbackUrl: receiver.url });
  await sandbox.settle();
  const { body } = await post("/clock/advance", { by: `${chargeLifetime / 1000 + 60}s` });
  expect(body.due.charges).toBeGreaterThan(0);
  expect(body.due.attempts).toBeGreaterThan(0);
  expect((await post("/clock/advance", { by: "1m" })).body.due).toEqual({
    charges: 0,
    transfers: 0,
    attempts: 0,
  });
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

test("a snapshot is taken and restored", async () => {
  const id = await makeCharge();
  const { body: snapshot } = await get("/snapshot");
  await post("/reset");
  expect((await post("/restore", snapshot)).body).toMatchObject({ charges: expect.any(Number) });
  expect((await get(`/charges/${id}`)).status).toBe(200);
  const damaged = await post("/restore", { ...snapshot, checksum: "0" });
  expect([damaged.status, damaged.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
});

test("every operation but the stream has answered here", () => {
  expect([...succeeded].sort()).toEqual(operationIds.filter((id) => id !== "streamChanges"));
});
