import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { expect } from "vitest";
import { makeClock } from "../../../packages/sandbox/src/clock.ts";
import type { Sandbox } from "../../../packages/sandbox/src/context.ts";
import { makeApp } from "../../../packages/sandbox/src/http/app.ts";
import { makeInProcessFetch } from "../../../packages/sandbox/src/http/in-process-fetch.ts";
import { addFaults } from "../../../packages/sandbox/src/http/inject-faults.ts";
import { makeRateLimitStore } from "../../../packages/sandbox/src/http/rate-limit-store.ts";
import { makeSandboxNotifier } from "../../../packages/sandbox/src/notifications/sandbox-notifier.ts";
import { makeSecrets } from "../../../packages/sandbox/src/secrets.ts";
import { addCompany } from "../../../packages/sandbox/src/service/companies.ts";
import { issueToken } from "../../../packages/sandbox/src/service/tokens.ts";
import { makeSettings, type Settings } from "../../../packages/sandbox/src/settings.ts";
import { openSqlite } from "../../../packages/sandbox/src/storage/open-sqlite.ts";
import { openPostgres } from "../../../packages/sandbox/src/storage/postgres/open-postgres.ts";
import type { Company } from "../../../packages/sandbox/src/storage/tables.ts";
import { checkResponse, codeOf, type ReadResponse } from "../../support/check-response.ts";
import { contract } from "../../support/contract.ts";
import { checkLedger } from "./ledger.ts";
import type { Place } from "./storages.ts";

/** What a call has in addition to its operation. */
export interface Call {
  body?: unknown;
  /** Values of the path's parameters. */
  path?: Record<string, string>;
  headers?: Record<string, string>;
  /** Who calls; the first company if absent. */
  company?: Company;
}

export type Service = Awaited<ReturnType<typeof openService>>;

/** Where the clock of a test stands at first. */
export const noon = Date.parse("2026-03-10T15:00:00.000Z");

export const charge = {
  amountInCents: 4_990,
  customer: {
    name: "Maria de Souza",
    email: "maria@example.com",
    documentType: "cpf",
    document: "52998224725",
  },
};
export const transfer = { pixKey: "destino@example.com", amount: 10_000 };

/**
 * Opens the parts of a sandbox without timers, in memory where no place is given: nothing happens by itself, and the clock
 * stands where the test puts it. Its company has R$ 1,000,000.00.
 */
export async function openService(place: Place = {}, settings: Partial<Settings> = {}) {
  const storage = place.databaseUrl
    ? await openPostgres(place.databaseUrl)
    : await openSqlite(place.data);
  const store = makeSettings(storage);
  const sandbox: Sandbox = {
    storage,
    settings: store,
    clock: makeClock(store, storage),
    secrets: makeSecrets(() => Buffer.alloc(32, 7).toString("base64")),
    log: pino({ enabled: false }),
    transitionCounts: { charges: 0, transfers: 0 },
    publicUrl: "http://127.0.0.1:4020",
    exposed: false,
    destinations: { loopback: true, privateNetworks: false },
  };
  const transact = storage.transaction.bind(storage);
  const set = (changes: Partial<Settings>) =>
    store.change(async (tx) => void (await store.write(tx, changes)), transact);
  await set({ clockFrozenAt: noon, ...settings });
  const rateLimits = makeRateLimitStore(sandbox);
  const app = await makeApp(sandbox, {
    rateLimits,
    webhooks: makeSandboxNotifier(sandbox).receivers,
    logger: false,
    timeouts: { headers: 500, request: 500 },
    around: (scope) => addFaults(scope, sandbox),
  });
  const fetch = makeInProcessFetch(app.server);
  const add = (fields: { balance?: number; suspended?: boolean } = {}): Promise<Company> =>
    transact((tx) =>
      addCompany(tx, sandbox, {
        name: "Loja São João",
        apiKey: randomUUID(),
        apiSecret: "secret",
        ...fields,
      }),
    );
  const company = await add();
  return {
    sandbox,
    company,
    fetch,
    /** Listens on a free port, for what `fetch` cannot say; a request has half a second to arrive. */
    listen: async () => ({
      port: Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port),
    }),
    transact,
    set,
    addCompany: add,
    setClock: (time: number | string) => set({ clockFrozenAt: new Date(time).getTime() }),
    /** Calls an operation of the contract; an answer that the contract does not know fails the test. */
    call: async (
      id: string,
      { body, path = {}, headers, company: caller = company }: Call = {},
    ) => {
      const operation = contract.operations.find((candidate) => candidate.id === id);
      if (!operation) throw new Error(`The contract has no operation ${id}.`);
      const url = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(path[name] ?? ""),
      );
      const own: Record<string, string> = {
        authorization: `Bearer ${await issueToken(sandbox, caller)}`,
      };
      if (body !== undefined) own["content-type"] = "application/json";
      if (operation.idempotency) own[operation.idempotency.header] = randomUUID();
      const response = await fetch(`http://sandbox${url}`, {
        method: operation.method,
        headers: { ...own, ...headers },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const answer: ReadResponse = {
        status: response.status,
        headers: response.headers,
        body: await response.json(),
      };
      // What may be answered anywhere is listed with no operation.
      const isAnywhere = contract.errors.some(
        ({ code, anywhere }) => anywhere && code === codeOf(answer),
      );
      if (!isAnywhere)
        expect(checkResponse(operation, answer), `${id}: ${JSON.stringify(answer.body)}`).toEqual(
          [],
        );
      return answer;
    },
    /** Centavos by account; fails the test if the books are wrong. */
    accounts: () => checkLedger(storage.db),
    async [Symbol.asyncDispose]() {
      await app.close();
      await storage.close();
    },
  };
}

/** The `data` of a success. */
export function dataOf<Data = Record<string, unknown>>({ status, body }: ReadResponse): Data {
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: Data }).data;
}

/** An error as `402 INSUFFICIENT_BALANCE`, or the status of a success. */
export function outcomeOf({ status, body }: ReadResponse): string {
  const { error } = body as { error?: { code: string } };
  return error ? `${status} ${error.code}` : String(status);
}

/** Notifications about an object in the outbox, the oldest first. */
export async function notificationsOf<Body = Record<string, unknown>>(
  { sandbox }: Service,
  objectId: string,
) {
  const all = sandbox.storage.db
    .selectFrom("outbox_notifications")
    .selectAll()
    .where("objectId", "=", objectId);
  const rows = await all.orderBy("createdAt").orderBy("id").execute();
  return rows.map((row) => ({ ...row, body: JSON.parse(row.body) as Body }));
}
