import type { CallResult } from "./call.ts";
import type { TokenFacts } from "./contract-table.ts";
import { InvalidResponseError } from "./errors/invalid-response-error.ts";
import type { Issued } from "./token-source.ts";

/** Reads what the request for a token resulted in. Throws where it holds no token that can be sent, or no lifetime. */
export function readToken(facts: TokenFacts, { data, status }: CallResult<unknown>): Issued {
  const { [facts.token]: token, [facts.expiresIn]: expiresIn } = data as Record<string, unknown>;
  const lifetime = Number(expiresIn) * facts.unit;
  const lacks = (what: string): InvalidResponseError =>
    new InvalidResponseError(`the response with status ${status} has no ${what}`, {
      operation: facts.operation,
      outcome: "not-sent",
      attempts: 1,
      ...{ status },
    });
  // What is no token is not quoted: it may be part of one.
  if (typeof token !== "string" || !/^[!-~]+$/.test(token)) throw lacks("token that can be sent");
  if (typeof expiresIn !== "number" || !(lifetime > 0 && lifetime < Number.POSITIVE_INFINITY)) throw lacks("lifetime");
  return { token, lifetime };
}
