// The server as a provider uses it: everything on but the log, the default limiter included.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PixServerOptions } from "../../../generated/server/src/index.ts";
import { answer, companyOf } from "./request.ts";

const folder = join(import.meta.dirname, "../../../generated/server");

/** An entry of the package as it is built, where it is: providers run no TypeScript. */
export async function load<Entry>(name: string): Promise<Entry> {
  const built = join(folder, "dist", `${name}.js`);
  return (await import(existsSync(built) ? built : join(folder, "src", `${name}.ts`))) as Entry;
}

/** What every adapter is given. */
export const options: PixServerOptions<string> = {
  authenticators: {
    ApiCredentials: () => null,
    AccessToken: (given) => {
      const callerId = companyOf(given);
      return callerId === undefined ? null : { caller: "bench", callerId };
    },
  },
  handlers: {
    createCharge: ({ body, reply }) => reply.ok({ ...answer.data, amount: body.amountInCents }, answer.message),
  },
  partial: true,
  logger: false,
};
