import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sumsUp } from "./daily-sums.ts";
import type { Fault, RawResponse, World } from "./faulty-server.ts";
import { withClaims } from "./keys-and-limits.ts";
import {
  across,
  after,
  type Body,
  delivers,
  fault,
  inData,
  inError,
  onRequest,
  parse,
  resign,
  signed,
  withBody,
  withData,
  withHeaders,
  withRequest,
} from "./tools.ts";

/** Something that a server may do: no check finds it. */
export type Freedom = Pick<Fault, "name" | "make">;

export const none = [] as const;

export const bodies = (name: string, on: string, change: (body: Body) => unknown): Freedom =>
  across(name, none, on, (answer) => withBody(answer, change));

const notifications = (name: string, change: (body: Body) => unknown): Freedom =>
  delivers(name, none, (delivery, send) => send(resign(delivery, JSON.stringify(change(delivery.json)))));

/** Objects under ids of another form: given to callers and receivers, and taken back from them. */
function ids(name: string, make: (count: number) => string): Freedom {
  const rename = (text: string, memory: Body): string =>
    text.replace(/"id":\s*"((?:txn|trf|wh)_\w+)"/g, (found, id: string) => {
      memory.own ??= new Map();
      memory.real ??= new Map();
      const written = memory.own.get(id) ?? make(memory.own.size + 1);
      memory.own.set(id, written);
      memory.real.set(written, id);
      return found.replace(id, JSON.stringify(written).slice(1, -1));
    });
  return fault(
    name,
    none,
    async ({ request, memory, forward }) => {
      const [, before, id, after = ""] =
        /^(.*\/(?:transactions|transfers|charges|webhook)\/)([^/]+)(\/\w+)?$/.exec(request.path) ?? [];
      const path = id === undefined ? undefined : decode(id);
      // What has another id now is no longer known by the first one.
      const known = memory.real?.get(path) ?? (memory.own?.has(path) ? "unknown" : undefined);
      const answer = await forward(known === undefined ? request : { ...request, path: before + known + after });
      return { ...answer, body: rename(answer.body, memory) };
    },
    (delivery, send, { memory }) => send(resign(delivery, rename(delivery.body, memory))),
  );
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A service with settings of its own. */
const settings = (name: string, changes: Parameters<World["sandbox"]["control"]["settings"]["change"]>[0]): Freedom =>
  fault(name, none, async ({ forward, memory, world }) => {
    memory.set ??= world.sandbox.control.settings.change(changes);
    await memory.set;
    return forward();
  });

const free = { fixed: 0, basisPoints: 0 };

/** What servers may do with objects. */
export const objects: readonly Freedom[] = [
  ids("has UUIDs for ids", () => randomUUID()),
  ids("has UUIDs in capitals for ids", () => randomUUID().toUpperCase()),
  ids("has numbers for ids", (count) => String(1_000 + count)),
  ids("has ids with dots and tildes", (count) => `pix.${count}~a-b_c`),
  ids("has ids with a colon and a plus", (count) => `urn:pix:${count}+${randomUUID().slice(0, 8)}`),
  ids("has long ids", (count) => `${"k".repeat(180)}${count}`),
  ids("has ids with letters of other alphabets", (count) => `cobrança-${count}-ção`),
  fault(
    "takes a fixed fee of a charge above its amount",
    none,
    async ({ request, forward, memory, world }) => {
      // What larger charges bring agrees with the fee.
      memory.set ??= world.sandbox.control.settings.change({ chargeFee: { fixed: 150, basisPoints: 0 } });
      await memory.set;
      return withData(await forward(), (data) => {
        if (/transactions|qrcode/.test(request.path) && data.fees !== undefined) data.fees = 150;
      });
    },
    (delivery, send) => {
      if (delivery.json.transaction?.fees !== undefined) delivery.json.transaction.fees = 150;
      return send(resign(delivery, JSON.stringify(delivery.json)));
    },
  ),
  inData("leaves the amount out of the creation of a charge", none, "createCharge", (data) => delete data.amount),
  onRequest("takes the last of two values with one name", none, "", (request) => {
    const body = parse(request.body);
    const isObject = typeof body === "object" && body !== null && request.body.length < 10_000;
    return isObject ? { ...request, body: JSON.stringify(body) } : request;
  }),
  bodies("lists registrations in reverse order", "listWebhooks ok", (body) => ({
    ...{ ...body, data: body.data.toReversed() },
  })),
  inData("lists events in reverse order", none, "", (data) => Array.isArray(data.events) && data.events.reverse()),
  inError("writes no details of validation errors but the fields", none, "VALIDATION_ERROR", ({ details }) => ({
    details: details?.map(({ path }: Body) => ({ path, message: "inválido" })),
  })),
  onRequest("writes e-mail addresses of customers in lower case", none, "", (request) =>
    withRequest(request, ({ customer }) => {
      if (isEmail(customer?.email)) customer.email = customer.email.toLowerCase();
    }),
  ),
  sumsUp("gives back on the present day what was sent on another and refused", none, {
    late: (sum, amount) => Math.max(0, sum - amount),
  }),
  bodies("gives tokens in other words around", "issueToken ok", (body) => ({
    ...{ ...body, issuedAt: new Date().toISOString(), scope: "all" },
  })),
  fault(
    "puts more claims into tokens",
    none,
    withClaims((claims) => ({ ...claims, jti: randomUUID(), aud: ["pix"], nbf: claims.iat, company: { plan: "pro" } })),
  ),
  fault(
    "has other types of accounts",
    none,
    after("", (answer) => ({ ...answer, body: answer.body.replaceAll('"CHECKING"', '"SAVINGS"') })),
    (delivery, send) => send(resign(delivery, delivery.body.replaceAll('"CHECKING"', '"SAVINGS"'))),
  ),
  settings("takes no fees", { transferFee: free, chargeFee: free }),
  settings("takes the largest part of a transfer as its fee", { transferFee: { fixed: 50, basisPoints: 9_000 } }),
];

const isEmail = (text: unknown): boolean => typeof text === "string" && /^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(text);

/** A server that sends again what a receiver took. */
const repeats = (name: string, again: (send: () => Promise<RawResponse>) => unknown): Freedom =>
  delivers(name, none, async (delivery, send) => {
    const answer = await send(delivery);
    if (answer.status < 300) await again(() => send(delivery));
    return answer;
  });

const waits = (name: string, milliseconds: () => number): Freedom =>
  delivers(name, none, async (delivery, send) => send(await sleep(milliseconds(), delivery)));

const adds = (name: string, headers: Record<string, string>): Freedom =>
  delivers(name, none, (delivery, send) => send(withHeaders(delivery, headers)));

const signs = (name: string, sign: (time: string, own: string, body: string) => string): Freedom =>
  delivers(name, none, (delivery, send) => {
    const [time = "", own = ""] = delivery.sign(delivery.body).split(",");
    return send(signed(delivery, sign(time, own, delivery.body)));
  });

/** What servers may do with notifications. */
export const sent: readonly Freedom[] = [
  repeats("sends notifications again that were acknowledged", (send) => send()),
  repeats("sends notifications again some moments later", (send) => setTimeout(() => void send().catch(() => {}), 150)),
  delivers("repeats a failed delivery at once", none, async (delivery, send) => {
    const answer = await send(delivery);
    return answer.status >= 300 ? send(delivery) : answer;
  }),
  waits("sends notifications late and in another order", () => Math.random() * 250),
  signs("signs with two secrets while one is replaced", (time, own, body) => {
    const old = createHmac("sha256", "old")
      .update(`${time.slice(2)}.${body}`)
      .digest("hex");
    return `${time},v1=${old},${own}`;
  }),
  adds("names the charset of notifications", { "content-type": "application/json; charset=utf-8" }),
  waits("takes a second to send notifications", () => 900),
  signs("signs in two versions", (time, own) => `${time},v0=6ffbb59b2300aae6,${own},v2=abc`),
  adds("sends headers of its own along with notifications", { "user-agent": "pix/1", "x-attempt": "1" }),
  delivers("prints notifications over many lines", none, (delivery, send) =>
    send(resign(delivery, JSON.stringify(delivery.json, null, 2))),
  ),
  notifications("adds fields to notifications", (body) => ({ ...body, companyId: "cmp_1", sentAt: Date.now() })),
  notifications("adds fields to what a notification is about", ({ transaction, transfer, ...body }) => ({
    ...body,
    ...(transaction && { transaction: { ...transaction, metadata: {} } }),
    ...(transfer && { transfer: { ...transfer, metadata: {} } }),
  })),
  notifications("gives notifications ids without a prefix", (body) => ({ ...body, id: body.id.replace("wh_", "") })),
  notifications("gives notifications the id of their object", (body) => ({
    ...{ ...body, id: (body.transaction ?? body.transfer).id },
  })),
  notifications("leaves the scope of notifications out", ({ scope: _, ...body }) => body),
];
