import { beforeEach } from "vitest";
import { hasBinaries } from "./postgres.ts";
import { ask } from "./shared.ts";

/** Why there is no PostgreSQL for tests here, or undefined where there is. In CI there has to be. */
export const noPostgres: string | undefined = findReason();

function findReason(): string | undefined {
  if (process.env.WITHOUT_POSTGRES) return "WITHOUT_POSTGRES is set";
  if (process.env.CI || hasBinaries()) return undefined;
  return `the registry has no PostgreSQL for ${process.platform}-${process.arch}`;
}

/** Skips the tests of a file where there is no PostgreSQL. */
export function needPostgres(): void {
  beforeEach(({ skip }) => {
    if (noPostgres) skip(noPostgres);
  });
}

/** Makes an empty database in the PostgreSQL of this run of tests, and gives its URL. */
export async function makeDatabase(): Promise<string> {
  return ask("database");
}
