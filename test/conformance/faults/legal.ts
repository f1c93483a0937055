import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { PNG } from "pngjs";
import { type Hooks, headersOf, type RawResponse } from "./faulty-server.ts";
import { withClaims } from "./keys-and-limits.ts";
import { bodies, type Freedom, none, objects, sent } from "./legal-objects.ts";
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

const texts = (name: string, change: (text: string) => string): Freedom =>
  across(name, none, "", (answer) =>
    parse(answer.body) === undefined ? answer : { ...answer, body: change(answer.body) },
  );

const headers = (name: string, change: Parameters<typeof inHeaders>[3]): Freedom => inHeaders(name, none, "", change);

/** Another value of a header, where an answer has it. */
const header = (name: string, which: string, change: (value: string) => string): Freedom =>
  headers(name, ({ [which]: value }) => ({ [which]: value && change(value) }));

const writes = (name: string, write: (outgoing: ServerResponse, answer: RawResponse) => void): Freedom => ({
  ...{ name, make: () => ({ write }) },
});

const compresses = (name: string, encoding: string, compress: (body: string) => Buffer): Freedom =>
  writes(name, (outgoing, answer) => {
    const headers = { ...headersOf(answer), "content-encoding": encoding, vary: "accept-encoding" };
    outgoing.writeHead(answer.status, headers).end(compress(answer.body));
  });

const renames = (name: string, rename: (header: string) => string): Freedom =>
  writes(name, (outgoing, answer) => {
    const named = Object.entries(headersOf(answer)).map(([header, value]) => [rename(header), value]);
    outgoing.writeHead(answer.status, Object.fromEntries(named)).end(answer.body);
  });

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
  ...Object.entries({ "": "", " in lookups alone": "getTransaction" }).map(([where, on]) =>
    across(`puts data: in front of pictures${where}`, none, on, (answer) => ({
      ...{ ...answer, body: answer.body.replace('"qrCode":"', '"qrCode":"data:image/png;base64,') },
    })),
  ),
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
  ...Object.entries({
    "names a realm in challenges": ' realm="pix, v1", charset="UTF-8"',
    "offers another scheme in challenges": ", Negotiate",
  }).map(([name, more]) => header(name, "www-authenticate", (value) => value + more)),
  header("allows HEAD and OPTIONS too", "allow", (value) => `HEAD, OPTIONS, ${value}`),
  header("lists what it allows in lower case and without blanks", "allow", (value) =>
    value.replaceAll(" ", "").toLowerCase(),
  ),
  ...Object.entries({
    "names the charset of JSON in capitals": ';charset="UTF-8"',
    "names no charset of JSON": "",
    "names a profile of JSON": '; profile="https://pix.example/v1"; charset=utf-8',
  }).map(([name, more]) => header(name, "content-type", () => `application/json${more}`)),
  ...[1, 4].map((late) =>
    header(`gives the reset of windows ${shiftOf(late)}`, "x-ratelimit-reset", (reset) => String(Number(reset) + late)),
  ),
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
  compresses("compresses answers", "gzip", gzipSync),
  writes("has no clock in its headers", (outgoing, answer) => {
    outgoing.sendDate = false;
    outgoing.writeHead(answer.status, headersOf(answer)).end(answer.body);
  }),
  compresses("compresses answers with Brotli", "br", brotliCompressSync),
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
