import { randomUUID } from "node:crypto";
import { type Contract, errorByCode, type JsonObject, type Operation } from "../contract.ts";
import { type Caller, type Exchange, getRecord, isSuccess } from "../exchange.ts";
import { valueAtPath } from "../json-values.ts";
import { ofEvent } from "../listener.ts";
import type { Probe } from "../probe.ts";
import { checkRefusal, isCostly } from "../probes/expect.ts";
import { expectMark } from "../probes/idempotency.ts";
import { expectStatus } from "../probes/lifecycles.ts";
import { createObject, expectFound, readList } from "../probes/objects.ts";
import { makeWithUrl } from "../probes/receivers.ts";
import type { CallChanges, Session } from "../session.ts";
import { pixCheck } from "./checks.ts";
import { type Ledger, nextDay } from "./ledger.ts";
import type { SandboxControl } from "./sandbox-control.ts";

/** Transfers up to the balance and the daily limit of a company, and a centavo beyond. */
export const balanceProbe = (ledger: Ledger, control?: SandboxControl): Probe => ({
  name: "balance",
  phase: "time",
  checks: [pixCheck("balance"), pixCheck("ledger"), "idempotency-refusals"],
  needsControl: "Only a control plane shows how much a company may send.",
  run: async (session) => {
    const operation = session.operations.find(({ id }) => id === "createTransfer");
    if (!operation || !control || isCostly(session, operation, pixCheck("balance"))) return;
    const probe = openBalance(session, operation, control);
    const key = await sendBalance(probe);
    await endTransfers(probe);
    await probe.refuse("INSUFFICIENT_BALANCE", 1, "a centavo after all of the balance was sent");
    await ledger.audit(session);
    await probe.fill(1_000_000);
    const again = await probe.send(1_001, "the refused transfer once more, with money", key);
    const errors = probe.errors("INSUFFICIENT_BALANCE");
    if (checkRefusal(session, "idempotency-refusals", again, errors))
      expectMark(session, "idempotency-refusals", again);
    await sendDay(probe, ledger).finally(() => control.setAllowance(probe.company));
    // The ledger holds the income of a charge: its amount less its fee once it is paid, nothing if it is canceled.
    const charges = session.resources.find(({ create }) => create.id === "createCharge");
    if (!charges) return;
    const body = { ...session.bodyOf(charges.create), amountInCents: 4_990 };
    for (const status of ["paid", "canceled"]) {
      const charge = await createObject(session, charges, {
        label: `a charge to be ${status}`,
        as: probe.company,
        body,
      });
      if (charge) await control.move("transaction", charge.id, status);
    }
  },
});

/** A company of the suite's own, and transfers of its money. */
function openBalance(session: Session, operation: Operation, control: SandboxControl) {
  const typical = session.bodyOf(operation);
  const company: Caller = { name: "", apiKey: "", apiSecret: "" };
  /** Sets its balance to so many centavos. */
  const fill = async (balance: number) => {
    Object.assign(company, await control.company("purse", balance));
    session.tokens.forget(company);
    session.keepSecret(company.apiSecret, "an API secret");
  };
  const send = (amount: number, label: string, key: string = randomUUID(), atOnce = false) => {
    const headers = { "x-idempotency-key": key };
    return session.call(operation, {
      label,
      body: { ...typical, amount },
      as: { ...company },
      headers,
      atOnce,
    });
  };
  /** The id of the object that was created. */
  const accept = async (...call: Parameters<typeof send>) => {
    const exchange = await send(...call);
    session.expect(pixCheck("balance"), exchange, isSuccess(exchange));
    return String(getRecord(exchange)?.id);
  };
  const errors = (code: string) =>
    [errorByCode(session.contract, code)].filter((error) => error !== undefined);
  const refuse = async (code: string, ...call: Parameters<typeof send>) => {
    checkRefusal(session, pixCheck("balance"), await send(...call), errors(code));
  };
  return { session, operation, control, company, fill, send, accept, errors, refuse };
}

type BalanceProbe = ReturnType<typeof openBalance>;

