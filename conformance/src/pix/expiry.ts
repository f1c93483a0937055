import { isObject, payloadOf } from "../contract.ts";
import type { Probe } from "../probe.ts";
import { statusOf } from "../probes/lifecycles.ts";
import { make } from "../probes/objects.ts";

/** Milliseconds by which clocks may differ. */
const slack = 60_000;

/** A charge that nobody pays waits until the time at which it says that it expires, and no longer; one that is paid stays. */
export const expiryProbe: Probe = {
  name: "expiry",
  phase: "time",
  checks: ["lifecycle"],
  run: async (session) => {
    const charges = session.resources.find(({ create }) => create.id === "createCharge");
    if (!session.control || !charges?.read || !session.operations.includes(charges.read)) return;
    const made = await make(session, charges, { label: "a charge that nobody pays" });
    if (!made) return;
    const paid = await make(session, charges, { label: "a charge that is paid" });
    const isPaid = paid !== undefined && (await session.control.move("transaction", paid.id, "paid"));
    const exchange = await session.call(charges.read, { label: "a charge that nobody pays", id: made.id });
    const record = payloadOf(exchange.response?.json);
    const expiresAt = isObject(record) ? Date.parse(String(record.expiresAt)) : Number.NaN;
    // Where it does not say when, the schema's check tells of it.
    if (Number.isNaN(expiresAt)) return;
    await session.pass(Math.max(0, expiresAt - slack - session.now()));
    // What else is tested meanwhile moves the clock too.
    if (session.now() < expiresAt - slack / 2) await statusOf(session, charges, made.id, "pending");
    await session.pass(Math.max(0, expiresAt + slack - session.now()));
    await statusOf(session, charges, made.id, "canceled");
    if (isPaid) await statusOf(session, charges, paid.id, "paid");
  },
};
