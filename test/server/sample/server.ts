import type { PixServerOptions, RateLimitStore } from "../../../generated/server/src/index.ts";
import { adapters, current, type TestServer } from "../support/adapters.ts";
import { makeAuthenticators } from "./authenticators.ts";
import { makeHandlers } from "./handlers.ts";
import { type Company, makeState, type State } from "./state.ts";

/** The sample and what it knows. */
export interface Sample {
  server: TestServer;
  state: State;
}

/** A store without limits: each request is the first of a window of its own. */
export const unlimited: RateLimitStore = {
  hit: ({ now, window }) => ({ count: 1, resetsAt: now + window }),
};

/** The whole service on the stub, small and in memory, on the adapter whose turn it is; nothing is logged unless asked. */
export async function makeSample(
  options: Partial<PixServerOptions<Company>> = {},
  adapter = current.adapter,
): Promise<Sample> {
  const state = makeState();
  const clock = options.clock ?? Date.now;
  const server = await adapters[adapter]({
    handlers: makeHandlers(state, clock),
    logger: false,
    ...options,
    authenticators: { ...makeAuthenticators(state, clock), ...options.authenticators },
    partial: options.partial ?? false,
  } as PixServerOptions<Company>);
  return { server, state };
}