/** All of a balance, in parts, repeated and at once; the key of a transfer that was refused for it. */
async function sendBalance(probe: BalanceProbe): Promise<string> {
  const { session, operation } = probe;
  await probe.fill(1_000);
  const key = randomUUID();
  await probe.refuse("INSUFFICIENT_BALANCE", 1_001, "a centavo more than the balance", key);
  const once = randomUUID();
  for (const label of ["a part of the balance", "the same transfer once more"])
    await probe.accept(400, label, once);
  await session.pace.untilFresh(operation, probe.company);
  const rest = () =>
    probe.send(600, "the rest of the balance, four times at once", randomUUID(), true);
  const parallel = await Promise.all([rest(), rest(), rest(), rest()]);
  const sent = parallel.filter(isSuccess);
  const message = `Of four transfers at once, each of all that is left, ${sent.length} were accepted.`;
  const shown = sent[0] ?? parallel[0];
  session.expect(pixCheck("balance"), operation, sent.length === 1, message, shown);
  await probe.refuse("INSUFFICIENT_BALANCE", 1, "a centavo of an empty balance");
  // The idempotency key is checked before the balance.
  await probe.accept(400, "the part of the balance once more, the balance empty", once);
  await probe.refuse("DUPLICATE_IDEMPOTENCY_KEY", 401, "its key and another amount", once);
  return key;
}

/** The amount that a transfer took comes back when it is refused or canceled, once, and not when it is completed. */
async function endTransfers(probe: BalanceProbe) {
  await probe.fill(1_999);
  for (const way of [["refused"], ["canceled"], ["processing", "canceled"], ["completed"]]) {
    const label = `all of the balance after the transfers before it were refused or canceled, to be ${way.at(-1)}`;
    const id = await probe.accept(1_999, label);
    for (const status of way) await probe.control.move("transfer", id, status);
  }
}

const hour = 3_600_000;
const minute = 60_000;
const eveningLabel = "an object of the evening";

/** The whole limit of a day: with amounts that are given back, the end of the day by other clocks, and its own end. */
async function sendDay(probe: BalanceProbe, ledger: Ledger) {
  const { session, control } = probe;
  const day = nextDay(session.now());
  const passTo = (time: number) => session.pass(time - session.now(), "the end of a day");
  const full = (amount: number, label: string) =>
    probe.refuse("DAILY_LIMIT_EXCEEDED", amount, label);
  // Hours after noon, and days that are another one in UTC, are written wrongly by themselves.
  const lookUp = async () => {
    for (const resource of session.wantedResources) {
      const made =
        resource.read && (await createObject(session, resource, { label: eveningLabel }));
      if (resource.read && made) await expectFound(session, resource.read, made, eveningLabel);
    }
  };
  // Before midnight in UTC, on a day on which nothing was sent.
  await passTo(day + 20 * hour);
  await lookUp();
  await ledger.audit(session);
  await control.setAllowance(probe.company, 1_000);
  await full(1_001, "a centavo more than the day allows");
  const once = randomUUID();
  const first = await probe.accept(1_000, "all that the day allows", once);
  await full(1, "a centavo on a day that allows no more");
  await probe.accept(1_000, "all that the day allows once more, the same transfer", once);
  await control.move("transfer", first, "refused");
  const label = "all that the day allows, four times at once after it was refused";
  const again = await Promise.all(
    Array.from({ length: 4 }, () => probe.send(1_000, label, randomUUID(), true)),
  );
  const sent = again.filter(isSuccess);
  const message = `Of four transfers at once, each of all that the day allows, ${sent.length} were accepted.`;
  const shown = sent[0] ?? again[0];
  session.expect(pixCheck("balance"), probe.operation, sent.length === 1, message, shown);
  const second = sent[0] && String(getRecord(sent[0])?.id);
  await passTo(day + 24 * hour - 10 * minute);
  await full(1, "a centavo ten minutes before the day ends");
  await lookUp();
  await ledger.audit(session);
  await passTo(day + 24 * hour + 10 * minute);
  await ledger.audit(session);
  await probe.accept(999, "almost all that the day allows, on the next day");
  await probe.accept(1, "the rest of what the day allows");
  await full(1, "a centavo on a second day that allows no more");
  await ledger.audit(session);
  if (second !== undefined) await control.move("transfer", second, "refused");
}

/** Registrations that a company may have. */
function maxRegistrationsIn({ errors }: Contract): number {
  const limited = errors.find(({ code }) => code === "WEBHOOK_LIMIT_EXCEEDED");
  return Number(valueAtPath(limited?.details?.example ?? null, ["limit"]));
}

