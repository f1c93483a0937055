import { errorForCause, type Operation } from "../contract.ts";
import { type Exchange, unknownCaller } from "../exchange.ts";
import { numberIn } from "../pace.ts";
import type { Probe } from "../probe.ts";
import type { CallChanges, Session } from "../session.ts";
import { checkRefusal } from "./expect.ts";

/** Limits to the request, for each operation on its own. */
export const rateLimitsProbe: Probe = {
  name: "rate limits",
  phase: "limits",
  checks: [
    "rate-limit",
    "rate-limit-scope",
    "rate-limit-window",
    "rate-limit-headers",
    "retry-after",
  ],
  run: async (session) => {
    const limited = session.operations.filter(({ rateLimit }) => rateLimit);
    const spare = limited.some(({ token }) => !token) ? await spareToken(session) : undefined;
    const subjects = limited.map((operation) => getLimitSubject(session, operation));
    // If time has to be waited for, it is waited for once; a clock that is moved is moved by one at a time.
    const unlimited = async () => {
      const free = session.operations.filter(({ rateLimit }) => !rateLimit);
      // Servers limit operations alike: the first one gets as many requests as the largest limit, the others as the next one.
      for (const [index, operation] of free.entries())
        await checkUnlimited(session, operation, 1 + largestLimit(session, index === 0 ? 0 : 1));
    };
    if (!session.control) {
      const rests = await Promise.all(subjects.map((subject) => exhaust(subject, spare)));
      return async () => {
        await Promise.all([...rests.map((rest) => rest?.()), unlimited()]);
      };
    }
    for (const subject of subjects) {
      await (await exhaust(subject, spare))?.();
      await checkAtOnce(subject);
    }
    // Each attempt counts, whether it succeeds or not.
    const issuer = subjects.find(({ operation }) => operation.token);
    if (issuer) await exhaustLimit({ ...issuer, caller: session.first });
    return unlimited();
  },
};

type LimitSubject = ReturnType<typeof getLimitSubject>;

/** An operation with a limit in a window of seconds, its caller, and whether each caller has a separate window. */
function getLimitSubject(session: Session, operation: Operation) {
  const { limit = 0, window = 0, scope = [] } = operation.rateLimit ?? {};
  // Requests with wrong credentials count: an unknown key counts as another caller.
  const caller = operation.token ? unknownCaller() : session.first;
  return {
    session,
    operation,
    limit,
    window,
    caller,
    isOfCallers: scope.some((one) => one !== "ip"),
  };
}

/** Sends a request that is counted and changes nothing. */
function ask(
  { session, operation }: Pick<LimitSubject, "session" | "operation">,
  label: string,
  call: Partial<CallChanges>,
) {
  return session.call(operation, {
    label,
    atOnce: true,
    ...(operation.body && { rawBody: "{}" }),
    ...call,
  });
}

const isLimited = ({ response }: Exchange) => response?.status === 429;

/** Whether it is unknown if a request was counted: a gateway may have answered, or nothing did. */
const isBroken = ({ response }: Exchange) => response === undefined || response.status >= 500;
const uncounted =
  "A request of the window got no response, or a status from 500: whether it was counted is not known.";

/** A second token of the first caller. */
async function spareToken(session: Session): Promise<string> {
  const token = await session.tokenOf(session.first);
  session.tokens.forget(session.first);
  return token;
}

/** A limit of the contract, by its rank. */
function largestLimit({ contract }: Session, rank: number): number {
  const limits = new Set(contract.operations.map(({ rateLimit }) => rateLimit?.limit ?? 0));
  return [...limits].sort((one, other) => other - one)[rank] ?? 0;
}

/** So many requests in a row, none of which a limit refuses. */
async function checkUnlimited(session: Session, operation: Operation, requests: number) {
  for (let count = 1; count <= requests; count++) {
    const exchange = await ask({ session, operation }, `request ${count} in a row`, {});
    const message = `Request ${count} in a row is refused, although the operation has no limit.`;
    if (!session.expect("rate-limit", exchange, !isLimited(exchange), message)) return;
  }
}

