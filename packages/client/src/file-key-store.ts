import { type KeyStore, type KnownKeys, memoryKeyStore } from "./key-store.ts";

/** The part of Node's `fs/promises` that is used. */
interface Files {
  readFile(path: string, encoding: "utf8"): Promise<string>;
  writeFile(path: string, text: string, options: { flush: true; mode: number }): Promise<void>;
  rename(from: string, to: string): Promise<void>;
}

/**
 * Remembers idempotency keys in a file, so that a restart does not forget them. For one process at a time; several share a
 * table, as the guide shows. Rejects where the file cannot be read or written: nothing is sent then.
 *
 * @example
 * const keyStore = fileKeyStore("keys.json");
 */
export function fileKeyStore(path: string): KeyStore {
  // A bundler for the browser has nothing to look for here.
  const files = import("node:fs/promises" as string) as Promise<Files>;
  const read = async (): Promise<KnownKeys> => {
    const text = await (await files).readFile(path, "utf8").catch((error: { code?: unknown }) => {
      if (error.code === "ENOENT") return "[]";
      throw error;
    });
    return new Map(JSON.parse(text));
  };
  const memory = read();
  // Who looks at it first hears of what is wrong.
  memory.catch(() => {});
  let last: Promise<unknown> = memory.catch(() => {});
  /** Changes what is known, and resolves once it is on the disk. One change after the other. */
  const change = <T>(work: (store: KeyStore) => T | Promise<T>): Promise<T> => {
    const done = last.then(async () => {
      const known = await memory;
      const result = await work(memoryKeyStore(known));
      const { writeFile, rename } = await files;
      await writeFile(`${path}.new`, JSON.stringify([...known].filter(([, { until }]) => until > Date.now())), {
        flush: true,
        mode: 0o600,
      });
      await rename(`${path}.new`, path);
      return result;
    });
    last = done.catch(() => {});
    return done;
  };
  return {
    begin: (key, request, until) => change((store) => store.begin(key, request, until)),
    withdraw: (key) => change((store) => store.withdraw(key)),
    settle: (key) => change((store) => store.settle(key)),
  };
}
