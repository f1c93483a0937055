import { setTimeout as sleep } from "node:timers/promises";
import type { Resource } from "../contract.ts";
import type { Listener } from "../listener.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { arrivalTimeout, firstNotification, longestWait, makeWithUrl, ofEvent, settle } from "./callbacks.ts";
import { isCostly } from "./expect.ts";

/** Milliseconds by which a receiver stays within its time, and exceeds it. */
const margin = 3_000;

/** How long a server waits for a receiver. Only the real clock counts here, so the probe takes as long as the contract says. */
export const receiverTimeoutProbe: Probe = {
  name: "receiver-timeout",
  phase: "objects",
  checks: ["notification-timeout"],
  run: async (session) => {
    const { listener, contract } = session;
    const resource = session.wantedResources.find(
      ({ create, lifecycle }) => lifecycle && create.callbacks && !isCostly(session, create),
    );
    const event = resource?.lifecycle && firstNotification(contract, resource.lifecycle)?.event;
    if (!listener || !contract.delivery || !resource || event === undefined) return;
    if (!session.findings.wants("notification-timeout")) return;
    const { timeout } = contract.delivery;
    for (let round = 1; round <= 3; round++)
      if (await checkPatience({ session, listener, timeout, resource, event, round })) return;
    session.untested("notification-timeout", event, "This machine stood still for seconds, three times in a row.");
  },
};

interface Trial {
  session: Session;
  listener: Listener;
  /** Seconds. */
  timeout: number;
  resource: Resource;
  event: string;
  round: number;
}

/** Whether it shows anything: a machine that stands still answers later than it is meant to. */
async function checkPatience({ session, listener, timeout, resource, event, round }: Trial): Promise<boolean> {
  const [slow, silent] = [`/slow/${session.seed}/${round}`, `/silent/${session.seed}/${round}`];
  listener.reply(slow, [{ status: 200, delay: timeout * 1000 - margin }]);
  listener.reply(silent, [{ status: 200, delay: timeout * 1000 + 4 * margin }]);
  const made = await makeWithUrl(session, resource, listener.url + slow);
  if (!made || !(await makeWithUrl(session, resource, listener.url + silent))) {
    const reason = `The server takes no URL of ${listener.url}: --public-url names an https: address.`;
    session.untested("notification-timeout", event, reason);
    return true;
  }
  const countAt = (path: string): number => ofEvent(listener.at(path), event).length;
  for (const path of [slow, silent]) await listener.waitFor(path, () => countAt(path) > 0, arrivalTimeout);
  if (countAt(slow) === 0 || countAt(silent) === 0) return true;
  // The attempt fails by the real time; only then is the next one planned, by the server's.
  const arrivedAt = Math.min(...[slow, silent].map((path) => listener.at(path)[0]?.at ?? 0));
  await sleep(timeout * 1000 + 1_000);
  if (Date.now() - arrivedAt > timeout * 1000 + 1_000 + margin / 2) return false;
  const most = longestWait(session.contract, 1);
  if (session.control) await session.pass(most + 1_000);
  await listener.waitFor(silent, () => countAt(silent) > 1, session.control ? arrivalTimeout : most + margin);
  const { exchange } = made;
  const message = `${event} is not sent again to a receiver that does not answer within ${timeout} s.`;
  session.expect("notification-timeout", event, countAt(silent) > 1, message, exchange);
  await settle(listener);
  // That it is sent again is no sign: an acknowledged notification may come again.
  const isAwaited = !listener.at(slow).some(({ isAbandoned }) => isAbandoned);
  const early = `${event}: the server does not wait for a receiver that answers after ${timeout - margin / 1000} s.`;
  session.expect("notification-timeout", event, isAwaited, early, exchange);
  return true;
}
