// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import { type FetchHandler, type FetchSettings, makeFetchHandler } from "@packages/server/src/hosts/fetch.ts";
import { bindings } from "./bindings.ts";
import type { GivenPixOptions, StoreOf } from "./handlers.ts";

export type { FetchHandler, FetchSettings } from "@packages/server/src/hosts/fetch.ts";

/**
 * Makes a handler of Fetch requests with every operation of PIX payments, for Hono, Bun, Deno and Workers.
 *
 * @throws {SetupError} if an authenticator is missing, or a handler without `partial`
 */
export function pixHandler<
  Caller,
  Transaction = undefined,
  Rest extends unknown[] = unknown[],
  Part extends boolean = false,
>(
  options: GivenPixOptions<Caller, Transaction, Part> & FetchSettings<Rest> & StoreOf<Transaction>,
): FetchHandler<Rest> {
  return makeFetchHandler(bindings, options as never);
}
