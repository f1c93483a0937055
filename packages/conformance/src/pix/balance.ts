import { randomUUID } from "node:crypto";
import { errorByCode } from "../contract.ts";
import type { ControlledCompany } from "../control.ts";
import { type Exchange, isSuccess, recordOf } from "../exchange.ts";
import type { Probe } from "../probe.ts";
import { expectRefused } from "../probes/expect.ts";
import type { Session } from "../session.ts";

/** Transfers up to the balance and the daily limit of a company, and a centavo beyond. */
export const balanceProbe: Probe = {
  name: "balance",
  phase: "time",
  checks: ["balance", "ledger", "idempotency-refusals"],
  run: async (session) => {
    const { control, contract } = session;
    const operation = session.operations.find(({ id }) => id === "createTransfer");
    if (!operation) return;
    if (!control || !session.mayTransfer) {
      session.untested("balance", operation, "Only a control plane says what a company may send.");
      return;
    }
    const company = await control.company("purse", 1_000);
    session.tokens.forget(company);
    const tame = session.bodyOf(operation);
    const send = (amount: number, label: string, key: string = randomUUID(), atOnce = false): Promise<Exchange> => {
      const body = { ...tame, amount };
      return session.call(operation, { label, body, as: company, headers: { "x-idempotency-key": key }, atOnce });
    };
    const expected = (code: string) => [errorByCode(contract, code)].filter((error) => error !== undefined);
    const accept = async (...call: Parameters<typeof send>): Promise<void> => {
      const exchange = await send(...call);
      session.expect("balance", exchange, isSuccess(exchange));
    };
    const refuse = async (code: string, ...call: Parameters<typeof send>): Promise<void> => {
      expectRefused(session, "balance", await send(...call), expected(code));
    };

    const key = randomUUID();
    await refuse("INSUFFICIENT_BALANCE", 1_001, "a centavo more than the balance", key);
    const once = randomUUID();
    for (const label of ["a part of the balance", "the same transfer once more"]) await accept(400, label, once);
    await session.pace.untilFresh(operation, company);
    const rest = (): Promise<Exchange> => send(600, "the rest of the balance, four times at once", randomUUID(), true);
    const parallel = await Promise.all([rest(), rest(), rest(), rest()]);
    const sent = parallel.filter(isSuccess).length;
    const message = `Of four transfers at once, each of all that is left, ${sent} were accepted.`;
    session.expect("balance", operation, sent === 1, message, parallel[0]);
    await refuse("INSUFFICIENT_BALANCE", 1, "a centavo of an empty balance");

    await endTransfers(session, company, send);
    await refuse("INSUFFICIENT_BALANCE", 1, "a centavo after all of the balance was sent");

    const rich = await control.company("purse", 1_000_000);
    Object.assign(company, rich);
    session.tokens.forget(company);
    session.keepSecret(rich.apiSecret, "an API secret");
    const again = await send(1_001, "the refused transfer once more, with money", key);
    expectRefused(session, "idempotency-refusals", again, expected("INSUFFICIENT_BALANCE"));

    await control.setAllowance(company, 1_000);
    try {
      await refuse("DAILY_LIMIT_EXCEEDED", 1_001, "a centavo more than the day allows");
      await accept(1_000, "all that the day allows");
      await refuse("DAILY_LIMIT_EXCEEDED", 1, "a centavo on a day that allows no more");
      await session.pass(24 * 3_600_000, "the next day");
      await accept(999, "almost all that the day allows, on the next day");
      await accept(1, "the rest of what the day allows");
    } finally {
      await control.setAllowance(company, undefined);
    }
  },
};

/** What a transfer took comes back when it is refused or canceled, once, and not when it is completed. */
async function endTransfers(
  session: Session,
  company: ControlledCompany,
  send: (amount: number, label: string) => Promise<Exchange>,
): Promise<void> {
  const { control } = session;
  if (!control) return;
  Object.assign(company, await control.company("purse", 1_999));
  session.tokens.forget(company);
  for (const way of [["refused"], ["canceled"], ["processing", "canceled"], ["completed"]]) {
    const label = `all of the balance after the transfers before it were refused or canceled, to be ${way.at(-1)}`;
    const sent = await send(1_999, label);
    if (!session.expect("balance", sent, isSuccess(sent))) return;
    for (const status of way) await control.move("transfer", String(recordOf(sent)?.id), status);
  }
}
