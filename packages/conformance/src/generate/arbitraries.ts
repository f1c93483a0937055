import fc from "fast-check";
import { isObject, type Json, type JsonObject, type Operation, type Schema } from "../contract.ts";
import type { Session } from "../session.ts";
import { isText } from "../texts.ts";
import { expectedErrors } from "./expected-errors.ts";
import { change, fieldsOf } from "./fields.ts";

/** Longest list and text that are made, where a schema allows more: the edges have cases of their own. */
const longestList = 4;
const longestText = 40;

/** Values that fit a schema. */
export function valuesOf(session: Session, given: Schema, siblings: JsonObject = {}): fc.Arbitrary<Json> {
  const schema = session.merge(given);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return fc.oneof(...variants.map((variant) => valuesOf(session, variant, siblings)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "object":
      return objectsOf(session, schema);
    case "array":
      return fc.array(valuesOf(session, schema.items ?? {}), {
        maxLength: Math.min(schema.maxItems ?? longestList, longestList),
      });
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1_000, max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1) });
    case "number":
      return fc.double({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return textsOf(session, schema, siblings);
  }
}

function objectsOf(session: Session, { properties = {}, required = [] }: Schema): fc.Arbitrary<Json> {
  const by = Object.values(properties).find((property) => session.merge(property)["x-format-by"]);
  const selector = by && session.merge(by)["x-format-by"]?.property;
  const record = (siblings: JsonObject): fc.Arbitrary<Json> => {
    const members = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        name in siblings ? fc.constant(siblings[name] ?? null) : valuesOf(session, property, siblings),
      ]),
    );
    return fc.record(members, { requiredKeys: required }) as fc.Arbitrary<Json>;
  };
  // What one field is decides over the format of another.
  const chosen = selector === undefined ? undefined : properties[selector];
  if (selector === undefined || !chosen) return record({});
  return valuesOf(session, chosen).chain((value) => record({ [selector]: value }));
}

function textsOf(session: Session, schema: Schema, siblings: JsonObject): fc.Arbitrary<Json> {
  const by = schema["x-format-by"];
  const format = by ? by.formats[String(siblings[by.property])] : schema.format;
  const known = format === undefined ? undefined : session.profile.samples[format];
  if (known) return known;
  const { minLength = 0, maxLength = longestText, pattern } = schema;
  if (pattern)
    return fc
      .stringMatching(new RegExp(pattern))
      .filter((text) => text.length >= minLength && text.length <= maxLength);
  const shortest = Math.min(minLength, longestText);
  return fc
    .string({ unit: "grapheme", minLength: shortest, maxLength: Math.min(maxLength, longestText) })
    .filter(
      (text) => isText(text) && [...text].length >= minLength && [...text].length <= maxLength && text.trim() !== "",
    );
}

/** Bodies that keep every rule of an operation, with the changes that make a call tame. */
export function validBodies(session: Session, operation: Operation): fc.Arbitrary<JsonObject> {
  return valuesOf(session, operation.body?.schema ?? {})
    .filter(isObject)
    .map((body) => session.profile.tame(operation, body))
    .filter((body) => expectedErrors(session, operation, body).length === 0);
}

const strangers: readonly Json[] = [null, true, 0, -1, 1.5, 1e21, "", " ", "x", "\u0001", [], [null], {}, { a: 1 }];

/**
 * Bodies with one or two fields replaced by what is out of place. They break a rule of the contract as they are sent:
 * JSON carries each of these values unchanged.
 */
export function invalidBodies(session: Session, operation: Operation): fc.Arbitrary<JsonObject> {
  const schema = operation.body?.schema ?? {};
  const mutation = fc.record({
    at: fc.nat(200),
    value: fc.constantFrom<(Json | undefined)[]>(...strangers, undefined),
  });
  return fc
    .tuple(validBodies(session, operation), fc.array(mutation, { minLength: 1, maxLength: 2 }))
    .map(([body, mutations]) =>
      mutations.reduce<Json>((changed, { at, value }) => {
        const fields = fieldsOf(session.contract, schema, changed);
        const field = fields[at % Math.max(fields.length, 1)];
        return field ? change(changed, field.path, value) : changed;
      }, body),
    )
    .filter(isObject)
    .filter((body) => expectedErrors(session, operation, body).length > 0);
}
