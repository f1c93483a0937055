import { encodeBasic } from "./authorize.ts";
import type { Context, Operation } from "./call-state.ts";
import type { ContractTable } from "./contract-table.ts";
import { ApiError, ClientError, nameClass } from "./errors.ts";
import { memoryKeyStore } from "./key-store.ts";
import type { ClientOptions } from "./options.ts";
import { createRedact } from "./redact.ts";
import { readOptions } from "./settings.ts";
import { createTokenSource } from "./token-source.ts";
import { createTransport, type Transport } from "./transport.ts";

/** Makes the runtime of a client. Credentials and tokens stay inside. */
export function createRuntime<Paths extends object>(
  contract: ContractTable,
  options: ClientOptions = {},
): Transport<Paths> {
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
      issue: (repeat) => transport.call(token.operation, {}, { retry: repeat }).withResponse(),
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
  return transport;
}
