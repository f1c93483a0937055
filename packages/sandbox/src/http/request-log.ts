import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Sandbox } from "../context.ts";
import { makeId } from "../identifiers.ts";
import type { RequestRow } from "../storage/tables.ts";
import { clearTimeout, setTimeout } from "../timers.ts";
import { isToReset } from "./faults.ts";
import { callerOf, operationOf } from "./request-facts.ts";

/** Keeps the last requests and their answers, for whoever looks for a mistake. */
export interface RequestLog {
  /** Notes every request of an instance. */
  attach(app: FastifyInstance): void;
  /** Writes what has gathered. */
  flush(): Promise<void>;
  /** Writes what has gathered, and takes no more. */
  stop(): Promise<void>;
}

/** Milliseconds in which requests gather before they are written. */
const pause = 100;

/** Requests that are written at a time while nobody asks for them: under load most fall out of the log before that. */
const share = 25;

/** Requests that one statement writes: databases limit the values in it. */
const batch = 200;

/** Characters of a body that are kept. */
const longestBody = 20_000;

/** What is remembered of a request until it is written: nothing that costs the request time. */
interface Noted {
  id: string;
  at: number;
  duration: number;
  request: FastifyRequest;
  reply: FastifyReply;
  status: number;
  answer: string;
  /** Absent where nothing was read of it. */
  body: BodyStart | undefined;
}

/** The start of a body, as it came. */
interface BodyStart {
  chunks: Buffer[];
  /** Bytes of the whole. */
  length: number;
}

/** Remembers the start of what a stream gives to somebody else. */
function keepStart(stream: Readable): BodyStart {
  const kept: BodyStart = { chunks: [], length: 0 };
  stream.on("data", (chunk: Buffer) => {
    // A character may have up to four bytes.
    if (kept.length < 4 * longestBody) kept.chunks.push(chunk);
    kept.length += chunk.length;
  });
  return kept;
}

/**
 * Makes a log whose entries are written beside the requests' own transactions, a tenth of a second later or when they
 * are asked for; under load later, and what falls out of the last thousand meanwhile not at all. The last ones may be
 * lost where the process dies.
 */
export function makeRequestLog({ storage, clock, log, settings }: Sandbox): RequestLog {
  const most = (): number => settings.current.retention.requests;
  const started = new WeakMap<FastifyRequest, { at: number; time: number }>();
  const answers = new WeakMap<FastifyRequest, unknown>();
  const bodies = new WeakMap<FastifyRequest, BodyStart>();
  let noted: (Noted | RequestRow)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;

  function write(count: number): void {
    clearTimeout(timer);
    timer = undefined;
    noted = noted.slice(Math.max(0, noted.length - most()));
    const some = noted.splice(0, count);
    if (some.length === 0) return;
    writing = writing
      .then(() => insert(some.map((one) => ("request" in one ? toRow(one) : one))))
      .catch((error: unknown) => {
        log.error({ err: error }, "Requests could not be logged.");
      })
      .finally(() => {
        if (noted.length > 0 && !stopped) timer ??= setTimeout(() => write(share), pause).unref();
      });
  }

  async function insert(rows: RequestRow[]): Promise<void> {
    await storage.transaction(async (tx) => {
      for (let start = 0; start < rows.length; start += batch) {
        await tx
          .insertInto("requests")
          .values(rows.slice(start, start + batch))
          .execute();
      }
      const oldest = await tx
        .selectFrom("requests")
        .select("id")
        .orderBy("id", "desc")
        .limit(1)
        .offset(most())
        .executeTakeFirst();
      if (oldest) await tx.deleteFrom("requests").where("id", "<=", oldest.id).execute();
    });
  }

  const flush = (): Promise<void> => {
    write(noted.length);
    return writing;
  };
  const note = (request: FastifyRequest, reply: FastifyReply, status: number): void => {
    const start = started.get(request);
    if (!start || stopped) return;
    const answer = answers.get(request);
    const one = {
      ...{ id: makeId("req"), at: start.at, request, reply, status },
      duration: Math.round(performance.now() - start.time),
      answer: typeof answer === "string" ? answer : "",
      body: bodies.get(request),
    };
    const { "content-length": length = 0, "transfer-encoding": encoding } = request.headers;
    const isLong = encoding !== undefined || Number(length) + one.answer.length > longestBody;
    // What is long is cut at once: a thousand of them would fill the memory.
    noted.push(isLong ? toRow(one) : one);
    // Those before the last thousand need not be written any more.
    if (noted.length > 2 * most()) noted = noted.slice(noted.length - most());
    timer ??= setTimeout(() => write(share), pause).unref();
  };

  const attach = (app: FastifyInstance): void => {
    app.addHook("onRequest", (request, _, done) => {
      started.set(request, { at: clock.now(), time: performance.now() });
      done();
    });
    app.addHook("preParsing", (request, _, payload, done) => {
      bodies.set(request, keepStart(payload));
      done();
    });
    app.addHook("onSend", (request, reply, payload, done) => {
      answers.set(request, payload);
      // Of what is not answered nothing more is heard.
      if (isToReset(request)) note(request, reply, 0);
      done(null, payload);
    });
    app.addHook("onResponse", (request, reply, done) => {
      if (!isToReset(request)) note(request, reply, reply.statusCode);
      const [path] = request.url.split("?");
      request.log.info(`${request.method} ${path} → ${reply.statusCode}`);
      done();
    });
  };
  return {
    attach,
    flush,
    stop: () => {
      stopped = true;
      return flush();
    },
  };
}

function toRow({ id, at, duration, request, reply, status, answer, body }: Noted): RequestRow {
  return {
    id,
    at,
    method: request.method,
    path: request.url.slice(0, 2_000),
    operation: operationOf(request) ?? null,
    companyId: callerOf(request) ?? null,
    status,
    duration,
    requestJson: printMessage(request.headers, redactText(textOf(body))),
    responseJson: printMessage(reply.getHeaders(), redactText(answer)),
  };
}

const secretHeaders = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"]);

function printMessage(headers: Record<string, unknown>, body: string): string {
  const shown = Object.entries(headers)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, secretHeaders.has(name) ? redacted : String(value)]);
  return JSON.stringify({ headers: Object.fromEntries(shown), body });
}

const redacted = "[redacted]";

const secretFields = /("(?:token|accessToken|secret|apiSecret|password)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
const image = /("qrCode":"[^"]{40})([^"]{20,})"/g;

/** A body as text, whatever it was meant to be. Databases do not take the character NUL. */
function textOf(body: BodyStart | undefined): string {
  return body ? Buffer.concat(body.chunks).toString("utf8").replaceAll("\0", "\ufffd") : "";
}

/** A text of JSON without secrets, with its images and itself cut short. Parsing it would cost more. */
function redactText(text: string): string {
  return shorten(
    text
      .replace(secretFields, `$1"${redacted}"`)
      .replace(image, (_, start: string, rest: string) => `${start}… (${rest.length} characters more)"`),
  );
}

function shorten(text: string): string {
  return text.length <= longestBody ? text : `${text.slice(0, longestBody)}… (${text.length} characters)`;
}
