// What each runtime runs: a transfer, which has a key, and a charge, which has none.
import { type ClientOptions, createPixClient, PixError } from "../../generated/client/src/index.ts";
import { charge, transfer } from "../support/samples.ts";

/** What the client said of a call. */
export interface Claim {
  call: "transfer" | "charge";
  said: string;
  error?: string;
}

/** Makes both calls, each with up to three attempts of half a second. */
export async function makeCalls(baseUrl: string, options: ClientOptions = {}): Promise<Claim[]> {
  const pix = createPixClient({
    baseUrl,
    apiKey: "key",
    apiSecret: "secret",
    retry: { attempts: 3, attemptTimeout: 500, firstDelay: 1, maxDelay: 2 },
    // A token request would be the one that fails.
    tokenStore: {
      get: () => ({ token: "a.b.c", issued: Date.now(), expires: Date.now() + 3_600_000 }),
      set: () => {},
    },
    ...options,
  });
  const say = async (call: Claim["call"], result: Promise<unknown>): Promise<Claim> => {
    try {
      await result;
      return { call, said: "success" };
    } catch (error) {
      if (!(error instanceof PixError)) throw error;
      return { call, said: error.outcome, error: `${error.name}: ${error.message}` };
    }
  };
  return [
    await say("transfer", pix.transfers.create(transfer)),
    await say("charge", pix.transactions.create(charge)),
  ];
}
