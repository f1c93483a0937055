import fc from "fast-check";
import { isObject, type JsonObject, payloadOf, payloadSchema, type Resource } from "../contract.ts";
import { StopError } from "../errors.ts";
import { type Exchange, isSuccess, outcomeOf } from "../exchange.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { isCostly } from "./expect.ts";

type Step = { kind: "create" | "read" | "list" | "remove"; at: number; byOther: boolean };

/** What the suite knows to be there. */
type Model = Map<string, { record: JsonObject; byOther: boolean; gone: boolean }>;

interface Failure {
  message: string;
  exchange: Exchange;
}

/** Sequences of calls on one kind of object, held against a model of what has to be there. */
export const sequencesProbe: Probe = {
  name: "sequences",
  phase: "objects",
  lane: "third",
  checks: ["generated-sequence"],
  run: async (session) => {
    for (const resource of session.wantedResources) {
      if (isCostly(session, resource.create)) continue;
      await searchSequence(session, resource);
    }
  },
};

async function searchSequence(session: Session, resource: Resource): Promise<void> {
  const kinds: Step["kind"][] = ["create", "create", ...(resource.read ? (["read"] as const) : [])];
  if (resource.list) kinds.push("list");
  if (resource.remove) kinds.push("remove");
  const byOther = session.second && session.control ? fc.boolean() : fc.constant(false);
  const step = fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(3), byOther });
  const length = session.control ? 8 : 4;
  let smallest: (Failure & { steps: string }) | undefined;
  let stopped: StopError | undefined;
  let shrinks = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: length }), async (steps) => {
    if (stopped || (smallest && ++shrinks > 20)) return true;
    try {
      const failure = await walk(session, resource, steps);
      if (!failure) return true;
      const names = steps.map((one) => `${one.byOther ? "the other company: " : ""}${one.kind}`).join(", ");
      smallest = { ...failure, steps: names };
      return false;
    } catch (error) {
      if (!(error instanceof StopError)) throw error;
      stopped = error;
      return true;
    }
  });
  await fc.check(property, { seed: session.seed, numRuns: session.control ? 12 : 1 });
  const found = smallest ? [`After ${smallest.steps}: ${smallest.message}`] : [];
  session.check("generated-sequence", resource.create, found, smallest?.exchange);
  if (stopped) throw stopped;
}

async function walk(session: Session, resource: Resource, steps: readonly Step[]): Promise<Failure | undefined> {
  const model: Model = new Map();
  try {
    for (const step of steps) {
      const failure = await take(session, resource, model, step);
      if (failure) return failure;
    }
    return undefined;
  } finally {
    for (const [id, { gone }] of model) if (!gone) await session.created.discard(id);
  }
}

async function take(
  session: Session,
  resource: Resource,
  model: Model,
  { kind, at, byOther }: Step,
): Promise<Failure | undefined> {
  const { create, read, list, remove } = resource;
  const as = byOther && session.second ? session.second : session.first;
  const label = `a sequence: ${kind}`;
  const [id, known] = [...model][at % Math.max(model.size, 1)] ?? [];
  if (kind === "create") {
    const exchange = await session.call(create, { label, as });
    const payload = payloadOf(exchange.response?.json);
    if (!isSuccess(exchange) || !isObject(payload)) return undefined;
    const record = session.validator.documented(payloadSchema(session.contract, create), payload) as JsonObject;
    if (model.has(String(record.id))) return { message: "a new object has the id of another.", exchange };
    model.set(String(record.id), { record, byOther, gone: false });
    return undefined;
  }
  if (kind === "list" && list) {
    const exchange = await session.call(list, { label, as });
    return compareList(exchange, model, byOther);
  }
  const operation = kind === "read" ? read : remove;
  if (!operation || id === undefined || !known) return undefined;
  const isThere = !known.gone && known.byOther === byOther;
  const exchange = await session.call(operation, { label, id, as });
  if (isSuccess(exchange) !== isThere) return { message: `${operation.id} got ${outcomeOf(exchange)}.`, exchange };
  if (kind === "remove" && isThere) known.gone = true;
  const payload = payloadOf(exchange.response?.json);
  if (kind !== "read" || !isThere || !isObject(payload)) return undefined;
  const { status: _, ...record } = known.record;
  const [difference] = session.meaning.differences(record, payload);
  return difference === undefined ? undefined : { message: `${operation.id}: ${difference}`, exchange };
}

function compareList(exchange: Exchange, model: Model, byOther: boolean): Failure | undefined {
  const payload = payloadOf(exchange.response?.json);
  if (!isSuccess(exchange) || !Array.isArray(payload)) return undefined;
  const shown = new Set(payload.flatMap((entry) => (isObject(entry) ? [String(entry.id)] : [])));
  for (const [id, known] of model) {
    const isExpected = !known.gone && known.byOther === byOther;
    if (isExpected && !shown.has(id)) return { message: "the list lacks what is there.", exchange };
    if (!isExpected && shown.has(id))
      return { message: "the list shows what is deleted or another company's.", exchange };
  }
  return undefined;
}
