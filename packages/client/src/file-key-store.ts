import { type KeyStore, type KnownKeys, memoryKeyStore } from "./key-store.ts";

/** The part of Node's `fs` that is used. */
interface FileFunctions {
  openSync(path: string, flags: "wx", mode: number): number;
  closeSync(file: number): void;
  readFileSync(path: string, encoding: "utf8"): string;
  writeFileSync(file: number, content: string, options: { flush: true }): void;
  fstatSync(file: number): { ino: number };
  statSync(path: string, options: typeof ifThere): { ino: number; mtimeMs: number } | undefined;
  rmSync(path: string, options: { force: true }): void;
  renameSync(from: string, to: string): void;
}

const ifThere = { throwIfNoEntry: false } as const;

/**
 * Remembers idempotency keys in a file, so that a restart does not forget them. Processes of one machine may share it:
 * they take turns. A change outlasts the process that made it; a loss of power may undo the last ones. Rejects if the
 * file cannot be read or written: nothing is sent then.
 *
 * @example
 * const keyStore = fileKeyStore("keys.json");
 */
export function fileKeyStore(path: string): KeyStore {
  const next = `${path}.new`;
  const change = async <T>(work: (store: KeyStore) => T | Promise<T>): Promise<T> => {
    // A bundler for the browser finds no import here.
    const files: FileFunctions = await import("node:fs" as string);
    for (;;) {
      const file = await takeTurn(files, next);
      // A process that was held up for long may have lost its turn to another, and begins again.
      const hasTurn = (): boolean =>
        files.statSync(next, ifThere)?.ino === files.fstatSync(file).ino;
      try {
        const known: KnownKeys = new Map(
          files.statSync(path, ifThere) ? JSON.parse(files.readFileSync(path, "utf8")) : [],
        );
        const result = await work(memoryKeyStore(known));
        const json = JSON.stringify([...known].filter(([, { until }]) => until > Date.now()));
        files.writeFileSync(file, json, { flush: true });
        if (hasTurn()) {
          files.renameSync(next, path);
          return result;
        }
      } catch (error) {
        // On a full disk, for example. The turn is free again at once.
        if (hasTurn()) files.rmSync(next, { force: true });
        throw error;
      } finally {
        files.closeSync(file);
      }
    }
  };
  return {
    begin: (key, request, until) => change((store) => store.begin(key, request, until)),
    withdraw: (key) => change((store) => store.withdraw(key)),
    settle: (key) => change((store) => store.settle(key)),
  };
}

/** Waits until it can make the next file: the process that made it has the turn. One that stays was left in a crash. */
async function takeTurn(files: FileFunctions, next: string): Promise<number> {
  for (;;) {
    try {
      return files.openSync(next, "wx", 0o600);
    } catch (error) {
      if ((error as { code?: unknown }).code !== "EEXIST") throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
      const made = files.statSync(next, ifThere)?.mtimeMs;
      if (made && Date.now() - made > 5_000) files.rmSync(next, { force: true });
    }
  }
}
