import type { AdapterName } from "./adapters.ts";

/** The adapter on which samples are made now. */
export const current: { adapter: AdapterName } = { adapter: "node" };
