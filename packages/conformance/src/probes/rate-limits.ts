import { errorFor, type Operation } from "../contract.ts";
import { type Company, type Exchange, unknownCaller } from "../exchange.ts";
import { numberIn } from "../pace.ts";
import type { Probe } from "../probe.ts";
import type { Call, Session } from "../session.ts";
import { expectRefused } from "./expect.ts";

type Limit = NonNullable<Operation["rateLimit"]>;

/** Limits to the request, for each operation on its own. */
export const rateLimitsProbe: Probe = {
  name: "rate limits",
  phase: "limits",
  checks: ["rate-limit", "rate-limit-scope", "rate-limit-window", "rate-limit-headers", "retry-after"],
  run: async (session) => {
    const limited = session.operations.filter(({ rateLimit }) => rateLimit);
    const spare = limited.some(({ token }) => !token) ? await spareToken(session) : undefined;
    // Where time has to be waited for, it is waited for once; a clock that is moved is moved by one at a time.
    if (!session.control) await Promise.all(limited.map((operation) => exhaust(session, operation, spare)));
    else {
      for (const operation of limited) await exhaust(session, operation, spare);
      // What is counted is the attempt, whether it succeeds or not.
      const issuer = limited.find(({ token }) => token);
      if (issuer) await exhaustFor(session, issuer, session.first);
    }
    for (const operation of session.operations.filter(({ rateLimit }) => !rateLimit))
      await checkUnlimited(session, operation);
  },
};

/** A caller with an unused window. */
function callerOf(session: Session, operation: Operation): Company {
  // Requests with wrong credentials count: an unknown key is a caller of its own.
  return operation.token ? unknownCaller() : session.first;
}

/** Whether each caller has a window of its own. */
const isOfCallers = ({ rateLimit }: Operation): boolean => rateLimit?.scope.some((one) => one !== "ip") ?? false;

/** A call that is counted and changes nothing. */
function harmless(operation: Operation, label: string, as: Company | null): Call {
  return { label, as, atOnce: true, ...(operation.body && { rawBody: "{}" }) };
}

/** A second token of the first company. */
async function spareToken(session: Session): Promise<string> {
  const token = await session.tokenOf(session.first);
  session.tokens.forget(session.first);
  return token;
}

/** Uses a caller's window up; the refusal of the request after it, undefined where that is none. */
async function exhaustFor(session: Session, operation: Operation, caller: Company): Promise<Exchange | undefined> {
  const { rateLimit } = operation;
  const expected = errorFor(session.contract, "rate-limit", operation);
  if (!rateLimit || !expected) return undefined;
  await session.pace.untilFresh(operation, caller);
  if (!(await fill(session, operation, rateLimit, caller))) return undefined;
  const label = `request ${rateLimit.limit + 1} of a window`;
  const refused = await session.call(operation, harmless(operation, label, caller));
  return expectRefused(session, "rate-limit", refused, [expected]) ? refused : undefined;
}

/** One request more than the largest limit of the contract has room for. */
async function checkUnlimited(session: Session, operation: Operation): Promise<void> {
  const most = Math.max(0, ...session.contract.operations.map(({ rateLimit }) => rateLimit?.limit ?? 0));
  for (let count = 1; count <= most + 1; count++) {
    const exchange = await session.call(operation, harmless(operation, `request ${count} in a row`, session.first));
    const isPassed = exchange.response?.status !== 429;
    const message = `Request ${count} in a row is refused, although the operation has no limit.`;
    if (!session.expect("rate-limit", exchange, isPassed, message)) return;
  }
}

async function exhaust(session: Session, operation: Operation, spare: string | undefined): Promise<void> {
  const caller = callerOf(session, operation);
  if (!operation.token)
    for (const neighbour of neighboursOf(session, operation)) await session.pace.untilFresh(neighbour, session.first);
  const refused = await exhaustFor(session, operation, caller);
  if (!refused) return;
  await checkScope(session, operation);
  if (isOfCallers(operation) && !operation.token && spare !== undefined)
    await checkToken(session, operation, spare, refused);
  await checkWindow(session, operation, caller, refused);
}

/** Sends as many requests as a window has room for. */
async function fill(session: Session, operation: Operation, { limit }: Limit, caller: Company): Promise<boolean> {
  for (let count = 1; count <= limit; count++) {
    if (count === 2 && operation.security && !operation.token) await sendUncounted(session, operation);
    const label = `request ${count} of a window`;
    const exchange = await session.call(operation, harmless(operation, label, caller));
    const passed = exchange.response?.status !== 429;
    const message = `Request ${count} of ${limit} in a window is refused.`;
    if (!session.expect("rate-limit", exchange, passed, message)) return false;
    const remaining = numberIn(exchange, "remaining");
    const isRight = remaining === undefined || remaining === limit - count;
    const wrong = `After ${count} requests of a new window ${remaining} remain, not ${limit - count}.`;
    session.expect("rate-limit-headers", exchange, isRight, wrong);
  }
  return true;
}

