import type { PixCheckName } from "../../../packages/conformance/src/index.ts";
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
const caches = (name: string, on: string, isKept: (status: string) => boolean) =>
  across(name, "lifecycle", on, (answer, { request, memory }) => {
    const key = `${request.path} ${request.headers.authorization}`;
    if (!memory[key] && isOk(answer) && isKept(parse(answer.body)?.data?.status))
      memory[key] = answer;
    return memory[key] ?? answer;
  });

/** A server that shows what the first object had in every one. */
const repeats = (name: string, check: PixCheckName, on: string, field: string) =>
  inData(name, check, on, (data, { memory }) => {
    if (data[field] === undefined) return;
    memory.first ??= data[field];
    data[field] = memory.first;
  });

/** A server that takes two creations for one. */
const confuses = (name: string, on: string, keyOf: (body: Body) => string) =>
  across(name, "unique-ids", `${on} ok`, (answer, { body, memory }) => {
    memory[keyOf(body)] ??= answer;
    return { ...answer, body: memory[keyOf(body)].body };
  });

/** A server that leaves a field out of lookups, of objects of one status or of all. */
const forgets = (name: string, on: string, field: string, status?: string) =>
  inData(
    name,
    "lifecycle",
    on,
    (data) => (status ?? data.status) === data.status && delete data[field],
  );

