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
export function checkEcho(
  session: Session,
  operation: Operation,
  body: JsonObject,
  exchange: Exchange,
  check: "echo" | "duplicate-names" = "echo",
): void {
  const payload = payloadOf(exchange.response?.json);
  if (!isSuccess(exchange) || !isObject(payload)) return;
  const wrong = session.meaning.differences(expectedFields(session, operation, body), payload);
  session.check(
    check,
    operation,
    wrong.map((one) => `${exchange.label}: ${one}`),
    exchange,
  );
}
