import { explainOldNode } from "@packages/contract/src/node-version.ts";
import { showLines } from "@packages/contract/src/show-text.ts";
import { redactLog } from "@pix-contract/server";
import type { FastifyInstance } from "fastify";
import { type Logger, type LoggerOptions, pino } from "pino";
import { makeClock } from "./clock.ts";
import { addConsole } from "./console/add-console.ts";
import type { Sandbox } from "./context.ts";
import { addControl } from "./control/add-control.ts";
import { addHealth } from "./control/health.ts";
import { type Control, makeControl } from "./control/make-control.ts";
import { rejectAfterClose } from "./control/reject-after-close.ts";
import { openSnapshot, type Snapshot } from "./control/snapshot.ts";
import { type FirstCompany, openFirstCompany } from "./first-company.ts";
import { makeApp } from "./http/app.ts";
import { makeInProcessFetch } from "./http/in-process-fetch.ts";
import { addInbox } from "./http/inbox.ts";
import { addFaults } from "./http/inject-faults.ts";
import { makeRateLimitStore } from "./http/rate-limit-store.ts";
import { RequestLog } from "./http/request-log.ts";
import { destinationsFor, isLoopbackHost } from "./notifications/destinations.ts";
import { makeSandboxNotifier } from "./notifications/sandbox-notifier.ts";
import { checkOptions, type SandboxOptions } from "./options.ts";
import { withoutSlashes } from "./pix/charge-url.ts";
import { makeSecrets, prepareMasterKey } from "./secrets.ts";
import { runDueTransitions } from "./service/due.ts";
import { checkBooks } from "./service/ledger.ts";
import { insertIfAbsent, makeSettings } from "./settings.ts";
import { openSqlite } from "./storage/open-sqlite.ts";
import { ClosedError, type Storage, StorageError, UnavailableError } from "./storage/storage.ts";
import { clearTimeout, setTimeout } from "./timers.ts";
import { BackgroundWorker } from "./worker.ts";

/** Settings with which a client calls the sandbox. */
export interface Credentials {
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
}

/** A running sandbox. */
export interface RunningSandbox extends AsyncDisposable {
  /** For the client package, or any other client. */
  readonly credentials: Credentials;
  /** Calls the sandbox without a port. */
  readonly fetch: typeof globalThis.fetch;
  /** Does the part of the outside world: payers, banks, time and failure. */
  readonly control: Control;
  /** The HTTP server, not yet listening. */
  readonly app: FastifyInstance;
  /** Listens, and returns the URL: `http://127.0.0.1:4020`. */
  listen(address?: { host?: string; port?: number }): Promise<string>;
  /** Does all that is due, deliveries included. */
  settle(): Promise<void>;
  /**
   * Everything that the sandbox holds at this moment, for `restore`: a value of JSON, which another sandbox understands too.
   *
   * @throws {NotAllowedError} if there are more than 100,000 rows
   */
  snapshot(): Promise<Snapshot>;
  /**
   * Brings everything back to a snapshot, the clock included.
   *
   * @throws {InvalidInputError} if the snapshot is damaged, of a newer sandbox or of one with another key
   */
  restore(snapshot: Snapshot): Promise<void>;
  close(): Promise<void>;
}

/**
 * The whole service, ready to be called.
 *
 * @example
 * await using sandbox = await createSandbox();
 * const pix = createPixClient({ ...sandbox.credentials, fetch: sandbox.fetch });
 * @throws {InvalidInputError} that names the options that are wrong
 * @throws {StorageError} if the state cannot be opened
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const reason = explainOldNode("The sandbox", "22.13.0");
  if (reason !== undefined) throw new Error(reason);
  await checkOptions(options);
  const log = makeLog(options);
  const storage = await openStorage(options, log);
  try {
    return await startSandbox(storage, log, options);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** The log. The storage reports an outage once; calls that fail by it are not logged again. */
function makeLog({ logLevel = false }: SandboxOptions): Logger {
  if (logLevel === false) return pino({ enabled: false });
  const hooks: LoggerOptions["hooks"] = {
    logMethod(parameters, method) {
      const [first] = parameters as [unknown];
      const isOutage = (first as { err?: unknown } | null)?.err instanceof UnavailableError;
      if (!isOutage) method.apply(this, parameters);
    },
  };
  const errorOutput = pino.destination(2);
  // Strings from clients stand in lines that people read in a terminal.
  const write = (line: string): void => void errorOutput.write(showLines(line));
  return pino({ level: logLevel, formatters: { log: redactLog }, hooks }, { write });
}

async function openStorage({ data, databaseUrl }: SandboxOptions, log: Logger): Promise<Storage> {
  if (databaseUrl !== undefined && data !== undefined) {
    throw new StorageError(
      "The state is either in a folder (data) or in a database (databaseUrl), not in both.",
    );
  }
  if (databaseUrl === undefined) return openSqlite(data, log);
  return (await import("./storage/postgres/open-postgres.ts")).openPostgres(databaseUrl, log);
}

