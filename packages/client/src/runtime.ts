import type { ClientState } from "./call-state.ts";
import type { ContractTable } from "./contract-table.ts";
import { ApiError, ClientError, nameClass } from "./errors.ts";
import { memoryKeyStore } from "./key-store.ts";
import type { ClientOptions } from "./options.ts";
import { createRedact } from "./redact.ts";
import { readOptions } from "./settings.ts";
import { createTokenSource } from "./token-source.ts";
import { createTransport, type Transport } from "./transport.ts";

/** Makes the runtime of a client. Credentials and tokens stay inside. */
export function createRuntime(contract: ContractTable, options: ClientOptions = {}): Transport {
  const settings = readOptions(contract, options);
  const { token, prefix, authorization } = contract;
  nameClass(ApiError, `${prefix}ApiError`);
  nameClass(ClientError, `${prefix}Error`);
  const secrets = authorization?.secrets?.(settings.credentials ?? {}) ?? [];
  const client: ClientState = {
    ...settings,
    contract,
    secrets: [settings.apiKey, settings.apiSecret],
    operations: Object.fromEntries(
      Object.entries(contract.operations).map(([id, facts]) => {
        const takesToken =
          authorization?.takesToken?.(facts, settings) ??
          (token && id !== token.operation) === true;
        return [id, { ...facts, id, takesToken }];
      }),
    ),
    tokens:
      token &&
      createTokenSource({
        ...token,
        store: settings.tokenStore,
        onMismatch: settings.onMismatch,
        issue: (allowed) => {
          const attempts = Math.min(allowed, settings.retry.attempts);
          return transport.call(token.operation, {}, { retry: { attempts } }).withResponse();
        },
      }),
    redact: createRedact(() => [...(client.tokens?.recent() ?? []), ...client.secrets, ...secrets]),
    keys: settings.keyStore ?? memoryKeyStore(),
    budget: settings.retry.budget,
  };
  const transport = createTransport(client);
  return transport;
}
