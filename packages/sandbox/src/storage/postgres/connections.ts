import type { Socket } from "node:net";
import pg from "pg";
import { clearTimeout, setTimeout, sleep } from "../../timers.ts";
import type { OutageLog } from "../outage.ts";
import { UnavailableError } from "../storage.ts";
import { type Limits, requestLimits } from "./limits.ts";

/** Connections of one process. */
const most = 10;

/** Milliseconds for which no more connections are asked for than there are, where the server has none to give. */
const modesty = 2_000;

/** PostgreSQL's code where all of its connections are taken. */
const tooMany = "53300";

// int8 and numeric as numbers: every amount and time here is far below 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** A connection that somebody has taken. */
export interface Connection {
  /** Sends a statement. What is sent at the same moment goes in one piece; PostgreSQL answers one after another. */
  query(text: string, values: readonly unknown[]): Promise<pg.QueryResult>;
  release(): void;
}

/** Connections to a database in which every wait has an end, and broken ones are replaced. */
export interface Connections {
  /** Takes one for a piece of work under given limits. */
  take(limits: Limits): Promise<Connection>;
  end(): Promise<void>;
  /** From now on nobody gets a connection, and every wait for the database ends with this error. */
  refuse(error: Error): void;
}

/** How a new connection, also one beside the pool, is made. */
export function clientOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: requestLimits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  };
}

/** @param outage hears of calls that fail because the database does, and of those that succeed */
export function makeConnections(url: string, outage: Pick<OutageLog, "failed" | "succeeded">): Connections {
  const pool = new pg.Pool({
    ...clientOptions(url),
    ...{ max: most, types, application_name: "pix-sandbox", idleTimeoutMillis: 30_000, pipeline: true },
    // What is asked for is always alike: a plan made once serves every time.
    options: "-c plan_cache_mode=force_generic_plan",
    lock_timeout: requestLimits.lock,
    statement_timeout: requestLimits.statement,
    // A process that was stopped in the midst of a transaction holds its locks no longer than this.
    idle_in_transaction_session_timeout: requestLimits.work,
  });
  const open = new Set<pg.PoolClient>();
  const taken = new Set<pg.PoolClient>();
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  // One that breaks while it is used tells so by the query too.
  pool.on("connect", (client) => void open.add(client.on("error", () => {})));
  pool.on("remove", (client) => void open.delete(client));
  pool.on("acquire", (client) => void taken.add(client));
  pool.on("release", (_, client) => void taken.delete(client));
  let refusal: Error | undefined;
  /** How those who wait for a connection are told that nobody does any more. */
  const waiting = new Set<(error: Error) => void>();

  /** Waits for a connection, at the longest until nobody is to wait any more. */
  const waitFor = (asked: Promise<pg.PoolClient>): Promise<pg.PoolClient> =>
    new Promise((resolve, reject) => {
      waiting.add(reject);
      asked.then(resolve, reject).finally(() => waiting.delete(reject));
    });

  /** Where one connection is silent, those that nobody uses are most likely so too: whoever comes next makes new ones. */
  const dropIdle = (): void => {
    for (const client of open) if (!taken.has(client)) socketOf(client).destroy();
  };

  const takeClient = async (limits: Limits): Promise<pg.PoolClient> => {
    const end = performance.now() + limits.connect;
    for (;;) {
      if (refusal) throw refusal;
      const asked = pool.connect();
      try {
        return await waitFor(asked);
      } catch (error) {
        if (error === refusal) {
          asked.then(
            (client) => client.release(true),
            () => {},
          );
          throw error;
        }
        if (codeOf(error) !== tooMany || performance.now() > end) throw error;
        // Others have taken what there was: those that are open here are shared, and new ones are asked for later.
        pool.options.max = Math.max(1, open.size);
        setTimeout(() => {
          pool.options.max = most;
        }, modesty).unref();
        if (open.size === 0) await sleep(100 + Math.random() * 200);
      }
    }
  };

  const take = async (limits: Limits): Promise<Connection> => {
    const client = await takeClient(limits).catch((error: unknown) => {
      if (error === refusal) throw error;
      const unavailable = unavailableFor(error);
      outage.failed(unavailable);
      throw unavailable;
    });
    const end = performance.now() + limits.work;
    let broken: Error | undefined;
    const breakOff = (error: Error): Error => {
      broken = error;
      socketOf(client).destroy();
      // Who refuses says why.
      if (error instanceof UnavailableError && error !== refusal) outage.failed(error);
      return error;
    };
    let unanswered = 0;
    let timer: NodeJS.Timeout | undefined;
    /** Waits for the next answer, if any is awaited. */
    const watch = (): void => {
      clearTimeout(timer);
      if (unanswered === 0) return;
      const left = Math.min(limits.answer, end - performance.now());
      timer = setTimeout(() => {
        dropIdle();
        breakOff(new UnavailableError(`The database did not answer a statement within ${Math.round(left)} ms.`));
      }, left);
    };
    const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
      // Whatever follows a failure, such as the end of its transaction, tells the cause and nothing of its own.
      if (broken) throw broken;
      if (refusal) throw breakOff(refusal);
      if (performance.now() >= end) {
        throw breakOff(new UnavailableError(`Work on the database took longer than ${limits.work} ms.`));
      }
      sendInOnePiece(socketOf(client));
      const asked = client.query(nameStatement(text, values));
      unanswered += 1;
      if (unanswered === 1) watch();
      try {
        const result = await asked;
        outage.succeeded();
        // Of several statements in one text the last one answers.
        return Array.isArray(result) ? ((result as pg.QueryResult[]).at(-1) ?? result) : result;
      } catch (error) {
        if (broken) throw broken;
        if (refusal) throw breakOff(refusal);
        if (isOfConnection(error)) throw breakOff(unavailableFor(error));
        throw error;
      } finally {
        unanswered -= 1;
        watch();
      }
    };
    return { query, release: () => client.release(broken !== undefined) };
  };

  return {
    take,
    end: async () => {
      // Several views of the database may each ask for that.
      if (!pool.ending) await pool.end();
    },
    refuse: (error) => {
      if (refusal) return;
      refusal = error;
      for (const giveUp of waiting) giveUp(error);
      for (const client of open) socketOf(client).destroy();
    },
  };
}

