import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { PNG } from "pngjs";
import { type Hooks, headersOf, type RawResponse } from "./faulty-server.ts";
import { withClaims } from "./keys-and-limits.ts";
import { bodies, type Freedom, none, objects, sent } from "./legal-objects.ts";
import { variants } from "./legal-variants.ts";
import {
  across,
  fault,
  inData,
  inError,
  inHeaders,
  later,
  operationOf,
  parse,
  resign,
  shiftOf,
  withHeaders,
} from "./tools.ts";

const texts = (name: string, change: (text: string) => string) =>
  across(name, none, "", (answer) =>
    parse(answer.body) === undefined ? answer : { ...answer, body: change(answer.body) },
  );

const headers = (name: string, change: Parameters<typeof inHeaders>[3]) =>
  inHeaders(name, none, "", change);

/** Another value of a header, where an answer has it. */
const header = (name: string, which: string, change: (value: string) => string) =>
  headers(name, ({ [which]: value }) => ({ [which]: value && change(value) }));

const writes = (name: string, write: (outgoing: ServerResponse, answer: RawResponse) => void) => ({
  name,
  make: () => ({ write }),
});

const compresses = (name: string, encoding: string, compress: (body: string) => Buffer) =>
  writes(name, (outgoing, answer) => {
    const headers = { ...headersOf(answer), "content-encoding": encoding, vary: "accept-encoding" };
    outgoing.writeHead(answer.status, headers).end(compress(answer.body));
  });

const renames = (name: string, rename: (header: string) => string) =>
  writes(name, (outgoing, answer) => {
    const named = Object.entries(headersOf(answer)).map(([header, value]) => [
      rename(header),
      value,
    ]);
    outgoing.writeHead(answer.status, Object.fromEntries(named)).end(answer.body);
  });

/** Messages of errors, with the seconds of a 429 as the contract has them. */
const says = (name: string, word: (seconds: number | undefined, code: string) => string) =>
  inError(name, none, "", ({ details, code }) => ({ message: word(details?.retryAfter, code) }));

