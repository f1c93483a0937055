import fc from "fast-check";
import { isObject, type Json, type JsonObject, type Operation } from "../contract.ts";
import { expectedErrors, formatsOf, isFreeText, keepRules } from "../generate/cases.ts";
import { change, type Field, fieldsOfBody } from "../generate/fields.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { accept, isCostly, refuse } from "./expect.ts";

/** Bodies that are made by chance: valid ones are accepted, invalid ones refused with an error of theirs. */
export const generatedProbe: Probe = {
  name: "generated data",
  phase: "objects",
  checks: ["generated-data"],
  run: async (session) => {
    for (const operation of session.operations.filter(({ body }) => body)) {
      for (const body of sampleBodies(session, operation, invalidBodies(session, operation))) {
        const why = expectedErrors(session, operation, body);
        await refuse(session, operation, "generated-data", { label: "an invalid body", body }, why);
      }
      if (isCostly(session, operation, "generated-data")) continue;
      for (const body of sampleBodies(session, operation, validBodies(session, operation)))
        await accept(session, operation, "generated-data", { label: "a valid body", body });
    }
  },
};

/** As many bodies as the limit leaves room for, if nothing moves the clock. */
function sampleBodies(
  { options, control, seed }: Session,
  { rateLimit }: Operation,
  bodies: fc.Arbitrary<JsonObject>,
): JsonObject[] {
  const { cases = 25 } = options;
  const room = control ? cases : Math.ceil((rateLimit?.limit ?? Number.POSITIVE_INFINITY) / 4);
  return fc.sample(bodies, { seed, numRuns: Math.min(cases, room) });
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

/** Bodies that keep every rule of an operation: its example with about half of its fields at an edge of their rules, or random. */
function validBodies(session: Session, operation: Operation): fc.Arbitrary<JsonObject> {
  const changes = fieldsOfBody(session.contract, operation).map((field) => {
    return fc.option(changeTo(field, goodValues(session, field)), { freq: 2, nil: undefined });
  });
  return changedBodies(session, operation, fc.tuple(...changes))
    .map((body) => session.profile.typical(operation, body))
    .filter((body) => expectedErrors(session, operation, body).length === 0);
}

/**
 * Bodies with one or two fields replaced by values that do not belong there. They break a rule of the contract as they are
 * sent: JSON carries each of these values unchanged.
 */
function invalidBodies(session: Session, operation: Operation): fc.Arbitrary<JsonObject> {
  const wrong = fc.constantFrom<(Json | undefined)[]>(...misplaced, undefined);
  const changes = fieldsOfBody(session.contract, operation).map((field) => changeTo(field, wrong));
  return changedBodies(
    session,
    operation,
    fc.array(fc.oneof(...changes), { minLength: 1, maxLength: 2 }),
  ).filter((body) => expectedErrors(session, operation, body).length > 0);
}

/** A change of a body to one of some values of a field. */
const changeTo = ({ path }: Field, values: fc.Arbitrary<Json | undefined>) =>
  values.map((value) => (body: Json) => change(body, path, value));

function changedBodies(
  session: Session,
  operation: Operation,
  changes: fc.Arbitrary<(((body: Json) => Json) | undefined)[]>,
): fc.Arbitrary<JsonObject> {
  const start = () => session.bodyOf(operation) ?? {};
  return changes
    .map((all) => all.reduce<Json>((body, one) => one?.(body) ?? body, start()))
    .filter(isObject);
}

function goodValues(session: Session, field: Field): fc.Arbitrary<Json | undefined> {
  const { shape, value } = field;
  const edges = keepRules(session, field).map(([, edge]) => edge);
  const samples = formatsOf(field).flatMap((format) => session.profile.samples[format] ?? []);
  const isFree = typeof value === "string" && isFreeText(shape);
  const text = fc.string({ unit: "grapheme", maxLength: 40 });
  return fc.oneof(fc.constantFrom(value, ...edges), ...samples, ...(isFree ? [text] : []));
}
