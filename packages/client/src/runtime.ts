import type { Client } from "openapi-fetch";
import { encodeBasic } from "./authorize.ts";
import { type Call, type CheckedResult, toCall } from "./call.ts";
import type { Context } from "./call-state.ts";
import type { CallInput } from "./check-input.ts";
import type { ContractTable } from "./contract-table.ts";
import { memoryKeyStore } from "./key-store.ts";
import type { ClientOptions, Credential, KeyedCallOptions } from "./options.ts";
import { createRateLimits, type RateLimitState } from "./rate-limits.ts";
import { readToken } from "./read-token.ts";
import { createRedact } from "./redact.ts";
import { createRetryBudget } from "./retry-budget.ts";
import { readOptions } from "./settings.ts";
import { createTokenSource } from "./token-source.ts";
import { createTransport } from "./transport.ts";
import { startWait, type Wait, type WaitOptions, type WaitTarget } from "./wait.ts";

/** What a generated client is made of. */
export interface Runtime<Paths extends object> {
  /** Calls an operation. */
  call<T>(operation: string, input: CallInput, options?: KeyedCallOptions): Call<T>;
  /** Waits for an object that an operation looks up. */
  wait<T extends object>(target: WaitTarget, options?: WaitOptions): Wait<T>;
  /** What every client has beside its groups. */
  common: {
    /** The openapi-fetch client of every path. */
    readonly raw: Client<Paths>;
    /** Hands a notification to every wait. Returns how many it is about. */
    notify(notification: object): number;
    /** Last seen state of an operation's rate limit. */
    rateLimit(operation: string): RateLimitState | undefined;
  };
}

/** Makes the runtime of a client. Credentials and tokens stay inside. */
export function createRuntime<Paths extends object>(
  contract: ContractTable,
  options: ClientOptions = {},
): Runtime<Paths> {
  const settings = readOptions(contract, options);
  const { operations, limitHeaders, token } = contract;
  const secrets = secretsOf(Object.values(settings.credentials));
  const [requests, seconds] = (token && operations[token.operation]?.limit) ?? [60, 60];
  const tokens =
    token &&
    createTokenSource({
      renewEarly: token.renewEarly,
      spacing: (seconds / requests) * 1000,
      store: settings.tokenStore,
      issue: async (repeat) => readToken(token, await transport.call(token.operation, {}, { retry: repeat })),
    });
  const context: Context = {
    contract,
    settings,
    tokens,
    redact: createRedact(() => [...(tokens?.recent() ?? []), ...secrets]),
    keys: settings.keyStore ?? memoryKeyStore(),
    budget: createRetryBudget(settings.retry.budget),
    limits: createRateLimits((operation) => operations[operation]?.limit, limitHeaders),
  };
  const transport = createTransport<Paths>(context);
  const waits = new Set<Wait<unknown>>();

  const call = <T>(operation: string, input: CallInput, callOptions?: KeyedCallOptions): Call<T> =>
    toCall(transport.call(operation, input, callOptions) as Promise<CheckedResult<T>>);
  return {
    call,
    wait<T extends object>(target: WaitTarget, waitOptions?: WaitOptions) {
      const wait = startWait<T>(
        target,
        (lookupOptions) => call(target.operation, { path: target.path }, lookupOptions),
        waitOptions,
      );
      waits.add(wait);
      const forget = (): boolean => waits.delete(wait);
      wait.then(forget, forget);
      return wait;
    },
    common: {
      raw: transport.raw,
      notify: (notification) => [...waits].filter((wait) => wait.notify(notification)).length,
      rateLimit: context.limits.state,
    },
  };
}

/** What no message may show of the credentials. */
function secretsOf(credentials: Credential[]): string[] {
  return credentials.flatMap((one) => {
    if (typeof one === "object") return [encodeBasic(one), one.password, one.username];
    return typeof one === "string" ? [one] : [];
  });
}