const writeTimes = (text: string, write: (time: string) => string) =>
  text.replace(/"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g, (_, time) => `"${write(time)}"`);

/** Every time of a body, written otherwise. */
const times = (name: string, write: (time: string) => string) =>
  texts(name, (text) => writeTimes(text, write));

/** A service whose clock is not the suite's: in what it answers, sends and issues. */
function clockOff(seconds: number): Freedom {
  const issue = withClaims((claims) => ({
    ...claims,
    iat: Number(claims.iat) + seconds,
    exp: Number(claims.exp) + seconds,
  }));
  const shift = (text: string) => writeTimes(text, (time) => later(time, seconds * 1000));
  return fault(
    `has a clock that is ${shiftOf(seconds)}`,
    none,
    // The control plane gives the time of the server's clock without this.
    async (passage) => {
      const answer = await issue(passage);
      return operationOf(passage.request) === "other"
        ? answer
        : { ...answer, body: shift(answer.body) };
    },
    (delivery, send) => send(resign(delivery, shift(delivery.body))),
  );
}

const offset = (hours: number, written: string) => (time: string) =>
  new Date(Date.parse(time) + hours * 3_600_000).toISOString().replace("Z", written);

const inOtherWords: Record<string, (code: string) => string> = {
  "writes messages in Portuguese": () =>
    "Não foi possível concluir a operação. Tente de novo em instantes.",
  "writes only the code as the message of an error": (code) => code,
  "writes long messages": () =>
    "Please select another value from the list, update it, and insert it into the form.",
  "writes messages with special characters": () => "❌ “não”  <b>permitido</b> & recusado 😀",
};

const wording: readonly Freedom[] = [
  ...Object.entries(inOtherWords).map(([name, word]) =>
    says(name, (seconds, code) =>
      seconds === undefined ? word(code) : `${word(code)} ${seconds} s`,
    ),
  ),
  says("writes the seconds of a 429 without a space", (seconds) =>
    seconds ? `Espere ${seconds}s.` : "Recusado.",
  ),
  says("starts the message of a 429 with the seconds", (seconds) =>
    seconds ? `${seconds} segundos` : "Recusado.",
  ),
  inError("writes empty messages except for a 429", none, "", ({ details, message }) => ({
    message: details?.retryAfter ? message : "",
  })),
  bodies("adds a message to successes", "", (body) =>
    body.data ? { ...body, message: "Operação realizada." } : body,
  ),
];

/** The same picture in other bytes. */
function redraw(picture: string): string {
  return PNG.sync
    .write(PNG.sync.read(Buffer.from(picture, "base64")), { deflateLevel: 1 })
    .toString("base64");
}

const formats: readonly Freedom[] = [
  times("writes times with the offset of São Paulo", offset(-3, "-03:00")),
  times("writes times with the offset of Tokyo", offset(9, "+09:00")),
  times("writes times with the offset +00:00", (time) => time.replace("Z", "+00:00")),
  times("writes times without fractions of a second", (time) => time.replace(/\.\d+/, "")),
  times("writes times with microseconds", (time) =>
    time.replace(/(\.\d{3})?Z/, (_, ms = ".000") => `${ms}000Z`),
  ),
  times("writes times with nanoseconds", (time) =>
    time.replace(/(\.\d{3})?Z/, (_, ms = ".000") => `${ms}000000Z`),
  ),
  times("writes times with tenths of a second", (time) => time.replace(/\.(\d)\d\dZ/, ".$1Z")),
  across(
    "writes times without fractions in lookups only",
    none,
    "getTransaction getTransfer",
    (answer) => ({
      ...answer,
      body: answer.body.replace(/(T\d\d:\d\d:\d\d)\.\d+Z/g, "$1Z"),
    }),
  ),
  ...Object.entries({ "": "", " in lookups only": "getTransaction" }).map(([where, on]) =>
    across(`adds data: to pictures${where}`, none, on, (answer) => ({
      ...answer,
      body: answer.body.replace('"qrCode":"', '"qrCode":"data:image/png;base64,'),
    })),
  ),
  across("encodes pictures again in lookups", none, "getTransaction", (answer) => ({
    ...answer,
    body: answer.body.replace(/(?<="qrCode":")[^"]+/, redraw),
  })),
  texts("writes JSON on many lines", (text) => JSON.stringify(JSON.parse(text), null, 2)),
  texts("ends JSON with a new line", (text) => `${text}\r\n`),
  texts("escapes non-ASCII characters", (text) =>
    text.replace(/[^\0-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ),
  texts("escapes slashes", (text) => text.replaceAll("/", "\\/")),
  texts("writes integers with a fraction", (text) =>
    text.replace(/"(amount|fees|netAmount)":(\d+)/g, '"$1":$2.0'),
  ),
  texts("writes integers with an exponent", (text) =>
    text.replace(/"(amount|fees|limit)":(\d+)/g, '"$1":$2e0'),
  ),
  bodies("writes fields in reverse order", "", (body) =>
    Object.fromEntries(Object.entries(body).reverse()),
  ),
];

const more: readonly Freedom[] = [
  bodies("adds fields to the envelope", "", (body) => ({
    ...body,
    requestId: randomUUID(),
    apiVersion: "1.0.3",
  })),
  inData("adds fields to records", none, "", (data) =>
    Object.assign(data, { companyId: "cmp_1", _links: { self: "/x" }, tags: [] }),
  ),
  inData(
    "adds fields that change to records",
    none,
    "",
    (data) => Array.isArray(data) || Object.assign(data, { servedAt: Date.now() }),
  ),
  inData("adds a history to records", none, "", (data) => {
    const { status, createdAt } = data;
    if (status)
      data.history = [{ id: "1", status: "paid", createdAt, amount: 5, fees: 9, netAmount: 1 }];
  }),
  inData("says when a secret was changed", none, "", (data) => {
    if (data.url)
      Object.assign(data, { secretVersion: 20_261_126, secretChangedAt: data.createdAt });
  }),
  inError("adds fields to errors", none, "", { traceId: "ab12" }),
  inData(
    "shows internal fields of a transfer",
    none,
    "",
    (data) => data.pixKey && Object.assign(data, { _id: 1, ledgerAccount: "cmp_1" }),
  ),
  inError("adds fields to the details of a 429", none, "429", ({ details }) => ({
    details: details && { ...details, policy: "fixed" },
  })),
  headers("sends headers of a proxy", () => ({
    via: "1.1 edge",
    "x-request-id": randomUUID(),
    server: "nginx/1.29",
  })),
  headers("sends security headers", {
    "strict-transport-security": "max-age=63072000",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'",
    "cache-control": "no-store",
  }),
  headers("sets a cookie", { "set-cookie": "lb=node-1; Path=/; HttpOnly" }),
  headers("sends the limits in the IETF draft's headers too", { ratelimit: '"default";r=9;t=30' }),
  ...Object.entries({
    "adds a realm to challenges": ' realm="pix, v1", charset="UTF-8"',
    "offers another scheme in challenges": ", Negotiate",
  }).map(([name, more]) => header(name, "www-authenticate", (value) => value + more)),
  header("allows HEAD and OPTIONS too", "allow", (value) => `HEAD, OPTIONS, ${value}`),
  header("writes Allow in lower case without spaces", "allow", (value) =>
    value.replaceAll(" ", "").toLowerCase(),
  ),
  ...Object.entries({
    "writes the charset of JSON in upper case": ';charset="UTF-8"',
    "omits the charset of JSON": "",
    "adds a profile to the content type of JSON":
      '; profile="https://pix.example/v1"; charset=utf-8',
  }).map(([name, more]) => header(name, "content-type", () => `application/json${more}`)),
  ...[1, 4].map((late) =>
    header(`announces resets ${shiftOf(late)}`, "x-ratelimit-reset", (reset) =>
      String(Number(reset) + late),
    ),
  ),
  fault("allows any origin by CORS, without credentials", none, async ({ request, forward }) => {
    const open = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
    if (request.method !== "OPTIONS") return withHeaders(await forward(), open);
    const allowed = {
      "access-control-allow-methods": "*",
      "access-control-allow-headers": "*, authorization",
    };
    return { status: 204, headers: { ...open, ...allowed }, body: "" };
  }),
];

/** Nine of them write the answer, one for each of the first servers: these come first. */
const network: readonly Freedom[] = [
  writes("sends responses in small chunks", (outgoing, answer) => {
    outgoing.writeHead(answer.status, headersOf(answer));
    for (let at = 0; at < answer.body.length; at += 700)
      outgoing.write(answer.body.slice(at, at + 700));
    outgoing.end();
  }),
  writes("closes the connection after each response", (outgoing, answer) => {
    outgoing
      .writeHead(answer.status, { ...headersOf(answer), connection: "close" })
      .end(answer.body);
  }),
  renames("sends header names in upper case", (name) => name.toUpperCase()),
  renames("sends header names in title case", (name) =>
    name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  ),
  compresses("compresses responses with gzip", "gzip", gzipSync),
  writes("sends no Date header", (outgoing, answer) => {
    outgoing.sendDate = false;
    outgoing.writeHead(answer.status, headersOf(answer)).end(answer.body);
  }),
  compresses("compresses responses with Brotli", "br", brotliCompressSync),
  writes("sends early hints", (outgoing, answer) => {
    outgoing.writeEarlyHints({ link: "</docs>; rel=help" });
    outgoing.writeHead(answer.status, headersOf(answer)).end(answer.body);
  }),
  writes("sends Content-Length", (outgoing, answer) => {
    const length = Buffer.byteLength(answer.body);
    outgoing
      .writeHead(answer.status, { ...headersOf(answer), "content-length": length })
      .end(answer.body);
  }),
  across("takes a moment for each response", none, "", async (answer) => sleep(25, answer)),
  across("takes a moment that varies", none, "", async (answer) =>
    sleep(Math.random() * 50, answer),
  ),
  across("takes a second to issue tokens", none, "issueToken", async (answer) =>
    sleep(900, answer),
  ),
  inError(
    "writes another message for a path with a slash at the end",
    none,
    "other",
    (error, { request }) => ({
      message: request.path.endsWith("/") ? "Sem barra no fim." : error.message,
    }),
  ),
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
          (inner, { handle }) =>
            handle ? (request, forward) => handle(request, (one) => inner(one, forward)) : inner,
          (request, forward) => forward(request),
        ),
        deliver: all.reduce<NonNullable<Hooks["deliver"]>>(
          (inner, { deliver }) =>
            deliver
              ? (delivery, send) =>
                  deliver(delivery, (one) =>
                    inner({ ...delivery, ...one, sign: delivery.sign }, send),
                  )
              : inner,
          (delivery, send) => send(delivery),
        ),
        ...(own && { write: own }),
      };
    },
  };
}

/** So many servers take every freedom between them; those of one kind that exclude each other stand side by side. */
const servers = 20;

/** Servers that take a few freedoms of each kind, so that each freedom is taken by one of them. */
export function legalServers(): Freedom[] {
  const kinds = Object.values(freedoms);
  return Array.from({ length: servers }, (_, index) =>
    together(
      kinds.flatMap((kind) =>
        kind.filter((_one, at) => (at + (kind === variants ? 9 : 0)) % servers === index),
      ),
    ),
  );
}

/** Legal variations of servers by area: the suite finds nothing in them. */
export const freedoms: Readonly<Record<string, readonly Freedom[]>> = {
  Clock: [clockOff(-4), clockOff(4)],
  Messages: wording,
  Formats: formats,
  "Additional fields and headers": more,
  Transport: network,
  "Objects and ids": objects,
  Notifications: sent,
  Variants: variants,
};
