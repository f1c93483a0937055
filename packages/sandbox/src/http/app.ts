import type { Authenticated, Authenticators, ServerRequest } from "@pix-contract/server";
import {
  type FastifySettings,
  fastifyOptions,
  pixServer,
  prepareInstance,
} from "@pix-contract/server/fastify";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Sandbox } from "../context.ts";
import { makeTolerance } from "../notifications/destinations.ts";
import { requestWaits, resultWithin } from "../request-waits.ts";
import { isSecret } from "../secrets.ts";
import { findCompanyByKey } from "../service/companies.ts";
import { prepareTransfers } from "../service/create-transfers.ts";
import { makeTokenChecker, type TokenChecker } from "../service/tokens.ts";
import { isSuspendedKey } from "../service/triggers.ts";
import type { Webhooks } from "../service/webhooks.ts";
import { createBatcher } from "../storage/batcher.ts";
import { isAmong } from "../storage/statements.ts";
import type { Company } from "../storage/tables.ts";
import { makeHandlers } from "./handlers.ts";
import { makeIdempotencyStore } from "./idempotency-store.ts";
import type { makeRateLimitStore } from "./rate-limit-store.ts";
import { companiesRead, noteCaller } from "./request-facts.ts";
import { registerTurns } from "./turns.ts";

/** How the HTTP side is set up. */
export interface AppSettings extends FastifySettings {
  rateLimits: ReturnType<typeof makeRateLimitStore>;
  webhooks: Webhooks;
  /** Adds hooks to the contract's routes. */
  around?: (app: FastifyInstance) => void;
  /** Adds routes besides the contract's: the control plane and the console. */
  addOwn?: (app: FastifyInstance) => Promise<void>;
}

/** Routes have no schemas of Fastify's. Its default compiler of schemas takes as long to load as the rest of a first start. */
const schemaController = {
  compilersFactory: { buildValidator: () => never, buildSerializer: () => never },
};

function never(): never {
  throw new TypeError(
    "Routes of the sandbox have no schemas of Fastify's: the contracts' checks are compiled ahead.",
  );
}

/** The server: every operation of the contract, and the sandbox's own routes. */
export async function makeApp(
  sandbox: Sandbox,
  { rateLimits, webhooks, around, addOwn, ...settings }: AppSettings,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...fastifyOptions(settings),
    schemaController,
  }) as unknown as FastifyInstance;
  prepareInstance(app, { clock: sandbox.clock.now });
  // A clock that was moved is the server's own: all its times come from one clock.
  app.addHook("onSend", (_request, reply, _payload, done) => {
    const now = sandbox.clock.now();
    if (Math.abs(now - Date.now()) > 1_000) reply.header("date", new Date(now).toUTCString());
    done();
  });
  await addOwn?.(app);
  const tokens = makeTokenChecker(sandbox);
  const addService = async (scope: FastifyInstance): Promise<void> => {
    registerTurns(scope, (request) => findOwner(request, tokens));
    if (sandbox.storage.shared) {
      scope.addHook("onRequest", (request, _reply, done) => {
        const read = sandbox.settings.refreshWith(findOwner(request, tokens));
        const note = (company: Company | undefined): void => {
          if (company) companiesRead.set(request.raw, company);
          done();
        };
        if (read instanceof Promise) resultWithin(requestWaits.settings, read).then(note, done);
        else note(read);
      });
    }
    around?.(scope);
    named("contract", pixServer);
    await scope.register(pixServer, {
      authenticators: makeAuthenticators(sandbox, tokens),
      handlers: makeHandlers(sandbox, webhooks),
      idempotency: makeIdempotencyStore(sandbox.storage, (tx, ids) =>
        prepareTransfers(tx, sandbox, ids),
      ),
      rateLimits,
      clock: sandbox.clock.now,
      deadline: requestWaits.handling,
      tolerate: makeTolerance(sandbox),
    });
  };
  await app.register(named("service", addService));
  await app.ready();
  return app;
}

/** Gives a plugin a name: Fastify compares one that has none with every loaded module. */
export function named<Plugin extends object>(name: string, plugin: Plugin): Plugin {
  return Object.assign(plugin, { [Symbol.for("fastify.display-name")]: name });
}

/** Company of a request by a token that was good before. */
function findOwner({ headers }: FastifyRequest, tokens: TokenChecker): string | undefined {
  const [, token = ""] = /^bearer (.+)$/i.exec(headers.authorization ?? "") ?? [];
  return tokens.ownerOf(token);
}

/** Who may call: companies by key and secret, and by token. */
function makeAuthenticators(sandbox: Sandbox, tokens: TokenChecker): Authenticators<Company> {
  const { storage } = sandbox;
  const { db } = storage;
  // Requests that come at the same time share one query.
  const loadCompany = createBatcher<string, Company | undefined>({
    run: async (ids) => {
      const asked = isAmong(storage, "id", [...new Set(ids)]);
      const rows = await db.selectFrom("companies").selectAll().where(asked).execute();
      return ids.map((id) => rows.find((row) => row.id === id));
    },
  });
  const authenticated = (company: Company, request: ServerRequest): Authenticated<Company> => {
    noteCaller(request, company.id);
    return { caller: company, callerId: company.id };
  };
  return {
    ApiCredentials: async ({ username, password }, request) => {
      if (isSuspendedKey(username)) return { refused: "ACCOUNT_SUSPENDED" };
      const company = await findCompanyByKey(db, username);
      if (!company || !isSecret(password, company.secretHash)) return null;
      return company.suspended ? { refused: "ACCOUNT_SUSPENDED" } : authenticated(company, request);
    },
    AccessToken: async (token, request) => {
      const checked = await tokens.check(token);
      if (typeof checked === "string") return { refused: checked };
      const { companyId } = checked;
      const read = companiesRead.get(request.raw as object);
      const company = read?.id === companyId ? read : await loadCompany(companyId);
      // A token is tied to the permissions of its company: a suspended one has no permissions.
      return company && !company.suspended ? authenticated(company, request) : null;
    },
  };
}
