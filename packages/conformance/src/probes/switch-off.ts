import { setTimeout as sleep } from "node:timers/promises";
import { about } from "../listener.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { listOf, type Made, make } from "./objects.ts";
import { register, registryOf } from "./receivers.ts";

const day = 24 * 3_600_000;

/** Registrations whose receivers fail for days. */
export const switchOffProbe: Probe = {
  name: "switching off",
  phase: "time",
  checks: ["notification-switch-off"],
  needsControl: "It takes days of failures: a control plane moves the clock.",
  run: async (session) => {
    const { contract, listener } = session;
    const registry = registryOf(session);
    const subject = session.resources.find(({ create }) => create.callbacks && !session.profile.spends(create));
    /** Milliseconds of failures alone, after which a registration is switched off. */
    const after = (contract.delivery?.disabledAfter ?? 0) * 1000;
    if (!after || !registry?.list || !subject || !session.operations.includes(registry.create)) return;
    const [dead, mended] = [`/dead/${session.seed}`, `/mended/${session.seed}`];
    for (const path of [dead, mended]) listener.reply(path, [], { status: 500 });
    const failing = await register(session, dead);
    const recovering = await register(session, mended);
    if (!failing || !recovering) return;
    const begin = session.now();
    const passTo = (time: number): Promise<void> => session.pass(begin + time - session.now());
    const deliver = async (): Promise<string | undefined> => {
      const made = await make(session, subject);
      await session.pass(0);
      await listener.arrived(mended, about(made?.id));
      return made?.id;
    };
    // Something to deliver on each day: a registration that nothing is sent to does not fail.
    for (let time = 0; time < after - day; time += day) {
      await make(session, subject);
      if (time === 2 * day) listener.reply(mended, [{ status: 200 }], { status: 500 });
      await passTo(time + day);
    }
    await make(session, subject);
    await passTo(after - 3_600_000);
    await expectActive(session, failing, true, "was switched off before it had failed for that long");
    await passTo(after + 3_600_000);
    await deliver();
    await expectActive(session, failing, false, "is still active after failures alone for that long");
    await expectActive(session, recovering, true, "was switched off, although a delivery succeeded meanwhile");
    const next = await deliver();
    await listener.settle();
    const isLeftAlone = listener.at(dead, about(next)).length === 0;
    const message = "A registration that was switched off still gets notifications.";
    session.expect("notification-switch-off", registry.create, isLeftAlone, message, failing.exchange);
    for (const { id } of [failing, recovering]) await session.created.discard(id);
  },
};

async function expectActive(session: Session, { id }: Made, isOn: boolean, otherwise: string): Promise<void> {
  const registry = registryOf(session);
  for (let left = 20; ; left--) {
    const listed = registry && (await listOf(session, registry));
    const entry = listed?.records.find((record) => record.id === id);
    if (!listed || !entry) return;
    // A server may note a failure a little after the receiver has answered.
    const isRight = entry.active === isOn;
    if (isOn || isRight || left === 0)
      return void session.expect("notification-switch-off", listed.exchange, isRight, `A registration ${otherwise}.`);
    await sleep(500);
  }
}
