import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import type { SandboxOptions } from "../../../packages/sandbox/src/options.ts";
import { makeDatabase, noPostgres } from "../../support/databases.ts";

/** Where a sandbox of a test keeps its state: options to open it with, as often as the test likes. */
export type Place = Pick<SandboxOptions, "data" | "databaseUrl">;

/**
 * Runs tests on each kind of storage: an SQLite folder and a PostgreSQL database.
 *
 * @param define declares the tests; `makePlace` gives a new, empty place
 */
export function onEachStorage(
  name: string,
  define: (makePlace: () => Promise<Place>, kind: "sqlite" | "postgres") => void,
): void {
  describe(`${name}, SQLite`, () => {
    const folders: string[] = [];
    afterAll(async () => {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    });
    define(async () => {
      const data = await mkdtemp(join(tmpdir(), "sandbox-"));
      folders.push(data);
      return { data };
    }, "sqlite");
  });
  describe.skipIf(noPostgres)(`${name}, PostgreSQL${noPostgres ? `: ${noPostgres}` : ""}`, () => {
    define(async () => ({ databaseUrl: await makeDatabase() }), "postgres");
  });
}
