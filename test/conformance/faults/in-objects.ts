import type { CheckName } from "../../../packages/conformance/src/index.ts";
import { checksum } from "../../../spec/formats/br-code.ts";
import type { Fault } from "./faulty-server.ts";
import {
  across,
  type Body,
  changes,
  handles,
  inBody,
  inData,
  inList,
  isOk,
  later,
  mends,
  onResponse,
  operationOf,
  parse,
  refuses,
  shiftOf,
  shows,
  withBody,
  withData,
} from "./tools.ts";

/** A server that answers lookups as it once did, while an object has a status. */
const caches = (name: string, on: string, isKept: (status: string) => boolean): Fault =>
  across(name, "lifecycle", on, (answer, { request, memory }) => {
    const key = `${request.path} ${request.headers.authorization}`;
    if (!memory[key] && isOk(answer) && isKept(parse(answer.body)?.data?.status)) memory[key] = answer;
    return memory[key] ?? answer;
  });

/** A fault in the BR Codes of new charges, whose CRC is right. */
const inCode = (name: string, from: string, to: string): Fault =>
  inData(name, "br-code", "createCharge", ({ pix }) => {
    const changed = pix.emv.replace(from, to).slice(0, -4);
    pix.emv = changed + checksum(changed);
  });

/** A server that shows what the first object had in every one. */
const repeats = (name: string, check: CheckName, on: string, field: string): Fault =>
  inData(name, check, on, (data, { memory }) => {
    if (data[field] === undefined) return;
    memory.first ??= data[field];
    data[field] = memory.first;
  });

/** A server that takes two creations for one. */
const confuses = (name: string, on: string, keyOf: (body: Body) => string): Fault =>
  across(name, "unique-ids", `${on} ok`, (answer, { body, memory }) => {
    memory[keyOf(body)] ??= answer;
    return { ...answer, body: memory[keyOf(body)].body };
  });

/** A server that leaves a field out of lookups, of objects of one status or of all. */
const forgets = (name: string, on: string, field: string, status?: string): Fault =>
  inData(name, "lifecycle", on, (data) => (status ?? data.status) === data.status && delete data[field]);

