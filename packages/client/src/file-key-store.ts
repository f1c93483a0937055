import { type KeyStore, type KeyUse, type KnownKeys, memoryKeyStore } from "./key-store.ts";

/** The part of Node's `fs` that is used. */
interface Files {
  existsSync(path: string): boolean;
  readFileSync(path: string, encoding: "utf8"): string;
  writeFileSync(path: string, text: string, options: { flush: true; mode: number }): void;
  renameSync(from: string, to: string): void;
}

/**
 * Remembers idempotency keys in a file, so that a restart does not forget them. For one process at a time; several share a
 * table, as the guide shows. Each change is on the disk before the next begins. Rejects where the file cannot be read or
 * written: nothing is sent then.
 *
 * @example
 * const keyStore = fileKeyStore("keys.json");
 */
export function fileKeyStore(path: string): KeyStore {
  let known: KnownKeys | undefined;
  const change = async <T>(work: (store: KeyStore) => T): Promise<T> => {
    // A bundler for the browser finds no import here.
    const files: Files = await import("node:fs" as string);
    // Nothing below waits, so that no other change comes in between.
    known ??= new Map(files.existsSync(path) ? JSON.parse(files.readFileSync(path, "utf8")) : []);
    const result = work(memoryKeyStore(known));
    const text = JSON.stringify([...known].filter(([, { until }]) => until > Date.now()));
    files.writeFileSync(`${path}.new`, text, { flush: true, mode: 0o600 });
    files.renameSync(`${path}.new`, path);
    return result;
  };
  return {
    begin: (key, request, until) => change((store) => store.begin(key, request, until)) as Promise<KeyUse>,
    withdraw: (key) => change((store) => store.withdraw(key)) as Promise<number>,
    settle: (key) => change((store) => store.settle(key)) as Promise<void>,
  };
}
