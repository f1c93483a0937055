import { createHmac } from "node:crypto";
import type { Authenticated, Authenticators } from "../../../generated/server/src/index.ts";
import type { Company, State } from "./state.ts";

/** A token as the sample issues it: who, and when it expires in epoch milliseconds. */
export function makeToken(company: Company, expiresAt: number): string {
  const text = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = text({ alg: "HS256", typ: "JWT" });
  const payload = text({ sub: company.id, type: "COMPANY", exp: Math.floor(expiresAt / 1000) });
  return `${head}.${payload}.${sign(`${head}.${payload}`)}`;
}

function sign(text: string): string {
  return createHmac("sha256", "a key for tests alone").update(text).digest("base64url");
}

/** The authenticators of the sample: keys from its state, tokens by their signature. */
export function makeAuthenticators(
  { companies }: State,
  clock: () => number,
): Authenticators<Company> {
  const authenticated = (company: Company): Authenticated<Company> => ({
    caller: company,
    callerId: company.id,
  });
  return {
    ApiCredentials: ({ username, password }) => {
      const company = companies.find(({ apiKey }) => apiKey === username);
      if (company?.apiSecret !== password) return null;
      return company.suspended ? { refused: "ACCOUNT_SUSPENDED" } : authenticated(company);
    },
    AccessToken: (token) => {
      const [head = "", payload = "", signature] = token.split(".");
      if (signature !== sign(`${head}.${payload}`)) return null;
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as {
        sub: string;
        exp: number;
      };
      if (clock() >= claims.exp * 1000) return { refused: "TOKEN_EXPIRED" };
      const company = companies.find(({ id }) => id === claims.sub);
      return company ? authenticated(company) : null;
    },
  };
}
