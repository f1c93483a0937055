import { recordOf } from "../exchange.ts";
import { ofEvent } from "../listener.ts";
import type { Probe } from "../probe.ts";
import { lookAt } from "../probes/lifecycles.ts";
import { make } from "../probes/objects.ts";
import { makeWithUrl } from "../probes/receivers.ts";

/** Milliseconds by which clocks may differ. */
const slack = 60_000;

/** An unpaid charge waits until the time at which it says that it expires, and no longer; one that is paid stays. */
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
    const made = withReceiver ?? (await make(session, charges, { label: "a charge that is not paid" }));
    if (!made) return;
    const paid = await make(session, charges, { label: "a charge that is paid" });
    const isPaid = paid !== undefined && (await control.move("transaction", paid.id, "paid"));
    const exchange = await session.call(charges.read, { label: "a charge that is not paid", id: made.id });
    const expiresAt = Date.parse(String(recordOf(exchange)?.expiresAt));
    // The check of the schema reports a charge without a time.
    if (Number.isNaN(expiresAt)) return;
    await session.pass(Math.max(0, expiresAt - slack - session.now()));
    // What else is tested meanwhile moves the clock too.
    if (session.now() < expiresAt - slack / 2) await lookAt(session, charges, made.id, "pending");
    await session.pass(Math.max(0, expiresAt + slack - session.now()));
    await lookAt(session, charges, made.id, "canceled");
    if (isPaid) await lookAt(session, charges, paid.id, "paid");
    const event = charges.lifecycle?.transitions.find(({ to }) => to === "canceled")?.notification;
    if (!withReceiver || event === undefined) return;
    const arrived = await session.listener.arrived(path, ofEvent(event));
    const message = `${event} of a charge that has expired was not sent.`;
    session.expect("notification-expected", event, arrived.length > 0, message, made.exchange);
  },
};
