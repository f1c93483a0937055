// Set up once for a run of tests: one PostgreSQL for all files, started when the first of them asks for a database.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type Postgres, startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers every request with the URL of a new, empty database; with a 500 and the reason where there is none. */
    databases: string;
  }
}

/** Starts what hands out databases; the function that ends it, and PostgreSQL with it. */
export default async function share(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<Postgres> | undefined;
  const server = createServer((_request, response) => {
    started ??= startPostgres();
    started
      .then((postgres) => postgres.makeDatabase())
      .then(
        (url) => response.end(url),
        (error: Error) => response.writeHead(500).end(error.message),
      );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  project.provide("databases", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return async () => {
    server.closeAllConnections();
    server.close();
    const postgres = await started?.catch(() => undefined);
    await postgres?.stop();
  };
}
