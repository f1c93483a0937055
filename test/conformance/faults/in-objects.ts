import { checksum } from "../../../spec/formats/br-code.ts";
import type { Fault, Hooks, RawResponse } from "./faulty-server.ts";
import {
  after,
  type Body,
  handles,
  inData,
  inList,
  isOk,
  later,
  onResponse,
  operationOf,
  parse,
  refuses,
  shiftOf,
  shows,
  stateful,
  takes,
  withBody,
  withData,
} from "./tools.ts";

/** The answer to a request, kept by its path. */
function cached(on: string, isKept: (status: string | undefined) => boolean): () => Hooks {
  return () => {
    const kept = new Map<string, Awaited<ReturnType<Parameters<NonNullable<Hooks["handle"]>>[1]>>>();
    return {
      handle: async (request, forward) => {
        if (operationOf(request) !== on) return forward(request);
        const key = `${request.path} ${request.headers.authorization}`;
        const known = kept.get(key);
        if (known) return known;
        const answer = await forward(request);
        if (isOk(answer) && isKept(parse(answer.body)?.data?.status)) kept.set(key, answer);
        return answer;
      },
    };
  };
}

/** A charge with another BR Code, whose CRC is right. */
const withCode = (answer: RawResponse, change: (emv: string) => string): RawResponse =>
  withData(answer, ({ pix }) => {
    const changed = change(pix.emv).slice(0, -4);
    pix.emv = changed + checksum(changed);
  });

