import { setTimeout as sleep } from "node:timers/promises";
import type { Resource } from "../contract.ts";
import { about } from "../listener.ts";
import type { Probe } from "../probe.ts";
import { listOf, type Made, make } from "../probes/objects.ts";
import { register, registryOf } from "../probes/receivers.ts";
import type { Session } from "../session.ts";

const day = 24 * 3_600_000;

/** Registrations whose receivers fail for days. */
export const switchOffProbe: Probe = {
  name: "switching off",
  phase: "time",
  checks: ["notification-switch-off"],
  run: async (session) => {
    const { contract, control } = session;
    const registry = registryOf(session);
    const charges = session.resources.find(({ create }) => create.id === "createCharge");
    const after = contract.delivery?.disabledAfter;
    if (!registry?.list || !charges || !session.operations.includes(registry.create)) return;
    if (after === undefined) return;
    if (!control) {
      const reason = `It takes ${after / 86_400} days: a control plane moves the clock.`;
      return session.untested("notification-switch-off", registry.list, reason);
    }
    await failForDays(session, registry, charges, after * 1000);
  },
};

/** @param after milliseconds of failures alone, after which a registration is switched off */
async function failForDays(session: Session, registry: Resource, charges: Resource, after: number): Promise<void> {
  const { listener } = session;
  const [dead, mended] = [`/dead/${session.seed}`, `/mended/${session.seed}`];
  for (const path of [dead, mended]) listener.reply(path, [], { status: 500 });
  const failing = await register(session, dead);
  const recovering = await register(session, mended);
  if (!failing || !recovering) return;
  const begin = session.now();
  const passTo = (time: number): Promise<void> => session.pass(begin + time - session.now());
  const deliver = async (): Promise<string | undefined> => {
    const made = await make(session, charges);
    await session.pass(0);
    await listener.arrived(mended, about(made?.id));
    return made?.id;
  };
  // Something to deliver on each day: a registration that nothing is sent to does not fail.
  for (let time = 0; time < after - day; time += day) {
    await make(session, charges);
    if (time === 2 * day) listener.reply(mended, [{ status: 200 }], { status: 500 });
    await passTo(time + day);
  }
  await make(session, charges);
  await passTo(after - 3_600_000);
  await expectActive(session, failing, true, "was switched off before it had failed for as long as the contract says");
  await passTo(after + 3_600_000);
  await deliver();
  await expectActive(session, failing, false, "is still active after failures alone for as long as the contract says");
  await expectActive(session, recovering, true, "was switched off, although a delivery succeeded meanwhile");
  const next = await deliver();
  await listener.settle();
  const isLeftAlone = listener.at(dead, about(next)).length === 0;
  const message = "A registration that was switched off still gets notifications.";
  session.expect("notification-switch-off", registry.create, isLeftAlone, message, failing.exchange);
  for (const { id } of [failing, recovering]) await session.created.discard(id);
}

async function expectActive(session: Session, { id }: Made, isActive: boolean, otherwise: string): Promise<void> {
  const registry = registryOf(session);
  for (let left = 10_000; ; left -= 500) {
    const listed = registry && (await listOf(session, registry));
    const entry = listed?.records.find((record) => record.id === id);
    if (!listed || !entry) return;
    // A server may note a failure a little after the receiver has answered.
    if (isActive || entry.active === isActive || left <= 0) {
      session.expect(
        "notification-switch-off",
        listed.exchange,
        entry.active === isActive,
        `A registration ${otherwise}.`,
      );
      return;
    }
    await sleep(500);
  }
}
