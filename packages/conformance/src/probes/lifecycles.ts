import { fieldsOf, follow, type Shape } from "@packages/contract/src/shapes/shape.ts";
import { isBetween } from "../clock.ts";
import {
  isJsonObject,
  type JsonObject,
  type Lifecycle,
  payloadShape,
  type Resource,
} from "../contract.ts";
import { describeResponse, type Exchange, getRecord } from "../exchange.ts";
import { differences, isSame } from "../meaning.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { isCostly } from "./expect.ts";
import { type CreatedObject, checkList, createObject, documentedRecord } from "./objects.ts";

/** Every move of every lifecycle, legal and illegal, seen through lookups. */
export const lifecyclesProbe: Probe = {
  name: "lifecycles",
  phase: "objects",
  checks: ["lifecycle", "times", "lookup"],
  needsControl: "Only a control plane moves objects.",
  showsObjects: true,
  run: async (session) => {
    for (const resource of session.wantedResources) {
      const { create, read, lifecycle } = resource;
      if (read && lifecycle && !isCostly(session, create, "lifecycle"))
        await takeMoves(session, resource, lifecycle);
    }
  },
};

/** The shortest way from the first status to each, itself left out. */
function findShortestPaths({ initial, transitions }: Lifecycle): Map<string, string[]> {
  const ways = new Map<string, string[]>([[initial, []]]);
  for (const [status, way] of ways) {
    for (const { from, to } of transitions)
      if (from === status && !ways.has(to)) ways.set(to, [...way, to]);
  }
  return ways;
}

/** Creates an object and takes it through some statuses; undefined if one of them is not reached. */
async function makeWithStatus(
  session: Session,
  resource: Resource,
  way: readonly string[],
): Promise<CreatedObject | undefined> {
  const label = `an object on its way to ${way.at(-1) ?? "its first status"}`;
  const made = await createObject(session, resource, { label });
  const { subject = "" } = resource.lifecycle ?? {};
  for (const step of way)
    if (!made || !(await session.control?.move(subject, made.id, step))) return undefined;
  return made;
}

/** Milliseconds after which objects are looked up once more. */
const week = 7 * 24 * 3_600_000;

/**
 * Creates objects with each status.
 *
 * @returns lets a week pass, and checks that they still exist unchanged
 */
export async function keepObjects(session: Session): Promise<() => Promise<void>> {
  const looks: (() => Promise<unknown>)[] = [];
  for (const resource of session.wantedResources) {
    const { create, read, remove, lifecycle } = resource;
    if (isCostly(session, create)) continue;
    for (const way of lifecycle ? findShortestPaths(lifecycle).values() : [[]]) {
      const made = await makeWithStatus(session, resource, way);
      if (!made) continue;
      const look = async () =>
        read && session.call(read, { label: "an object of a week ago", id: made.id });
      const known = await look();
      looks.push(async () => {
        await checkList(session, resource, [made]);
        const exchange = await look();
        if (known && exchange) expectKept(session, known, exchange);
        if (remove) await session.created.discard(made.id);
      });
    }
  }
  return async () => {
    await session.pass(week, "a week");
    for (const look of looks) await look();
  };
}

/** Time alone changes nothing of an object but its status. */
function expectKept(session: Session, known: Exchange, exchange: Exchange) {
  const [before, now] = [known, exchange].map((one) => documentedRecord(session, one));
  const lost = `An object that was ${before?.status} a week ago is not found: ${describeResponse(exchange)}.`;
  if (!before || !session.expect("lookup", exchange, now !== undefined, lost) || !now) return;
  const changed = now.status === before.status ? differences(before, now) : [];
  session.check(
    "lookup",
    exchange,
    changed.map((one) => `After a week: ${one}`),
  );
}