/** Faults in what becomes of what was sent. */
export const faultsInObjects: readonly Fault[] = [
  ...[-7, 7].flatMap((seconds) => [
    shows(`creates transfers ${shiftOf(seconds)}`, "times", "getTransfer", (data) => ({
      createdAt: later(data.createdAt, seconds * 1000),
    })),
    inData(`changes transfers ${shiftOf(seconds)}`, "times", "getTransfer", (data) => {
      // The order of its times stays right: a change long after the creation, and what else has its time.
      if (Date.parse(data.updatedAt) - Date.parse(data.createdAt) < 30_000) return;
      for (const name of ["updatedAt", "completedAt"]) if (data[name]) data[name] = later(data[name], seconds * 1000);
    }),
  ]),
  shows("forgets descriptions", "lookup", "getTransfer", { description: "" }),
  shows("shows another fee in a lookup than in the creation", "lookup", "getTransaction", (data) => ({
    fees: data.fees + 1,
  })),
  refuses("does not find what it has just created", "lookup", "getTransfer", "404 TRANSFER_NOT_FOUND", isOk),
  stateful("shows a new code at each lookup", "lookup", () => {
    let count = 0;
    return async (request, forward) => {
      const answer = await forward(request);
      return operationOf(request) === "getTransaction"
        ? withData(answer, (data) => Object.assign(data, { expiresAt: later(data.expiresAt, ++count * 1000) }))
        : answer;
    };
  }),
  shows("gives the amount of a charge in reais", "echo", "createCharge", (data) => ({
    amount: Math.ceil(data.amount / 100) + 1,
  })),
  shows("cuts the destination of a transfer", "echo", "createTransfer", { pixKey: "52998224725" }),
  onResponse("has another default for the name of a registration", "echo", "createWebhook", (answer, { body }) =>
    parse(body)?.name === undefined ? withData(answer, (data) => Object.assign(data, { name: "My webhook" })) : answer,
  ),
  shows("makes every registration active", "echo", "createWebhook", { active: true }),
  inList("lists all registrations but the last", "list", "listWebhooks", (all) => all.slice(0, -1)),
  inList("lists every registration twice", "list", "listWebhooks", (all) => [...all, ...all]),
  inList("lists other names than were given", "list", "listWebhooks", (all) =>
    all.map((one: object) => ({ ...one, name: "Webhook 1" })),
  ),
  shows("gives the amount as net amount", "sums", "createTransfer", (data) => ({ netAmount: data.amount })),
  shows("adds fees instead of taking them off", "sums", "getTransfer", (data) => ({
    netAmount: data.amount + data.fees,
  })),
  shows("takes more than the amount as fee", "sums", ["createTransfer", "getTransfer"], (data) => ({
    fees: data.amount + 1,
    netAmount: 0,
  })),
  inData("has a wrong CRC in BR Codes", "br-code", "createCharge", (data) =>
    Object.assign(data.pix, { emv: data.pix.emv.replace(/....$/, "ABCD") }),
  ),
  inData("has a wrong length in BR Codes", "br-code", "createCharge", (data) =>
    Object.assign(data.pix, { emv: data.pix.emv.replace("5802BR", "5803BR") }),
  ),
  stateful("gives every charge the same BR Code", "br-code", () => {
    let first: { emv: string; qrCode: string } | undefined;
    return after("createCharge", (answer) =>
      withData(answer, (data) => {
        first ??= data.pix;
        data.pix = first;
      }),
    );
  }),
  stateful("shows the picture of another charge", "qr-code", () => {
    let before: string | undefined;
    return after("createCharge", (answer) =>
      withData(answer, (data) => {
        const own = data.pix.qrCode;
        data.pix.qrCode = before ?? own;
        before = own;
      }),
    );
  }),
  inData("draws no QR code", "qr-code", "getTransaction", (data) =>
    Object.assign(data.pix, { qrCode: `${data.pix.qrCode.slice(0, 60)}AAAA` }),
  ),
  stateful("gives two objects the same id", "unique-ids", () => {
    let first: string | undefined;
    return after("createCharge", (answer) =>
      withData(answer, (data) => {
        first ??= data.id;
        data.id = first;
      }),
    );
  }),
  inData("gives times of São Paulo as if they were UTC", "times", "getTransaction", (data) => {
    for (const name of ["createdAt", "updatedAt", "expiresAt"]) data[name] = later(data[name], -3 * 3_600_000);
  }),
  shows("changes objects before it creates them", "times", "getTransfer", (data) => ({
    updatedAt: later(data.createdAt, -1_000),
  })),
  shows("lets charges expire before they begin", "times", "getTransaction", (data) => ({
    expiresAt: later(data.createdAt, -60_000),
  })),
  inData(
    "says that a charge was paid before it was",
    "times",
    "getTransaction",
    (data) => data.paidAt && Object.assign(data, { paidAt: later(data.createdAt, -60_000) }),
  ),
  shows("creates charges that are paid", "lifecycle", "createCharge", { status: "paid" }),
  shows("creates transfers that are completed", "lifecycle", "createTransfer", { status: "completed" }),
  stateful(
    "answers lookups from a cache that nothing empties",
    "lifecycle",
    cached("getTransaction", () => true),
  ),
  stateful(
    "keeps what it once looked up of queued transfers",
    "lifecycle",
    cached("getTransfer", (status) => status === "queued"),
  ),
  inData(
    "says that charges expire a day later than they do",
    "lifecycle",
    ["createCharge", "getTransaction"],
    (data) => {
      if (data.expiresAt) data.expiresAt = new Date(Date.parse(data.expiresAt) + 86_400_000).toISOString();
    },
  ),
  inData("shows charges that have expired as pending", "lifecycle", "getTransaction", (data) => {
    if (data.status === "canceled" && Date.parse(data.expiresAt) <= Date.parse(data.updatedAt)) data.status = "pending";
  }),
  inData(
    "shows refused transfers as canceled",
    "lifecycle",
    "getTransfer",
    (data) => data.status === "refused" && Object.assign(data, { status: "canceled" }),
  ),
  inData("shows no payment of a paid charge", "lifecycle", "getTransaction", (data) => delete data.pix.endToEndId),
  refuses(
    "refuses charges with an empty list of items",
    "generated-data",
    "createCharge",
    "400 VALIDATION_ERROR",
    (_answer, { body }) => parse(body)?.items?.length === 0 && parse(body)?.description !== undefined,
  ),
  handles("passes over a currency that it does not have", "generated-data", (request, forward) => {
    const { currency, ...body } = parse(request.body) ?? {};
    const isWrong = operationOf(request) === "createTransfer" && currency !== undefined && currency !== "BRL";
    return forward(isWrong ? { ...request, body: JSON.stringify(body) } : request);
  }),
  stateful("forgets to list what was created after a deletion", "list", () => {
    let sinceDeletion = "";
    return async (request, forward) => {
      const answer = await forward(request);
      if (operationOf(request) === "deleteWebhook" && isOk(answer)) sinceDeletion = "next";
      if (operationOf(request) === "createWebhook" && isOk(answer) && sinceDeletion === "next") {
        sinceDeletion = parse(answer.body).data.id;
      }
      return operationOf(request) === "listWebhooks"
        ? withBody(answer, (body) => ({
            ...body,
            data: body.data?.filter(({ id }: { id: string }) => id !== sinceDeletion),
          }))
        : answer;
    };
  }),

  takes("trims descriptions", "lookup", "createCharge", (body) => {
    if (typeof body.description === "string") body.description = body.description.trim();
  }),
  takes("normalises descriptions", "lookup", "createTransfer", (body) => {
    if (typeof body.description === "string") body.description = body.description.normalize("NFC");
  }),
  inData("escapes descriptions for HTML", "lookup", ["createCharge", "getTransaction"], (data) => {
    if (data.description) data.description = data.description.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  }),
  onResponse("lists active registrations alone", "list", ["createWebhook", "listWebhooks"], (answer, { method }) =>
    withBody(answer, (body) =>
      method === "GET" ? { ...body, data: body.data?.filter((one: Body) => one.active) } : body,
    ),
  ),
  inData("does not say when a transfer was completed", "lifecycle", "getTransfer", (data) => delete data.completedAt),
  inData("does not say why a transfer was refused", "lifecycle", "getTransfer", (data) => delete data.reason),
  inData(
    "forgets the payment of a charge that was refunded",
    "lifecycle",
    "getTransaction",
    (data) => data.status === "refunded" && delete data.paidAt,
  ),
  inData(
    "says that a charge was refunded before it was paid",
    "times",
    "getTransaction",
    ({ refund, paidAt }) => refund && Object.assign(refund, { refundedAt: later(paidAt, -60_000) }),
  ),
  handles("cancels paid charges when they would have expired", "lifecycle", async (request, forward, { now }) => {
    const answer = await forward(request);
    const time = await now();
    return withData(answer, (data) => {
      if (data.status === "paid" && Date.parse(data.expiresAt) <= time) data.status = "canceled";
    });
  }),
  onResponse(
    "leaves charges open for a day",
    "times",
    ["createCharge", "getTransaction"],
    async (answer, _, { now }) => {
      const time = await now();
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
    "says that a charge was paid when it was created",
    "times",
    "getTransaction",
    (data) => data.paidAt && Object.assign(data, { paidAt: data.createdAt }),
  ),
  shows("does not note when a transfer has changed", "times", "getTransfer", (data) => ({
    updatedAt: data.completedAt ?? data.createdAt,
  })),
  onResponse("makes BR Codes that can be paid more than once", "br-code", "createCharge", (answer) =>
    withCode(answer, (emv) => emv.replace("010212", "010211")),
  ),
  onResponse("puts the id of a charge into its BR Code", "br-code", "createCharge", (answer) =>
    withCode(answer, (emv) => emv.replace(/62070503\*\*\*/, "62100506PED042")),
  ),
  onResponse("has the category of a trade in BR Codes", "br-code", "createCharge", (answer) =>
    withCode(answer, (emv) => emv.replace("52040000", "52045999")),
  ),
  stateful("gives every payment the endToEndId of the first", "unique-ids", () => {
    let first: string | undefined;
    return async (request, forward) =>
      withData(await forward(request), (data) => {
        if (operationOf(request) !== "getTransaction" || !data.pix?.endToEndId) return;
        first ??= data.pix.endToEndId;
        data.pix.endToEndId = first;
      });
  }),
  inData("dates transfers' endToEndIds in São Paulo", "times", "getTransfer", (data) => {
    if (!data.pix?.endToEndId) return;
    const minute = later(data.completedAt ?? data.updatedAt, -3 * 3_600_000)
      .replaceAll(/[^0-9]/g, "")
      .slice(0, 12);
    data.pix.endToEndId = data.pix.endToEndId.replace(/^(E.{8}).{12}/, `$1${minute}`);
  }),
  inData(
    "does not say why a transfer was canceled",
    "lifecycle",
    "getTransfer",
    (data) => data.status === "canceled" && delete data.reason,
  ),
  inData("does not show who paid", "lifecycle", "getTransaction", (data) => delete data.pix.payerInfo),
  inData("shows no endToEndId of a transfer", "lifecycle", "getTransfer", (data) => delete data.pix),
  inData(
    "gives more back than was paid",
    "sums",
    "getTransaction",
    (data) => data.refund && Object.assign(data.refund, { amount: data.amount + 1 }),
  ),
  stateful("takes two equal charges for one", "unique-ids", () => {
    const made = new Map<string, RawResponse>();
    return async (request, forward) => {
      if (operationOf(request) !== "createCharge") return forward(request);
      const known = made.get(request.body);
      const answer = await forward(request);
      if (!isOk(answer)) return answer;
      if (!known) made.set(request.body, answer);
      return known ? { ...answer, body: known.body } : answer;
    };
  }),
  stateful("takes two registrations of a URL for one", "unique-ids", () => {
    const made = new Map<string, RawResponse>();
    return async (request, forward) => {
      if (operationOf(request) !== "createWebhook") return forward(request);
      const answer = await forward(request);
      const url = parse(request.body)?.url;
      const known = made.get(url);
      if (!isOk(answer)) return answer;
      if (!known) made.set(url, answer);
      return known ? { ...answer, body: known.body } : answer;
    };
  }),
  handles("deletes every registration of a URL", "deletion", async (request, forward) => {
    if (operationOf(request) !== "deleteWebhook") return forward(request);
    const listed = await forward({ ...request, method: "GET", path: "/api/v1/webhook", body: "" });
    const all: { id: string; url: string }[] = parse(listed.body)?.data ?? [];
    const url = all.find(({ id }) => request.path.endsWith(id))?.url;
    const answer = await forward(request);
    for (const one of isOk(answer) ? all : [])
      if (one.url === url) await forward({ ...request, path: `/api/v1/webhook/${one.id}` });
    return answer;
  }),
];