/** Fills a window. The check of its end is left: other calls wait for that. */
async function exhaust(subject: LimitSubject, spare: string | undefined) {
  const { session, operation, caller, isOfCallers } = subject;
  if (!operation.token)
    for (const neighbour of findOtherLimits(subject))
      await session.pace.untilFresh(neighbour, session.first);
  const refused = await exhaustLimit(subject);
  if (!refused) return undefined;
  // Callers at one address share a window that is counted by addresses.
  if (isOfCallers) await checkLimitScope(subject);
  if (isOfCallers && !operation.token && spare !== undefined)
    await checkTokenWindow(subject, spare, refused);
  return () => session.pace.together(operation, caller, 0, () => checkWindow(subject, refused));
}

/** Uses a caller's window up. Returns the refusal of the request after it; undefined if it was not refused, or not tested. */
async function exhaustLimit(subject: LimitSubject): Promise<Exchange | undefined> {
  const { session, operation, limit, window, caller } = subject;
  const expected = errorForCause(session.contract, "rate-limit", operation);
  if (!expected) return undefined;
  // If nothing moves the clock, the end of a window that has just begun is not waited for.
  const first = session.control
    ? undefined
    : await ask(subject, "what is left of a window", { as: caller });
  const left =
    first && session.pace.isYoung(operation, caller) ? numberIn(first, "remaining") : undefined;
  if (left === undefined) await session.pace.untilFresh(operation, caller);
  const started = session.now();
  for (let count = 1 + limit - (left ?? limit); count <= limit; count++) {
    if (session.now() > started + window * 700)
      return void session.untested(
        "rate-limit",
        operation,
        "The server is too slow for its windows to be filled.",
      );
    // Before the last one, requests without credentials, which use no caller's window.
    const isLast = count === limit;
    const anonymous = isLast && operation.scheme && !operation.token ? 3 : 0;
    for (let sent = 0; sent < anonymous; sent++)
      await ask(subject, "a request without credentials", { as: null });
    const exchange = await ask(subject, `request ${count} of a window`, { as: caller });
    if (isBroken(exchange)) return void session.untested("rate-limit", operation, uncounted);
    const message = `Request ${count} of ${limit} in a window is refused.`;
    if (!session.expect("rate-limit", exchange, !isLimited(exchange), message)) return undefined;
    const remaining = numberIn(exchange, "remaining") ?? limit - count;
    const wrong = `After ${count} requests of a new window ${remaining} remain, not ${limit - count}.`;
    session.expect("rate-limit-headers", exchange, remaining === limit - count, wrong);
  }
  const refused = await ask(subject, `request ${limit + 1} of a window`, { as: caller });
  if (isBroken(refused)) return void session.untested("rate-limit", operation, uncounted);
  return checkRefusal(session, "rate-limit", refused, [expected]) ? refused : undefined;
}

/** No more of the requests that come at once pass than a window has room for. */
async function checkAtOnce(subject: LimitSubject) {
  const { session, operation, limit, caller } = subject;
  await session.pace.untilFresh(operation, caller);
  const calls = Array.from({ length: limit + 3 }, () =>
    ask(subject, "more than a window at once", { as: caller }),
  );
  const exchanges = await Promise.all(calls);
  if (exchanges.some(isBroken)) return session.untested("rate-limit", operation, uncounted);
  const passed = exchanges.filter((exchange) => exchange.response && !isLimited(exchange)).length;
  const message = `Of ${limit + 3} requests at once ${passed} pass, not ${limit}.`;
  session.expect("rate-limit", operation, passed <= limit, message, exchanges[0]);
}

