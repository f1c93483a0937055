import fc from "fast-check";
import { type ExpectedError, isObject, type Json, type JsonObject, type Operation } from "../contract.ts";
import { StopError } from "../errors.ts";
import { codeOf, type Exchange, isSuccess, outcomeOf } from "../exchange.ts";
import { expectedErrors, formatsOf, keepRules } from "../generate/cases.ts";
import { change, type Field, fieldsOfBody } from "../generate/fields.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { discardOf, isCostly, isOutside } from "./expect.ts";

/** Requests that the search for the smallest failing case may take. */
const mostShrinks = 80;

/** Bodies that are made by chance: valid ones are accepted, invalid ones refused with an error of theirs. */
export const generatedProbe: Probe = {
  name: "generated data",
  phase: "objects",
  checks: ["generated-data"],
  run: async (session) => {
    for (const operation of session.operations.filter(({ body }) => body)) {
      await tryInvalid(session, operation);
      if (!isCostly(session, operation, "generated-data")) await tryValid(session, operation);
    }
  },
};

/** Bodies for each operation: as many as the limit leaves room for, where nothing moves the clock. */
function casesFor(session: Session, { rateLimit }: Operation): number {
  const { cases = 25 } = session.options;
  return session.control || !rateLimit ? cases : Math.min(cases, Math.ceil(rateLimit.limit / 4));
}

function tryValid(session: Session, operation: Operation): Promise<void> {
  return search(session, operation, "a valid body", validBodies(session, operation), (exchange) => {
    return isSuccess(exchange) || isOutside(session, exchange)
      ? undefined
      : `It is valid, and got ${outcomeOf(exchange)}.`;
  });
}

function tryInvalid(session: Session, operation: Operation): Promise<void> {
  return search(session, operation, "an invalid body", invalidBodies(session, operation), (exchange, body) => {
    const expected = expectedErrors(session, operation, body);
    const fits = expected.some(({ status, code }) => status === exchange.response?.status && code === codeOf(exchange));
    return fits ? undefined : `It got ${outcomeOf(exchange)} instead of ${words(expected)}.`;
  });
}

const words = (errors: readonly ExpectedError[]): string =>
  errors.map(({ status, code }) => `${status} ${code}`).join(" or ");

/** Sends bodies until one fails, and then smaller ones until none smaller does. */
async function search(
  session: Session,
  operation: Operation,
  label: string,
  bodies: fc.Arbitrary<JsonObject>,
  judge: (exchange: Exchange, body: JsonObject) => string | undefined,
): Promise<void> {
  let smallest: { message: string; exchange: Exchange } | undefined;
  let shrinks = 0;
  let stopped: StopError | undefined;
  const property = fc.asyncProperty(bodies, async (body) => {
    // What counts as passed ends the search.
    if (stopped || (smallest && ++shrinks > mostShrinks)) return true;
    try {
      const exchange = await session.call(operation, { label, body });
      await discardOf(session, exchange);
      const message = judge(exchange, body);
      if (message === undefined) return true;
      smallest = { message: `${label}: ${message}`, exchange };
      return false;
    } catch (error) {
      if (!(error instanceof StopError)) throw error;
      stopped = error;
      return true;
    }
  });
  await fc.check(property, { seed: session.seed, numRuns: casesFor(session, operation) });
  session.check("generated-data", operation, smallest ? [smallest.message] : [], smallest?.exchange);
  if (stopped) throw stopped;
}

const misplaced: readonly Json[] = [null, true, 0, -1, 1.5, 1e21, "", " ", "x", "\u0001", [], [null], {}, { a: 1 }];

/** Bodies that keep every rule of an operation: its example with about half of its fields at an edge of their rules, or random. */
function validBodies(session: Session, operation: Operation): fc.Arbitrary<JsonObject> {
  const changes = fieldsOfBody(session.contract, operation).map((field) => {
    return fc.option(changeTo(field, goodValues(session, field)), { freq: 2, nil: undefined });
  });
  return changedBodies(session, operation, fc.tuple(...changes))
    .map((body) => session.profile.tame(operation, body))
    .filter((body) => expectedErrors(session, operation, body).length === 0);
}

/**
 * Bodies with one or two fields replaced by values that do not belong there. They break a rule of the contract as they are
 * sent: JSON carries each of these values unchanged.
 */
function invalidBodies(session: Session, operation: Operation): fc.Arbitrary<JsonObject> {
  const wrong = fc.constantFrom<(Json | undefined)[]>(...misplaced, undefined);
  const changes = fieldsOfBody(session.contract, operation).map((field) => changeTo(field, wrong));
  return changedBodies(session, operation, fc.array(fc.oneof(...changes), { minLength: 1, maxLength: 2 })).filter(
    (body) => expectedErrors(session, operation, body).length > 0,
  );
}

interface Change {
  path: string[];
  value: Json | undefined;
}

const changeTo = ({ path }: Field, values: fc.Arbitrary<Json | undefined>): fc.Arbitrary<Change> =>
  values.map((value) => ({ path, value }));

function changedBodies(
  session: Session,
  operation: Operation,
  changes: fc.Arbitrary<(Change | undefined)[]>,
): fc.Arbitrary<JsonObject> {
  return changes
    .map((all) => {
      const start: Json = session.bodyOf(operation) ?? {};
      return all.reduce<Json>((body, one) => (one ? change(body, one.path, one.value) : body), start);
    })
    .filter(isObject);
}

function goodValues(session: Session, field: Field): fc.Arbitrary<Json | undefined> {
  const { schema, value, siblings } = field;
  const edges = keepRules(session, field).map(([, edge]) => edge);
  const samples = formatsOf(session, schema, siblings).flatMap((format) => session.profile.samples[format] ?? []);
  const isFree = typeof value === "string" && (schema.format ?? schema.pattern ?? schema.enum) === undefined;
  const text = fc.string({ unit: "grapheme", maxLength: 40 });
  return fc.oneof(fc.constantFrom(value, ...edges), ...samples, ...(isFree ? [text] : []));
}
