import type { CallResult } from "./call.ts";
import type { TokenFacts } from "./contract-table.ts";
import { InvalidResponseError } from "./errors.ts";
import { type Issued, isToken } from "./token-source.ts";

/** Reads what the request for a token resulted in. Throws where it holds no token that can be sent, or no lifetime. */
export function readToken(facts: TokenFacts, { data, status }: Pick<CallResult<unknown>, "data" | "status">): Issued {
  const { [facts.token]: token, [facts.expiresIn]: expiresIn } = data as Record<string, unknown>;
  const lifetime = typeof expiresIn === "number" ? expiresIn * facts.unit : 0;
  const hasToken = isToken(token);
  if (hasToken && lifetime > 0 && lifetime < Number.POSITIVE_INFINITY) return { token, lifetime };
  // What is no token is not quoted: it may be part of one.
  const message = `the response with status ${status} has no ${hasToken ? "lifetime" : "token that can be sent"}`;
  const known = { status, operation: facts.operation, outcome: "not-sent", attempts: 1 } as const;
  throw new InvalidResponseError(message, known);
}
