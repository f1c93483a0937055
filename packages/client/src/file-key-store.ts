import { type KeyStore, type KeyUse, type KnownKeys, memoryKeyStore } from "./key-store.ts";

/** The part of Node's `fs` that is used. */
interface Files {
  readFileSync(path: string, encoding: "utf8"): string;
  writeFileSync(path: string, text: string, options: { flag?: "wx"; flush?: true; mode: number }): void;
  statSync(path: string, options: { throwIfNoEntry: false }): { mtimeMs: number } | undefined;
  rmSync(path: string, options: { force: true }): void;
  renameSync(from: string, to: string): void;
}

/**
 * Remembers idempotency keys in a file, so that a restart does not forget them. Processes of one machine may share it:
 * they take turns. Each change is on the disk before the next begins. Rejects where the file cannot be read or written:
 * nothing is sent then.
 *
 * @example
 * const keyStore = fileKeyStore("keys.json");
 */
export function fileKeyStore(path: string): KeyStore {
  const next = `${path}.new`;
  const change = async <T>(work: (store: KeyStore) => T): Promise<T> => {
    // A bundler for the browser finds no import here.
    const files: Files = await import("node:fs" as string);
    // Whose turn it is has made the next file. One that stays for long was left in a crash.
    for (;;) {
      try {
        files.writeFileSync(next, "", { flag: "wx", mode: 0o600 });
        break;
      } catch (error) {
        if ((error as { code?: unknown }).code !== "EEXIST") throw error;
        await new Promise((resolve) => setTimeout(resolve, 5));
        const made = files.statSync(next, { throwIfNoEntry: false })?.mtimeMs;
        if (made && Date.now() - made > 5_000) files.rmSync(next, { force: true });
      }
    }
    const known: KnownKeys = new Map(
      files.statSync(path, { throwIfNoEntry: false }) ? JSON.parse(files.readFileSync(path, "utf8")) : [],
    );
    const result = work(memoryKeyStore(known));
    const text = JSON.stringify([...known].filter(([, { until }]) => until > Date.now()));
    files.writeFileSync(next, text, { flush: true, mode: 0o600 });
    files.renameSync(next, path);
    return result;
  };
  return {
    begin: (key, request, until) => change((store) => store.begin(key, request, until)) as Promise<KeyUse>,
    withdraw: (key) => change((store) => store.withdraw(key)) as Promise<number>,
    settle: (key) => change((store) => store.settle(key)) as Promise<void>,
  };
}
