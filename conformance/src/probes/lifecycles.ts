import { isObject, type Lifecycle, payloadOf, type Resource } from "../contract.ts";
import { isSuccess, outcomeOf } from "../exchange.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { isTooDear, tooDear } from "./bodies.ts";
import { make } from "./objects.ts";

/** Every move of every lifecycle, legal and illegal, seen through lookups. */
export const lifecyclesProbe: Probe = {
  name: "lifecycles",
  phase: "objects",
  checks: ["lifecycle", "times", "lookup"],
  run: async (session) => {
    for (const resource of session.wantedResources) {
      const { create, read, lifecycle } = resource;
      if (!read || !lifecycle) continue;
      if (isTooDear(session, create)) session.untested("lifecycle", create, tooDear);
      else if (session.control) await takeMoves(session, resource, lifecycle);
      else {
        await watch(session, resource, lifecycle);
        session.untested(
          "lifecycle",
          read,
          "Only a control plane moves objects: what the server does by itself was watched.",
        );
      }
    }
  },
};

/** The shortest way from the first status to each, itself left out. */
export function waysOf({ initial, transitions }: Lifecycle): Map<string, string[]> {
  const ways = new Map<string, string[]>([[initial, []]]);
  for (const [status, way] of ways) {
    for (const { from, to } of transitions) if (from === status && !ways.has(to)) ways.set(to, [...way, to]);
  }
  return ways;
}

async function takeMoves(session: Session, resource: Resource, lifecycle: Lifecycle): Promise<void> {
  const { control } = session;
  if (!control) return;
  const ways = waysOf(lifecycle);
  for (const [status, way] of ways) {
    for (const to of ways.keys()) {
      if (!control.canMove(lifecycle.subject, to)) continue;
      const made = await make(session, resource, { label: `an object on its way to ${status} and ${to}` });
      if (!made) continue;
      let reached = true;
      for (const step of way) reached = reached && (await control.move(lifecycle.subject, made.id, step));
      if (!reached) continue;
      const before = await statusOf(session, resource, made.id, status);
      const moved = await control.move(lifecycle.subject, made.id, to);
      const isLegal = lifecycle.transitions.some((move) => move.from === before && move.to === to);
      // Asked for a later status, the control plane may take the steps on the way as well.
      const isRight = moved ? reaches(lifecycle.transitions, before, to) : !isLegal;
      // Asking for the status that it has changes nothing, whether it is refused or not.
      if (before !== to) {
        const message = `A ${lifecycle.subject} that is ${before} ${moved ? "became" : "could not become"} ${to}.`;
        session.expect("lifecycle", resource.read ?? resource.create, isRight, message);
      }
      await statusOf(session, resource, made.id, moved ? to : status);
    }
  }
}

/** Looks an object up and holds that it has a status. Gives the status that it has. */
export async function statusOf(
  session: Session,
  { read, create }: Resource,
  id: string,
  expected: string,
): Promise<string> {
  const exchange = await session.call(read ?? create, { label: `an object that is ${expected}`, id });
  const record = payloadOf(exchange.response?.json);
  if (!isSuccess(exchange) || !isObject(record)) {
    session.expect(
      "lookup",
      read ?? create,
      false,
      `An object that is ${expected} is not found: ${outcomeOf(exchange)}.`,
      exchange,
    );
    return expected;
  }
  const message = `An object that became ${expected} is shown as ${record.status}.`;
  session.expect("lifecycle", read ?? create, record.status === expected, message, exchange);
  return String(record.status);
}

/** Without a control plane: what the server does by itself is a legal move, one after the other. */
async function watch(
  session: Session,
  resource: Resource,
  { transitions, subject, initial }: Lifecycle,
): Promise<void> {
  const { read } = resource;
  const made = read && (await make(session, resource));
  if (!made) return;
  let last = String(made.record.status ?? initial);
  for (let count = 0; count < 8; count++) {
    const exchange = await session.call(read, { label: "an object over time", id: made.id });
    const record = payloadOf(exchange.response?.json);
    if (!isSuccess(exchange) || !isObject(record)) return;
    const now = String(record.status);
    // Between two looks it may have gone more than one step.
    const isLegal = now === last || reaches(transitions, last, now);
    session.expect("lifecycle", read, isLegal, `A ${subject} that was ${last} is ${now}.`, exchange);
    last = now;
    await session.pass(500);
  }
}

function reaches(transitions: Lifecycle["transitions"], from: string, to: string, seen: string[] = []): boolean {
  return transitions.some((move) => {
    if (move.from !== from || seen.includes(move.to)) return false;
    return move.to === to || reaches(transitions, move.to, to, [...seen, move.to]);
  });
}
