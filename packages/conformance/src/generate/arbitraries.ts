import fc from "fast-check";
import { isObject, type Json, type JsonObject, type Operation } from "../contract.ts";
import type { Session } from "../session.ts";
import { formatsOf, keepRules } from "./cases.ts";
import { expectedErrors } from "./expected-errors.ts";
import { change, type Field, fieldsOfBody } from "./fields.ts";

const misplaced: readonly Json[] = [null, true, 0, -1, 1.5, 1e21, "", " ", "x", "\u0001", [], [null], {}, { a: 1 }];

/** Bodies that keep every rule of an operation: its example with about half of its fields at an edge of their rules, or random. */
export function validBodies(session: Session, operation: Operation): fc.Arbitrary<JsonObject> {
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
export function invalidBodies(session: Session, operation: Operation): fc.Arbitrary<JsonObject> {
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