/** Holds back what is written to a socket until the end of this moment: each write by itself costs a call of the system. */
function sendInOnePiece(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

/** Names of statements, by their texts. */
const names = new Map<string, string>();

/** Statements that have a name at the most: PostgreSQL keeps each of them on each connection. */
const mostNames = 300;

/** A statement that PostgreSQL reads and plans once for a connection, and not each time. */
function nameStatement(text: string, values: readonly unknown[]): pg.QueryConfig {
  // Several statements in one text, such as the beginning of a transaction, have no values and can have no name.
  if (values.length === 0) return { text };
  let name = names.get(text);
  if (name === undefined && names.size < mostNames) {
    name = `sandbox_${names.size}`;
    names.set(text, name);
  }
  return { ...(name !== undefined && { name }), text, values: values.map(withoutNul) };
}

/** The socket below a connection: the only way to end one whose other side is silent. */
function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}

/** Whether an error is one of the connection, and not PostgreSQL's answer to a statement. */
function isOfConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (!(error instanceof pg.DatabaseError)) return true;
  return code === tooMany || code?.startsWith("08") === true || code?.startsWith("57P") === true || code === "25P03";
}

function unavailableFor(error: unknown): Error {
  if (error instanceof UnavailableError) return error;
  return new UnavailableError(`The database cannot be reached: ${messageOf(error)}.`, { cause: error });
}

export function messageOf(error: unknown): string {
  // A refused connection to a name with several addresses has its reasons inside.
  if (error instanceof AggregateError) return error.errors.map((inner: Error) => inner.message).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** JSON may say `\u0000` in any text, and a path `%00`; PostgreSQL has no such character and would fail. */
function withoutNul(value: unknown): unknown {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
}
