import type pg from "pg";
import { setTimeout, sleep } from "../../timers.ts";
import { ClosedError, UnavailableError } from "../storage.ts";
import {
  makePool,
  maxConnections,
  nameStatement,
  type PooledClient,
  type PostgresTimeouts,
} from "./client.ts";
import { ConnectionLostError, cureFor, explainFailure, messageOf } from "./failures.ts";

/** Milliseconds for which open connections are shared if the server has no more. */
const shareTime = 1_000;

/** Connections to a database in which every wait has an end, and broken ones are replaced. */
export class Connections {
  readonly #pool: pg.Pool;
  readonly #idle = new Set<PooledClient>();
  readonly #open = new Set<PooledClient>();
  #refusal: ClosedError | undefined;
  /** When the last connection was taken. */
  #lastTaken = Number.NEGATIVE_INFINITY;

  constructor(url: string) {
    this.#pool = makePool(url);
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => {
      // One that breaks while it is used fails its query too.
      client.on("error", () => {});
      this.#open.add(client as PooledClient);
    });
    this.#pool.on("remove", (client) => {
      this.#open.delete(client as PooledClient);
      this.#idle.delete(client as PooledClient);
    });
  }

  /** Why no caller gets a connection any more. */
  get refusal(): ClosedError | undefined {
    return this.#refusal;
  }

  /** Takes a connection for a piece of work under given limits. @throws {UnavailableError} */
  async take(limits: PostgresTimeouts): Promise<Connection> {
    const client = await this.#takeClient(limits);
    this.#idle.delete(client);
    return new Connection(client, limits, this);
  }

  give(client: PooledClient, isBroken: boolean): void {
    if (!isBroken) this.#idle.add(client);
    client.release(isBroken);
  }

  /** Ends the idle connections: they probably share the fault of one that was used. */
  discardIdle(): void {
    for (const client of this.#idle) client.socket.destroy();
  }

  /** No caller gets a connection any more, and every query under way fails. */
  refuse(): void {
    this.#refusal ??= new ClosedError();
    for (const client of this.#open) client.socket.destroy();
  }

  async end(): Promise<void> {
    this.#refusal ??= new ClosedError();
    if (!this.#pool.ending) await this.#pool.end();
  }

  async #takeClient(limits: PostgresTimeouts): Promise<PooledClient> {
    const end = performance.now() + limits.connect;
    for (;;) {
      if (this.#refusal) throw this.#refusal;
      try {
        const client = (await this.#pool.connect()) as PooledClient;
        this.#lastTaken = performance.now();
        if (!client.socket.destroyed) return client;
        // It ended before the pool heard of it.
        client.release(true);
      } catch (error) {
        if (this.#refusal) throw this.#refusal;
        if (cureFor(error) === "wait") this.#shareOpen();
        if (performance.now() > this.#waitLimit(error, limits, end)) {
          const message = `The database cannot be reached: ${messageOf(error)}.`;
          throw new UnavailableError(message, { cause: error });
        }
        await sleep(50 + Math.random() * 100);
      }
    }
  }

  /**
   * The pool requests no further connection for a moment: the server cannot give one, and each attempt costs it as much as a new one.
   * Callers get one of those that are open as soon as it is free.
   */
  #shareOpen(): void {
    const { options } = this.#pool;
    options.max = Math.max(1, this.#open.size);
    setTimeout(() => {
      options.max = maxConnections;
    }, shareTime).unref();
  }

  /**
   * When a connection is requested again at the latest. If other processes have taken all, one of this process may be free by
   * then; a server that was there a moment ago may be starting again. After that calls fail at once.
   */
  #waitLimit(error: unknown, { connect }: PostgresTimeouts, end: number): number {
    const cure = cureFor(error);
    if (cure === "wait") return end;
    return cure === "discard" ? this.#lastTaken + connect : 0;
  }
}

/** A connection that was taken from the pool. */
export class Connection {
  readonly #client: PooledClient;
  readonly #limits: PostgresTimeouts;
  readonly #connections: Connections;
  readonly #end: number;
  #broken: Error | undefined;

  constructor(client: PooledClient, limits: PostgresTimeouts, connections: Connections) {
    this.#client = client;
    this.#limits = limits;
    this.#connections = connections;
    this.#end = performance.now() + limits.work;
  }

  /**
   * Sends a statement. Statements that are sent at the same moment go in one piece; PostgreSQL answers one after another.
   *
   * @throws if the statement fails; after a failure of the connection or of time, with the same error for each further one
   */
  async query(sql: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    // The next statement may be the rollback.
    if (this.#broken) throw this.#broken;
    const { refusal } = this.#connections;
    if (refusal) throw this.#breakOff(refusal);
    const left = Math.ceil(this.#end - performance.now());
    if (left <= 0) throw this.#breakOff(this.#tookTooLong());
    const statement = nameStatement(sql, values);
    const query_timeout = Math.min(left, this.#limits.answer);
    try {
      const result = await this.#client.query({ ...statement, query_timeout } as pg.QueryConfig);
      // For several statements in one string the last one answers.
      return Array.isArray(result) ? ((result as pg.QueryResult[]).at(-1) ?? result) : result;
    } catch (error) {
      throw this.#failureFor(error, left);
    }
  }

  release(): void {
    this.#connections.give(this.#client, this.#broken !== undefined);
  }

  #failureFor(error: unknown, left: number): Error {
    if (this.#broken) return this.#broken;
    const { refusal } = this.#connections;
    if (refusal) return this.#breakOff(refusal);
    if (messageOf(error) === "Query read timeout") return this.#breakOff(this.#silence(left));
    const failure = explainFailure(error);
    if (!(failure instanceof ConnectionLostError)) return failure;
    // The others lead to the same old primary.
    if (isReadOnly(error)) this.#connections.discardIdle();
    return this.#breakOff(failure);
  }

  #silence(left: number): Error {
    // If one connection is silent, idle ones probably are, too: the next caller makes new ones.
    this.#connections.discardIdle();
    const { answer } = this.#limits;
    if (left < answer) return this.#tookTooLong();
    return new UnavailableError(`The database did not answer a statement within ${answer} ms.`);
  }

  #tookTooLong(): Error {
    return new UnavailableError(`Work on the database took longer than ${this.#limits.work} ms.`);
  }

  #breakOff(error: Error): Error {
    this.#broken = error;
    this.#client.socket.destroy();
    return error;
  }
}

function isReadOnly(error: unknown): boolean {
  return (error as pg.DatabaseError).code === "25006";
}
