import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sumsUp } from "./daily-sums.ts";
import type { Fault, RawResponse } from "./faulty-server.ts";
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
  settings,
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

const notifications = (name: string, change: (body: Body) => unknown) =>
  delivers(name, none, (delivery, send) =>
    send(resign(delivery, JSON.stringify(change(delivery.json)))),
  );

/** Objects under ids of another form: given to callers and receivers, and taken back from them. */
function ids(name: string, make: (count: number) => string): Freedom {
  const rename = (text: string, memory: Body) =>
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
        /^(.*\/(?:transactions|transfers|charges|webhook)\/)([^/?]+)(\/\w+)?(?:\?.*)?$/.exec(
          request.path,
        ) ?? [];
      const path = id === undefined ? undefined : decode(id);
      // What has another id now is no longer known by the first one.
      const known = memory.real?.get(path) ?? (memory.own?.has(path) ? "unknown" : undefined);
      const answer = await forward(
        known === undefined ? request : { ...request, path: before + known + after },
      );
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

const free = { fixed: 0, basisPoints: 0 };

/** What servers may do with objects. */
export const objects: readonly Freedom[] = [
  ids("uses UUIDs as ids", () => randomUUID()),
  ids("uses upper-case UUIDs as ids", () => randomUUID().toUpperCase()),
  ids("uses numbers of 21 digits as ids", (count) => `1${String(count).padStart(20, "0")}`),
  ids("uses ids with dots and tildes", (count) => `pix.${count}~a-b_c`),
  ids(
    "uses ids with a colon and a plus",
    (count) => `urn:pix:${count}+${randomUUID().slice(0, 8)}`,
  ),
  ids("uses long ids", (count) => `${"k".repeat(180)}${count}`),
  ids("uses ids with non-Latin letters", (count) => `cobrança-${count}-ção`),
  fault(
    "charges a fixed fee above the amount of a charge",
    none,
    async ({ request, forward, memory, world }) => {
      // What larger charges bring agrees with the fee.
      memory.set ??= world.sandbox.control.settings.change({
        chargeFee: { fixed: 150, basisPoints: 0 },
      });
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
  inData(
    "omits the amount in the response to a created charge",
    none,
    "createCharge",
    (data) => delete data.amount,
  ),
  onRequest("uses the last of two values with one name", none, "", (request) => {
    const body = parse(request.body);
    const isObject = typeof body === "object" && body !== null && request.body.length < 10_000;
    return isObject ? { ...request, body: JSON.stringify(body) } : request;
  }),
  bodies("lists webhooks in reverse order", "listWebhooks ok", (body) => ({
    ...body,
    data: body.data.toReversed(),
  })),
  inData(
    "lists events in reverse order",
    none,
    "",
    (data) => Array.isArray(data.events) && data.events.reverse(),
  ),
  inError(
    "writes only the fields into the details of validation errors",
    none,
    "VALIDATION_ERROR",
    ({ details }) => ({
      details: details?.map(({ path }: Body) => ({ path, message: "inválido" })),
    }),
  ),
  onRequest("stores e-mail addresses of customers in lower case", none, "", (request) =>
    withRequest(request, ({ customer }) => {
      if (isEmail(customer?.email)) customer.email = customer.email.toLowerCase();
    }),
  ),
  sumsUp("subtracts a transfer of an earlier day from today's sum when it is refused", none, {
    late: (sum, amount) => Math.max(0, sum - amount),
  }),
  bodies("adds fields to the response with a token", "issueToken ok", (body) => ({
    ...body,
    issuedAt: new Date().toISOString(),
    scope: "all",
  })),
  fault(
    "adds claims to tokens",
    none,
    withClaims((claims) => ({
      ...claims,
      jti: randomUUID(),
      aud: ["pix"],
      nbf: claims.iat,
      company: { plan: "pro" },
    })),
  ),
  fault(
    "uses other account types",
    none,
    after("", (answer) => ({ ...answer, body: answer.body.replaceAll('"CHECKING"', '"SAVINGS"') })),
    (delivery, send) => send(resign(delivery, delivery.body.replaceAll('"CHECKING"', '"SAVINGS"'))),
  ),
  settings("charges no fees", none, { transferFee: free, chargeFee: free }),
  settings("charges the largest part of a transfer as its fee", none, {
    transferFee: { fixed: 50, basisPoints: 9_000 },
  }),
];

const isEmail = (text: unknown) =>
  typeof text === "string" && /^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(text);

/** A server that sends again what a receiver took. */
const repeats = (name: string, again: (send: () => Promise<RawResponse>) => unknown) =>
  delivers(name, none, async (delivery, send) => {
    const answer = await send(delivery);
    if (answer.status < 300) await again(() => send(delivery));
    return answer;
  });

const waits = (name: string, milliseconds: () => number) =>
  delivers(name, none, async (delivery, send) => send(await sleep(milliseconds(), delivery)));

const adds = (name: string, headers: Record<string, string>) =>
  delivers(name, none, (delivery, send) => send(withHeaders(delivery, headers)));

const signs = (name: string, sign: (time: string, own: string, body: string) => string) =>
  delivers(name, none, (delivery, send) => {
    const [time = "", own = ""] = delivery.sign(delivery.body).split(",");
    return send(signed(delivery, sign(time, own, delivery.body)));
  });

/** What servers may do with notifications. */
export const sent: readonly Freedom[] = [
  repeats("sends acknowledged notifications again", (send) => send()),
  repeats("sends notifications again some moments later", (send) =>
    setTimeout(() => void send().catch(() => {}), 150),
  ),
  delivers("repeats a failed delivery at once", none, async (delivery, send) => {
    const answer = await send(delivery);
    return answer.status >= 300 ? send(delivery) : answer;
  }),
  waits("sends notifications late and out of order", () => Math.random() * 250),
  signs("signs with two secrets during a rotation", (time, own, body) => {
    const old = createHmac("sha256", "old")
      .update(`${time.slice(2)}.${body}`)
      .digest("hex");
    return `${time},v1=${old},${own}`;
  }),
  adds("adds a charset to the content type of notifications", {
    "content-type": "application/json; charset=utf-8",
  }),
  waits("takes half a second to send notifications", () => 500),
  signs(
    "signs with two scheme versions",
    (time, own) => `${time},v0=6ffbb59b2300aae6,${own},v2=abc`,
  ),
  adds("adds headers to notifications", { "user-agent": "pix/1", "x-attempt": "1" }),
  delivers("writes notifications on many lines", none, (delivery, send) =>
    send(resign(delivery, JSON.stringify(delivery.json, null, 2))),
  ),
  notifications("adds fields to notifications", (body) => ({
    ...body,
    companyId: "cmp_1",
    sentAt: Date.now(),
  })),
  notifications(
    "adds fields to the object of a notification",
    ({ transaction, transfer, ...body }) => ({
      ...body,
      ...(transaction && { transaction: { ...transaction, metadata: {} } }),
      ...(transfer && { transfer: { ...transfer, metadata: {} } }),
    }),
  ),
  notifications("uses notification ids without a prefix", (body) => ({
    ...body,
    id: body.id.replace("wh_", ""),
  })),
  notifications("uses the object's id as the notification id", (body) => ({
    ...body,
    id: (body.transaction ?? body.transfer).id,
  })),
  notifications("omits the scope of notifications", ({ scope: _, ...body }) => body),
];
