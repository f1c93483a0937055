import type { Clock } from "./clock.ts";
import { type Contract, isObject, type Operation } from "./contract.ts";
import { UnreachableError } from "./errors.ts";
import { type Company, type Exchange, isSuccess, outcomeOf } from "./exchange.ts";

interface Token {
  value: string;
  /** Epoch milliseconds of the server at which it is renewed. */
  renewAt: number;
}

/** Tokens of the companies, each issued once and renewed in time. Where nothing issues tokens, a secret is its own. */
export class Tokens {
  /** Operation that issues tokens. */
  readonly issuer: Operation | undefined;
  readonly #clock: Pick<Clock, "now">;
  readonly #issue: (issuer: Operation, company: Company) => Promise<Exchange>;
  readonly #tokens = new Map<string, Promise<Token>>();

  constructor(
    { operations }: Contract,
    clock: Pick<Clock, "now">,
    issue: (issuer: Operation, company: Company) => Promise<Exchange>,
  ) {
    this.issuer = operations.find(({ token }) => token);
    this.#clock = clock;
    this.#issue = issue;
  }

  async of(company: Company): Promise<string> {
    const { issuer } = this;
    if (!issuer) return company.apiSecret;
    const known = this.#tokens.get(company.apiKey);
    const token = known && (await known.catch(() => undefined));
    if (token && token.renewAt > this.#clock.now()) return token.value;
    // Calls that come meanwhile wait for the same token.
    if (known !== undefined && this.#tokens.get(company.apiKey) !== known) return this.of(company);
    const issued = this.#renew(issuer, company);
    this.#tokens.set(company.apiKey, issued);
    return (await issued).value;
  }

  forget(company: Company): void {
    this.#tokens.delete(company.apiKey);
  }

  async #renew(issuer: Operation, company: Company): Promise<Token> {
    const exchange = await this.#issue(issuer, company);
    const body = exchange.response?.json;
    const value = isObject(body) && issuer.token ? body[issuer.token.token] : undefined;
    if (!isSuccess(exchange) || typeof value !== "string") {
      const what = whyNoToken(exchange, company);
      throw new UnreachableError(
        `${issuer.method} ${exchange.request.url} ${what}: without a token nothing can be tested.`,
      );
    }
    const { renewEarly = 0 } = issuer.token ?? {};
    return { value, renewAt: exchange.sentAt + lifetimeOf(issuer) - 2 * renewEarly * 1000 };
  }
}

/** Milliseconds that a token lives. */
export function lifetimeOf({ token }: Operation): number {
  const { lifetime = 0, unit } = token ?? {};
  return unit === "milliseconds" ? lifetime : lifetime * 1000;
}

function whyNoToken(exchange: Exchange, { name }: Company): string {
  const { response, failure } = exchange;
  if (!response) return `gave no response (${failure})`;
  const { status, headers } = response;
  if (isSuccess(exchange))
    return `answered ${status} with ${headers.get("content-type") ?? "no content"}, and no token`;
  const location = headers.get("location");
  if (location !== null) return `answered ${status} (it leads to ${location}, and no redirect is followed)`;
  return `answered ${outcomeOf(exchange)} to the credentials of the ${name} company`;
}
