// The stub as a provider uses it: everything on but the log, and a limit that the measurement does not reach.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { announce, answer, token } from "./request.ts";

// As it is built, where it is: providers run no TypeScript.
const folder = join(import.meta.dirname, "../../../generated/server");
const built = join(folder, "dist/index.js");
const entry = existsSync(built) ? built : join(folder, "src/index.ts");
const { createPixServer } = (await import(entry)) as typeof import("../../../generated/server/src/index.ts");

const caller = { company: "bench", companyId: "bench" };
const resetsAt = Date.now() + 3_600_000;
const server = await createPixServer({
  authenticators: {
    ApiCredentials: () => caller,
    AccessToken: (given) => (given === token ? caller : null),
  },
  handlers: {
    createCharge: ({ body, reply }) => reply.ok({ ...answer.data, amount: body.amountInCents }, answer.message),
  },
  partial: true,
  rateLimits: { hit: () => ({ count: 1, resetsAt }) },
  logger: false,
  checkResponses: false,
});
announce(await server.listen({ port: 0, host: "127.0.0.1" }));
