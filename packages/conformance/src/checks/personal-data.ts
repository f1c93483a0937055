import { isObject, type Json, type Schema } from "../contract.ts";
import { documented } from "../exchange.ts";
import type { ExchangeCheck, Session } from "../session.ts";
import { parseJson, textsWithin, valueAt } from "../texts.ts";

/** Data of a person that was sent stays out of errors, and of fields that the contract does not know. */
export const checkPersonalData: ExchangeCheck = (exchange, session) => {
  const { operation, request, response } = exchange;
  const sent = operation?.body ? personalValues(session, operation.body.schema, parseJson(request.body ?? "")) : [];
  for (const { value, name } of sent) session.persons.set(value, name);
  if (!operation || session.persons.size === 0) return undefined;
  const schema = documented(exchange)?.schema;
  const { json = response.text } = response;
  const isError = response.status >= 400;
  const unknown = schema ? session.validator.unknownFields(schema, json) : [];
  const shown = isError || !schema ? json : unknown.map((path) => valueAt(json, path) ?? null);
  const texts = textsWithin(shown);
  const found = [...session.persons].filter(([value]) => texts.some((text) => text.includes(value)));
  const where = isError ? `The ${response.status}` : "A field that the contract does not know";
  return [...new Set(found.map(([, name]) => `${where} shows ${name} of a person.`))];
};

interface PersonalValue {
  value: string;
  name: string;
}

/** Values of fields that hold data of persons, as the contract marks them, in a body that was sent. */
function personalValues(session: Session, schema: Schema, body: Json | undefined): PersonalValue[] {
  if (!isObject(body)) return [];
  const { properties = {} } = session.merge(schema);
  const broken = new Set(session.validator.violations(schema, body).map(({ path }) => path[0]));
  return Object.entries(properties).flatMap(([name, property]) => {
    const value = body[name];
    const merged = session.merge(property);
    if (merged.properties) return personalValues(session, merged, value);
    // A value that breaks its own rules belongs to no person, and short words are in many texts by chance.
    const isPersons = typeof value === "string" && value.length >= 8 && isPersonal(merged);
    return isPersons && !broken.has(name) ? [{ value, name }] : [];
  });
}

const isPersonal = (schema: Schema): boolean =>
  Boolean(schema["x-personal"] || schema.format === "email" || schema["x-format-by"]);
