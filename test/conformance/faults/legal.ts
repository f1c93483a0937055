import { createHmac, randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { PNG } from "pngjs";
import { sumsUp } from "./daily-sums.ts";
import { type Fault, type Hooks, headersOf, type RawResponse, type World } from "./faulty-server.ts";
import { withClaims } from "./keys-and-limits.ts";
import {
  across,
  after,
  type Body,
  delivers,
  fault,
  inData,
  inError,
  inHeaders,
  later,
  onRequest,
  operationOf,
  parse,
  resign,
  shiftOf,
  withBody,
  withData,
  withHeaders,
  withRequest,
} from "./tools.ts";

/** Something that a server may do: no check finds it. */
export type Freedom = Pick<Fault, "name" | "make">;

const none = [] as const;

const bodies = (name: string, on: string, change: (body: Body) => unknown): Freedom =>
  across(name, none, on, (answer) => withBody(answer, change));

const texts = (name: string, change: (text: string) => string): Freedom =>
  across(name, none, "", (answer) =>
    parse(answer.body) === undefined ? answer : { ...answer, body: change(answer.body) },
  );

const headers = (name: string, change: Parameters<typeof inHeaders>[3]): Freedom => inHeaders(name, none, "", change);

const writes = (name: string, write: (outgoing: ServerResponse, answer: RawResponse) => void): Freedom => ({
  ...{ name, make: () => ({ write }) },
});

const renames = (name: string, rename: (header: string) => string): Freedom =>
  writes(name, (outgoing, answer) => {
    const named = Object.entries(headersOf(answer)).map(([header, value]) => [rename(header), value]);
    outgoing.writeHead(answer.status, Object.fromEntries(named)).end(answer.body);
  });

const notifications = (name: string, change: (body: Body) => unknown): Freedom =>
  delivers(name, none, (delivery, send) => send(resign(delivery, JSON.stringify(change(delivery.json)))));

/** Messages of errors, with the seconds of a 429 as the contract has them. */
const says = (name: string, word: (seconds: number | undefined, code: string) => string): Freedom =>
  inError(name, none, "", ({ details, code }) => ({ message: word(details?.retryAfter, code) }));

const writeTimes = (text: string, write: (time: string) => string): string =>
  text.replace(/"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g, (_, time) => `"${write(time)}"`);

/** Every time of a body, written otherwise. */
const times = (name: string, write: (time: string) => string): Freedom =>
  texts(name, (text) => writeTimes(text, write));

/** A service whose clock is not the suite's: in what it answers, sends and issues. */
function clockOff(seconds: number): Freedom {
  const issue = withClaims((claims) => ({
    ...{ ...claims, iat: Number(claims.iat) + seconds, exp: Number(claims.exp) + seconds },
  }));
  const shift = (text: string): string => writeTimes(text, (time) => later(time, seconds * 1000));
  return fault(
    `has a clock that is ${shiftOf(seconds)}`,
    none,
    // The control plane gives the time of the server's clock without this.
    async (passage) => {
      const answer = await issue(passage);
      return operationOf(passage.request) === "other" ? answer : { ...answer, body: shift(answer.body) };
    },
    (delivery, send) => send(resign(delivery, shift(delivery.body))),
  );
}

const offset = (hours: number, written: string) => (time: string) =>
  new Date(Date.parse(time) + hours * 3_600_000).toISOString().replace("Z", written);

/** Objects under ids of another form: given to callers and receivers, and taken back from them. */
function ids(name: string, make: (count: number) => string): Freedom {
  const rename = (text: string, memory: Body): string =>
    text.replace(/"id":"((?:txn|trf|wh)_\w+)"/g, (found, id: string) => {
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

const inOtherWords: Record<string, (code: string) => string> = {
  "speaks Portuguese": () => "Não foi possível concluir a operação. Tente de novo em instantes.",
  "says of errors their codes alone": (code) => code,
  "explains errors at length": () =>
    "Please select another value from the list, update it, and insert it into the form.",
  "speaks of errors with signs": () => "❌ “não”  <b>permitido</b> & recusado 😀",
};

const wording: readonly Freedom[] = [
  ...Object.entries(inOtherWords).map(([name, word]) =>
    says(name, (seconds, code) => (seconds === undefined ? word(code) : `${word(code)} ${seconds} s`)),
  ),
  says("writes the seconds of a 429 next to their unit", (seconds) => (seconds ? `Espere ${seconds}s.` : "Recusado.")),
  says("begins the message of a 429 with its seconds", (seconds) => (seconds ? `${seconds} segundos` : "Recusado.")),
  inError("has an empty message for errors but a 429", none, "", ({ details, message }) => ({
    message: details?.retryAfter ? message : "",
  })),
  bodies("says of successes what they are", "", (body) =>
    body.data ? { ...body, message: "Operação realizada." } : body,
  ),
];

/** The same picture in other bytes. */
function redraw(picture: string): string {
  return PNG.sync.write(PNG.sync.read(Buffer.from(picture, "base64")), { deflateLevel: 1 }).toString("base64");
}

const formats: readonly Freedom[] = [
  times("gives times with the offset of São Paulo", offset(-3, "-03:00")),
  times("gives times with the offset of Tokyo", offset(9, "+09:00")),
  times("gives times with the offset +00:00", (time) => time.replace("Z", "+00:00")),
  times("gives times without fractions of a second", (time) => time.replace(/\.\d+/, "")),
  times("gives times with microseconds", (time) => time.replace(/(\.\d{3})?Z/, (_, ms = ".000") => `${ms}000Z`)),
  times("gives times with nanoseconds", (time) => time.replace(/(\.\d{3})?Z/, (_, ms = ".000") => `${ms}000000Z`)),
  times("gives times with a tenth of a second", (time) => time.replace(/\.(\d)\d\dZ/, ".$1Z")),
  across("gives times without fractions in lookups alone", none, "getTransaction getTransfer", (answer) => ({
    ...{ ...answer, body: answer.body.replace(/(T\d\d:\d\d:\d\d)\.\d+Z/g, "$1Z") },
  })),
  texts("puts data: in front of pictures", (text) => text.replace('"qrCode":"', '"qrCode":"data:image/png;base64,')),
  across("puts data: in front of pictures in lookups alone", none, "getTransaction", (answer) => ({
    ...{ ...answer, body: answer.body.replace('"qrCode":"', '"qrCode":"data:image/png;base64,') },
  })),
  across("draws pictures anew in lookups", none, "getTransaction", (answer) => ({
    ...{ ...answer, body: answer.body.replace(/(?<="qrCode":")[^"]+/, redraw) },
  })),
  texts("prints JSON over many lines", (text) => JSON.stringify(JSON.parse(text), null, 2)),
  texts("ends JSON with a new line", (text) => `${text}\r\n`),
  texts("escapes what is not ASCII", (text) =>
    text.replace(/[^\0-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ),
  texts("escapes slashes", (text) => text.replaceAll("/", "\\/")),
  texts("writes whole numbers with a point", (text) => text.replace(/"(amount|fees|netAmount)":(\d+)/g, '"$1":$2.0')),
  texts("writes whole numbers with an exponent", (text) => text.replace(/"(amount|fees|limit)":(\d+)/g, '"$1":$2e0')),
  bodies("writes members in reverse order", "", (body) => Object.fromEntries(Object.entries(body).reverse())),
];

const more: readonly Freedom[] = [
  bodies("adds fields to the envelope", "", (body) => ({ ...body, requestId: randomUUID(), apiVersion: "1.0.3" })),
  inData("adds fields to records", none, "", (data) =>
    Object.assign(data, { companyId: "cmp_1", _links: { self: "/x" }, tags: [] }),
  ),
  inData(
    "adds fields that change to records",
    none,
    "",
    (data) => Array.isArray(data) || Object.assign(data, { servedAt: Date.now() }),
  ),
  inError("adds fields to errors", none, "", { traceId: "ab12" }),
  inData(
    "shows internal fields of a transfer",
    none,
    "",
    (data) => data.pixKey && Object.assign(data, { _id: 1, ledgerAccount: "cmp_1" }),
  ),
  inError("adds to the details of a 429", none, "429", ({ details }) => ({
    details: details && { ...details, policy: "fixed" },
  })),
  headers("sends headers of a proxy", () => ({ via: "1.1 edge", "x-request-id": randomUUID(), server: "nginx/1.29" })),
  headers("sends headers of security", {
    ...{ "strict-transport-security": "max-age=63072000", "x-content-type-options": "nosniff" },
    ...{ "content-security-policy": "default-src 'none'", "cache-control": "no-store" },
  }),
  headers("sets a cookie", { "set-cookie": "lb=node-1; Path=/; HttpOnly" }),
  headers("says the limits in the headers of the draft too", { ratelimit: '"default";r=9;t=30' }),
  headers("names a realm in challenges", ({ "www-authenticate": value }) => ({
    "www-authenticate": value && `${value} realm="pix, v1", charset="UTF-8"`,
  })),
  headers("offers another scheme in challenges", ({ "www-authenticate": value }) => ({
    "www-authenticate": value && `${value}, Negotiate`,
  })),
  headers("allows HEAD and OPTIONS too", ({ allow }) => ({ allow: allow && `HEAD, OPTIONS, ${allow}` })),
  headers("lists what it allows in lower case and without blanks", ({ allow }) => ({
    allow: allow?.replaceAll(" ", "").toLowerCase(),
  })),
  headers("names the charset of JSON in capitals", ({ "content-type": type }) => ({
    "content-type": type && 'application/json;charset="UTF-8"',
  })),
  headers("names no charset of JSON", ({ "content-type": type }) => ({
    "content-type": type && "application/json",
  })),
  headers("names a profile of JSON", ({ "content-type": type }) => ({
    "content-type": type && 'application/json; profile="https://pix.example/v1"; charset=utf-8',
  })),
  headers("ends windows a second later in what it says", ({ "x-ratelimit-reset": reset }) => ({
    "x-ratelimit-reset": reset && String(Number(reset) + 1),
  })),
  fault("lets pages of any origin in, without credentials", none, async ({ request, forward }) => {
    const open = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
    if (request.method !== "OPTIONS") return withHeaders(await forward(), open);
    const allowed = { "access-control-allow-methods": "*", "access-control-allow-headers": "*, authorization" };
    return { status: 204, headers: { ...open, ...allowed }, body: "" };
  }),
];

/** Nine of them write the answer, one for each server: these come first. */
const network: readonly Freedom[] = [
  writes("sends answers in chunks of some bytes", (outgoing, answer) => {
    outgoing.writeHead(answer.status, headersOf(answer));
    for (let at = 0; at < answer.body.length; at += 700) outgoing.write(answer.body.slice(at, at + 700));
    outgoing.end();
  }),
  writes("closes the connection after each answer", (outgoing, answer) => {
    outgoing.writeHead(answer.status, { ...headersOf(answer), connection: "close" }).end(answer.body);
  }),
  renames("sends header names in capitals", (name) => name.toUpperCase()),
  renames("sends header names as they are written in books", (name) =>
    name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  ),
  writes("compresses answers", (outgoing, answer) => {
    outgoing.writeHead(answer.status, { ...headersOf(answer), "content-encoding": "gzip", vary: "accept-encoding" });
    outgoing.end(gzipSync(answer.body));
  }),
  writes("has no clock in its headers", (outgoing, answer) => {
    outgoing.sendDate = false;
    outgoing.writeHead(answer.status, headersOf(answer)).end(answer.body);
  }),
  writes("compresses answers with Brotli", (outgoing, answer) => {
    outgoing.writeHead(answer.status, { ...headersOf(answer), "content-encoding": "br", vary: "accept-encoding" });
    outgoing.end(brotliCompressSync(answer.body));
  }),
  writes("gives early hints", (outgoing, answer) => {
    outgoing.writeEarlyHints({ link: "</docs>; rel=help" });
    outgoing.writeHead(answer.status, headersOf(answer)).end(answer.body);
  }),
  writes("says how long its answers are", (outgoing, answer) => {
    const length = Buffer.byteLength(answer.body);
    outgoing.writeHead(answer.status, { ...headersOf(answer), "content-length": length }).end(answer.body);
  }),
  across("takes a moment for each answer", none, "", async (answer) => sleep(70, answer)),
  across("takes a moment that varies", none, "", async (answer) => sleep(Math.random() * 120, answer)),
  across("takes a second to issue tokens", none, "issueToken", async (answer) => sleep(900, answer)),
  inError("answers a path with a slash at its end in other words", none, "other", (error, { request }) => ({
    message: request.path.endsWith("/") ? "Sem barra no fim." : error.message,
  })),
];

/** A service with settings of its own. */
const settings = (name: string, changes: Parameters<World["sandbox"]["control"]["settings"]["change"]>[0]): Freedom =>
  fault(name, none, async ({ forward, memory, world }) => {
    memory.set ??= world.sandbox.control.settings.change(changes);
    await memory.set;
    return forward();
  });

const free = { fixed: 0, basisPoints: 0 };

const objects: readonly Freedom[] = [
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

const sent: readonly Freedom[] = [
  delivers("sends notifications again that were acknowledged", none, async (delivery, send) => {
    const answer = await send(delivery);
    if (answer.status < 300) await send(delivery);
    return answer;
  }),
  delivers("sends notifications again some moments later", none, async (delivery, send) => {
    const answer = await send(delivery);
    if (answer.status < 300) setTimeout(() => void send(delivery).catch(() => {}), 150);
    return answer;
  }),
  delivers("repeats a failed delivery at once", none, async (delivery, send) => {
    const answer = await send(delivery);
    return answer.status >= 300 ? send(delivery) : answer;
  }),
  delivers("sends notifications late and in another order", none, async (delivery, send) => {
    await sleep(Math.random() * 250);
    return send(delivery);
  }),
  delivers("signs with two secrets while one is replaced", none, (delivery, send) => {
    const [time = "", own = ""] = delivery.sign(delivery.body).split(",");
    const old = createHmac("sha256", "old")
      .update(`${time.slice(2)}.${delivery.body}`)
      .digest("hex");
    return send(withHeaders(delivery, { "pix-signature": `${time},v1=${old},${own}` }));
  }),
  delivers("names the charset of notifications", none, (delivery, send) =>
    send(withHeaders(delivery, { "content-type": "application/json; charset=utf-8" })),
  ),
  delivers("takes a second to send notifications", none, async (delivery, send) => {
    await sleep(900);
    return send(delivery);
  }),
  delivers("signs in two versions", none, (delivery, send) => {
    const [time, own] = delivery.sign(delivery.body).split(",");
    return send(withHeaders(delivery, { "pix-signature": `${time},v0=6ffbb59b2300aae6,${own},v2=abc` }));
  }),
  delivers("sends headers of its own along with notifications", none, (delivery, send) =>
    send(withHeaders(delivery, { "user-agent": "pix/1", "x-attempt": "1" })),
  ),
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

/** A server that takes several freedoms at once. */
export function together(some: readonly Freedom[]): Freedom {
  return {
    name: some.map(({ name }) => name).join("; "),
    make: (world) => {
      const all = some.map(({ make }) => make(world));
      const own = all.find(({ write }) => write)?.write;
      return {
        handle: all.reduce<NonNullable<Hooks["handle"]>>(
          (inner, { handle }) => (handle ? (request, forward) => handle(request, (one) => inner(one, forward)) : inner),
          (request, forward) => forward(request),
        ),
        deliver: all.reduce<NonNullable<Hooks["deliver"]>>(
          (inner, { deliver }) =>
            deliver
              ? (delivery, send) =>
                  deliver(delivery, (one) => inner({ ...delivery, ...one, sign: delivery.sign }, send))
              : inner,
          (delivery, send) => send(delivery),
        ),
        ...(own && { write: own }),
      };
    },
  };
}

/** So many servers take every freedom between them; those of one kind that exclude each other stand side by side. */
const servers = 9;

/** Servers that take a few freedoms of each kind, so that each freedom is taken by one of them. */
export function legalServers(): Freedom[] {
  const kinds = Object.values(freedoms);
  return Array.from({ length: servers }, (_, index) =>
    together(kinds.flatMap((kind) => kind.filter((_one, at) => at % servers === index))),
  );
}

/** What servers may do, by what it is about: the suite finds nothing there. */
export const freedoms: Readonly<Record<string, readonly Freedom[]>> = {
  "its clock": [clockOff(-4), clockOff(4)],
  "the wording of messages": wording,
  "the form of what is written": formats,
  "what is added": more,
  "the way it comes": network,
  "objects and their ids": objects,
  notifications: sent,
};
