import { errors, jwtVerify, SignJWT } from "jose";
import type { Sandbox } from "../context.ts";
import { tokenLifetime } from "../contract.ts";
import { randomText } from "../identifiers.ts";
import type { Company } from "../storage/tables.ts";

/** A token's answer: its company, or why it is invalid. */
export type TokenCheck = { companyId: string } | "TOKEN_EXPIRED" | "INVALID_TOKEN";

/** Issues a JWT that carries the company's identity and lives for the contract's lifetime, by the sandbox's time. */
export async function issueToken({ clock, secrets }: Sandbox, company: Company): Promise<string> {
  const now = clock.now();
  const seconds = Math.floor(now / 1000);
  const milliseconds = now % 1000;
  return new SignJWT({ type: "COMPANY", name: company.name, milliseconds })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(company.id)
    .setJti(randomText(12))
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + tokenLifetime / 1000)
    .sign(secrets.tokenKey);
}

export type TokenChecker = ReturnType<typeof makeTokenChecker>;

/** Checks tokens. The last ones are remembered, because a signature costs more than everything else of a lookup. */
export function makeTokenChecker({ clock, secrets }: Sandbox) {
  /** With the ends of the tokens in epoch milliseconds. */
  const known = new Map<string, { companyId: string; expiresAt: number }>();
  let key = secrets.tokenKey;
  const check = ({ companyId, expiresAt }: { companyId: string; expiresAt: number }): TokenCheck =>
    clock.now() >= expiresAt ? "TOKEN_EXPIRED" : { companyId };

  const verify = async (token: string): Promise<TokenCheck> => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        currentDate: new Date(0),
      });
      // The times of a token are whole seconds; the rest is a separate claim.
      const { sub, exp, type, milliseconds = 0 } = payload;
      if (typeof sub !== "string" || typeof exp !== "number" || type !== "COMPANY")
        return "INVALID_TOKEN";
      if (known.size >= 10_000) known.clear();
      const found = { companyId: sub, expiresAt: exp * 1000 + Number(milliseconds) };
      known.set(token, found);
      return check(found);
    } catch (error) {
      if (error instanceof errors.JOSEError) return "INVALID_TOKEN";
      throw error;
    }
  };
  return {
    check: (token: string): Promise<TokenCheck> | TokenCheck => {
      if (key !== secrets.tokenKey) known.clear();
      key = secrets.tokenKey;
      const found = known.get(token);
      return found ? check(found) : verify(token);
    },
    /** Company of a token that was checked before; undefined for any other string. */
    ownerOf: (token: string): string | undefined => known.get(token)?.companyId,
  };
}
