import { expect, test } from "vitest";
import {
  dataOf,
  noon,
  openService,
  type Service,
  transfer,
} from "../../../../test/sandbox/support/service.ts";
import { makeId } from "../identifiers.ts";
import { endTransfer, processTransfer } from "../service/transfers.ts";
import { makeNotificationsControl } from "./notifications.ts";
import { makeTimeline } from "./timeline.ts";

const open = ({ sandbox }: Service) =>
  makeNotificationsControl(sandbox, { resend: async () => "resent" } as never, {} as never);

test("all that failed is sent again, however many pages there are", async () => {
  await using service = await openService();
  const row = {
    callerId: "c",
    event: "e",
    objectId: "o",
    receiverId: null,
    url: "",
    lane: "",
    body: "",
    nextAt: null,
  };
  const state = {
    status: "failed" as const,
    attempts: 8,
    step: 8,
    claimedUntil: null,
    createdAt: noon,
    deliveredAt: null,
  };
  const rows = Array.from({ length: 201 }, () => ({ ...row, ...state, id: makeId("wh") }));
  await service.sandbox.storage.db.insertInto("outbox_notifications").values(rows).execute();
  expect(await open(service).resendFailed({})).toEqual({ resent: 201, skipped: 0 });
});

test("a transfer that an event was caused on stays as it is, and so do fields within fields that are not overridden", async () => {
  await using service = await openService();
  const { company, sandbox } = service;
  const trigger = open(service).trigger;
  for (const event of ["transfer_created", "transfer_updated"] as const) {
    const { objectId } = await trigger({ event, companyId: company.id });
    const { db } = sandbox.storage;
    expect(
      await db.selectFrom("transfers").select("nextAt").where("id", "=", objectId).execute(),
    ).toEqual([{ nextAt: null }]);
  }
  const overrides = { customer: { name: "Ana" } };
  const { objectId } = await trigger({
    event: "transaction_created",
    companyId: company.id,
    overrides,
  });
  const made = await sandbox.storage.db
    .selectFrom("charges")
    .selectAll()
    .where("id", "=", objectId)
    .executeTakeFirst();
  expect(JSON.parse(made?.customerJson ?? "")).toMatchObject({
    name: "Ana",
    document: expect.any(String),
  });
});

test("what happened at one moment stands in the order in which one led to the other", async () => {
  await using service = await openService();
  const { sandbox, transact } = service;
  const { id } = dataOf<{ id: string }>(await service.call("createTransfer", { body: transfer }));
  await transact((tx) => processTransfer(tx, sandbox, id));
  await transact((tx) => endTransfer(tx, sandbox, id, "completed"));
  const { items } = await makeTimeline(sandbox, undefined)(id);
  expect(items.map(({ kind, what }) => `${kind} ${what}`)).toEqual([
    "status completed",
    "status processing",
    "status queued",
  ]);
});
