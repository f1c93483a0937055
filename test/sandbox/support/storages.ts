import { afterAll, describe } from "vitest";
import type { SandboxOptions } from "../../../packages/sandbox/src/options.ts";
import { makeDatabase, noPostgres } from "../../support/databases.ts";
import { makeFolder } from "../../support/folder.ts";

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
    const removals: (() => Promise<void>)[] = [];
    afterAll(() => Promise.all(removals.map((remove) => remove())));
    define(async () => ({ data: await makeFolder((remove) => removals.push(remove)) }), "sqlite");
  });
  describe.skipIf(noPostgres)(`${name}, PostgreSQL${noPostgres ? `: ${noPostgres}` : ""}`, () => {
    define(async () => ({ databaseUrl: await makeDatabase() }), "postgres");
  });
}