/** As many registrations as a company may have, and one more; a deleted one makes room. */
export const objectLimitProbe: Probe = {
  name: "object limit",
  phase: "time",
  lane: "second",
  checks: [pixCheck("object-limit"), "list"],
  run: async (session) => {
    const resource = session.resources.find(({ create }) => create.id === "createWebhook");
    const expected = errorByCode(session.contract, "WEBHOOK_LIMIT_EXCEEDED");
    if (!resource || !expected || !session.operations.includes(resource.create)) return;
    const { create } = resource;
    const maxRegistrations = maxRegistrationsIn(session.contract);
    // If time has to be waited for, others use the first company meanwhile.
    const [company, other] =
      session.control || !session.second
        ? [session.first, session.second]
        : [session.second, session.first];
    const listed = await readList(session, resource, company);
    if (!listed) return;
    const made: string[] = [];
    const send = (label: string, call: Partial<CallChanges> = {}) =>
      session.call(create, { label, as: company, ...call });
    const note = (exchange: Exchange) => {
      const { id } = getRecord(exchange) ?? {};
      if (typeof id === "string") made.push(id);
    };
    const accept = async (label: string, changes: JsonObject = {}, as = company) => {
      const body = { ...session.bodyOf(create), ...changes };
      const exchange = await send(label, { as, body });
      session.expect(pixCheck("object-limit"), exchange, isSuccess(exchange));
      note(exchange);
    };
    const refuse = async (label: string) =>
      checkRefusal(session, pixCheck("object-limit"), await send(label), [expected]);
    // One that is not active is one all the same.
    for (let count = listed.records.length + 1; count < maxRegistrations; count++)
      await accept(`registration ${count} of ${maxRegistrations}`, { isActive: count % 2 === 0 });
    const atOnce = () => send("the last one, three times", { atOnce: true });
    const exchanges = await session.pace.together(create, company, 3, () =>
      Promise.all([atOnce(), atOnce(), atOnce()]),
    );
    if (session.lost.some(({ operation }) => operation === create))
      return session.untested(pixCheck("object-limit"), create, "The connection of one was reset.");
    const taken = exchanges.filter(isSuccess);
    const wrong = `Of three requests for the last registration, sent at once, ${taken.length} were accepted.`;
    session.expect(pixCheck("object-limit"), create, taken.length === 1, wrong, exchanges[0]);
    for (const exchange of taken) note(exchange);
    await refuse(`registration ${maxRegistrations + 1}`);
    await readList(session, resource, company);
    const last = made.at(-1) ?? "";
    if (other) await accept("a registration of another company", {}, other);
    const removed = await session.created.discard(last);
    if (removed && isSuccess(removed)) {
      await accept("a registration in place of one that was deleted");
      await refuse(`registration ${maxRegistrations + 1}, one having been replaced`);
    }
    for (const id of made) await session.created.discard(id);
    if (session.reserved === company) session.reserved = undefined;
  },
};

/** Milliseconds by which clocks may differ. */
const expirySlack = 60_000;

/** An unpaid charge is open until its expiresAt, and no longer; a paid one stays paid. */
export const expiryProbe: Probe = {
  name: "expiry",
  phase: "time",
  checks: ["lifecycle", "notification-expected"],
  run: async (session) => {
    const { control } = session;
    const charges = session.resources.find(({ create }) => create.id === "createCharge");
    if (!control || !charges?.read || !session.operations.includes(charges.read)) return;
    const path = `/expiry/${session.seed}`;
    const withReceiver = await makeWithUrl(session, charges, path);
    const made =
      withReceiver ??
      (await createObject(session, charges, { label: "a charge that is not paid" }));
    if (!made) return;
    const paid = await createObject(session, charges, { label: "a charge that is paid" });
    const isPaid = paid !== undefined && (await control.move("transaction", paid.id, "paid"));
    const exchange = await session.call(charges.read, {
      label: "a charge that is not paid",
      id: made.id,
    });
    const expiresAt = Date.parse(String(getRecord(exchange)?.expiresAt));
    // The check of the schema reports a charge without a time.
    if (Number.isNaN(expiresAt)) return;
    await session.pass(Math.max(0, expiresAt - expirySlack - session.now()));
    // Other probes move the clock meanwhile too.
    if (session.now() < expiresAt - expirySlack / 2)
      await expectStatus(session, charges, made.id, "pending");
    await session.pass(Math.max(0, expiresAt + expirySlack - session.now()));
    await expectStatus(session, charges, made.id, "canceled");
    if (isPaid) await expectStatus(session, charges, paid.id, "paid");
    const event = charges.lifecycle?.transitions.find(({ to }) => to === "canceled")?.notification;
    if (!withReceiver || event === undefined) return;
    const arrived = await session.listener.arrived(path, ofEvent(event));
    const message = `${event} of a charge that has expired was not sent.`;
    session.expect("notification-expected", event, arrived.length > 0, message, made.exchange);
  },
};
