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

/** Requests that are kept. */
const kept = 1_000;

/** Milliseconds in which requests gather before they are written. */
const pause = 100;

/** Requests that are written at a time while nobody asks for them: under load most are never kept for long enough. */
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
}

/**
 * Makes a log whose entries are written beside the requests' own transactions, a tenth of a second later or when they
 * are asked for; under load later, and what falls out of the last thousand meanwhile not at all. The last ones may be
 * lost where the process dies.
 */
export function makeRequestLog({ storage, clock, log }: Sandbox): RequestLog {
  const started = new WeakMap<FastifyRequest, { at: number; time: number }>();
  const answers = new WeakMap<FastifyRequest, unknown>();
  let noted: (Noted | RequestRow)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;

  function write(most: number): void {
    clearTimeout(timer);
    timer = undefined;
    if (noted.length > kept) noted = noted.slice(-kept);
    const some = noted.splice(0, most);
    if (some.length === 0) return;
    writing = writing
      .then(() => insert(some.map((one) => ("request" in one ? describe(one) : one))))
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
        .offset(kept)
        .executeTakeFirst();
      if (oldest) await tx.deleteFrom("requests").where("id", "<=", oldest.id).execute();
      await storage.announce(tx);
    });
  }

  const flush = (): Promise<void> => {
    write(kept);
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
    };
    const { "content-length": length = 0, "transfer-encoding": encoding } = request.headers;
    const isLong = encoding !== undefined || Number(length) + one.answer.length > longestBody;
    // What is long is cut at once: a thousand of them would fill the memory.
    noted.push(isLong ? describe(one) : one);
    // Those before the last thousand need not be written any more.
    if (noted.length > 2 * kept) noted = noted.slice(-kept);
    timer ??= setTimeout(() => write(share), pause).unref();
  };

  const attach = (app: FastifyInstance): void => {
    app.addHook("onRequest", (request, _, done) => {
      started.set(request, { at: clock.now(), time: performance.now() });
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

function describe({ id, at, duration, request, reply, status, answer }: Noted): RequestRow {
  return {
    id,
    at,
    method: request.method,
    path: request.url.slice(0, 2_000),
    operation: operationOf(request) ?? null,
    companyId: callerOf(request) ?? null,
    status,
    duration,
    requestJson: describeMessage(request.headers, describeBody(request.body)),
    responseJson: describeMessage(reply.getHeaders(), describeText(answer)),
  };
}

const secretHeaders = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"]);

function describeMessage(headers: Record<string, unknown>, body: string): string {
  const shown = Object.entries(headers)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, secretHeaders.has(name) ? redacted : String(value)]);
  return JSON.stringify({ headers: Object.fromEntries(shown), body });
}

const redacted = "[redacted]";

const secretFields = /("(?:token|accessToken|secret|apiSecret|password)":)"(?:[^"\\]|\\.)*"/gi;
const image = /("qrCode":"[^"]{40})([^"]{20,})"/g;

/** The body as it was understood; what could not be read is not kept. */
function describeBody(body: unknown): string {
  if (body === undefined) return "";
  const prototype: unknown = typeof body === "object" && body !== null ? Object.getPrototypeOf(body) : null;
  if (!Array.isArray(body) && prototype !== Object.prototype && prototype !== null) return "";
  try {
    return describeText(JSON.stringify(body));
  } catch {
    // Nested too deep for the stack.
    return "";
  }
}

/** A text of JSON without secrets, with its images and itself cut short. Taking it apart would cost more. */
function describeText(text: string): string {
  return shorten(
    text
      .replace(secretFields, `$1"${redacted}"`)
      .replace(image, (_, start: string, rest: string) => `${start}… (${rest.length} characters more)"`),
  );
}

function shorten(text: string): string {
  return text.length <= longestBody ? text : `${text.slice(0, longestBody)}… (${text.length} characters)`;
}
