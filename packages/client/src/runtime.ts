import type { Client } from "openapi-fetch";
import { encodeBasic } from "./authorize.ts";
import { type Call, type CheckedResult, toCall } from "./call.ts";
import type { Context, Operation } from "./call-state.ts";
import type { ContractTable } from "./contract-table.ts";
import { ApiError, ClientError, nameClass } from "./errors.ts";
import { memoryKeyStore } from "./key-store.ts";
import type { ClientOptions, KeyedCallOptions } from "./options.ts";
import { createRedact } from "./redact.ts";
import { readOptions } from "./settings.ts";
import { createTokenSource } from "./token-source.ts";
import { type CallInput, createTransport } from "./transport.ts";

/** What a generated client is made of. */
export interface Runtime<Paths extends object> {
  /** Calls an operation. */
  call<T>(operation: string, input: CallInput, options?: KeyedCallOptions): Call<T>;
  /** The openapi-fetch client of every path. */
  raw: Client<Paths>;
}

/** Makes the runtime of a client. Credentials and tokens stay inside. */
export function createRuntime<Paths extends object>(
  contract: ContractTable,
  options: ClientOptions = {},
): Runtime<Paths> {
  const settings = readOptions(contract, options);
  const { token, prefix } = contract;
  nameClass(ApiError, `${prefix}ApiError`);
  nameClass(ClientError, `${prefix}Error`);
  const operations = Object.entries(contract.operations).map(([id, facts]): [string, Operation] => {
    // The first of the ways to call it for which every credential is there.
    const { security = [[]] } = facts;
    const way = security.find((names) => names.every((name) => name === token?.scheme || settings.credentials[name]));
    return [id, { ...facts, id, way, takesToken: token !== undefined && way?.includes(token.scheme) === true }];
  });
  const tokens =
    token &&
    createTokenSource({
      ...token,
      store: settings.tokenStore,
      issue: (repeat) => transport.call(token.operation, {}, { retry: repeat }),
    });
  const secrets = Object.values(settings.credentials).flatMap((one) =>
    typeof one === "object" ? [encodeBasic(one), one.password, one.username] : [one],
  );
  const context: Context = {
    contract,
    settings,
    operations: new Map(operations),
    tokens,
    redact: createRedact(() => [...(tokens?.recent() ?? []), ...secrets]),
    keys: settings.keyStore ?? memoryKeyStore(),
    budget: settings.retry.budget,
  };
  const transport = createTransport<Paths>(context);
  return {
    call: <T>(operation: string, input: CallInput, callOptions?: KeyedCallOptions): Call<T> =>
      toCall(transport.call(operation, input, callOptions) as Promise<CheckedResult<T>>),
    raw: transport.raw,
  };
}