async function startSandbox(
  storage: Storage,
  log: Logger,
  options: SandboxOptions,
): Promise<RunningSandbox> {
  const { publicUrl = "http://127.0.0.1:4020", automatic = true, signatureHeader } = options;
  await prepareMasterKey(storage, options.key);
  const settings = makeSettings(storage);
  const exposed = options.exposed ?? !isLoopbackHost(new URL(publicUrl).hostname);
  const sandbox: Sandbox = {
    storage,
    settings,
    clock: makeClock(settings, storage),
    secrets: makeSecrets(() => options.key ?? settings.key),
    log,
    transitionCounts: { charges: 0, transfers: 0 },
    publicUrl: withoutSlashes(publicUrl),
    exposed,
    destinations: destinationsFor(exposed, options.destinations),
  };
  const { snapshot } = options;
  // Before anything is written: a start that fails leaves no state behind.
  if (snapshot) await openSnapshot(snapshot);
  const { company, isNew } = await openState(sandbox, options);
  await checkBooks(sandbox);
  const ownFetch: typeof fetch = (...given) => makeInProcessFetch(app.server)(...given);
  const notifier = makeSandboxNotifier(
    sandbox,
    signatureHeader === undefined ? {} : { signatureHeader },
    ownFetch,
  );
  const worker = automatic ? new BackgroundWorker(sandbox, notifier) : undefined;
  const rateLimits = makeRateLimitStore(sandbox);
  const { controlToken } = options;
  let isClosed = false;
  const settle = async (isEnough?: () => Promise<boolean>): Promise<void> => {
    await (worker ? worker.run(isEnough) : runDueTransitions(sandbox, isEnough));
    if (isClosed) throw new ClosedError();
    await notifier.settle(isEnough);
  };
  const requestLog = options.requestLog === false ? undefined : new RequestLog(sandbox);
  const embedded = options.data === undefined ? "memory" : "sqlite";
  const control = makeControl(sandbox, {
    rateLimits,
    requestLog,
    company,
    notifier,
    settle,
    fetch: ownFetch,
    options,
    storage: storage.dialect === "postgres" ? "postgres" : embedded,
  });
  const app = await makeApp(sandbox, {
    rateLimits,
    webhooks: notifier.receivers,
    loggerInstance: sandbox.log,
    around: (scope) => {
      requestLog?.attach(scope);
      addFaults(scope, sandbox);
    },
    addOwn: async (root) => {
      addHealth(root, storage);
      await addInbox(root, sandbox, requestLog);
      await addConsole(root);
      await addControl(root, sandbox, control, controlToken);
    },
  });
  const close = async (): Promise<void> => {
    isClosed = true;
    // Closing does not wait for work whose database does not answer.
    const timer = setTimeout(() => storage.abort(), closeTimeLimit);
    await app.close();
    await requestLog?.stop();
    await worker?.stop();
    await notifier.close();
    await storage.close();
    clearTimeout(timer);
  };
  const open = { control, settle, fetch: makeInProcessFetch(app.server) };
  const running = rejectAfterClose(open, () => isClosed);
  if (snapshot && !isNew) {
    log.warn("The state is not new: it stays as it is, and the given snapshot is not restored.");
  } else if (snapshot) {
    await control.restore(snapshot).catch(async (error: unknown) => {
      await close();
      throw error;
    });
  }
  return assemble(sandbox, options, company, { ...running, app, close });
}

/** Writes the settings and the company of a new state. Returns the first company, and whether the state is new. */
function openState(sandbox: Sandbox, options: SandboxOptions) {
  const { storage, settings } = sandbox;
  return storage.transaction(async (tx) => {
    // If several processes start at once, the others wait here until the first has made the missing tables and rows.
    const [, isNew] = await insertIfAbsent(tx, "started", true);
    if (isNew) await settings.write(tx, options.settings ?? {});
    await settings.read(tx);
    return { company: await openFirstCompany(tx, sandbox, options.company), isNew };
  });
}

/** Milliseconds that requests, deliveries and writes have to end when the sandbox closes. */
const closeTimeLimit = 3_000;

type Parts = Pick<RunningSandbox, "app" | "control" | "fetch" | "settle" | "close">;

function assemble(
  sandbox: Sandbox,
  options: SandboxOptions,
  company: FirstCompany,
  { app, control, fetch, settle, close }: Parts,
): RunningSandbox {
  const { publicUrl, destinations, exposed } = options;
  let closing: Promise<void> | undefined;
  return {
    get credentials() {
      const { apiKey, apiSecret } = company;
      return { baseUrl: sandbox.publicUrl, apiKey, apiSecret };
    },
    fetch,
    control,
    app,
    listen: async ({ host = "127.0.0.1", port = 4020 } = {}) => {
      if (closing) throw new ClosedError();
      if (exposed === undefined && !sandbox.exposed && !isLoopbackHost(host)) {
        sandbox.exposed = true;
        const { transaction } = sandbox.storage;
        Object.assign(
          company,
          await transaction((tx) => openFirstCompany(tx, sandbox, options.company)),
        );
      }
      sandbox.destinations = destinationsFor(sandbox.exposed, destinations);
      const url = await app.listen({ host, port });
      if (publicUrl === undefined) sandbox.publicUrl = url;
      return url;
    },
    settle,
    snapshot: control.snapshot,
    restore: async (snapshot) => void (await control.restore(snapshot)),
    close: () => {
      closing ??= close();
      return closing;
    },
    [Symbol.asyncDispose]() {
      return this.close();
    },
  };
}
