import type { ContractTable, OperationFacts, SchemeFacts } from "./contract-table.ts";
import { InvalidRequestError } from "./errors/invalid-request-error.ts";
import type { Outgoing } from "./http.ts";
import type { BasicCredentials, Credential } from "./options.ts";
import type { Settings } from "./settings.ts";

/** What credentials are found by. */
interface Holder {
  contract: ContractTable;
  settings: Settings;
}

/** The name of the security scheme whose tokens the client obtains, where an operation takes one. */
export function tokenScheme({ contract, settings }: Holder, facts: OperationFacts): string | undefined {
  const { token } = contract;
  const way = facts.security && chooseWay(facts, settings.credentials, token?.scheme);
  return token && way?.includes(token.scheme) ? token.scheme : undefined;
}

/** Puts the credentials of a request into it. @param token that the client obtained, for an operation that takes one */
export async function authorize(
  { contract, settings }: Holder,
  operation: string,
  request: Outgoing,
  token: string,
): Promise<void> {
  const facts = contract.operations[operation] as OperationFacts;
  if (!facts.security) return;
  const way = chooseWay(facts, settings.credentials, contract.token?.scheme);
  if (!way) {
    const [first = ""] = facts.security.flat();
    throw new InvalidRequestError(operation, [
      `credentials.${first}`,
      "required",
      "be given: the operation needs them",
    ]);
  }
  for (const name of way) {
    const given = settings.credentials[name];
    const credential = name === contract.token?.scheme ? token : typeof given === "function" ? await given() : given;
    place(contract.schemes[name] as SchemeFacts, credential as string | BasicCredentials, request);
  }
}

/** The first of the ways to call an operation for which every credential is there. */
function chooseWay({ security = [] }: OperationFacts, credentials: Record<string, Credential>, obtained?: string) {
  return security.find((way) => way.every((name) => name === obtained || credentials[name] !== undefined));
}

function place(scheme: SchemeFacts, credential: string | BasicCredentials, request: Outgoing): void {
  const { headers } = request;
  if (typeof credential === "object") headers.set("Authorization", `Basic ${encodeBasic(credential)}`);
  else if (scheme.kind === "bearer") headers.set("Authorization", `${scheme.prefix ?? "Bearer"} ${credential}`);
  else if (scheme.kind === "basic") throw new TypeError("HTTP Basic takes { username, password }.");
  else if (scheme.in === "header") headers.set(scheme.name, credential);
  else if (scheme.in === "cookie") headers.set("Cookie", `${scheme.name}=${encodeURIComponent(credential)}`);
  else {
    const url = new URL(request.url);
    url.searchParams.set(scheme.name, credential);
    request.url = url.href;
  }
}

/** Credentials of HTTP Basic as they are sent: Base64 of the UTF-8 form; `btoa` alone knows Latin-1 only. */
export function encodeBasic({ username, password }: BasicCredentials): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}
