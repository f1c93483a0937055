import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { BrokenRule } from "../basis.ts";
import { isJsonObject, type Json, type JsonObject, type Operation } from "../contract.ts";
import {
  describeResponse,
  type Exchange,
  getErrorCode,
  isSuccess,
  quoteError,
} from "../exchange.ts";
import {
  basisOfRules,
  brokenRules,
  expectedErrors,
  isFreeText,
  keepRules,
  listFormats,
} from "../generate/cases.ts";
import { change, type ExampleField, fieldsOfBody } from "../generate/fields.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { discardCreated, hasBody, isCallable, isCostly, isOutside } from "./expect.ts";

/** Bodies that are made by chance: valid ones are accepted, invalid ones refused with an error of theirs. */
export const generatedProbe: Probe = {
  name: "generated data",
  phase: "objects",
  checks: ["generated-data"],
  run: async (session) => {
    const withFields = session.operations.filter(
      (one) => hasBody(session, one) && fieldsOfBody(session.contract, one).length > 0,
    );
    for (const operation of withFields) {
      await search(session, operation, {
        label: "an invalid body",
        bodies: invalidBodies(session, operation),
        isBroken: true,
      });
      if (!isCallable(session, operation)) continue;
      if (isCostly(session, operation, "generated-data")) continue;
      await search(session, operation, {
        label: "a valid body",
        bodies: validBodies(session, operation),
        isBroken: false,
      });
    }
  },
};

/** The mistake in the response to a body, by the rules that the body breaks; undefined if nothing is. */
function judge(session: Session, body: JsonObject, exchange: Exchange): BrokenRule | undefined {
  const { operation, response } = exchange;
  const expected = operation ? expectedErrors(session, operation, body) : [];
  const words = expected.map(({ status, code }) => `${status} ${code}`).join(" or ");
  const isBroken = operation !== undefined && brokenRules(session, operation, body).size > 0;
  const { status: given = 0 } = response ?? {};
  // A contract without an error for the cause leaves the refusal open.
  const isRefusal = (): boolean =>
    expected.length === 0
      ? given >= 400 && given < 500
      : expected.some(({ status, code }) => status === given && code === getErrorCode(exchange));
  const isFine = isBroken ? isRefusal() : isSuccess(exchange) || isOutside(session, exchange);
  if (isFine) return undefined;
  const text = `${exchange.label}: ${describeResponse(exchange)} instead of ${words || (isBroken ? "a refusal" : "a success")}.${quoteError(exchange)}`;
  const isTaken = isBroken && isSuccess(exchange);
  return { text, ...(isTaken && { basis: basisOfRules(session, operation, body) }) };
}

/** Bodies that are drawn for each one that is sent. */
const maxDraws = 4;

/** Sends bodies until one gets a wrong response. */
async function search(
  session: Session,
  operation: Operation,
  {
    label,
    bodies,
    isBroken,
  }: { label: string; bodies: fc.Arbitrary<JsonObject>; isBroken: boolean },
) {
  const isWanted = (body: JsonObject) =>
    brokenRules(session, operation, body).size > 0 === isBroken;
  const { cases = 25 } = session.options;
  // As many as the limit leaves room for, if nothing moves the clock.
  const room = session.control
    ? cases
    : Math.ceil((operation.rateLimit?.limit ?? Number.POSITIVE_INFINITY) / 4);
  const count = Math.min(cases, room);
  // Where a schema accepts anything, there is no body that it refuses.
  const drawn = fc.sample(bodies, { seed: session.seed, numRuns: maxDraws * count });
  for (const body of drawn.filter(isWanted).slice(0, count)) {
    const exchange = await session.call(operation, { label, body });
    await discardCreated(session, exchange);
    if (judge(session, body, exchange) === undefined) {
      session.check("generated-data", exchange, []);
      continue;
    }
    const smallest = await shrink(session, operation, { body, exchange });
    const mistake = judge(session, smallest.body, smallest.exchange);
    session.check("generated-data", smallest.exchange, mistake ? [mistake] : []);
    return;
  }
}

/**
 * The example with one field of a body that got a wrong response, if that is enough for a wrong response. Its label names
 * the field.
 */
async function shrink(
  session: Session,
  operation: Operation,
  wrong: { body: JsonObject; exchange: Exchange },
): Promise<typeof wrong> {
  const { body } = wrong;
  const base = session.bodyOf(operation) ?? {};
  const changed = Object.keys({ ...base, ...body }).filter(
    (name) => !isDeepStrictEqual(base[name], body[name]),
  );
  for (const name of changed) {
    const one = change(base, [name], body[name]);
    if (!isJsonObject(one)) continue;
    const label = `${name}: ${JSON.stringify(body[name])?.slice(0, 60) ?? "absent"}`;
    const exchange = await session.call(operation, { label, body: one });
    await discardCreated(session, exchange);
    if (judge(session, one, exchange) !== undefined) return { body: one, exchange };
  }
  return wrong;
}

const misplaced: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  "",
  " ",
  "x",
  "\u0001",
  [],
  [null],
  {},
  { a: 1 },
];

/** Bodies that mostly keep every rule of an operation: its example with about half of its fields at an edge of their rules, or random. */
function validBodies(session: Session, operation: Operation): fc.Arbitrary<JsonObject> {
  const changes = fieldsOfBody(session.contract, operation).map((field) => {
    return fc.option(changeTo(field, goodValues(session, field)), { freq: 2, nil: undefined });
  });
  return changedBodies(session, operation, fc.tuple(...changes)).map((body) =>
    session.profile.typical(operation, body),
  );
}

/**
 * Bodies with one or two fields replaced by values that mostly do not belong there: JSON carries each of these values
 * unchanged.
 */
function invalidBodies(session: Session, operation: Operation): fc.Arbitrary<JsonObject> {
  const wrong = fc.constantFrom<(Json | undefined)[]>(...misplaced, undefined);
  const changes = fieldsOfBody(session.contract, operation).map((field) => changeTo(field, wrong));
  return changedBodies(
    session,
    operation,
    fc.array(fc.oneof(...changes), { minLength: 1, maxLength: 2 }),
  );
}

/** A change of a body to one of some values of a field. */
const changeTo = ({ path }: ExampleField, values: fc.Arbitrary<Json | undefined>) =>
  values.map((value) => (body: Json) => change(body, path, value));

function changedBodies(
  session: Session,
  operation: Operation,
  changes: fc.Arbitrary<(((body: Json) => Json) | undefined)[]>,
): fc.Arbitrary<JsonObject> {
  const start = () => session.bodyOf(operation) ?? {};
  return changes
    .map((all) => all.reduce<Json>((body, one) => one?.(body) ?? body, start()))
    .filter(isJsonObject);
}

function goodValues(session: Session, field: ExampleField): fc.Arbitrary<Json | undefined> {
  const { shape, value } = field;
  const edges = keepRules(session, field).map(([, edge]) => edge);
  const samples = listFormats(field).flatMap((format) => session.profile.samples[format] ?? []);
  const isFree = typeof value === "string" && isFreeText(shape);
  const strings = fc.string({ unit: "grapheme", maxLength: 40 });
  return fc.oneof(fc.constantFrom(value, ...edges), ...samples, ...(isFree ? [strings] : []));
}
