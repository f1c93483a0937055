import { fastifyOptions, pixServer, prepareInstance, type ServerSettings } from "@pix-contract/server";
import Fastify, { type FastifyInstance } from "fastify";
import type { Sandbox } from "../context.ts";
import { makeAuthenticators } from "./authenticators.ts";
import { makeHandlers } from "./handlers.ts";
import { DatabaseIdempotencyStore } from "./idempotency-store.ts";
import type { makeRateLimitStore } from "./rate-limit-store.ts";
import { makeTolerance } from "./tolerance.ts";

/** How the HTTP side is set up. */
export interface AppSettings extends ServerSettings {
  rateLimits: ReturnType<typeof makeRateLimitStore>;
  checkResponses?: boolean | number;
  /** Adds hooks to the contract's routes. */
  around?: (app: FastifyInstance) => void;
}

function refuseSchemas(): never {
  throw new TypeError("Routes of the sandbox have no schemas of Fastify's: the contracts' checks are compiled ahead.");
}

/** Without these, Fastify loads a compiler of schemas that nobody uses, which takes as long as all else of a first start. */
const schemaController = {
  compilersFactory: { buildValidator: () => refuseSchemas, buildSerializer: () => refuseSchemas },
};

/** Adds routes beside the contract's: the control plane, the console, the pages behind BR Codes. */
export type AddRoutes = (app: FastifyInstance) => Promise<void>;

/** The server: every operation of the contract, and what is beside it. */
export async function makeApp(
  sandbox: Sandbox,
  { rateLimits, checkResponses, around, ...settings }: AppSettings,
  beside: readonly AddRoutes[],
): Promise<FastifyInstance> {
  const app = Fastify({ ...fastifyOptions(settings), schemaController }) as unknown as FastifyInstance;
  prepareInstance(app, sandbox.clock.now);
  // Other processes may have moved the clock or changed the settings.
  if (sandbox.storage.shared) app.addHook("onRequest", async () => void (await sandbox.settings.refresh()));
  for (const add of beside) await app.register(add);
  await app.register(async (scope) => {
    around?.(scope);
    await scope.register(pixServer, {
      authenticators: makeAuthenticators(sandbox),
      handlers: makeHandlers(sandbox),
      idempotency: new DatabaseIdempotencyStore(sandbox.storage),
      rateLimits,
      clock: sandbox.clock.now,
      tolerate: makeTolerance(sandbox),
      ...(checkResponses !== undefined && { checkResponses }),
    });
  });
  await app.ready();
  return app;
}
