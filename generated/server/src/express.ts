// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import { type Middleware, makeMiddleware } from "@packages/server/src/hosts/express.ts";
import type { LogSettings } from "@packages/server/src/observe/logger.ts";
import { bindings } from "./bindings.ts";
import type { GivenPixOptions, StoreOf } from "./handlers.ts";

export type { Middleware } from "@packages/server/src/hosts/express.ts";

/**
 * Makes a Connect middleware with every operation of PIX payments: `app.use(pixMiddleware(options))`, before any parser
 * of bodies.
 *
 * @throws {SetupError} if an authenticator is missing, or a handler without `partial`
 */
export function pixMiddleware<Caller, Transaction = undefined, Part extends boolean = false>(
  options: GivenPixOptions<Caller, Transaction, Part> & LogSettings & StoreOf<Transaction>,
): Middleware {
  return makeMiddleware(bindings, options as never);
}
