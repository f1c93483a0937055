import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Sandbox } from "../context.ts";
import { makeId } from "../identifiers.ts";
import { removeRequests } from "../service/sweep.ts";
import { writeRows } from "../storage/statements.ts";
import type { RequestRow } from "../storage/tables.ts";
import { clearTimeout, setTimeout } from "../timers.ts";
import { resetsConnection } from "./inject-faults.ts";
import { callerOf, getOperation, inboxOperation } from "./request-facts.ts";

/** Milliseconds in which requests gather before they are written, and between two writes while more keep coming. */
const gatherTime = 100;
const writeInterval = 1_000;

/**
 * Requests that are written at a time while more keep coming: under load most fall out of the log before that, and to write
 * one costs as much as to answer it.
 */
const batchShare = 20;

/** Characters of a body that are kept. */
const maxBodyLength = 20_000;

/** The facts of a request that are kept until they are written: nothing that costs the request time. */
interface Noted {
  at: number;
  /** When it came, by the process's own clock, in milliseconds. */
  begun: number;
  request: FastifyRequest;
  reply: FastifyReply;
  answer?: unknown;
  /** The start of the body, as it came. */
  body: Buffer[];
  /** Bytes of the whole body. */
  length: number;
}

/** The facts of a request that has ended. */
interface FinishedRequest extends Noted {
  id: string;
  status: number;
  duration: number;
}

/**
 * Keeps the last requests and their responses, for debugging. Entries are written outside of the requests' transactions, a
 * tenth of a second later or when they are read; under load once a second, and those that fall out of the last thousand
 * meanwhile not at all. The last ones may be lost if the process dies.
 */
export class RequestLog {
  #sandbox: Sandbox;
  #open = new WeakMap<FastifyRequest, Noted>();
  #noted: (FinishedRequest | RequestRow)[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** By the process's own clock, in milliseconds: the last entry, and the next write. */
  #lastNoted = 0;
  #nextWrite = 0;
  #writing: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** Notes every request of an instance. */
  attach(app: FastifyInstance): void {
    app.addHook("onRequest", (request, reply, done) => {
      const at = this.#sandbox.clock.now();
      const begun = performance.now();
      this.#open.set(request, { at, begun, request, reply, body: [], length: 0 });
      done();
    });
    app.addHook("preParsing", (request, _, payload, done) => {
      const one = this.#open.get(request);
      payload.on("data", (chunk: Buffer) => {
        if (!one) return;
        if (one.length < maxBodyLength) one.body.push(chunk);
        one.length += chunk.length;
      });
      done();
    });
    app.addHook("onSend", (request, _, payload, done) => {
      Object.assign(this.#open.get(request) ?? {}, { answer: payload });
      // A request without an answer has no more entries.
      if (resetsConnection(request)) this.#note(request, 0);
      done(null, payload);
    });
    app.addHook("onResponse", (request, reply, done) => {
      if (!resetsConnection(request)) this.#note(request, reply.statusCode);
      const [path] = request.url.split("?");
      request.log.info(`${request.method} ${path} → ${reply.statusCode}`);
      done();
    });
  }

  /** Writes the gathered entries. */
  flush(): Promise<void> {
    this.#write(this.#noted.length);
    return this.#writing;
  }

  /** Writes the gathered entries, and takes no more. */
  stop(): Promise<void> {
    this.#stopped = true;
    return this.flush();
  }

  get #maxEntries(): number {
    return this.#sandbox.settings.current.retention.requests;
  }

  #note(request: FastifyRequest, status: number): void {
    const begun = this.#open.get(request);
    if (!begun || this.#stopped) return;
    this.#lastNoted = performance.now();
    const duration = Math.round(this.#lastNoted - begun.begun);
    const one: FinishedRequest = Object.assign(begun, { id: makeId("req"), status, duration });
    // Long values are cut at once: a thousand of them would fill the memory.
    this.#noted.push(one.length > maxBodyLength ? toRow(one) : one);
    // Those before the last thousand no longer need to be written.
    if (this.#noted.length > 2 * this.#maxEntries) this.#dropOldest();
    this.#schedule();
  }

  #dropOldest(): void {
    this.#noted = this.#noted.slice(Math.max(0, this.#noted.length - this.#maxEntries));
  }

  #schedule(): void {
    const wait = Math.max(gatherTime, this.#nextWrite - performance.now());
    this.#timer ??= setTimeout(() => {
      const isQuiet = performance.now() - this.#lastNoted >= gatherTime;
      this.#write(isQuiet ? this.#noted.length : batchShare);
    }, wait).unref();
  }

  #write(count: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#nextWrite = performance.now() + writeInterval;
    this.#dropOldest();
    const batch = this.#noted.splice(0, count);
    if (batch.length === 0) return;
    this.#writing = this.#writing
      .then(() => this.#insert(batch.map((one) => ("request" in one ? toRow(one) : one))))
      .catch((error: unknown) => {
        this.#sandbox.log.error({ err: error }, "Requests could not be logged.");
      })
      .finally(() => {
        if (this.#noted.length > 0 && !this.#stopped) this.#schedule();
      });
  }

  async #insert(rows: RequestRow[]): Promise<void> {
    const { storage } = this.#sandbox;
    await storage.transaction(async (tx) => {
      // Databases limit the values in one statement.
      for (let start = 0; start < rows.length; start += 200) {
        await writeRows(tx, storage, [{ table: "requests", rows: rows.slice(start, start + 200) }]);
        await removeRequests(tx, this.#sandbox);
      }
    });
  }
}

function toRow(ended: FinishedRequest): RequestRow {
  const { id, at, status, duration, request, reply, answer, body } = ended;
  const operation = getOperation(request) ?? null;
  // Databases do not take the character NUL.
  const sent = Buffer.concat(body).toString("utf8").replaceAll("\0", "\ufffd");
  const path = request.url.slice(0, 2_000);
  const json = redactText(typeof answer === "string" ? answer : "");
  const [, objectId = null] = dataPattern.exec(json) ?? objectPattern.exec(path) ?? [];
  return {
    id,
    at,
    method: request.method,
    path,
    operation,
    companyId: callerOf(request) ?? null,
    objectId,
    status,
    duration,
    // A notification is kept as it came, so that its signature can be checked; it has no credentials.
    requestJson: printMessage(
      request.headers,
      operation === inboxOperation ? shorten(sent) : redactText(sent),
    ),
    responseJson: printMessage(reply.getHeaders(), json),
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

/** JSON without secrets, with its images and itself cut short. Parsing it would cost more. */
function redactText(json: string): string {
  const shown = json
    .replace(secretFields, `$1"${redacted}"`)
    .replace(
      image,
      (_, start: string, rest: string) => `${start}… (${rest.length} characters more)"`,
    );
  return shorten(shown);
}

function shorten(shown: string): string {
  return shown.length <= maxBodyLength
    ? shown
    : `${shown.slice(0, maxBodyLength)}… (${shown.length} characters)`;
}
