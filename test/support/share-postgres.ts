// Set up once for a run of tests: one PostgreSQL for all files, started when the first of them asks for a database.
import type { TestProject } from "vitest/node";
import { type Postgres, startPostgres } from "./postgres.ts";
import { handOut } from "./shared.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers every request with the URL of a new, empty database; with a 500 and the reason where there is none. */
    databases: string;
  }
}

/** Starts what hands out databases; the function that ends it, and PostgreSQL with it. */
export default async function share(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<Postgres> | undefined;
  const databases = await handOut(async () => {
    started ??= startPostgres();
    return (await started).makeDatabase();
  });
  project.provide("databases", databases.url);
  return async () => {
    databases.close();
    const postgres = await started?.catch(() => undefined);
    await postgres?.stop();
  };
}
