import { randomBytes } from "node:crypto";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { makeClock } from "./clock.ts";
import type { Reach, Sandbox } from "./context.ts";
import { makeApp } from "./http/app.ts";
import { makeInProcessFetch } from "./http/in-process-fetch.ts";
import { type Dispatcher, startDispatcher } from "./notifications/dispatcher.ts";
import { SecretKeeper } from "./secrets.ts";
import { addCompany, findCompanyByKey } from "./service/companies.ts";
import { readValue, type Settings, SettingsStore, writeValue } from "./settings.ts";
import { openPostgres } from "./storage/open-postgres.ts";
import { openSqlite } from "./storage/open-sqlite.ts";
import { type Storage, StorageError } from "./storage/storage.ts";
import { makeRateLimitStore } from "./stores/rate-limit-store.ts";
import { startWorker, type Worker } from "./worker.ts";

/** What a sandbox is made of. Everything may be left out. */
export interface SandboxOptions {
  /** Folder that keeps the state; in memory if absent. */
  data?: string;
  /** `postgres://…`: a database that any number of processes may share, instead of a folder. */
  databaseUrl?: string;
  /** Key that secrets are derived from, 32 bytes in Base64; made and kept with the data if absent. */
  key?: string;
  /** Where the sandbox is reached; it stands in the codes of charges. `http://127.0.0.1:4020` if absent. */
  publicUrl?: string;
  /** Where notifications may go; everywhere on this machine if absent. */
  reach?: Partial<Reach>;
  /** Settings to start with; those that are stored already stay. */
  settings?: Partial<Settings>;
  /** The company that is there from the start. */
  company?: { name?: string; apiKey?: string; apiSecret?: string };
  /** Whether what is due is done by itself; true if absent. Else `settle` does it. */
  automatic?: boolean;
  /** Log level, or false for none; none if absent. */
  logLevel?: "debug" | "info" | "warn" | "error" | false;
  /** Whether answers are checked against the contract, as the server package has it. */
  checkResponses?: boolean | number;
}

/** What a client needs to call the sandbox. */
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
  /** The HTTP server, not yet listening. */
  readonly app: FastifyInstance;
  /** Listens, and says where: `http://127.0.0.1:4020`. */
  listen(address?: { host?: string; port?: number }): Promise<string>;
  /** Does all that is due, deliveries included. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const defaultCompany = { name: "Loja Sandbox", apiKey: "sandbox-key", apiSecret: "sandbox-secret" };

/**
 * The whole service, ready to be called.
 *
 * @example
 * await using sandbox = await createSandbox();
 * const pix = createPixClient({ ...sandbox.credentials, fetch: sandbox.fetch });
 * @throws {StorageError} where the state cannot be opened
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const storage = await openStorage(options);
  try {
    return await startSandbox(storage, options);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function openStorage({ data, databaseUrl }: SandboxOptions): Promise<Storage> {
  if (databaseUrl !== undefined && data !== undefined) {
    throw new StorageError("The state is either in a folder (data) or in a database (databaseUrl), not in both.");
  }
  return databaseUrl === undefined ? openSqlite(data) : openPostgres(databaseUrl);
}

async function startSandbox(storage: Storage, options: SandboxOptions): Promise<RunningSandbox> {
  const { publicUrl = "http://127.0.0.1:4020", automatic = true, logLevel = false } = options;
  const settings = new SettingsStore(storage);
  const sandbox: Sandbox = {
    storage,
    settings,
    clock: makeClock(settings),
    secrets: new SecretKeeper(await readKey(storage, options)),
    log: pino(logLevel === false ? { enabled: false } : { level: logLevel }),
    publicUrl: publicUrl.replace(/\/+$/, ""),
    reach: { loopback: true, privateNetworks: false, ...options.reach },
  };
  const company = { ...defaultCompany, ...options.company };
  await storage.transaction(async (tx) => {
    if (!(await readValue(tx, "started"))) {
      await settings.write(tx, options.settings ?? {});
      await writeValue(tx, "started", true);
    }
    await settings.read(tx);
    if (!(await findCompanyByKey(tx, company.apiKey))) await addCompany(tx, sandbox, company);
  });
  const dispatcher = startDispatcher(sandbox);
  const worker = automatic ? startWorker(sandbox, dispatcher) : undefined;
  const rateLimits = makeRateLimitStore(sandbox);
  const { checkResponses } = options;
  const app = await makeApp(
    sandbox,
    { rateLimits, health: false, loggerInstance: sandbox.log, ...(checkResponses !== undefined && { checkResponses }) },
    [],
  );
  return describe(sandbox, { app, company, dispatcher, worker });
}

interface Parts {
  app: FastifyInstance;
  company: { apiKey: string; apiSecret: string };
  dispatcher: Dispatcher;
  worker: Worker | undefined;
}

function describe(sandbox: Sandbox, { app, company, dispatcher, worker }: Parts): RunningSandbox {
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await app.close();
    await worker?.stop();
    await dispatcher.stop();
    await sandbox.storage.close();
  };
  const { apiKey, apiSecret } = company;
  return {
    get credentials() {
      return { baseUrl: sandbox.publicUrl, apiKey, apiSecret };
    },
    fetch: makeInProcessFetch(app),
    app,
    listen: async ({ host = "127.0.0.1", port = 4020 } = {}) => {
      const url = await app.listen({ host, port });
      sandbox.publicUrl = url;
      return url;
    },
    settle: async () => {
      await worker?.run();
      await dispatcher.settle();
    },
    close: () => {
      closing ??= close();
      return closing;
    },
    [Symbol.asyncDispose]() {
      return this.close();
    },
  };
}

/** The key that secrets are derived from. In a folder it is a file beside the data, for its owner alone. */
async function readKey(storage: Storage, { key, data }: SandboxOptions): Promise<Buffer> {
  if (key !== undefined) return checkKey(Buffer.from(key, "base64"), "The key");
  if (data !== undefined) return readKeyFile(join(data, "sandbox.key"));
  return storage.transaction(async (tx) => {
    const stored = await readValue(tx, "key");
    if (typeof stored === "string") return Buffer.from(stored, "base64");
    const made = randomBytes(32);
    await writeValue(tx, "key", made.toString("base64"));
    return made;
  });
}

async function readKeyFile(path: string): Promise<Buffer> {
  try {
    return checkKey(Buffer.from(await readFile(path, "utf8"), "base64"), `The key in ${path}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const made = randomBytes(32);
    await writeFile(path, `${made.toString("base64")}\n`, { mode: 0o600, flag: "wx" });
    await chmod(path, 0o600);
    return made;
  }
}

function checkKey(key: Buffer, name: string): Buffer {
  if (key.length < 32) throw new StorageError(`${name} has to be at least 32 bytes in Base64; it has ${key.length}.`);
  return key;
}
