import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject, mergeSchema, type Operation, payloadOf } from "../contract.ts";
import { type Exchange, isSuccess } from "../exchange.ts";
import type { Session } from "../session.ts";

/** What a record has to say of a request: the fields that both have, and defaults for those that were left out. */
export function expectedFields(session: Session, operation: Operation, body: JsonObject): JsonObject {
  const { properties = {} } = mergeSchema(session.contract, operation.body?.schema ?? {});
  const names = session.profile.renamed[operation.id] ?? {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]): [string, Json][] => {
      const schema = mergeSchema(session.contract, property);
      const value = body[name] ?? schema.default;
      return value === undefined ? [] : [[names[name] ?? name, value]];
    }),
  );
}

/** Holds that a creation says what was asked for. */
export function checkEcho(session: Session, operation: Operation, body: JsonObject, exchange: Exchange): void {
  const payload = payloadOf(exchange.response?.json);
  if (!isSuccess(exchange) || !isObject(payload)) return;
  const wrong = differences(expectedFields(session, operation, body), payload);
  session.check(
    "echo",
    operation,
    wrong.map((one) => `${exchange.label}: ${one}`),
    exchange,
  );
}

/** Where a record says otherwise than it should, each in a sentence. Fields that only one of them has are no difference. */
export function differences(expected: JsonObject, record: JsonObject): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const given = record[name];
    if (given === undefined || isSame(value, given)) return [];
    if (isObject(value) && isObject(given)) return differences(value, given).map((inner) => `${name}.${inner}`);
    return [`${name} is ${short(given)}, not ${short(value)}.`];
  });
}

function isSame(first: Json, second: Json): boolean {
  // A list of names says the same in any order.
  if (Array.isArray(first) && Array.isArray(second)) return isDeepStrictEqual([...first].sort(), [...second].sort());
  if (isObject(first) && isObject(second)) return differences(first, second).length === 0;
  return isDeepStrictEqual(first, second);
}

function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
