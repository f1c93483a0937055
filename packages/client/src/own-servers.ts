// The addresses of operations that have servers of their own. Only clients whose contract has such operations load this.
import type { ContractTable, Operation } from "./contract-table.ts";
import { InvalidRequestError } from "./errors.ts";
import type { KeyedCallOptions } from "./options.ts";
import { readBaseUrl } from "./settings.ts";

/** Options of a call whose address may be chosen. */
interface LocatingOptions extends KeyedCallOptions {
  baseUrl?: string | undefined;
}

/**
 * Finds the address of a call. An operation with its own server is sent there if the client's `baseUrl` is one of the contract's
 * servers; otherwise, as in tests, to `baseUrl`. Credentials are only sent to the hosts of these two.
 *
 * @param servers addresses of the contract
 */
export function locateBy(servers: string[]): NonNullable<ContractTable["locate"]> {
  return (
    { baseUrl, allowInsecure },
    { id, server, security, takesToken }: Operation,
    { baseUrl: given, ...options }: LocatingOptions = {},
  ) => {
    const isKnown = servers.some((one) => readOrigin(one) === readOrigin(baseUrl));
    const isElsewhere = server !== undefined && server !== "/";
    if (given === undefined) {
      if (server === "/") return [readOrigin(baseUrl), options];
      return [isElsewhere && isKnown ? server : baseUrl, options];
    }
    const refuse = (rule: string, expected: string): never => {
      throw new InvalidRequestError(id, ["baseUrl", rule, expected]);
    };
    if (!isElsewhere) refuse("additionalProperties", "be left out: it has no server of its own");
    const address = readBaseUrl(id, given, allowInsecure);
    const isOwn = [baseUrl, server as string].some(
      (one) => readOrigin(one) === readOrigin(address),
    );
    if ((security || takesToken) && !isOwn)
      refuse(
        "origin",
        "have the host of the client or of the contract: credentials go nowhere else",
      );
    return [address, options];
  };
}

function readOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "";
}
