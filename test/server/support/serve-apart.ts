// The sample as a process of its own: sends its port and, on request, how many bytes it holds and ever held.

import { makeSample, unlimited } from "../sample/server.ts";
import type { AdapterName } from "./adapters.ts";

const { server } = await makeSample(
  { rateLimits: unlimited },
  (process.env.ADAPTER ?? "node") as AdapterName,
);
const address = await server.listen({ port: 0, host: "127.0.0.1" });
process.on("message", () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ held: heapUsed + external, peak: process.resourceUsage().maxRSS * 1024 });
});
process.send?.({ port: Number(new URL(address).port) });
