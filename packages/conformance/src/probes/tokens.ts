import { errorByCode } from "../contract.ts";
import { isSuccess } from "../exchange.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { lifetimeOf } from "../tokens.ts";
import { expectRefused, refuse } from "./expect.ts";

/** Tokens to the end of their lifetime, and after it. */
export const tokensProbe: Probe = {
  name: "token lifetime",
  phase: "time",
  checks: ["token-lifetime"],
  run: async (session) => {
    const { issuer } = session.tokens;
    const { control } = session;
    if (!issuer) return;
    const lifetime = lifetimeOf(issuer);
    if (!control) {
      const reason = `It takes ${lifetime / 60_000} minutes: a control plane moves the clock.`;
      return session.untested("token-lifetime", issuer, reason);
    }
    session.tokens.forget(session.first);
    const issuedAt = session.now();
    const old = await session.tokenOf(session.first);
    // A further token does not end the one before.
    session.tokens.forget(session.first);
    await session.tokenOf(session.first);
    await useToken(session, old, true, "a token after a further one was issued");
    await session.pass(issuedAt + lifetime - 30_000 - session.now());
    await useToken(session, old, true, "a token just before its end");
    session.tokens.forget(session.first);
    const late = await session.tokenOf(session.first);
    await session.pass(issuedAt + lifetime + 10_000 - session.now());
    await useToken(session, old, false, "a token just after its end");
    await useToken(session, late, true, "a token that was issued just before another one ended");
    await session.pass(24 * 3_600_000);
    await useToken(session, old, false, "a token of the day before");
    session.tokens.forget(session.first);
    if (session.second) session.tokens.forget(session.second);
  },
};

async function useToken(session: Session, token: string, isValid: boolean, label: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  for (const operation of session.operations.filter((one) => !one.token && one.security)) {
    if (isValid && operation.method !== "GET") continue;
    const exchange = await session.call(operation, { label, as: null, headers });
    const refused = exchange.response?.status === 401;
    if (isValid) session.expect("token-lifetime", exchange, !refused);
    else expectRefused(session, "token-lifetime", exchange, "credentials-expired");
  }
}

/** A suspended account. */
export const suspensionProbe: Probe = {
  name: "suspension",
  phase: "time",
  checks: ["suspension", "authentication"],
  run: async (session) => {
    const { issuer } = session.tokens;
    const { control, contract } = session;
    const forbidden = issuer?.responses.find(({ status }) => status === 403)?.errors[0];
    const expected = forbidden === undefined ? undefined : errorByCode(contract, forbidden);
    if (!issuer || !expected || !session.operations.includes(issuer)) return;
    if (!control) return session.untested("suspension", issuer, "Only a control plane suspends an account.");
    const old = await control.company("suspended", 0);
    // The second time it has another secret.
    const company = await control.company("suspended", 0);
    const stale = { label: "the secret before the present one", as: old };
    await refuse(session, issuer, "authentication", stale, "credentials-invalid");
    const before = await session.call(issuer, { label: "an account that is not suspended", as: company });
    if (!isSuccess(before)) return;
    await control.suspend(company, true);
    await refuse(session, issuer, "suspension", { label: "a suspended account", as: company }, [expected]);
    await control.suspend(company, false);
  },
};
