import type { CheckName } from "../checks.ts";
import { type ExpectedError, errorFor, isLeftOpen, isObject, type Operation, payloadOf } from "../contract.ts";
import { codeOf, type Exchange, isSuccess, outcomeOf } from "../exchange.ts";
import type { Call, Session } from "../session.ts";

/** Whether a call of the operation is left out because its success costs money. */
export function isCostly(session: Session, operation: Operation): boolean {
  return session.profile.spends(operation) && !session.mayTransfer;
}

export const costly = "It moves money: --transfers lets the suite do so.";

/** Why a request has to be refused: causes of the error catalogue, or errors. */
export type Why = string | readonly (string | ExpectedError)[];

/** Sends a call that breaks the contract, holds that it is refused for its cause, and deletes what it has made all the same. */
export async function refuse(
  session: Session,
  operation: Operation,
  check: CheckName,
  call: Call,
  why: Why,
): Promise<Exchange> {
  const exchange = await session.call(operation, { as: session.leastBusy(operation), ...call });
  expectRefused(session, operation, check, exchange, why);
  await discardOf(session, exchange);
  return exchange;
}

/** Sends a call that keeps the contract, holds that it is accepted, and deletes what it has made. */
export async function accept(session: Session, operation: Operation, check: CheckName, call: Call): Promise<Exchange> {
  const exchange = await session.call(operation, { as: session.leastBusy(operation), ...call });
  expectAccepted(session, operation, check, exchange);
  await discardOf(session, exchange);
  return exchange;
}

/** Deletes what a call has made, if it can be deleted. */
export async function discardOf(session: Session, exchange: Exchange): Promise<void> {
  const payload = payloadOf(exchange.response?.json);
  if (isSuccess(exchange) && isObject(payload) && typeof payload.id === "string")
    await session.created.discard(payload.id);
}

/** Holds that a request was refused, and with one of the errors that the contract gives its cause. */
export function expectRefused(
  session: Session,
  operation: Operation | string,
  check: CheckName,
  exchange: Exchange,
  why: Why,
): boolean {
  const listing = typeof operation === "string" ? undefined : operation;
  const expected = [why]
    .flat()
    .flatMap((one) => (typeof one === "string" ? (errorFor(session.contract, one, listing) ?? []) : [one]));
  // Who leaves a check out does not ask for its cause either.
  if (!exchange.response || exchange.response.status >= 500 || session.findings.leavesOut(check)) return false;
  const wanted = expected.map(({ status, code }) => `${status} ${code}`).join(" or ") || "a refusal";
  const { status } = exchange.response;
  const accepted = status < 400;
  session.expect(check, operation, !accepted, `${exchange.label}: ${status} instead of ${wanted}.`, exchange);
  if (accepted) return false;
  // Where the contract has no error for the cause, any refusal will do.
  if (isLeftOpen(session.contract, status, codeOf(exchange))) return true;
  const fits = expected.some((error) => error.status === status && error.code === codeOf(exchange));
  const message = `${exchange.label}: ${outcomeOf(exchange)} instead of ${wanted}.`;
  return session.expect("error-fits-cause", operation, fits, message, exchange);
}

/** Holds that a request was accepted, or refused for a reason that lies outside of it. */
export function expectAccepted(session: Session, operation: Operation, check: CheckName, exchange: Exchange): boolean {
  if (!exchange.response || exchange.response.status >= 500) return false;
  const isFine = isSuccess(exchange) || isOutside(session, operation, exchange);
  return session.expect(check, operation, isFine, `${exchange.label}: ${outcomeOf(exchange)}.`, exchange);
}

/** Whether the error says nothing about the request itself: no money, no receiver, no room. */
export function isOutside({ contract }: Session, operation: Operation, exchange: Exchange): boolean {
  const code = codeOf(exchange);
  const found = contract.errors.find((error) => error.code === code);
  if (!found?.operations.includes(operation.id)) return false;
  const ofFields = new Set(Object.values(contract.schemas).flatMap(fieldCodes));
  return found.causes === undefined && !ofFields.has(found.code) && exchange.response?.status !== 404;
}

/** Codes that the fields of a schema have for their broken rules. */
function fieldCodes(schema: Session["contract"]["schemas"][string]): string[] {
  return Object.values(schema.properties ?? {}).flatMap((property) => Object.values(property["x-invalid"] ?? {}));
}
