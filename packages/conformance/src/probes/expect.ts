import type { CheckName } from "../checks.ts";
import type { ExpectedError, Operation } from "../contract.ts";
import { codeOf, type Exchange, isSuccess, outcomeOf } from "../exchange.ts";
import type { Session } from "../session.ts";

/** Holds that a request was refused, and with one of the errors that the contract gives its cause. */
export function expectRefused(
  session: Session,
  operation: Operation | string,
  check: CheckName,
  exchange: Exchange,
  expected: readonly ExpectedError[],
): boolean {
  // Who leaves a check out does not ask for its cause either.
  if (!exchange.response || exchange.response.status >= 500 || session.findings.leavesOut(check)) return false;
  const wanted = expected.map(({ status, code }) => `${status} ${code}`).join(" or ");
  const { status } = exchange.response;
  const accepted = status < 400;
  session.expect(check, operation, !accepted, `${exchange.label}: ${status} instead of ${wanted}.`, exchange);
  if (accepted) return false;
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
