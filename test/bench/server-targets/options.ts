// The server as a provider uses it: everything on but the log, the default limiter included.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PartialPixServerOptions } from "../../../generated/server/src/index.ts";
import { answer, token } from "./request.ts";

const folder = join(import.meta.dirname, "../../../generated/server");

/** An entry of the package as it is built, where it is: providers run no TypeScript. */
export async function load<Entry>(name: string): Promise<Entry> {
  const built = join(folder, "dist", `${name}.js`);
  return (await import(existsSync(built) ? built : join(folder, "src", `${name}.ts`))) as Entry;
}

let calls = 0;

/** What every adapter is given. */
export const options: PartialPixServerOptions<string> = {
  authenticators: {
    ApiCredentials: () => null,
    // A company comes as often as the contract lets it in a window, then the next one does.
    AccessToken: (given) =>
      given === token ? { company: "bench", companyId: `bench-${Math.floor(calls++ / 90)}` } : null,
  },
  handlers: {
    createCharge: ({ body, reply }) => reply.ok({ ...answer.data, amount: body.amountInCents }, answer.message),
  },
  partial: true,
  logger: false,
  checkResponses: false,
};
