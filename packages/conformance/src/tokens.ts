import type { ServerClock } from "./clock.ts";
import { type Contract, isJsonObject, type Operation } from "./contract.ts";
import { UnreachableError } from "./errors.ts";
import {
  type Caller,
  describeResponse,
  type Exchange,
  gatewayStatuses,
  isSuccess,
} from "./exchange.ts";

export type Tokens = ReturnType<typeof makeTokens>;

/** Tokens of the callers, each issued once and renewed in time. If nothing issues tokens, a secret is its own. */
export function makeTokens(
  { operations }: Contract,
  clock: Pick<ServerClock, "now">,
  issue: (issuer: Operation, caller: Caller) => Promise<Exchange>,
) {
  const issuer = operations.find(({ token }) => token);
  /** Keyed by API key; each with the epoch milliseconds of the server at which it is renewed. */
  const tokens = new Map<string, Promise<{ value: string; renewAt: number }>>();

  /** Asks again if the request was lost on its way: the run ends without a token, and a second one does no harm. */
  const issueAnyway = async (...call: Parameters<typeof issue>): Promise<Exchange> => {
    for (let attempt = 0; ; attempt++) {
      const exchange = await issue(...call);
      const isLost = exchange.isReset || gatewayStatuses.includes(exchange.response?.status ?? 0);
      if (!isLost || attempt === 2) return exchange;
    }
  };

  const of = async (caller: Caller) => {
    if (!issuer) return caller.apiSecret;
    const known = tokens.get(caller.apiKey);
    const token = known && (await known.catch(() => undefined));
    if (token && token.renewAt > clock.now()) return token.value;
    // Calls that come meanwhile wait for the same token.
    if (known !== undefined && tokens.get(caller.apiKey) !== known) return of(caller);
    const issued = issueAnyway(issuer, caller).then((exchange) =>
      readToken(issuer, exchange, caller),
    );
    tokens.set(caller.apiKey, issued);
    return (await issued).value;
  };
  return {
    /** Operation that issues tokens. */
    issuer,
    of,
    forget: (caller: Caller): void => void tokens.delete(caller.apiKey),
  };
}

/** @throws {UnreachableError} if the exchange has issued none */
function readToken(issuer: Operation, exchange: Exchange, caller: Caller) {
  const body = exchange.response?.json;
  const value = isJsonObject(body) && issuer.token ? body[issuer.token.token] : undefined;
  if (!isSuccess(exchange) || typeof value !== "string") {
    const what = whyNoToken(exchange, caller);
    throw new UnreachableError(
      `${issuer.method} ${exchange.request.url} ${what}: without a token nothing can be tested.`,
    );
  }
  const { renewEarly = 0 } = issuer.token ?? {};
  return { value, renewAt: exchange.sentAt + getLifetime(issuer) - 2 * renewEarly * 1000 };
}

/** Milliseconds that a token lives. */
export function getLifetime({ token }: Operation): number {
  const { lifetime = 0, unit } = token ?? {};
  return unit === "milliseconds" ? lifetime : lifetime * 1000;
}

function whyNoToken(exchange: Exchange, { name }: Caller): string {
  const { response, failure } = exchange;
  if (!response) return `gave no response (${failure})`;
  const { status, headers } = response;
  if (isSuccess(exchange))
    return `answered ${status} with ${headers.get("content-type") ?? "no content"}, and no token`;
  const location = headers.get("location");
  if (location !== null)
    return `answered ${status} (it leads to ${location}, and no redirect is followed)`;
  return `answered ${describeResponse(exchange)} to the credentials of the ${name} caller`;
}
