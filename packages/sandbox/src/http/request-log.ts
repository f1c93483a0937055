import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Sandbox } from "../context.ts";
import { makeId } from "../identifiers.ts";
import { removeRequests } from "../service/sweep.ts";
import { writeRows } from "../storage/statements.ts";
import type { RequestRow } from "../storage/tables.ts";
import { clearTimeout, setTimeout } from "../timers.ts";
import { resetsConnection } from "./faults.ts";
import { callerOf, operationOf } from "./request-facts.ts";

/** Keeps the last requests and their responses, for debugging. */
export type RequestLog = ReturnType<typeof makeRequestLog>;

/** Milliseconds in which requests gather before they are written. */
const writeInterval = 100;

/** Requests that are written at a time while nothing reads them: under load most fall out of the log before that. */
const batchShare = 25;

/** Characters of a body that are kept. */
const maxBodyLength = 20_000;

/** A request that has no response yet. */
interface OpenRequest {
  at: number;
  /** When it came, by the process's own clock, in milliseconds. */
  begun: number;
  /** The start of the body, as it came. */
  body: Buffer[];
  /** Bytes of the whole body. */
  length: number;
  answer?: unknown;
}

/**
 * Makes a log whose entries are written outside of the requests' transactions, a tenth of a second later or when they
 * are asked for; under load later, and those that fall out of the last thousand meanwhile not at all. The last ones may be
 * lost if the process dies.
 */
export function makeRequestLog(sandbox: Sandbox) {
  const { storage, clock, log, settings } = sandbox;
  const open = new WeakMap<FastifyRequest, OpenRequest>();
  const rows: RequestRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;

  const write = (count: number): void => {
    clearTimeout(timer);
    timer = undefined;
    const some = rows.splice(0, count);
    writing = writing
      .then(() => insert(some))
      .catch((error: unknown) => log.error({ err: error }, "Requests could not be logged."))
      .finally(plan);
  };
  const plan = (): void => {
    if (rows.length > 0 && !stopped)
      timer ??= setTimeout(() => write(batchShare), writeInterval).unref();
  };
  const insert = async (some: readonly RequestRow[]): Promise<void> => {
    if (some.length === 0) return;
    await storage.transaction(async (tx) => {
      await writeRows(tx, [{ table: "requests", rows: some }]);
      await removeRequests(tx, sandbox);
    });
  };

  /** Writes the gathered entries. */
  const flush = (): Promise<void> => {
    write(rows.length);
    return writing;
  };
  const note = (request: FastifyRequest, reply: FastifyReply, status: number): void => {
    const begun = open.get(request);
    open.delete(request);
    if (!begun || stopped) return;
    rows.push(makeRow(begun, request, reply, status));
    if (rows.length > settings.current.retention.requests) rows.shift();
    plan();
  };

  /** Notes every request of an instance. */
  const attach = (app: FastifyInstance): void => {
    app.addHook("onRequest", (request, _, done) => {
      open.set(request, { at: clock.now(), begun: performance.now(), body: [], length: 0 });
      done();
    });
    app.addHook("preParsing", (request, _, payload, done) => {
      const one = open.get(request);
      payload.on("data", (chunk: Buffer) => {
        if (!one) return;
        if (one.length < maxBodyLength) one.body.push(chunk);
        one.length += chunk.length;
      });
      done();
    });
    app.addHook("onSend", (request, reply, payload, done) => {
      Object.assign(open.get(request) ?? {}, { answer: payload });
      // A request without an answer has no more entries.
      if (resetsConnection(request)) note(request, reply, 0);
      done(null, payload);
    });
    app.addHook("onResponse", (request, reply, done) => {
      note(request, reply, reply.statusCode);
      const [path] = request.url.split("?");
      request.log.info(`${request.method} ${path} → ${reply.statusCode}`);
      done();
    });
  };
  /** Writes the gathered entries, and takes no more. */
  const stop = (): Promise<void> => {
    stopped = true;
    return flush();
  };
  return { attach, flush, stop };
}

function makeRow(
  { at, begun, body, answer }: OpenRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): RequestRow {
  const path = request.url.slice(0, 2_000);
  const text = redactText(typeof answer === "string" ? answer : "");
  const [, objectId = null] = dataPattern.exec(text) ?? objectPattern.exec(path) ?? [];
  return {
    id: makeId("req"),
    at,
    method: request.method,
    path,
    operation: operationOf(request) ?? null,
    companyId: callerOf(request) ?? null,
    objectId,
    status,
    duration: Math.round(performance.now() - begun),
    // Databases do not take the character NUL.
    requestJson: printMessage(
      request.headers,
      redactText(Buffer.concat(body).toString("utf8").replaceAll("\0", "\ufffd")),
    ),
    responseJson: printMessage(reply.getHeaders(), text),
  };
}

/** Identifiers in the body of an answer, or else in a path. Parsing the body would cost more. */
const dataPattern = /"data":\{"id":"(\w+)/;
const objectPattern = /\b((?:txn|trf|wh)_\w+)/;

const secretHeaders = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"]);

function printMessage(headers: Record<string, unknown>, body: string): string {
  const shown = Object.entries(headers)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, secretHeaders.has(name) ? redacted : String(value)]);
  return JSON.stringify({ headers: Object.fromEntries(shown), body });
}

const redacted = "[redacted]";

const secretFields =
  /("(?:token|accessToken|secret|apiSecret|password)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
const image = /("qrCode":"[^"]{40})([^"]{20,})"/g;

/** A text of JSON without secrets, with its images and itself cut short. Parsing it would cost more. */
function redactText(text: string): string {
  const shown = text
    .replace(secretFields, `$1"${redacted}"`)
    .replace(
      image,
      (_, start: string, rest: string) => `${start}… (${rest.length} characters more)"`,
    );
  return shown.length <= maxBodyLength
    ? shown
    : `${shown.slice(0, maxBodyLength)}… (${shown.length} characters)`;
}