/** Faults in what becomes of what was sent. */
export const objectFaults: readonly Fault[] = [
  ...[-7, 7].flatMap((seconds) => [
    changes(
      `returns createdAt of transfers ${shiftOf(seconds)}`,
      "times",
      "getTransfer",
      "createdAt",
      (time) => later(time, seconds * 1000),
    ),
    inData(`returns updatedAt of transfers ${shiftOf(seconds)}`, "times", "getTransfer", (data) => {
      // The order of its times stays right: a change long after the creation, and what else has its time.
      if (Date.parse(data.updatedAt) - Date.parse(data.createdAt) < 30_000) return;
      for (const name of ["updatedAt", "completedAt"])
        if (data[name]) data[name] = later(data[name], seconds * 1000);
    }),
  ]),
  shows("forgets descriptions", "lookup", "getTransfer", { description: "" }),
  shows(
    "shows another fee in a lookup than in the creation",
    "lookup",
    "getTransaction",
    ({ fees }) => ({
      fees: fees + 1,
    }),
  ),
  refuses(
    "does not find an object just after its creation",
    "lookup",
    "getTransfer ok",
    "404 TRANSFER_NOT_FOUND",
  ),
  across("shows a new BR Code in each lookup", "lookup", "getTransaction", (answer, { memory }) => {
    memory.count = (memory.count ?? 0) + 1;
    return withData(answer, (data) =>
      Object.assign(data, { expiresAt: later(data.expiresAt, memory.count * 1000) }),
    );
  }),
  shows("returns the amount of a charge in reais", "echo", "createCharge", (data) => ({
    amount: Math.ceil(data.amount / 100) + 1,
  })),
  shows("truncates the destination of a transfer", "echo", "createTransfer", {
    pixKey: "52998224725",
  }),
  inData(
    "uses another default for the name of a webhook",
    "echo",
    "createWebhook",
    (data, { body }) => {
      if (body.name === undefined) data.name = "My webhook";
    },
  ),
  shows("makes every webhook active", "echo", "createWebhook", { active: true }),
  inList("omits the last webhook from the list", "list", "listWebhooks", (all) => all.slice(0, -1)),
  inList("lists every webhook twice", "list", "listWebhooks", (all) => [...all, ...all]),
  inList("lists webhooks with other names", "list", "listWebhooks", (all) =>
    all.map((one) => ({ ...one, name: "Webhook 1" })),
  ),
  shows("returns the amount as the net amount", "sums", "createTransfer", ({ amount }) => ({
    netAmount: amount,
  })),
  shows("adds fees instead of subtracting them", "sums", "getTransfer", ({ amount, fees }) => ({
    netAmount: amount + fees,
  })),
  shows("charges a fee above the amount", "sums", "createTransfer getTransfer", ({ amount }) => ({
    fees: amount + 1,
    netAmount: 0,
  })),
  inData("writes a wrong CRC into BR Codes", "br-code", "createCharge", ({ pix }) => {
    pix.emv = pix.emv.replace(/....$/, "ABCD");
  }),
  inData("writes a wrong length into BR Codes", "br-code", "createCharge", ({ pix }) => {
    pix.emv = pix.emv.replace("5802BR", "5803BR");
  }),
  repeats("gives every charge the same BR Code", "br-code", "createCharge", "pix"),
  inData(
    "shows the QR code of another charge",
    "qr-code",
    "createCharge",
    ({ pix }, { memory }) => {
      const own = pix.qrCode;
      pix.qrCode = memory.before ?? own;
      memory.before = own;
    },
  ),
  inData("returns a picture without a QR code", "qr-code", "getTransaction", ({ pix }) => {
    pix.qrCode = `${pix.qrCode.slice(0, 60)}AAAA`;
  }),
  repeats("gives the same id to two objects", "unique-ids", "createCharge", "id"),
  inData("labels São Paulo times as UTC", "times", "getTransaction", (data) => {
    for (const name of ["createdAt", "updatedAt", "expiresAt"])
      data[name] = later(data[name], -3 * 3_600_000);
  }),
  shows("returns an updatedAt before createdAt", "times", "getTransfer", ({ createdAt }) => ({
    updatedAt: later(createdAt, -1_000),
  })),
  shows("returns an expiresAt before createdAt", "times", "getTransaction", ({ createdAt }) => ({
    expiresAt: later(createdAt, -60_000),
  })),
  inData("returns a paidAt before createdAt", "times", "getTransaction", (data) => {
    if (data.paidAt) data.paidAt = later(data.createdAt, -60_000);
  }),
  shows("creates charges with the status paid", "lifecycle", "createCharge", { status: "paid" }),
  shows("creates transfers with the status completed", "lifecycle", "createTransfer", {
    status: "completed",
  }),
  caches("answers lookups from a cache that is never invalidated", "getTransaction", () => true),
  caches(
    "caches the first lookup of queued transfers",
    "getTransfer",
    (status) => status === "queued",
  ),
  changes(
    "returns an expiry a day too late",
    "lifecycle",
    "createCharge getTransaction",
    "expiresAt",
    (time) => later(time, 86_400_000),
  ),
  inData("shows expired charges as pending", "lifecycle", "getTransaction", (data) => {
    if (data.status === "canceled" && Date.parse(data.expiresAt) <= Date.parse(data.updatedAt))
      data.status = "pending";
  }),
  changes("shows refused transfers as canceled", "lifecycle", "getTransfer", "status", (status) =>
    status === "refused" ? "canceled" : status,
  ),
  inData(
    "shows no payment of a paid charge",
    "lifecycle",
    "getTransaction",
    (data) => delete data.pix.endToEndId,
  ),
  refuses(
    "rejects charges with an empty list of items",
    "generated-data",
    "createCharge",
    "400 VALIDATION_ERROR",
    (body) => body.items?.length === 0 && body.description !== undefined,
  ),
  handles("ignores an unknown currency", "generated-data", ({ request, body, forward }) => {
    const { currency, ...others } = body;
    const isWrong =
      operationOf(request) === "createTransfer" && currency !== undefined && currency !== "BRL";
    return forward(isWrong ? { ...request, body: JSON.stringify(others) } : request);
  }),
  across(
    "omits webhooks created after a deletion from the list",
    "list",
    "ok",
    (answer, { request, memory }) => {
      const operation = operationOf(request);
      if (operation === "deleteWebhook") memory.lost = "next";
      if (operation === "createWebhook" && memory.lost === "next")
        memory.lost = parse(answer.body).data.id;
      if (operation !== "listWebhooks") return answer;
      return withBody(answer, (body) => ({
        ...body,
        data: body.data?.filter(({ id }: Body) => id !== memory.lost),
      }));
    },
  ),
  mends("trims descriptions", "createCharge", "description", (text) => text.trim(), "lookup"),
  mends(
    "normalizes descriptions (NFC)",
    "createTransfer",
    "description",
    (text) => text.normalize("NFC"),
    "lookup",
  ),
  changes(
    "HTML-escapes descriptions",
    "lookup",
    "createCharge getTransaction",
    "description",
    (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  ),
  inBody("lists only active webhooks", "list", "createWebhook listWebhooks", (body, { request }) =>
    request.method === "GET"
      ? { ...body, data: body.data?.filter((one: Body) => one.active) }
      : body,
  ),
  forgets("omits the time at which a transfer was completed", "getTransfer", "completedAt"),
  forgets("omits the reason of a refused transfer", "getTransfer", "reason"),
  forgets("omits the payment of a refunded charge", "getTransaction", "paidAt", "refunded"),
  inData(
    "returns a refund time before the payment",
    "times",
    "getTransaction",
    ({ refund, paidAt }) => refund && Object.assign(refund, { refundedAt: later(paidAt, -60_000) }),
  ),
  across("cancels paid charges at their expiry", "lifecycle", "", async (answer, { world }) => {
    const time = await world.now();
    return withData(answer, (data) => {
      if (data.status === "paid" && Date.parse(data.expiresAt) <= time) data.status = "canceled";
    });
  }),
  onResponse(
    "lets charges expire after a day",
    "times",
    "createCharge getTransaction",
    async (answer, { world }) => {
      const time = await world.now();
      return withData(answer, (data) => {
        if (!data.expiresAt) return;
        const isOver = data.status === "canceled" && data.updatedAt >= data.expiresAt;
        data.expiresAt = later(data.expiresAt, 43_200_000);
        if (isOver && time < Date.parse(data.expiresAt))
          Object.assign(data, { status: "pending", updatedAt: data.createdAt });
      });
    },
  ),
  inData(
    "returns the creation time as the payment time",
    "times",
    "getTransaction",
    (data) => data.paidAt && Object.assign(data, { paidAt: data.createdAt }),
  ),
  shows("does not update the updatedAt of a transfer", "times", "getTransfer", (data) => ({
    updatedAt: data.completedAt ?? data.createdAt,
  })),
  across(
    "gives every payment the endToEndId of the first",
    "unique-ids",
    "getTransaction",
    (answer, { memory }) =>
      withData(answer, ({ pix }) => {
        memory.first ??= pix?.endToEndId;
        if (pix?.endToEndId) pix.endToEndId = memory.first;
      }),
  ),
  inData(
    "uses São Paulo time in transfers' endToEndIds",
    "times",
    "getTransfer",
    ({ pix, completedAt, updatedAt }) => {
      if (!pix?.endToEndId) return;
      const minute = later(completedAt ?? updatedAt, -3 * 3_600_000).replaceAll(/[^0-9]/g, "");
      pix.endToEndId = pix.endToEndId.replace(/^(E.{8}).{12}/, `$1${minute.slice(0, 12)}`);
    },
  ),
  forgets("omits the reason of a canceled transfer", "getTransfer", "reason", "canceled"),
  inData("omits the payer", "lifecycle", "getTransaction", (data) => delete data.pix.payerInfo),
  forgets("omits the endToEndId of a transfer", "getTransfer", "pix"),
  inData("refunds more than was paid", "sums", "getTransaction", ({ refund, amount }) => {
    if (refund) refund.amount = amount + 1;
  }),
  confuses("merges two equal charges", "createCharge", (body) => JSON.stringify(body)),
  confuses("merges two webhooks of the same URL", "createWebhook", (body) => body.url),
  handles("deletes every webhook of the same URL", "deletion", async ({ request, forward }) => {
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
