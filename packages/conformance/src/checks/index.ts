// Checks that run on every exchange.
import { checks } from "../checks.ts";
import { getPayload, isJsonObject, isLeftOpen } from "../contract.ts";
import { type Answered, type Exchange, getErrorCode, isSuccess } from "../exchange.ts";
import { brokenMessages, objectsWithin } from "../json-values.ts";
import type { ExchangeCheck, Session } from "../session.ts";
import { checkRateLimit, checkRetryAfter } from "./rate-limit.ts";
import {
  checkBody,
  checkBytes,
  checkChallenge,
  checkContentType,
  checkErrorCode,
  checkErrorTime,
  checkHeaders,
  checkStatus,
} from "./response.ts";
import { checkLeaks, checkPersonalData } from "./secrets.ts";

const exchangeChecks: readonly [keyof typeof checks, ExchangeCheck][] = [
  ["documented-status", checkStatus],
  ["content-type", checkContentType],
  ["bytes", checkBytes],
  ["headers", checkHeaders],
  ["error-code", checkErrorCode],
  ["body-schema", checkBody],
  ["personal-data", checkPersonalData],
  ["no-leaks", checkLeaks],
  ["rate-limit-headers", checkRateLimit],
  ["retry-after", checkRetryAfter],
  ["challenge", checkChallenge],
  ["error-time", checkErrorTime],
  ["deletion", checkNotListed],
  ["list", checkKept],
];

/** Ids that a list shows; undefined if the exchange is about no list of objects that can be deleted. */
function readListedIds(exchange: Answered, { resources }: Session): string[] | undefined {
  const payload = getPayload(exchange.response.json);
  const isList = resources.some(({ list, remove }) => remove && list === exchange.operation);
  if (!isList || !isSuccess(exchange) || !Array.isArray(payload)) return undefined;
  return payload.flatMap((record) => (isJsonObject(record) ? [String(record.id)] : []));
}

/** A list requested after a deletion does not contain the object. */
function checkNotListed(exchange: Answered, session: Session): string[] | undefined {
  const isGone = (id: string) =>
    (session.created.deleted.get(id) ?? Number.POSITIVE_INFINITY) < exchange.sentAt;
  const ids = readListedIds(exchange, session);
  return ids && brokenMessages([!ids.some(isGone), "The list shows what was deleted."]);
}

/** A list contains everything that was created before, and not deleted. */
function checkKept(exchange: Answered, session: Session): string[] | undefined {
  const ids = readListedIds(exchange, session);
  if (!ids) return undefined;
  const isWhole = session.created.listedBy(exchange).every((id) => ids.includes(id));
  return brokenMessages([isWhole, "The list does not show what was created."]);
}

/** Makes every check of an exchange. */
export function checkExchange(session: Session, exchange: Exchange): void {
  const subject = exchange.operation?.id ?? "*";
  const { response, failure } = exchange;
  const isFailure = response === undefined || response.status >= 500;
  const outcome = response
    ? `The status is ${response.status}.`
    : `There is no response: ${failure}.`;
  // A reset may be chance: whether it is not is seen when the request is sent again.
  if (!exchange.isReset)
    session.check("server-error", subject, isFailure ? [outcome] : [], exchange);
  if (!response || response.status >= 500) return;
  const answered: Answered = { ...exchange, response };
  const isOpen = isLeftOpen(session.contract, response.status, getErrorCode(exchange));
  // A response to HEAD has no body, and those to methods of HTTP itself follow HTTP alone.
  const isFree = isOpen || /^(HEAD|OPTIONS|TRACE)$/.test(exchange.request.method);
  for (const [check, run] of exchangeChecks) {
    if (!session.findings.wants(check) || (isFree && checks[check].area === "form")) continue;
    const wrong = run(answered, session);
    if (wrong) session.check(check, subject, wrong, exchange);
  }
  checkObjects(session, answered);
}

/** Runs the object checks of the profile on every object of a success. */
function checkObjects(session: Session, exchange: Answered) {
  // Fields that the contract does not know may hold anything.
  const payload = getPayload(session.documentedPart(exchange));
  if (!exchange.operation || !isSuccess(exchange) || payload === undefined) return;
  for (const { check, run } of session.profile.objectChecks) {
    if (!session.findings.wants(check)) continue;
    for (const object of objectsWithin(payload)) {
      const mistake = run(object);
      if (mistake) session.check(check, exchange, mistake);
    }
  }
}
