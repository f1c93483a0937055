import type { FastifyInstance } from "fastify";
import { createPixServer, type PixServerOptions, type RateLimitStore } from "../../../generated/server/src/index.ts";
import { makeAuthenticators } from "./authenticators.ts";
import { makeHandlers } from "./handlers.ts";
import { type Company, makeState, type State } from "./state.ts";

/** The sample and what it knows. */
export interface Sample {
  server: FastifyInstance;
  state: State;
}

/** A store without limits: each request is the first of a window of its own. */
export const unlimited: RateLimitStore = {
  hit: ({ now, window }) => ({ count: 1, resetsAt: now + window }),
};

/** The whole service on the stub, small and in memory; nothing is logged unless asked. */
export async function makeSample(options: Partial<PixServerOptions<Company>> = {}): Promise<Sample> {
  const state = makeState();
  const clock = options.clock ?? Date.now;
  const server = await createPixServer<Company>({
    authenticators: makeAuthenticators(state, clock),
    handlers: makeHandlers(state, clock),
    logger: false,
    ...options,
    partial: false,
  } as PixServerOptions<Company>);
  return { server, state };
}
