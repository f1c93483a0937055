// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { Server } from "node:http";
import {
  type FastifySettings,
  makeFastifyOptions,
  prepareInstance as prepare,
} from "@packages/server/src/hosts/fastify/options.ts";
import { registerContract } from "@packages/server/src/hosts/fastify/plugin.ts";
import type { Timeouts } from "@packages/server/src/hosts/node/settings.ts";
import type { FastifyHttpOptions, FastifyInstance, FastifyPluginAsync } from "fastify";
import { bindings } from "./bindings.ts";
import { contract } from "./contract.ts";
import type { GivenPixOptions, StoreOf } from "./handlers.ts";

export type { FastifySettings } from "@packages/server/src/hosts/fastify/options.ts";

/**
 * Fastify plugin: adds every operation of PIX payments to an instance.
 *
 * @throws {SetupError} if an authenticator is missing, or a handler without `partial`
 */
export async function pixServer<Caller, Transaction = undefined, Part extends boolean = false>(
  app: FastifyInstance,
  options: GivenPixOptions<Caller, Transaction, Part> & StoreOf<Transaction>,
): Promise<void> {
  await registerContract(app, bindings, options as never);
}

/**
 * The same plugin with its options: `app.register(pixPlugin({ … }))` infers the caller's type from the authenticators, which
 * `register` cannot set by itself.
 */
export function pixPlugin<Caller, Transaction = undefined, Part extends boolean = false>(
  options: GivenPixOptions<Caller, Transaction, Part> & StoreOf<Transaction>,
): FastifyPluginAsync {
  return async function pixServer(app) {
    await registerContract(app, bindings, options as never);
  };
}

/** Fastify's options for the instance: failures before there is a request have the contract's shape too. */
export function fastifyOptions(settings: FastifySettings = {}): FastifyHttpOptions<Server> {
  return makeFastifyOptions(contract, settings);
}

/** Also handles CONNECT and Expect, and makes `close` wait for connections with a pending request. */
export function prepareInstance(
  app: FastifyInstance,
  settings: { clock?: () => number; timeouts?: Timeouts } = {},
): void {
  prepare(app, contract, settings);
}