/** Requests without credentials belong to no caller and use no window. */
async function sendUncounted(session: Session, operation: Operation): Promise<void> {
  for (let count = 0; count < 3; count++) {
    await session.call(operation, harmless(operation, "a request without credentials", null));
  }
}

/** While one window is full, others are not. */
async function checkScope(session: Session, operation: Operation): Promise<void> {
  const isPassed = ({ response }: Exchange): boolean => response?.status !== 429;
  // Callers at one address share a window that is counted by addresses.
  if (!isOfCallers(operation)) return;
  const other = operation.token ? unknownCaller() : session.second;
  if (other) {
    const call = harmless(operation, "another caller, the window of the first full", other);
    const exchange = await session.call(operation, call);
    const message = "One caller's full window refuses another caller.";
    session.expect("rate-limit-scope", exchange, isPassed(exchange), message);
  } else session.untested("rate-limit-scope", operation, "There is no second company (--other-key).");
  if (operation.token) return;
  const anonymous = await session.call(operation, harmless(operation, "no credentials, the window full", null));
  const message = "A request without credentials gets a 429, although no window counts it.";
  session.expect("rate-limit-scope", anonymous, isPassed(anonymous), message);
  for (const neighbour of neighboursOf(session, operation)) {
    const label = `the window of ${operation.id} full`;
    const exchange = await session.call(neighbour, harmless(neighbour, label, session.first));
    const full = `The full window of ${operation.id} refuses ${neighbour.id}.`;
    session.expect("rate-limit-scope", operation, isPassed(exchange), full, exchange);
  }
}

/** Operations that have room, whatever the window of this one. Filled side by side, none has any to spare. */
function neighboursOf(session: Session, operation: Operation): Operation[] {
  return session.operations.filter((one) => {
    return one !== operation && !one.token && (session.control !== undefined || !one.rateLimit);
  });
}

/** A window is the caller's, whatever token it calls with. */
async function checkToken(session: Session, operation: Operation, spare: string, refused: Exchange): Promise<void> {
  const call = harmless(operation, "another token of the same caller, the window full", session.first);
  const exchange = await session.call(operation, { ...call, headers: { authorization: `Bearer ${spare}` } });
  const endsAt = refused.sentAt + Number(refused.response?.headers.get("retry-after")) * 1000;
  // The spare token may be too old by now, and the window over.
  const isHeld = [401, 429].includes(exchange.response?.status ?? 429) || !(session.now() < endsAt - 1_000);
  const message = "The full window of a caller is open to another token of it.";
  session.expect("rate-limit-scope", exchange, isHeld, message);
}

/** The window ends when Retry-After says, and not before. */
async function checkWindow(session: Session, operation: Operation, caller: Company, refused: Exchange): Promise<void> {
  const { limit = 0, window = 0 } = operation.rateLimit ?? {};
  const wait = Number(refused.response?.headers.get("retry-after"));
  if (!(wait >= 1 && wait <= window)) return;
  const endsAt = refused.sentAt + wait * 1000;
  // Sent again as it was: a refusal for the limit is not kept for an idempotency key.
  const again = (label: string): Call => ({
    ...harmless(operation, label, caller),
    headers: keyOf(operation, refused),
  });
  const early = endsAt - 3_000 - session.now();
  if (early > 0) {
    await session.pass(early);
    const exchange = await session.call(operation, again("just before the window ends"));
    const isRefused = exchange.response?.status === 429 || session.now() > endsAt - 1_000;
    session.expect("rate-limit-window", exchange, isRefused, "The window ended before Retry-After said.");
  }
  await session.pass(Math.max(0, endsAt + 1_200 - session.now()));
  const exchange = await session.call(operation, again("after the wait of Retry-After"));
  const isOpen = exchange.response?.status !== 429;
  session.expect("rate-limit-window", exchange, isOpen, "Still refused after the wait of Retry-After.");
  const remaining = numberIn(exchange, "remaining");
  const isNew = !isOpen || remaining === undefined || remaining === limit - 1;
  session.expect("rate-limit-window", exchange, isNew, `The new window starts with ${remaining} remaining.`);
}

/** The idempotency key of a request, where it has one. */
function keyOf({ idempotency }: Operation, { request }: Exchange): Record<string, string> {
  const key = idempotency && request.headers[idempotency.header];
  return idempotency && key !== undefined ? { [idempotency.header]: key } : {};
}