/** While one window is full, others are not. */
async function checkLimitScope(subject: LimitSubject) {
  const { session, operation } = subject;
  const expectOpen = (exchange: Exchange, message: string) =>
    session.expect("rate-limit-scope", operation, !isLimited(exchange), message, exchange);
  const as = operation.token ? unknownCaller() : session.second;
  if (as) {
    const exchange = await ask(subject, "another caller, the window of the first full", { as });
    expectOpen(exchange, "One caller's full window refuses another caller.");
  } else
    session.untested("rate-limit-scope", operation, "There is no second caller (--other-key).");
  if (operation.token) return;
  const anonymous = await ask(subject, "no credentials, the window full", { as: null });
  expectOpen(anonymous, "A request without credentials gets a 429, although no window counts it.");
  for (const neighbour of findOtherLimits(subject)) {
    const exchange = await ask(
      { session, operation: neighbour },
      `the window of ${operation.id} full`,
      {},
    );
    expectOpen(exchange, `The full window of ${operation.id} refuses ${neighbour.id}.`);
  }
}

/** Operations that have room, whatever the window of this one. Filled side by side, none has any to spare. */
function findOtherLimits({ session, operation }: LimitSubject): Operation[] {
  return session.operations.filter((one) => {
    return one !== operation && !one.token && (session.control !== undefined || !one.rateLimit);
  });
}

/** A window is the caller's, whatever token it calls with. */
async function checkTokenWindow(subject: LimitSubject, spare: string, refused: Exchange) {
  const { session } = subject;
  const headers = { authorization: `Bearer ${spare}` };
  const exchange = await ask(subject, "another token of the same caller, the window full", {
    headers,
  });
  const endsAt = refused.sentAt + Number(refused.response?.headers.get("retry-after")) * 1000;
  // The spare token may be too old by now, and the window over.
  const isHeld =
    [401, 429].includes(exchange.response?.status ?? 429) || !(session.now() < endsAt - 1_000);
  session.expect(
    "rate-limit-scope",
    exchange,
    isHeld,
    "The full window of a caller is open to another token of it.",
  );
}

/** The window ends when Retry-After promises, and not before. */
async function checkWindow(subject: LimitSubject, refused: Exchange) {
  const { session, operation, limit, window, caller } = subject;
  const wait = Number(refused.response?.headers.get("retry-after"));
  if (!(wait >= 1 && wait <= window)) return;
  const endsAt = refused.sentAt + wait * 1000;
  // A client counts the seconds from the response. Moves of the clock are added up: reading it again may be off by more.
  let left = wait * 1000 + 150 - (session.now() - refused.receivedAt);
  const startedAt = Date.now();
  // Sent again as it was: a refusal for the limit is not kept for an idempotency key.
  const key = operation.idempotency?.header ?? "";
  const { [key]: known } = refused.request.headers;
  const again = { as: caller, ...(known !== undefined && { headers: { [key]: known } }) };
  const expect = (exchange: Exchange, holds: boolean, message: string) =>
    session.expect("rate-limit-window", exchange, holds, message);
  const early = endsAt - 3_000 - session.now();
  if (early > 0) {
    await session.pass(early, `the end of the full window of ${operation.id}`);
    if (session.control) left -= early;
    const exchange = await ask(subject, "just before the window ends", again);
    const isRefused = isLimited(exchange) || session.now() > endsAt - 1_000;
    expect(exchange, isRefused, "The window ended before Retry-After had passed.");
  }
  await session.pass(Math.max(0, left - (Date.now() - startedAt)));
  const exchange = await ask(subject, "after the wait of Retry-After", again);
  if (isBroken(exchange)) return session.untested("rate-limit-window", operation, uncounted);
  expect(exchange, !isLimited(exchange), "Still refused after the wait of Retry-After.");
  const remaining = numberIn(exchange, "remaining") ?? limit - 1;
  const isNew = isLimited(exchange) || remaining === limit - 1;
  expect(exchange, isNew, `The new window starts with ${remaining} remaining.`);
}
