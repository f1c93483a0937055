import { isObject } from "./check.ts";
import type { StoredToken, TokenStore } from "./options.ts";

/** The part of Node's `fs` that is used. */
interface FileFunctions {
  readFileSync(path: string, encoding: "utf8"): string;
  writeFileSync(path: string, content: string, options: { mode: number }): void;
  renameSync(from: string, to: string): void;
}

/**
 * Keeps the token in a file that its owner alone may read, for processes that live a second: a command, a cron job, a
 * function. Each would request a token otherwise, and the service allows few. The file holds a secret. A file that is missing or
 * cannot be read counts as empty.
 *
 * @example
 * const tokenStore = fileTokenStore("/tmp/token.json");
 */
export function fileTokenStore(path: string): TokenStore {
  // A bundler for the browser finds no import here.
  const load = (): Promise<FileFunctions> => import("node:fs" as string);
  return {
    async get() {
      const { readFileSync } = await load();
      try {
        const entry: unknown = JSON.parse(readFileSync(path, "utf8"));
        return isObject(entry) ? (entry as unknown as StoredToken) : undefined;
      } catch {
        return undefined;
      }
    },
    async set(entry) {
      const { writeFileSync, renameSync } = await load();
      // Whole or not at all: another process may read it now.
      const next = `${path}.${crypto.randomUUID()}`;
      writeFileSync(next, JSON.stringify(entry), { mode: 0o600 });
      renameSync(next, path);
    },
  };
}