/** Faults in what becomes of what was sent. */
export const faultsInObjects: readonly Fault[] = [
  ...[-7, 7].flatMap((seconds) => [
    changes(`creates transfers ${shiftOf(seconds)}`, "times", "getTransfer", "createdAt", (time) =>
      later(time, seconds * 1000),
    ),
    inData(`changes transfers ${shiftOf(seconds)}`, "times", "getTransfer", (data) => {
      // The order of its times stays right: a change long after the creation, and what else has its time.
      if (Date.parse(data.updatedAt) - Date.parse(data.createdAt) < 30_000) return;
      for (const name of ["updatedAt", "completedAt"]) if (data[name]) data[name] = later(data[name], seconds * 1000);
    }),
  ]),
  shows("forgets descriptions", "lookup", "getTransfer", { description: "" }),
  shows("shows another fee in a lookup than in the creation", "lookup", "getTransaction", ({ fees }) => ({
    fees: fees + 1,
  })),
  refuses("does not find what it has just created", "lookup", "getTransfer ok", "404 TRANSFER_NOT_FOUND"),
  across("shows a new code at each lookup", "lookup", "getTransaction", (answer, { memory }) => {
    memory.count = (memory.count ?? 0) + 1;
    return withData(answer, (data) => Object.assign(data, { expiresAt: later(data.expiresAt, memory.count * 1000) }));
  }),
  shows("gives the amount of a charge in reais", "echo", "createCharge", (data) => ({
    amount: Math.ceil(data.amount / 100) + 1,
  })),
  shows("cuts the destination of a transfer", "echo", "createTransfer", { pixKey: "52998224725" }),
  inData("has another default for the name of a registration", "echo", "createWebhook", (data, { body }) => {
    if (body.name === undefined) data.name = "My webhook";
  }),
  shows("makes every registration active", "echo", "createWebhook", { active: true }),
  inList("lists all registrations but the last", "list", "listWebhooks", (all) => all.slice(0, -1)),
  inList("lists every registration twice", "list", "listWebhooks", (all) => [...all, ...all]),
  inList("lists other names than were given", "list", "listWebhooks", (all) =>
    all.map((one) => ({ ...one, name: "Webhook 1" })),
  ),
  shows("gives the amount as net amount", "sums", "createTransfer", ({ amount }) => ({ netAmount: amount })),
  shows("adds fees instead of taking them off", "sums", "getTransfer", ({ amount, fees }) => ({
    netAmount: amount + fees,
  })),
  shows("takes more than the amount as fee", "sums", "createTransfer getTransfer", ({ amount }) => ({
    ...{ fees: amount + 1, netAmount: 0 },
  })),
  inData("has a wrong CRC in BR Codes", "br-code", "createCharge", ({ pix }) => {
    pix.emv = pix.emv.replace(/....$/, "ABCD");
  }),
  inData("has a wrong length in BR Codes", "br-code", "createCharge", ({ pix }) => {
    pix.emv = pix.emv.replace("5802BR", "5803BR");
  }),
  repeats("gives every charge the same BR Code", "br-code", "createCharge", "pix"),
  inData("shows the picture of another charge", "qr-code", "createCharge", ({ pix }, { memory }) => {
    const own = pix.qrCode;
    pix.qrCode = memory.before ?? own;
    memory.before = own;
  }),
  inData("draws no QR code", "qr-code", "getTransaction", ({ pix }) => {
    pix.qrCode = `${pix.qrCode.slice(0, 60)}AAAA`;
  }),
  repeats("gives two objects the same id", "unique-ids", "createCharge", "id"),
  inData("gives times of São Paulo as if they were UTC", "times", "getTransaction", (data) => {
    for (const name of ["createdAt", "updatedAt", "expiresAt"]) data[name] = later(data[name], -3 * 3_600_000);
  }),
  shows("changes objects before it creates them", "times", "getTransfer", ({ createdAt }) => ({
    updatedAt: later(createdAt, -1_000),
  })),
  shows("lets charges expire before they begin", "times", "getTransaction", ({ createdAt }) => ({
    expiresAt: later(createdAt, -60_000),
  })),
  inData("says that a charge was paid before it was", "times", "getTransaction", (data) => {
    if (data.paidAt) data.paidAt = later(data.createdAt, -60_000);
  }),
  shows("creates charges that are paid", "lifecycle", "createCharge", { status: "paid" }),
  shows("creates transfers that are completed", "lifecycle", "createTransfer", { status: "completed" }),
  caches("answers lookups from a cache that nothing empties", "getTransaction", () => true),
  caches("keeps what it once looked up of queued transfers", "getTransfer", (status) => status === "queued"),
  changes(
    "says that charges expire a day later than they do",
    "lifecycle",
    "createCharge getTransaction",
    "expiresAt",
    (time) => later(time, 86_400_000),
  ),
  inData("shows charges that have expired as pending", "lifecycle", "getTransaction", (data) => {
    if (data.status === "canceled" && Date.parse(data.expiresAt) <= Date.parse(data.updatedAt)) data.status = "pending";
  }),
  changes("shows refused transfers as canceled", "lifecycle", "getTransfer", "status", (status) =>
    status === "refused" ? "canceled" : status,
  ),
  inData("shows no payment of a paid charge", "lifecycle", "getTransaction", (data) => delete data.pix.endToEndId),
  refuses(
    "refuses charges with an empty list of items",
    "generated-data",
    "createCharge",
    "400 VALIDATION_ERROR",
    (body) => body.items?.length === 0 && body.description !== undefined,
  ),
  handles("passes over a currency that it does not have", "generated-data", ({ request, body, forward }) => {
    const { currency, ...others } = body;
    const isWrong = operationOf(request) === "createTransfer" && currency !== undefined && currency !== "BRL";
    return forward(isWrong ? { ...request, body: JSON.stringify(others) } : request);
  }),
  across("forgets to list what was created after a deletion", "list", "ok", (answer, { request, memory }) => {
    const operation = operationOf(request);
    if (operation === "deleteWebhook") memory.lost = "next";
    if (operation === "createWebhook" && memory.lost === "next") memory.lost = parse(answer.body).data.id;
    if (operation !== "listWebhooks") return answer;
    return withBody(answer, (body) => ({ ...body, data: body.data?.filter(({ id }: Body) => id !== memory.lost) }));
  }),
  mends("trims descriptions", "createCharge", "description", (text) => text.trim(), "lookup"),
  mends("normalises descriptions", "createTransfer", "description", (text) => text.normalize("NFC"), "lookup"),
  changes("escapes descriptions for HTML", "lookup", "createCharge getTransaction", "description", (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  ),
  inBody("lists active registrations alone", "list", "createWebhook listWebhooks", (body, { request }) =>
    request.method === "GET" ? { ...body, data: body.data?.filter((one: Body) => one.active) } : body,
  ),
  forgets("does not say when a transfer was completed", "getTransfer", "completedAt"),
  forgets("does not say why a transfer was refused", "getTransfer", "reason"),
  forgets("forgets the payment of a charge that was refunded", "getTransaction", "paidAt", "refunded"),
  inData(
    "says that a charge was refunded before it was paid",
    "times",
    "getTransaction",
    ({ refund, paidAt }) => refund && Object.assign(refund, { refundedAt: later(paidAt, -60_000) }),
  ),
  across("cancels paid charges when they would have expired", "lifecycle", "", async (answer, { world }) => {
    const time = await world.now();
    return withData(answer, (data) => {
      if (data.status === "paid" && Date.parse(data.expiresAt) <= time) data.status = "canceled";
    });
  }),
  onResponse("leaves charges open for a day", "times", "createCharge getTransaction", async (answer, { world }) => {
    const time = await world.now();
    return withData(answer, (data) => {
      if (!data.expiresAt) return;
      const isOver = data.status === "canceled" && data.updatedAt >= data.expiresAt;
      data.expiresAt = later(data.expiresAt, 43_200_000);
      if (isOver && time < Date.parse(data.expiresAt))
        Object.assign(data, { status: "pending", updatedAt: data.createdAt });
    });
  }),
  inData(
    "says that a charge was paid when it was created",
    "times",
    "getTransaction",
    (data) => data.paidAt && Object.assign(data, { paidAt: data.createdAt }),
  ),
  shows("does not note when a transfer has changed", "times", "getTransfer", (data) => ({
    updatedAt: data.completedAt ?? data.createdAt,
  })),
  inCode("makes BR Codes that can be paid more than once", "010212", "010211"),
  inCode("puts the id of a charge into its BR Code", "62070503***", "62100506PED042"),
  inCode("has the category of a trade in BR Codes", "52040000", "52045999"),
  across("gives every payment the endToEndId of the first", "unique-ids", "getTransaction", (answer, { memory }) =>
    withData(answer, ({ pix }) => {
      memory.first ??= pix?.endToEndId;
      if (pix?.endToEndId) pix.endToEndId = memory.first;
    }),
  ),
  inData("dates transfers' endToEndIds in São Paulo", "times", "getTransfer", ({ pix, completedAt, updatedAt }) => {
    if (!pix?.endToEndId) return;
    const minute = later(completedAt ?? updatedAt, -3 * 3_600_000).replaceAll(/[^0-9]/g, "");
    pix.endToEndId = pix.endToEndId.replace(/^(E.{8}).{12}/, `$1${minute.slice(0, 12)}`);
  }),
  forgets("does not say why a transfer was canceled", "getTransfer", "reason", "canceled"),
  inData("does not show who paid", "lifecycle", "getTransaction", (data) => delete data.pix.payerInfo),
  forgets("shows no endToEndId of a transfer", "getTransfer", "pix"),
  inData("gives more back than was paid", "sums", "getTransaction", ({ refund, amount }) => {
    if (refund) refund.amount = amount + 1;
  }),
  confuses("takes two equal charges for one", "createCharge", (body) => JSON.stringify(body)),
  confuses("takes two registrations of a URL for one", "createWebhook", (body) => body.url),
  handles("deletes every registration of a URL", "deletion", async ({ request, forward }) => {
    if (operationOf(request) !== "deleteWebhook") return forward();
    const listed = await forward({ ...request, method: "GET", path: "/api/v1/webhook", body: "" });
    const all: { id: string; url: string }[] = parse(listed.body)?.data ?? [];
    const url = all.find(({ id }) => request.path.endsWith(id))?.url;
    const answer = await forward();
    for (const one of isOk(answer) ? all : [])
      if (one.url === url) await forward({ ...request, path: `/api/v1/webhook/${one.id}` });
    return answer;
  }),
];