async function takeMoves(session: Session, resource: Resource, lifecycle: Lifecycle) {
  const { control } = session;
  if (!control) return;
  const operation = resource.read ?? resource.create;
  const ways = findShortestPaths(lifecycle);
  for (const [status, way] of ways) {
    for (const to of ways.keys()) {
      if (!control.canMove(lifecycle.subject, to)) continue;
      const made = await makeWithStatus(session, resource, way);
      if (!made) continue;
      const { record: known } = await expectStatus(session, resource, made.id, status);
      const before = String(known.status);
      // Times of this move differ from those before by more than clocks may differ.
      await session.pass(60_000);
      const movedAt = session.now();
      const moved = await control.move(lifecycle.subject, made.id, to);
      const isLegal = lifecycle.transitions.some((move) => move.from === before && move.to === to);
      // The control plane may take the steps before the wanted status as well.
      const isRight = moved ? reaches(lifecycle.transitions, before, to) : !isLegal;
      // Asking for the status that it has changes nothing, whether it is refused or not.
      if (before !== to) {
        const message = `A ${lifecycle.subject} that is ${before} ${moved ? "became" : "could not become"} ${to}.`;
        session.expect("lifecycle", operation, isRight, message, made.exchange);
      }
      const { record, exchange } = await expectStatus(
        session,
        resource,
        made.id,
        moved ? to : status,
      );
      if (!moved || before === to) continue;
      checkTimes(session, resource, { known, record, movedAt, exchange });
      // A move adds to a record and changes no other field of it.
      const {
        status: _,
        updatedAt: __,
        ...fields
      } = fieldsOf(payloadShape(session.contract, operation));
      const lasting = Object.fromEntries(
        Object.entries(known).filter(([name, value]) => name in fields && value !== null),
      );
      const changed = differences(lasting, record).map((one) => `When it became ${to}: ${one}`);
      session.check("lookup", operation, changed, exchange);
    }
  }
}

/** The times that a move adds or changes are that of the move. */
function checkTimes(
  session: Session,
  { read, create }: Resource,
  {
    known,
    record,
    movedAt,
    exchange,
  }: { known: JsonObject; record: JsonObject; movedAt: number; exchange: Exchange },
) {
  const operation = read ?? create;
  const shape = payloadShape(session.contract, operation);
  const before = new Map(timesWithin(shape, known));
  const wrong = timesWithin(shape, record).flatMap(([name, value]) => {
    if (isSame(value, before.get(name)) || isBetween(Date.parse(value), movedAt, session.now()))
      return [];
    return [
      `${name} became ${value} when the status became ${record.status}, at ${new Date(movedAt).toISOString()}.`,
    ];
  });
  const { updatedAt } = record;
  if (typeof updatedAt === "string" && isSame(updatedAt, known.updatedAt))
    wrong.push(`updatedAt is still ${updatedAt} when the status has become ${record.status}.`);
  session.check("times", operation, wrong, exchange);
}

/** Times of a record by their names, those of the objects in it too. */
function timesWithin(shape: Shape, record: JsonObject): [name: string, value: string][] {
  return Object.entries(fieldsOf(shape)).flatMap(([name, field]): [string, string][] => {
    const value = record[name];
    if (isJsonObject(value)) return timesWithin(field.shape, value);
    const form = follow(field.shape);
    const isTime = form.kind === "string" && form.format === "date-time";
    return isTime && typeof value === "string" ? [[name, value]] : [];
  });
}

/** Looks an object up and holds that it has a status. Returns the lookup with its record; the status alone if nothing is found. */
export async function expectStatus(
  session: Session,
  { read, create }: Resource,
  id: string,
  expected: string,
) {
  const exchange = await session.call(read ?? create, {
    label: `an object that is ${expected}`,
    id,
  });
  const record = getRecord(exchange);
  const lost = `An object that is ${expected} is not found: ${describeResponse(exchange)}.`;
  const message = `An object that became ${expected} is shown as ${record?.status}.`;
  if (record) session.expect("lifecycle", exchange, record.status === expected, message);
  else session.expect("lookup", exchange, false, lost);
  return { exchange, record: record ?? { status: expected } };
}

/** Whether moves lead from one status to another. */
export function reaches(
  transitions: Lifecycle["transitions"],
  from: string,
  to: string,
  seen: string[] = [],
): boolean {
  return transitions.some((move) => {
    if (move.from !== from || seen.includes(move.to)) return false;
    return move.to === to || reaches(transitions, move.to, to, [...seen, move.to]);
  });
}
