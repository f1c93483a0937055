import { bodyKind } from "@packages/contract/src/media-types.ts";
import { readExample } from "@packages/contract/src/sample-request.ts";
import { fieldsOf, follow } from "@packages/contract/src/shapes/shape.ts";
import type { RuleBasis } from "../basis.ts";
import type { CheckName } from "../checks.ts";
import {
  type ExpectedError,
  errorForCause,
  getShape,
  isLeftOpen,
  type Json,
  type JsonObject,
  type Operation,
} from "../contract.ts";
import {
  describeResponse,
  type Exchange,
  getErrorCode,
  getRecord,
  isSuccess,
} from "../exchange.ts";
import { differences } from "../meaning.ts";
import type { CallChanges, Session } from "../session.ts";

/**
 * Whether a call of the operation is left out because its success has a price.
 *
 * @param check is noted as not tested for that reason
 */
export function isCostly(session: Session, operation: Operation, check?: CheckName): boolean {
  const isIt = session.profile.spends(operation) && !session.maySpend;
  if (isIt && check) session.untested(check, operation, session.profile.whyNotSpent);
  return isIt;
}

/** Whether the suite has a body of an operation that it can change: JSON, of which the contract gives an example. */
export function hasBody(session: Session, operation: Operation): boolean {
  const { body } = operation;
  return bodyKind(body?.mediaType ?? "") === "json" && session.bodyOf(operation) !== undefined;
}

/** Whether the contract gives all that a call needs to succeed: values of parameters and a body. */
export function isCallable(session: Session, operation: Operation): boolean {
  const { body, parameters } = operation;
  const isGiven = parameters
    .filter(({ required }) => required)
    .every((one) => ["query", "header"].includes(one.in) && readExample(one) !== undefined);
  const isSent = body === undefined || !body.required || hasBody(session, operation);
  return isGiven && isSent;
}

/** A parameter that the contract does not know: it may be refused, but it leads to the operation. */
export const unknownQuery = "?unknown=1";

/** Many clients name the type of every request. */
export const typedWithoutBody = {
  label: "a content type without a body",
  headers: { "content-type": "application/json" },
};

/** Why a request has to be refused: causes of the error catalogue, or errors. */
export type Expectation = string | readonly (string | ExpectedError)[];

/**
 * Sends a call that breaks the contract, holds that it is refused for its cause, and deletes an object that it created all
 * the same.
 */
export async function expectRefusal(
  session: Session,
  operation: Operation,
  check: CheckName,
  call: CallChanges,
  why: Expectation,
  basis?: RuleBasis,
) {
  const exchange = await session.call(operation, { as: session.leastBusy(operation), ...call });
  checkRefusal(session, check, exchange, why, { basis });
  await discardCreated(session, exchange);
  return exchange;
}

/** Sends a call that keeps the contract, holds that it is accepted, and deletes the object that it created. */
export async function expectAcceptance(
  session: Session,
  operation: Operation,
  check: CheckName,
  call: CallChanges,
): Promise<Exchange> {
  const exchange = await session.call(operation, { as: session.leastBusy(operation), ...call });
  const isAnswered = exchange.response && exchange.response.status < 500;
  // A refusal may have a reason that lies outside of the request.
  if (isAnswered)
    session.expect(check, exchange, isSuccess(exchange) || isOutside(session, exchange));
  await discardCreated(session, exchange);
  return exchange;
}

/** Deletes the object of a call, if it can be deleted. */
export async function discardCreated(session: Session, exchange: Exchange): Promise<void> {
  const { id } = getRecord(exchange) ?? {};
  if (typeof id === "string") await session.created.discard(id);
}

/**
 * Holds that a request was refused, and with one of the errors that the contract gives its cause.
 *
 * @param basis where the rule that it breaks comes from; that of the error if absent
 */
export function checkRefusal(
  session: Session,
  check: CheckName,
  exchange: Exchange,
  why: Expectation,
  {
    operation = exchange.operation,
    basis,
  }: { operation?: Operation | undefined; basis?: RuleBasis | undefined } = {},
): boolean {
  const subject = operation ?? "*";
  const expected = [why]
    .flat()
    .flatMap((one) =>
      typeof one === "string" ? (errorForCause(session.contract, one, operation) ?? []) : [one],
    );
  // A run without the check does not check the cause either.
  if (!exchange.response || exchange.response.status >= 500 || session.findings.leavesOut(check))
    return false;
  const wanted =
    expected.map(({ status, code }) => `${status} ${code}`).join(" or ") || "a refusal";
  const { status } = exchange.response;
  const accepted = status < 400;
  const taken = {
    text: `${exchange.label}: ${status} instead of ${wanted}.`,
    ...(basis && { basis }),
  };
  session.check(check, subject, accepted ? [taken] : [], exchange);
  if (accepted) return false;
  // If the contract has no error for the cause, any refusal will do.
  const isOpen = isLeftOpen(session.contract, status, getErrorCode(exchange));
  if (expected.length === 0 || isOpen) return true;
  const fits = expected.some(
    (error) => error.status === status && error.code === getErrorCode(exchange),
  );
  const message = `${exchange.label}: ${describeResponse(exchange)} instead of ${wanted}.`;
  return session.expect("error-fits-cause", subject, fits, message, exchange);
}

/** Whether the error is about something outside the request: no room, no receiver. */
export function isOutside({ contract, validator }: Session, exchange: Exchange): boolean {
  const code = getErrorCode(exchange);
  const found = contract.errors.find((error) => error.code === code);
  if (!found?.operations.includes(exchange.operation?.id ?? "")) return false;
  const isOfField = validator.codes.has(found.code);
  return found.causes === undefined && !isOfField && exchange.response?.status !== 404;
}

/** The fields of a request that its record has to repeat: those that both have, and defaults for those that were left out. */
export function expectedFields(
  session: Session,
  operation: Operation,
  body: JsonObject,
): JsonObject {
  const names = session.profile.renamed[operation.id] ?? {};
  const fields = Object.entries(fieldsOf(getShape(session.contract, operation.body?.schema)));
  return Object.fromEntries(
    fields.flatMap(([name, { shape }]): [string, Json][] => {
      const value = body[name] ?? follow(shape).annotations.default;
      return value === undefined ? [] : [[names[name] ?? name, value]];
    }),
  );
}

/** Checks that the response to a creation repeats the request's fields. */
export function checkEcho(
  session: Session,
  body: JsonObject,
  exchange: Exchange,
  check: "echo" | "duplicate-names" | "unknown-request-fields" = "echo",
): void {
  const record = getRecord(exchange);
  if (!record || !exchange.operation || !session.profile.echoes) return;
  const wrong = differences(expectedFields(session, exchange.operation, body), record);
  const messages = wrong.map((one) => `${exchange.label}: ${one}`);
  session.check(check, exchange, messages);
}
